/**
 * Whether the scores are far enough apart to be a ranking at all.
 *
 * Scores are compressed when they crowd at zero or at each other: their order is then made by chance or by the rule that
 * breaks ties. Two models differ when an exact sign test on the items they do not share says so (with one seed that is
 * McNemar's exact test); a model differs from zero when the same test tells it from one that is never right. The tests
 * are two-sided at 5 % and not corrected for their number, which finds differences rather too easily.
 */

import { fairBinomialP } from '../metrics/mcnemar.ts';
import { tiedGroups } from './ranks.ts';
import { type ItemCounts, totalOf } from './types.ts';

export interface Compression {
  /** Groups of two or more models with equal scores. */
  readonly ties: readonly (readonly number[])[];
  /** Models that answer too few items to be told from a model that is never right. */
  readonly likeZero: readonly number[];
  /** Pairs whose difference may be chance, ties included. */
  readonly unresolved: readonly (readonly [number, number])[];
  /** All pairs. */
  readonly pairs: number;
  /** Ties, two or more models like zero, or more than half of the pairs unresolved: read no order into this. */
  readonly compressed: boolean;
}

const LEVEL = 0.05;

/** Two-sided exact p of the items that `a` gets right more often than `b`, against those where it is the other way. */
export function signTestP(a: ItemCounts, b: ItemCounts): number {
  if (a.length !== b.length) throw new RangeError(`signTestP: ${a.length} and ${b.length} items`);
  const above = a.filter((count, i) => count > b[i]!).length;
  const below = a.filter((count, i) => count < b[i]!).length;
  return fairBinomialP(above, above + below);
}

/** `models[m]`: the item counts of a model, all on the same items. */
export function detectCompression(models: readonly ItemCounts[]): Compression {
  const unresolved: (readonly [number, number])[] = [];
  for (let i = 0; i < models.length; i++) {
    for (let j = i + 1; j < models.length; j++) {
      if (signTestP(models[i]!, models[j]!) >= LEVEL) unresolved.push([i, j]);
    }
  }
  const ties = tiedGroups(models.map(totalOf));
  const likeZero = models.flatMap((counts, m) =>
    signTestP(counts, new Array<number>(counts.length).fill(0)) >= LEVEL ? [m] : [],
  );
  const pairs = (models.length * (models.length - 1)) / 2;
  const compressed = ties.length > 0 || likeZero.length > 1 || unresolved.length > pairs / 2;
  return { ties, likeZero, unresolved, pairs, compressed };
}
