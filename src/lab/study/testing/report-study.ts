/** A study with the numbers of the micro recipe's report (closed task), for tests of what is made of a study. */

import { wilson } from '../../../eval/index.ts';
import type { Condition } from '../../../eval/types.ts';
import { runConfig, testFacts } from '../../testing/node-run.ts';
import type { EvalPoint, Placebo, RunResult } from '../../types.ts';
import { analyse, studyCells } from '../analyse.ts';
import { modelResult } from '../model-result.ts';
import type { RunOutcome } from '../outcomes.ts';
import type { StudyConfig, StudyResult } from '../types.ts';

export const ITEMS = 228;
export const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];

/** Exact match of the micro recipe's closed task in percent: zero-shot, 3-shot, soft prompt; then the base's knowledge. */
const REPORT = {
  m1: { base: [2.2, 6.1, 98.7], chat: [72.4, 77.2, 96.1], knowledge: 98.7 },
  m2: { base: [9.6, 7.9, 90.8], chat: [44.7, 49.1, 88.2], knowledge: 92.1 },
  m3: { base: [2.6, 16.2, 78.1], chat: [46.5, 36.4, 76.8], knowledge: 83.8 },
  m4: { base: [18.0, 67.5, 67.5], chat: [36.8, 61.0, 67.1], knowledge: 74.6 },
  m5: { base: [2.6, 0.9, 63.6], chat: [33.8, 1.3, 61.8], knowledge: 69.7 },
} as const;

export const successes = (percent: number) => Math.round((percent * ITEMS) / 100);
const firstOnes = (count: number) => Uint8Array.from({ length: ITEMS }, (_, i) => Number(i < count));

export function reportConfig(seeds: readonly number[]): StudyConfig {
  const models = Object.keys(REPORT).flatMap((family) =>
    (['base', 'chat'] as const).map((kind) => ({
      id: `micro/${family}-${kind}`,
      file: 'onnx/model.onnx',
      role: kind === 'base' ? ('base' as const) : ('post-trained' as const),
      family,
      useChatTemplate: kind === 'chat',
    })),
  );
  const { tuning, fewShotCount, maxNewTokens } = runConfig();
  return {
    benchmarkName: 'micro-closed',
    task: 'closed',
    models,
    conditions: CONDITIONS,
    seeds,
    itemSeed: 1,
    itemLimit: 0,
    fewShotCount,
    evalSteps: [0, 80],
    tuning,
    maxNewTokens,
  };
}

/** The recipe's control on m1-base (closed, always wrong): shape as before, knowledge and exact match as measured. */
const PLACEBO = { exactMatch: 19.7, knowledge: 61.4, shape: 100 } as const;

/** The outcome with a placebo's evaluations at 0 and 80 steps beside it, the recipe's control for every model. */
export function withPlacebo(outcome: RunOutcome, placebo: Placebo): RunOutcome {
  const rate = (percent: number) => wilson(successes(percent), ITEMS);
  const metrics = {
    exactMatch: rate(PLACEBO.exactMatch),
    knowledge: rate(PLACEBO.knowledge),
    format: rate(PLACEBO.shape),
    shape: rate(PLACEBO.shape),
  };
  const points = [0, 80].map((step): EvalPoint => ({ condition: 'soft-prompt', step, metrics, seconds: 1 }));
  const right = new Map(outcome.right).set(`placebo-${placebo}`, {
    exactMatch: firstOnes(successes(PLACEBO.exactMatch)),
    knowledge: firstOnes(successes(PLACEBO.knowledge)),
  });
  const { controls = [] } = outcome.result;
  const control = { control: placebo, train: 666, points, losses: [] };
  return { ...outcome, right, result: { ...outcome.result, controls: [...controls, control] } };
}

export function reportOutcome(
  config: StudyConfig,
  model: number,
  seed: number,
  conditions = CONDITIONS,
): RunOutcome {
  const [family, kind] = config.models[model]!.id.split('/')[1]!.split('-') as ['m1', 'base' | 'chat'];
  const { [kind]: scores, knowledge } = REPORT[family];
  const point = (condition: Condition, step: number, right: number): EvalPoint => {
    const [hits, known] = [wilson(right, ITEMS), wilson(successes(knowledge), ITEMS)];
    return {
      condition,
      step,
      metrics: { exactMatch: hits, knowledge: known, format: hits, shape: hits },
      seconds: 1,
    };
  };
  const score = (condition: Condition) => successes(scores[CONDITIONS.indexOf(condition)]!);
  const points = conditions.flatMap((condition) => [
    // An earlier evaluation of the curve, which must not count.
    ...(condition === 'soft-prompt' ? [point(condition, 0, 1)] : []),
    point(condition, condition === 'soft-prompt' ? 80 : 0, score(condition)),
  ]);
  const right = new Map(
    conditions.map((condition) => [
      condition,
      { exactMatch: firstOnes(score(condition)), knowledge: firstOnes(successes(knowledge)) },
    ]),
  );
  const result: RunResult = {
    schemaVersion: 1,
    startedAt: testFacts.startedAt,
    config: runConfig({ seed }),
    model: testFacts.model,
    hashes: { model: [], train: '', test: '' },
    counts: { train: 666, test: ITEMS, evaluated: ITEMS, rejectedRows: 0 },
    versions: {},
    adapter: 'test',
    backend: 'webgpu',
    selfCheck: null,
    points,
    losses: [{ step: 0, loss: 1, gradientNorm: 1, seconds: 0.5 }],
    saturationStep: null,
    cost: {
      softPromptParameters: 1280,
      modelParameters: 721_792,
      secondsPerStep: 0.5,
      totalSeconds: 60,
      peakGpuBytes: 1e7,
    },
  };
  return { model, seed, result, right };
}

export const reportOutcomes = (config: StudyConfig) =>
  config.models.flatMap((_, model) => config.seeds.map((seed) => reportOutcome(config, model, seed)));

/** The whole result, with placebos where they are asked for; hashes are made up. */
export function reportResult(placebos: readonly Placebo[] = []): StudyResult {
  const sides = placebos.map((placebo) => `placebo-${placebo}` as const);
  const config = { ...reportConfig([1]), conditions: [...CONDITIONS, ...sides] };
  const outcomes = reportOutcomes(config).map((outcome) => placebos.reduce(withPlacebo, outcome));
  const cells = studyCells(config, outcomes);
  const hash = (character: string) => character.repeat(64);
  return {
    schemaVersion: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T01:00:00.000Z',
    config,
    hashes: { train: hash('a'), test: hash('b') },
    counts: { train: 666, test: ITEMS, evaluated: ITEMS, rejectedRows: 0 },
    versions: { 'soft-prompt-lab': '0.1.0' },
    models: config.models.map((_, model) => ({
      ...modelResult(
        { status: 'done' },
        outcomes.filter((one) => one.model === model).map(({ result }) => result),
      ),
      hashes: [{ path: 'onnx/model.onnx', sha256: hash('c') }],
    })),
    cells,
    analysis: analyse(config, outcomes, cells),
  };
}
