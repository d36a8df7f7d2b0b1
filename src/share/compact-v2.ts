/**
 * Version 2 of what a link carries: version 1 with what runs record since, as [version 1, additions]. Frozen like it.
 *
 * Kept exactly: prompts, data decisions, controls, all counts. Rounded: bootstrap limits to 4 decimals, probability
 * mass to 4 digits, and what version 1 rounds.
 */

import type { SaturationInterval, ZeroDiagnosis } from '../eval/index.ts';
import type { Condition, EndReason, Verdict } from '../eval/types.ts';
import type {
  Comparison,
  ControlResult,
  EvalPoint,
  EvaluationFacts,
  ExampleRecord,
  RunAnalysis,
  RunConfig,
} from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { rounded } from './columns.ts';
import { packLosses, packPoints, unpackLosses, unpackPoints } from './compact-curves.ts';
import { packJudge, unpackJudge } from './compact-judge.ts';
import { numbers, rows } from './compact-rows.ts';
import { packV1, unpackV1 } from './compact-v1.ts';
import { checkExamples, checkResult, type PlainResult } from './schema.ts';

const ENDS: readonly EndReason[] = ['stop-token', 'stop-rule', 'length'];
const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
const SIDES: readonly Comparison['first'][] = [
  ...CONDITIONS,
  'placebo-wrong',
  'placebo-random',
  'placebo-wrong-slow',
  'placebo-random-slow',
];
const METRICS: readonly Comparison['metric'][] = ['exactMatch', 'knowledge', 'format'];

const malformed = (field: string) => new LabError('share.schema', { field, reason: 'unexpected layout' });

const decimals = (value: number) => Math.round(value * 10_000) / 10_000;

/** Columns of the end counts and of the looping outputs; null where a point has none. */
function packGenerations(points: readonly EvalPoint[]): unknown {
  if (points.every((point) => point.generation === undefined)) return null;
  return points.map(({ generation }) =>
    generation ? [...ENDS.map((end) => generation.ends[end]), generation.looping] : null,
  );
}

function withGenerations(points: readonly unknown[], packed: unknown): unknown[] {
  if (packed === null) return [...points];
  const list = rows(packed, 'points.generation');
  return points.map((point, i) => {
    const entry = list[i];
    if (entry === null || entry === undefined) return point;
    const [token = 0, rule = 0, length = 0, looping = 0] = numbers(entry, 'points.generation');
    const ends = { 'stop-token': token, 'stop-rule': rule, length };
    return { ...(point as object), generation: { n: token + rule + length, ends, looping } };
  });
}

const packCounts = ({ both, firstOnly, secondOnly, neither }: Comparison['counts']) => [
  both,
  firstOnly,
  secondOnly,
  neither,
];

const unpackCounts = ([both, firstOnly, secondOnly, neither]: readonly number[]) => ({
  both,
  firstOnly,
  secondOnly,
  neither,
});

const packZero = ({ code, params: { reason, count, n, known } }: ZeroDiagnosis): unknown[] => [
  code,
  reason,
  count,
  n,
  known,
];

function unpackZero(value: unknown): unknown {
  const [code, reason, count, n, known] = rows(value, 'analysis.zero');
  return { code, params: { reason, count, n, known } };
}

const packSaturation = ({ low, high, never, replicates, n }: SaturationInterval): unknown[] => [
  low,
  high,
  decimals(never),
  replicates,
  n,
];

function packAnalysis({ comparisons, drift, scoring, saturation }: RunAnalysis): unknown[] {
  return [
    comparisons.map(({ first, second, metric, counts, low, high }) => [
      SIDES.indexOf(first),
      SIDES.indexOf(second),
      METRICS.indexOf(metric),
      ...packCounts(counts),
      decimals(low),
      decimals(high),
    ]),
    drift.map(({ step, counts }) => [step, ...packCounts(counts)]),
    scoring.map(({ condition, step, rates, ties, probabilityMass, zero }) => [
      CONDITIONS.indexOf(condition),
      step,
      Object.entries(rates).map(([name, { successes, n }]) => [name, successes, n]),
      ties,
      probabilityMass === null ? null : rounded(probabilityMass, 4),
      ...(zero ? [packZero(zero)] : []),
    ]),
    ...(saturation ? [packSaturation(saturation)] : []),
  ];
}

function unpackSaturation(value: unknown): unknown {
  const [low, high, never, replicates, n] = rows(value, 'analysis.saturation');
  return { low, high, never, replicates, n };
}

function unpackAnalysis(value: unknown): unknown {
  const [comparisons, drift, scoring, saturation] = rows(value, 'analysis');
  return {
    comparisons: rows(comparisons, 'analysis').map((entry) => {
      const [first = -1, second = -1, metric = -1, ...rest] = numbers(entry, 'analysis.comparisons');
      const [low, high] = rest.slice(4);
      const counts = unpackCounts(rest);
      return { first: SIDES[first], second: SIDES[second], metric: METRICS[metric], counts, low, high };
    }),
    drift: rows(drift, 'analysis').map((entry) => {
      const [step, ...counts] = numbers(entry, 'analysis.drift');
      return { step, counts: unpackCounts(counts) };
    }),
    scoring: rows(scoring, 'analysis').map((entry) => {
      const [condition, step, rates, ties, probabilityMass, zero] = rows(entry, 'analysis.scoring');
      const named = rows(rates, 'analysis.scoring').map((rate) => {
        const [name, successes, n] = rows(rate, 'analysis.scoring');
        if (typeof name !== 'string') throw malformed('analysis.scoring');
        return [name, { successes, n, rate: 0, low: 0, high: 0 }];
      });
      return {
        condition: typeof condition === 'number' ? CONDITIONS[condition] : undefined,
        step,
        rates: Object.fromEntries(named),
        ties,
        probabilityMass,
        ...(zero === undefined ? {} : { zero: unpackZero(zero) }),
      };
    }),
    // Links made before this field end here.
    ...(saturation === undefined ? {} : { saturation: unpackSaturation(saturation) }),
  };
}

