/**
 * How many points a post-trained model is ahead of its base on the same items, per pair and over all pairs, with paired
 * bootstrap intervals over the items.
 */

import { bootstrapMean } from '../metrics/bootstrap.ts';
import { signTestP } from './compression.ts';
import type { ItemCounts } from './types.ts';

export interface Gap {
  /** Post-trained minus base, as a share. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

export interface PairGap extends Gap {
  /** Two-sided exact sign test on the items (McNemar's with one seed). */
  readonly p: number;
}

export interface ScoreGap {
  readonly pairs: readonly PairGap[];
  /** Mean over the pairs; items are resampled, pairs are not. */
  readonly mean: Gap;
}

function gapOf(differences: readonly number[], seed: number): Gap {
  const { low, high } = bootstrapMean(differences, seed);
  return { difference: differences.reduce((sum, value) => sum + value, 0) / differences.length, low, high };
}

/** `base[m]` and `postTrained[m]`: item counts of a pair, each out of `seeds`. */
export function scoreGap(
  base: readonly ItemCounts[],
  postTrained: readonly ItemCounts[],
  seeds: number,
  seed: number,
): ScoreGap {
  if (base.length !== postTrained.length || base.length === 0) {
    throw new RangeError(`scoreGap: ${base.length} and ${postTrained.length} models`);
  }
  const differences = base.map((counts, m) =>
    counts.map((count, i) => (postTrained[m]![i]! - count) / seeds),
  );
  const means = differences[0]!.map(
    (_, i) => differences.reduce((sum, pair) => sum + pair[i]!, 0) / differences.length,
  );
  return {
    pairs: differences.map((pair, m) => ({
      ...gapOf(pair, seed),
      p: signTestP(base[m]!, postTrained[m]!),
    })),
    mean: gapOf(means, seed),
  };
}
