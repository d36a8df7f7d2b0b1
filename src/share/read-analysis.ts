/**
 * From a result's paired counts to what is reported: differences with interval and exact test, equivalence along the
 * curve, what a sample of this size can find. Pure; page, exports and command line say the same by it.
 */

import { EQUIVALENCE_MARGIN, type EquivalenceVerdict, equivalenceOf } from '../eval/metrics/equivalence.ts';
import { fairBinomialP } from '../eval/metrics/mcnemar.ts';
import { pairedInterval } from '../eval/metrics/paired-interval.ts';
import { minimumDetectableDifference } from '../eval/metrics/power.ts';
import type { Comparison, EvalPoint, RunAnalysis } from '../lab/types.ts';

export interface ComparisonRow extends Omit<Comparison, 'counts'> {
  /** second - first, as a share. */
  readonly difference: number;
  readonly gains: number;
  readonly losses: number;
  readonly n: number;
  /** Exact McNemar test, two-sided. */
  readonly p: number;
  /** No pair differs, or every one the same way, of which resampling says nothing: the interval is Newcombe's. */
  readonly byFormula: boolean;
  /** Equivalence within the margin is shown. */
  readonly equivalent: boolean;
}

export interface DriftView {
  readonly verdict: EquivalenceVerdict;
  readonly margin: number;
  readonly n: number;
  readonly firstStep: number;
  readonly steps: readonly {
    readonly step: number;
    readonly verdict: EquivalenceVerdict;
    readonly difference: number;
    readonly low: number;
    readonly high: number;
  }[];
}

export interface AnalysisView {
  readonly comparisons: readonly ComparisonRow[];
  /** null where fewer than two steps were evaluated. */
  readonly drift: DriftView | null;
  /** Smallest difference found four times out of five if a fifth of the items differed; undefined = none would be. */
  readonly detectable: number | undefined;
  readonly n: number;
}

/** Share of items on which two conditions are taken to differ, for the sentence about sample size. */
export const ASSUMED_DISCORDANT = 0.2;

function comparisonRow({ counts, ...rest }: Comparison): ComparisonRow {
  const { both, firstOnly, secondOnly, neither } = counts;
  const n = both + firstOnly + secondOnly + neither;
  const byFormula = firstOnly + secondOnly === 0 || firstOnly === n || secondOnly === n;
  const { low, high } = byFormula ? pairedInterval(counts) : rest;
  return {
    ...rest,
    low,
    high,
    byFormula,
    equivalent: equivalenceOf(counts).verdict === 'equivalent',
    difference: (secondOnly - firstOnly) / n,
    gains: secondOnly,
    losses: firstOnly,
    n,
    p: fairBinomialP(secondOnly, secondOnly + firstOnly),
  };
}

function driftView(drift: RunAnalysis['drift'], points: readonly EvalPoint[]): DriftView | null {
  const steps = drift.map(({ step, counts }) => {
    const { verdict, interval } = equivalenceOf(counts);
    return { step, verdict, ...interval };
  });
  if (steps.length === 0) return null;
  const has = (verdict: EquivalenceVerdict) => steps.some((entry) => entry.verdict === verdict);
  const evaluated = points.filter(({ condition }) => condition === 'soft-prompt').map(({ step }) => step);
  return {
    verdict: has('different') ? 'different' : has('undecided') ? 'undecided' : 'equivalent',
    margin: EQUIVALENCE_MARGIN,
    n: steps[0]!.n,
    firstStep: Math.min(...evaluated),
    steps,
  };
}

export function readAnalysis(
  { comparisons, drift }: RunAnalysis,
  points: readonly EvalPoint[],
): AnalysisView {
  const n = points[0]?.metrics.knowledge.n ?? 0;
  return {
    comparisons: comparisons.map(comparisonRow),
    drift: driftView(drift, points),
    detectable: n > 0 ? minimumDetectableDifference(n, ASSUMED_DISCORDANT) : undefined,
    n,
  };
}
