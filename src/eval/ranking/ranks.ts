/**
 * Scores to places. Equal scores share a place: the mean of the places they take up together (fractional ranking, as
 * in Kendall 1945). The alphabetical order is here as a warning, not as a method: it is what a table sorted by score
 * shows when nobody thought of ties.
 */

import type { Scores } from './types.ts';

/** 1 = best; models with equal scores get the mean of their places. */
export function averageRanks(scores: Scores): number[] {
  return scores.map((score) => {
    const better = scores.filter((other) => other > score).length;
    const equal = scores.filter((other) => other === score).length;
    return better + (equal + 1) / 2;
  });
}

/** Models from best to worst, equal ones in one group; groups of one are models that tie with nobody. */
export function rankGroups(scores: Scores): number[][] {
  const levels = [...new Set(scores)].sort((a, b) => b - a);
  return levels.map((level) => scores.flatMap((score, m) => (score === level ? [m] : [])));
}

/** The groups of two or more. */
export function tiedGroups(scores: Scores): number[][] {
  return rankGroups(scores).filter((group) => group.length > 1);
}

/** Places 1..n without ties: equal scores in the alphabetical order of `names` (by code units, the same everywhere). */
export function alphabeticalRanks(scores: Scores, names: readonly string[]): number[] {
  const order = scores
    .map((_, m) => m)
    .sort((a, b) => scores[b]! - scores[a]! || (names[a]! < names[b]! ? -1 : 1));
  const ranks = new Array<number>(scores.length);
  order.forEach((m, place) => {
    ranks[m] = place + 1;
  });
  return ranks;
}
