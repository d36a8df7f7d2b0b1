/** Swap distances' intervals against their definition (nearest ranks of the replicates), and order among equals. */

import { describe, expect, it } from 'vitest';
import { alphabeticalRanks } from './ranks.ts';
import { compareRankings, namesBest, resampleTotals } from './resample.ts';
import { swapDistance } from './swap-distance.ts';

/** Counts of six items for each of four models, near enough to one another that resampling reorders them. */
const RANKING = [
  [1, 0, 1, 0, 1, 0],
  [1, 1, 0, 0, 1, 0],
  [0, 1, 1, 1, 0, 0],
  [1, 0, 0, 0, 0, 1],
];
const REFERENCE = [
  [1, 1, 1, 0, 0, 0],
  [0, 0, 1, 1, 1, 0],
  [1, 1, 0, 1, 1, 0],
  [0, 0, 0, 0, 1, 1],
];

describe('compareRankings', () => {
  it.each([
    [200, 3],
    // The fifth smallest differs from the tenth.
    [200, 2],
    [39, 3],
    [12, 1],
    [4, 2],
    [3, 3],
    [2, 4],
    [1, 3],
  ])('takes nearest ranks of %i replicates', (count, seed) => {
    const halves = resampleTotals([...RANKING, ...REFERENCE], seed, count).map(
      (scores) => [scores.slice(0, 4), scores.slice(4)] as const,
    );
    const distances = halves.map(([a, b]) => swapDistance(a, b)).sort((a, b) => a - b);
    const named = halves.reduce((sum, [a, b]) => sum + namesBest(a, b), 0) / count;
    expect(compareRankings(RANKING, REFERENCE, seed, count)).toEqual({
      distance: swapDistance([3, 3, 3, 2], [3, 3, 4, 2]),
      low: distances[Math.ceil(0.025 * count) - 1],
      high: distances[Math.ceil(0.975 * count) - 1],
      bestNamed: named,
    });
  });

  it('has distances that spread, so that the test above tells ranks apart', () => {
    const { low, high } = compareRankings(RANKING, REFERENCE, 3, 200);
    const all = resampleTotals([...RANKING, ...REFERENCE], 3, 200).map((scores) =>
      swapDistance(scores.slice(0, 4), scores.slice(4)),
    );
    expect(low).toBeGreaterThan(Math.min(...all));
    expect(high).toBeLessThan(Math.max(...all));
  });
});

describe('alphabeticalRanks', () => {
  it.each([
    [
      ['c', 'b', 'a'],
      [3, 2, 1],
    ],
    [
      ['a', 'b', 'c'],
      [1, 2, 3],
    ],
    [
      ['b', 'c', 'a'],
      [2, 3, 1],
    ],
    [
      ['c', 'a', 'b'],
      [3, 1, 2],
    ],
  ])('orders equals by name: %j', (names, ranks) => {
    expect(alphabeticalRanks([1, 1, 1], names)).toEqual(ranks);
  });
});