const packControl = ({ control, train, points, losses }: ControlResult): unknown[] => [
  control,
  train,
  packPoints(points),
  packGenerations(points),
  packLosses(losses),
];

function unpackControl(value: unknown): unknown {
  const [control, train, points, generations, losses] = rows(value, 'controls');
  return {
    control,
    train,
    points: withGenerations(unpackPoints(points), generations),
    losses: unpackLosses(losses),
  };
}

/** Per example and condition: end and whether the text loops; null where that was not recorded. */
function packEnds(examples: readonly ExampleRecord[]): unknown {
  return examples.map(({ verdicts }) =>
    CONDITIONS.map((condition) => {
      const generation = verdicts[condition]?.generation;
      return generation ? ENDS.indexOf(generation.end) + (generation.looping ? ENDS.length : 0) : null;
    }),
  );
}

function withEnds(examples: readonly ExampleRecord[], packed: unknown): ExampleRecord[] {
  const list = rows(packed, 'examples.generation');
  return examples.map((example, i) => {
    const codes = rows(list[i], 'examples.generation');
    const verdicts = CONDITIONS.flatMap((condition, c): [Condition, Verdict][] => {
      const verdict = example.verdicts[condition];
      const code = codes[c];
      if (code === null) return verdict ? [[condition, verdict]] : [];
      if (typeof code !== 'number' || !verdict) throw malformed('examples.generation');
      const end = ENDS[code % ENDS.length]!;
      return [[condition, { ...verdict, generation: { end, looping: code >= ENDS.length } }]];
    });
    return { ...example, verdicts: Object.fromEntries(verdicts) };
  });
}

const packEvaluation = ({ backend, trial }: EvaluationFacts): unknown[] => [
  backend,
  trial && [rounded(trial.webgpu, 3), rounded(trial.wasm, 3)],
];

function unpackEvaluation(value: unknown): unknown {
  const [backend, trial] = rows(value, 'evaluation');
  if (trial === null) return { backend, trial };
  const [webgpu, wasm] = numbers(trial, 'evaluation.trial');
  return { backend, trial: { webgpu, wasm } };
}

/** How the self-check was made as a row of pieces, widened, soft prompt; why it was not as it stands; null for neither. */
function packCheck({ selfCheck, selfCheckSkipped }: PlainResult): unknown {
  if (selfCheckSkipped) return selfCheckSkipped;
  const { pieces = null, widened = null, softPrompt = null } = selfCheck ?? {};
  const row = [pieces, widened, softPrompt];
  return row.every((value) => value === null) ? null : row;
}

function unpackCheck(result: PlainResult, packed: unknown): object {
  if (packed === null) return {};
  if (!Array.isArray(packed)) return { selfCheckSkipped: packed };
  const names = ['pieces', 'widened', 'softPrompt'];
  const entries = names.flatMap((name, i) => (packed[i] === null ? [] : [[name, packed[i]]]));
  return { selfCheck: { ...result.selfCheck, ...Object.fromEntries(entries) } };
}

type ConfigAdditions = Pick<RunConfig, 'prompt' | 'fewShotPerItem' | 'controls' | 'data'>;

/** The JSON value of a link, version 2. */
export function packV2(result: PlainResult, examples: readonly ExampleRecord[]): unknown {
  const { prompt, fewShotPerItem, controls, data } = result.config;
  const config: ConfigAdditions = { prompt, fewShotPerItem, controls, data };
  return [
    packV1(result, examples),
    [
      config,
      result.counts.duplicates ?? null,
      packGenerations(result.points),
      result.analysis ? packAnalysis(result.analysis) : null,
      result.controls?.map(packControl) ?? null,
      packEnds(examples),
      result.evaluation ? packEvaluation(result.evaluation) : null,
      result.judge ? packJudge(result.judge) : null,
      packCheck(result),
    ],
  ];
}

/** Errors: share.schema. */
export function unpackV2(value: unknown): { result: PlainResult; examples: ExampleRecord[] } {
  const [first, additions] = rows(value, '');
  const { result, examples } = unpackV1(first);
  const list = rows(additions, 'additions');
  const [config, duplicates, generations, analysis, controls, ends] = list;
  const [evaluation = null, judge = null, check = null] = list.slice(6);
  if (typeof config !== 'object' || config === null) throw malformed('config');
  return {
    result: checkResult({
      ...result,
      config: { ...result.config, ...config },
      counts: { ...result.counts, ...(duplicates === null ? {} : { duplicates }) },
      points: withGenerations(result.points, generations),
      ...(analysis === null ? {} : { analysis: unpackAnalysis(analysis) }),
      ...(evaluation === null ? {} : { evaluation: unpackEvaluation(evaluation) }),
      ...(judge === null ? {} : { judge: unpackJudge(judge) }),
      ...(controls === null ? {} : { controls: rows(controls, 'controls').map(unpackControl) }),
      ...unpackCheck(result, check),
    }),
    examples: checkExamples(withEnds(examples, ends)),
  };
}
