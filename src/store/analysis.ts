/**
 * From a result's paired counts to what a person reads: differences with interval and exact test, equivalence along the
 * curve, what a sample of this size can find. The statistics are loaded with the first result that is looked at.
 */

import type { EquivalenceVerdict } from '../eval/index.ts';
import type { Comparison, ControlResult, EvalPoint, RunAnalysis } from '../lab/types.ts';
import { curveRows, finalPoint } from './curves.ts';

export interface ComparisonRow extends Omit<Comparison, 'counts'> {
  /** second - first, as a share. */
  readonly difference: number;
  readonly gains: number;
  readonly losses: number;
  readonly n: number;
  /** Exact McNemar test, two-sided. */
  readonly p: number;
  /** No pair differs, of which resampling says nothing: the interval is Newcombe's. */
  readonly byFormula: boolean;
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
const ASSUMED_DISCORDANT = 0.2;

export async function viewAnalysis(
  { comparisons, drift }: RunAnalysis,
  points: readonly EvalPoint[],
): Promise<AnalysisView> {
  const [
    { fairBinomialP },
    { equivalenceOf, EQUIVALENCE_MARGIN },
    { pairedInterval },
    { minimumDetectableDifference },
  ] = await Promise.all([
    import('../eval/metrics/mcnemar.ts'),
    import('../eval/metrics/equivalence.ts'),
    import('../eval/metrics/paired-interval.ts'),
    import('../eval/metrics/power.ts'),
  ]);
  const rows = comparisons.map(({ counts, ...rest }): ComparisonRow => {
    const { both, firstOnly, secondOnly, neither } = counts;
    const n = both + firstOnly + secondOnly + neither;
    const byFormula = firstOnly + secondOnly === 0;
    const { low, high } = byFormula ? pairedInterval(counts) : rest;
    return {
      ...rest,
      low,
      high,
      byFormula,
      difference: (secondOnly - firstOnly) / n,
      gains: secondOnly,
      losses: firstOnly,
      n,
      p: fairBinomialP(secondOnly, secondOnly + firstOnly),
    };
  });
  const steps = drift.map(({ step, counts }) => {
    const { verdict, interval } = equivalenceOf(counts);
    return { step, verdict, ...interval };
  });
  const has = (verdict: EquivalenceVerdict) => steps.some((entry) => entry.verdict === verdict);
  const n = points[0]?.metrics.knowledge.n ?? 0;
  return {
    comparisons: rows,
    drift:
      steps.length === 0
        ? null
        : {
            verdict: has('different') ? 'different' : has('undecided') ? 'undecided' : 'equivalent',
            margin: EQUIVALENCE_MARGIN,
            n: steps[0]!.n,
            firstStep: curveRows(points)[0]?.step ?? 0,
            steps,
          },
    detectable: n > 0 ? minimumDetectableDifference(n, ASSUMED_DISCORDANT) : undefined,
    n,
  };
}

/** What a placebo did beside the real tuning, in shares; null until its last step is evaluated. */
export interface PlaceboFinding {
  readonly format: number;
  readonly realFormat: number;
  /** Closed tasks: written as an option is, listed or not. */
  readonly shape: number;
  readonly before: number;
  readonly after: number;
  readonly realAfter: number;
  readonly n: number;
  /** How far the form came: as with real answers, in its shape alone (options that are not listed), or not. */
  readonly form: 'follows' | 'shape-only' | 'behind';
  /** Knowledge fell clearly with the placebo. */
  readonly knowledgeFalls: boolean;
}

/** Differences of format and of knowledge from which the page speaks of one. */
const CLEAR = 0.1;
const CLEAR_FALL = 0.05;

export function placeboFinding(
  control: ControlResult,
  points: readonly EvalPoint[],
  lastStep: number,
): PlaceboFinding | null {
  const placebo = curveRows(control.points);
  const real = curveRows(points);
  const [first, last, realLast] = [placebo[0], placebo.at(-1), real.at(-1)];
  const shape = finalPoint(control.points, 'soft-prompt')?.metrics.shape.rate;
  if (
    !first ||
    !last ||
    !realLast ||
    shape === undefined ||
    last.step !== lastStep ||
    realLast.step !== lastStep
  )
    return null;
  // Where step 0 was not evaluated, the untuned model is what there was before.
  const untuned = points.find(({ condition }) => condition === 'zero-shot')?.metrics.knowledge;
  const before = first.step < last.step ? first.knowledge : (untuned ?? first.knowledge);
  const reached = realLast.format.rate - CLEAR;
  return {
    format: last.format.rate,
    realFormat: realLast.format.rate,
    shape,
    before: before.rate,
    after: last.knowledge.rate,
    realAfter: realLast.knowledge.rate,
    n: last.knowledge.n,
    form: last.format.rate >= reached ? 'follows' : shape >= reached ? 'shape-only' : 'behind',
    knowledgeFalls: before.rate - last.knowledge.rate > CLEAR_FALL,
  };
}
