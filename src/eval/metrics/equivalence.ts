/**
 * Whether knowledge stays the same over the tuning curve: two one-sided tests (Schuirmann 1987) at 5 % each, that is,
 * the 90 % interval of the paired difference lies inside the margin. "Not significantly different" is not equivalence.
 */

import { type DifferenceInterval, type PairedCounts, pairedInterval } from './paired-interval.ts';

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

/** From the counts of the two measurements, as results keep them. */
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
