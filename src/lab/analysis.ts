/**
 * What the verdicts of a run say beside its rates: sides compared on the same items, knowledge along the curve, and the
 * same outputs under the scoring rules of other schools.
 *
 * Pure. Keeps counts; tests and intervals that follow from counts are left to the reader (eval/metrics).
 */

import {
  diagnoseZero,
  type GenerationCounts,
  harnessMatch,
  pairedBootstrap,
  pairedCounts,
  rankOptions,
  rateOf,
  saturationInterval,
  wilson,
} from '../eval/index.ts';
import type { Condition, Item, Rate, Verdict } from '../eval/types.ts';
import {
  type ComparedMetric,
  type Comparison,
  PLACEBOS,
  type RunAnalysis,
  type ScoringDetail,
  type Side,
} from './types.ts';

/** How the generations ended; undefined where a verdict does not say (kept from an older version). */
export function generationCounts(verdicts: readonly Verdict[]): GenerationCounts | undefined {
  const ends = { 'stop-token': 0, 'stop-rule': 0, length: 0 };
  let looping = 0;
  for (const { generation } of verdicts) {
    if (!generation) return undefined;
    ends[generation.end]++;
    if (generation.looping) looping++;
  }
  return { n: verdicts.length, ends, looping };
}

export interface AnalysisInput {
  readonly items: readonly Item[];
  /** Verdicts of each side's last evaluation, in the order of the items. */
  readonly verdicts: ReadonlyMap<Side, readonly Verdict[]>;
  /** Step of each condition's last evaluation. */
  readonly steps: ReadonlyMap<Side, number>;
  /** Knowledge item by item at each evaluated step of the real tuning. */
  readonly known: ReadonlyMap<number, readonly boolean[]>;
  /** Format likewise. */
  readonly follows: ReadonlyMap<number, readonly boolean[]>;
  readonly seed: number;
}

const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
const METRICS: readonly ComparedMetric[] = ['exactMatch', 'knowledge', 'format'];

/** Every pair of conditions in every metric; placebos against the real tuning and against the untuned model. */
function wanted(): [first: Side, second: Side, metrics: readonly ComparedMetric[]][] {
  return [
    ['zero-shot', 'few-shot', METRICS],
    ['zero-shot', 'soft-prompt', METRICS],
    ['few-shot', 'soft-prompt', METRICS],
    ...PLACEBOS.flatMap((placebo): [Side, Side, readonly ComparedMetric[]][] => [
      ['soft-prompt', `placebo-${placebo}`, ['knowledge', 'format']],
      ['zero-shot', `placebo-${placebo}`, ['knowledge']],
    ]),
  ];
}

function compare(input: AnalysisInput): Comparison[] {
  return wanted().flatMap(([first, second, metrics]) => {
    const [before, after] = [input.verdicts.get(first), input.verdicts.get(second)];
    if (!before || !after) return [];
    return metrics.map((metric) => {
      const right = (verdicts: readonly Verdict[]) => verdicts.map((verdict) => verdict[metric]);
      const [a, b] = [right(before), right(after)];
      const { low, high } = pairedBootstrap(a, b, input.seed);
      return { first, second, metric, counts: pairedCounts(a, b), low, high };
    });
  });
}

/** Later steps against the first one. */
function drift(known: AnalysisInput['known']): RunAnalysis['drift'] {
  const [start, ...later] = [...known].sort(([a], [b]) => a - b);
  return later.map(([step, list]) => ({ step, counts: pairedCounts(start![1], list) }));
}

function scoringOf(
  condition: Condition,
  step: number,
  items: readonly Item[],
  verdicts: readonly Verdict[],
): ScoringDetail {
  const matches = verdicts.map((verdict, i) => harnessMatch(items[i]!, verdict.output));
  const rate = (holds: (index: number) => boolean) =>
    wilson(
      items.reduce((sum, _, i) => sum + Number(holds(i)), 0),
      items.length,
    );
  const matched: Record<string, Rate> = {
    'exact_match,strict-match': rate((i) => matches[i]!.strict.match),
    'exact_match,flexible-extract': rate((i) => matches[i]!.flexible.match),
    ...(matches.every(({ official }) => official !== undefined)
      ? { 'exact_match,official': rate((i) => matches[i]!.official!.match) }
      : {}),
  };
  const diagnosis = diagnoseZero(verdicts);
  const zero = diagnosis ? { zero: diagnosis } : {};
  if (verdicts[0]?.optionLogProbs === undefined) {
    return { condition, step, rates: matched, ties: null, probabilityMass: null, ...zero };
  }
  const rankings = verdicts.map(({ optionLogProbs, unconditionalLogProbs }, i) =>
    rankOptions(items[i]!.options!, items[i]!.goldIndex!, optionLogProbs!, unconditionalLogProbs),
  );
  const lettered = matches.every(({ letter }) => letter !== undefined);
  const informed = rankings.every(({ mutualInformation }) => mutualInformation !== undefined);
  const mass = rankings.reduce((sum, { probabilityMass }) => sum + probabilityMass, 0);
  return {
    condition,
    step,
    rates: {
      ...matched,
      ...(lettered ? { 'exact_match,option-letter': rate((i) => matches[i]!.letter!.match) } : {}),
      acc: rate((i) => rankings[i]!.acc.correct),
      acc_norm: rate((i) => rankings[i]!.accChars.correct),
      acc_bytes: rate((i) => rankings[i]!.accBytes.correct),
      ...(informed ? { acc_mutual_info: rate((i) => rankings[i]!.mutualInformation!.correct) } : {}),
    },
    ties: rateOf(verdicts, ({ reasons }) => reasons.some((code) => code.startsWith('closed.tie'))).successes,
    probabilityMass: mass / rankings.length,
    ...zero,
  };
}

export function analyse(input: AnalysisInput): RunAnalysis {
  const saturation = saturationInterval(input.follows, input.seed);
  return {
    comparisons: compare(input),
    drift: drift(input.known),
    scoring: CONDITIONS.flatMap((condition) => {
      const verdicts = input.verdicts.get(condition);
      return verdicts ? [scoringOf(condition, input.steps.get(condition) ?? 0, input.items, verdicts)] : [];
    }),
    ...(saturation ? { saturation } : {}),
  };
}
