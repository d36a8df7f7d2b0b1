/** What a run leaves: its result, and every item with its verdicts. Pure. */

import { judgedItem, saturationStep } from '../eval/index.ts';
import type { Condition, Item, Verdict } from '../eval/types.ts';
import { analyse } from './analysis.ts';
import { isCausalLM, type RunDeps } from './run-deps.ts';
import { controlResults, type Track } from './track.ts';
import type { EvalPoint, ExampleRecord, RunAnalysis, RunResult, Side } from './types.ts';

/** A run that has come to its end. */
export interface MeasuredRun {
  readonly deps: RunDeps;
  readonly items: readonly Item[];
  readonly tracks: readonly Track[];
  /** Of each condition's last evaluation, in the order of the items. */
  readonly verdicts: ReadonlyMap<Condition, readonly Verdict[]>;
  readonly points: readonly EvalPoint[];
  /** Seconds of work, those of the sessions it goes on from included. */
  readonly seconds: number;
}

/** Every item with the last verdict of each condition, and the prompt without few-shot pairs. */
export function exampleRecords({
  items,
  verdicts,
}: Pick<MeasuredRun, 'items' | 'verdicts'>): ExampleRecord[] {
  return items.map((item, i) => {
    const own: Partial<Record<Condition, Verdict>> = {};
    for (const [condition, list] of verdicts) own[condition] = list[i]!;
    const { id: itemId, prompt, answer } = item;
    return { itemId, prompt, answer, verdicts: own, item: judgedItem(item) };
  });
}

function analysisOf({ deps, items, tracks, verdicts, points }: MeasuredRun): RunAnalysis {
  const sides = new Map<Side, readonly Verdict[]>(verdicts);
  for (const track of tracks) {
    if (track.control && track.verdicts.length > 0) sides.set(track.side, track.verdicts);
  }
  return analyse({
    items,
    verdicts: sides,
    steps: new Map(points.map(({ condition, step }) => [condition, step])),
    known: tracks[0]?.known ?? new Map(),
    follows: tracks[0]?.follows ?? new Map(),
    seed: deps.config.seed,
  });
}

/** `softPrompt`: after the last step of the real tuning, where there was one. */
export function runResult(run: MeasuredRun, softPrompt: Float32Array | undefined): RunResult {
  const { benchmark, config, facts, model } = run.deps;
  const curve = run.points.filter((point) => point.condition === 'soft-prompt');
  const losses = run.tracks[0]?.losses ?? [];
  const stepSeconds = losses.reduce((sum, point) => sum + point.seconds, 0);
  const controls = controlResults(run.tracks);
  return {
    schemaVersion: 1,
    startedAt: facts.startedAt,
    config,
    model: facts.model,
    hashes: { model: facts.modelHashes, train: benchmark.hashes.train, test: benchmark.hashes.test },
    counts: {
      train: benchmark.train.length,
      test: benchmark.test.length,
      evaluated: run.items.length,
      rejectedRows: benchmark.rejected.length,
      ...(benchmark.duplicates === undefined ? {} : { duplicates: benchmark.duplicates }),
    },
    versions: facts.versions,
    adapter: facts.adapter,
    backend: model.backend,
    ...(facts.evaluation ? { evaluation: facts.evaluation } : {}),
    selfCheck: facts.selfCheck,
    ...(facts.selfCheckSkipped ? { selfCheckSkipped: facts.selfCheckSkipped } : {}),
    points: run.points,
    losses,
    saturationStep: saturationStep(curve.map(({ step, metrics }) => ({ step, rate: metrics.format.rate }))),
    cost: {
      softPromptParameters: softPrompt?.length ?? 0,
      modelParameters: facts.model.parameters,
      secondsPerStep: losses.length > 0 ? stepSeconds / losses.length : 0,
      totalSeconds: run.seconds,
      peakGpuBytes: isCausalLM(model) ? model.memory().peakBytes : 0,
    },
    analysis: analysisOf(run),
    ...(controls.length > 0 ? { controls } : {}),
    ...(softPrompt ? { softPrompt } : {}),
  };
}
