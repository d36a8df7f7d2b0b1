/**
 * How far two rankings of the same models are apart: the swaps of neighbours that bubble sort needs to turn one into
 * the other, which is the number of pairs in opposite order (Kendall 1938).
 *
 * Ties are ties. A pair tied in one ranking only counts a half: the expected number of swaps when ties are broken by a
 * fair draw. A pair tied in both counts nothing, since one draw breaks both alike. This is K^(1/2) of Fagin, Kumar,
 * Mahdian, Sivakumar and Vee (2006, "Comparing partial rankings"), a metric: zero for identical rankings, symmetric,
 * and it obeys the triangle inequality.
 */

import { alphabeticalRanks } from './ranks.ts';
import type { Scores } from './types.ts';

function assertSameLength(a: Scores, b: Scores): void {
  if (a.length !== b.length) throw new RangeError(`swapDistance: ${a.length} and ${b.length} models`);
}

/** 0 to n (n - 1) / 2, in halves. */
export function swapDistance(a: Scores, b: Scores): number {
  assertSameLength(a, b);
  let swaps = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = i + 1; j < a.length; j++) {
      const [left, right] = [Math.sign(a[i]! - a[j]!), Math.sign(b[i]! - b[j]!)];
      swaps += Math.abs(left - right) / 2;
    }
  }
  return swaps;
}

/** Swaps between an order and its reverse. */
export function largestSwapDistance(models: number): number {
  return (models * (models - 1)) / 2;
}

/**
 * Swaps when equal scores are put in alphabetical order in both rankings: a whole number that looks as sure as any
 * other, and changes when a model is renamed. For comparison only.
 */
export function alphabeticalSwapDistance(a: Scores, b: Scores, names: readonly string[]): number {
  // Places count from the best, scores from the worst: both sides are turned alike, so the distance is the same.
  return swapDistance(alphabeticalRanks(a, names), alphabeticalRanks(b, names));
}
