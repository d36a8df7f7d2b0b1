/**
 * Whether knowledge stays the same over the tuning curve: two one-sided tests (Schuirmann 1987) at 5 % each, that is,
 * the 90 % interval of the paired difference lies inside the margin. "Not significantly different" is not equivalence.
 */

import {
  type DifferenceInterval,
  type PairedCounts,
  pairedCounts,
  pairedInterval,
} from './paired-interval.ts';

export const EQUIVALENCE_MARGIN = 0.03;
/** Standard normal quantile for a two-sided 90 % interval. */
const Z90 = 1.6448536269514722;

export type EquivalenceVerdict =
  /** The whole interval is inside the margin. */
  | 'equivalent'
  /** The whole interval is outside the margin. */
  | 'different'
  /** The interval reaches across a margin: n is too small to say. */
  | 'undecided';

export interface Equivalence {
  readonly verdict: EquivalenceVerdict;
  /** 90 % interval of the difference. */
  readonly interval: DifferenceInterval;
  readonly margin: number;
}

export function testEquivalence(
  first: readonly boolean[],
  second: readonly boolean[],
  margin = EQUIVALENCE_MARGIN,
): Equivalence {
  return equivalenceOf(pairedCounts(first, second), margin);
}

/** The same from counts, as results keep them. */
export function equivalenceOf(counts: PairedCounts, margin = EQUIVALENCE_MARGIN): Equivalence {
  const interval = pairedInterval(counts, Z90);
  const { low, high } = interval;
  const verdict =
    low > -margin && high < margin
      ? 'equivalent'
      : low > margin || high < -margin
        ? 'different'
        : 'undecided';
  return { verdict, interval, margin };
}

export interface DriftPoint {
  readonly step: number;
  /** Knowledge of each item, in the same order at every step. */
  readonly known: readonly boolean[];
}

export interface Drift {
  /** equivalent only when every step is; different when any step is. */
  readonly verdict: EquivalenceVerdict;
  readonly points: readonly (Equivalence & { readonly step: number })[];
}

/** Every later step against the first one. All steps must pass for 'equivalent', so no correction is needed. */
export function knowledgeDrift(points: readonly DriftPoint[], margin = EQUIVALENCE_MARGIN): Drift {
  if (points.length < 2) throw new RangeError('knowledgeDrift: fewer than two points');
  const [start, ...later] = [...points].sort((a, b) => a.step - b.step);
  const tested = later.map(({ step, known }) => ({ step, ...testEquivalence(start!.known, known, margin) }));
  const has = (verdict: EquivalenceVerdict) => tested.some((point) => point.verdict === verdict);
  return {
    verdict: has('different') ? 'different' : has('undecided') ? 'undecided' : 'equivalent',
    points: tested,
  };
}
