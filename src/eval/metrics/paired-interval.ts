/**
 * Interval for the difference of two rates on the same items: Newcombe's method 10 (Newcombe 1998, Statistics in
 * Medicine 17: 2635-2650), from Wilson intervals and the correlation of the pairs. Not empty when no pair differs, as a
 * normal interval would be.
 */

import { wilson, Z95 } from './wilson.ts';

export interface PairedCounts {
  readonly both: number;
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly neither: number;
}

export interface DifferenceInterval {
  /** second - first, as a share. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

export function pairedCounts(first: readonly boolean[], second: readonly boolean[]): PairedCounts {
  if (first.length !== second.length) throw new RangeError(`pairs: ${first.length} and ${second.length}`);
  const counts = { both: 0, firstOnly: 0, secondOnly: 0, neither: 0 };
  first.forEach((right, i) => {
    if (right) counts[second[i] ? 'both' : 'firstOnly']++;
    else counts[second[i] ? 'secondOnly' : 'neither']++;
  });
  return counts;
}

/** Correlation of the pairs with Newcombe's continuity correction; 0 where a margin is empty. */
function correlation({ both, firstOnly, secondOnly, neither }: PairedCounts): number {
  const margins = (both + firstOnly) * (secondOnly + neither) * (both + secondOnly) * (firstOnly + neither);
  if (margins === 0) return 0;
  const n = both + firstOnly + secondOnly + neither;
  const product = both * neither - firstOnly * secondOnly;
  return (product > 0 ? Math.max(product - n / 2, 0) : product) / Math.sqrt(margins);
}

/** `z` is the two-sided standard normal quantile (default 95 %). n must be positive. */
export function pairedInterval(counts: PairedCounts, z = Z95): DifferenceInterval {
  const n = counts.both + counts.firstOnly + counts.secondOnly + counts.neither;
  if (n === 0) throw new RangeError('pairedInterval: no pairs');
  const first = wilson(counts.both + counts.firstOnly, n, z);
  const second = wilson(counts.both + counts.secondOnly, n, z);
  const phi = correlation(counts);
  const spread = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const difference = second.rate - first.rate;
  return {
    difference,
    low: difference - spread(second.rate - second.low, first.high - first.rate),
    high: difference + spread(second.high - second.rate, first.rate - first.low),
    n,
  };
}
