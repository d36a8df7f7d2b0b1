/** A study's configuration: what it must obey, and the runs it is made of. */

import { sampleTest } from '../../eval/index.ts';
import type { Benchmark } from '../../eval/types.ts';
import { LabError } from '../../lib/errors.ts';
import { assertConfig } from '../config.ts';
import { isCondition, placeboOf, type RunConfig } from '../types.ts';
import type { StudyCondition, StudyConfig } from './types.ts';

/** Conditions that draw nothing by seed: they are run once. */
const UNSEEDED: ReadonlySet<StudyCondition> = new Set(['zero-shot']);

/** Whether a condition is run with the seed at this place of the list. */
export function usesSeed(condition: StudyCondition, seedIndex: number): boolean {
  return seedIndex === 0 || !UNSEEDED.has(condition);
}

/** The run of one model with one seed. The item sample is taken before (sampleItems), so the run uses all it gets. */
export function runConfigOf(config: StudyConfig, model: number, seedIndex: number): RunConfig {
  const { id, file, useChatTemplate } = config.models[model]!;
  const sides = config.conditions.filter((condition) => usesSeed(condition, seedIndex));
  const controls = sides.flatMap((side) => placeboOf(side) ?? []);
  return {
    modelId: id,
    modelFile: file,
    benchmarkName: config.benchmarkName,
    task: config.task,
    conditions: sides.filter(isCondition),
    fewShotCount: config.fewShotCount,
    evalSteps: config.evalSteps,
    itemLimit: 0,
    tuning: config.tuning,
    maxNewTokens: config.maxNewTokens,
    useChatTemplate,
    ...(controls.length > 0 ? { controls } : {}),
    seed: config.seeds[seedIndex]!,
  };
}

/** The places of the seeds that add anything: only the first where no condition draws. */
export function seedIndices(config: StudyConfig): number[] {
  return config.seeds.flatMap((_, i) => (runConfigOf(config, 0, i).conditions.length > 0 ? [i] : []));
}

/** The benchmark with the test items of the study: one sample for all models, conditions and seeds. */
export function sampleItems(benchmark: Benchmark, config: StudyConfig): Benchmark {
  return { ...benchmark, test: sampleTest(benchmark.test, config.itemLimit, config.itemSeed) };
}

/** Throws `study.no-models`, `study.same-model` {model}, `study.no-conditions`, `study.placebo-alone`, `study.bad-seeds`, `study.no-last-step`, `lab.bad-config`. */
export function assertStudy(config: StudyConfig): void {
  const { models, conditions, seeds, evalSteps, tuning } = config;
  if (models.length === 0) throw new LabError('study.no-models');
  const twice = models.find(({ id }, i) => models.findIndex((other) => other.id === id) !== i);
  if (twice) throw new LabError('study.same-model', { model: twice.id });
  if (conditions.length === 0) throw new LabError('study.no-conditions');
  if (!conditions.every(isCondition) && !conditions.includes('soft-prompt')) {
    throw new LabError('study.placebo-alone');
  }
  const whole = [...seeds, config.itemSeed].every(Number.isSafeInteger);
  if (seeds.length === 0 || !whole || new Set(seeds).size !== seeds.length)
    throw new LabError('study.bad-seeds');
  assertConfig({ ...runConfigOf(config, 0, 0), itemLimit: config.itemLimit });
  if (conditions.includes('soft-prompt') && !evalSteps.includes(tuning.steps)) {
    throw new LabError('study.no-last-step', { steps: tuning.steps });
  }
}
