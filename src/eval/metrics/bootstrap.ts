/**
 * Paired bootstrap of a difference of two rates on the same items (Efron 1979): items are drawn with replacement, both
 * conditions of an item together. Percentile interval, seeded.
 *
 * The standard error is the standard deviation of the replicates themselves, never divided by their number (a known
 * defect elsewhere).
 */

import { createRng } from '../../lib/rng.ts';

export interface PairedDifference {
  /** second - first, as a share. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
  readonly n: number;
}

export const BOOTSTRAP_REPLICATES = 2000;

/** Value at share `p` of an ascending list, linearly interpolated. */
function quantile(sorted: readonly number[], p: number): number {
  const at = p * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below]!;
  return low + (at - below) * ((sorted[below + 1] ?? low) - low);
}

/** 95 % interval of the mean of `values` by resampling them `replicates` times (stream 'bootstrap'). */
export function bootstrapMean(
  values: readonly number[],
  seed: number,
  replicates = BOOTSTRAP_REPLICATES,
): { low: number; high: number; standardError: number } {
  if (values.length === 0) throw new RangeError('bootstrapMean: no values');
  const rng = createRng(seed, 'bootstrap');
  const means: number[] = [];
  for (let r = 0; r < replicates; r++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[rng.int(values.length)]!;
    means.push(sum / values.length);
  }
  means.sort((a, b) => a - b);
  const centre = means.reduce((sum, mean) => sum + mean, 0) / replicates;
  const variance = means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0) / (replicates - 1);
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), standardError: Math.sqrt(variance) };
}

/** `first[i]` and `second[i]` belong to the same item. */
export function pairedBootstrap(
  first: readonly boolean[],
  second: readonly boolean[],
  seed: number,
  replicates = BOOTSTRAP_REPLICATES,
): PairedDifference {
  if (first.length !== second.length)
    throw new RangeError(`pairedBootstrap: ${first.length} and ${second.length}`);
  const differences = first.map((right, i) => Number(second[i]) - Number(right));
  const difference = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return { difference, ...bootstrapMean(differences, seed, replicates), n: differences.length };
}
