/**
 * Wilson score interval for a share (Wilson 1927), without continuity correction.
 *
 * Chosen over the normal interval because rates near 0 and 100 % at n of some tens are the rule here: it never leaves
 * [0, 1] and is not empty at 0 of n.
 */

import type { Rate } from '../types.ts';

/** Standard normal quantile for two-sided 95 %. */
export const Z95 = 1.959963984540054;

/** successes of n as a rate with its interval; n = 0 gives the rate NaN and the interval [0, 1]: nothing is known. */
export function wilson(successes: number, n: number, z = Z95): Rate {
  if (!(Number.isInteger(successes) && Number.isInteger(n) && successes >= 0 && successes <= n)) {
    throw new RangeError(`wilson: ${successes} of ${n}`);
  }
  const rate = successes / n;
  const z2 = z * z;
  const centre = (rate + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n));
  return {
    successes,
    n,
    rate,
    // Exactly, not but for rounding; also for n = 0, where the rest is NaN.
    low: successes === 0 ? 0 : centre - half,
    high: successes === n ? 1 : centre + half,
  };
}
