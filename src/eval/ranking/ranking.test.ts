import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectCompression, signTestP } from './compression.ts';
import { compareRankings, namesBest, resampleTotals } from './resample.ts';
import { scoreGap } from './score-gap.ts';
import { swapDistance } from './swap-distance.ts';
import { type ItemCounts, totalOf } from './types.ts';

/** `right` ones, then zeros. */
const counts = (right: number, items: number, from = 0): ItemCounts =>
  Array.from({ length: items }, (_, i) => Number(i >= from && i < from + right));

describe('signTestP', () => {
  it('is McNemar’s exact test with one seed, and counts items with several', () => {
    // scipy.stats.binomtest(1, 9, 0.5).pvalue
    expect(signTestP(counts(8, 20), counts(1, 20, 10))).toBeCloseTo(0.0390625, 7);
    expect(signTestP([2, 2, 2, 0], [2, 1, 0, 1])).toBe(1);
    expect(
      signTestP(
        counts(6, 6).map((c) => 3 * c),
        counts(0, 6),
      ),
    ).toBeCloseTo(2 / 64, 12);
    expect(() => signTestP([1], [1, 0])).toThrow(RangeError);
  });
});

describe('detectCompression', () => {
  it('finds crowding at zero: the micro family’s closed zero-shot scores', () => {
    // 5, 22, 6, 41 and 6 of 228, on nested items.
    const found = detectCompression([5, 22, 6, 41, 6].map((right) => counts(right, 228)));
    expect(found.ties).toEqual([[2, 4]]);
    expect(found.likeZero).toEqual([0]);
    expect(found.unresolved).toEqual([
      [0, 2],
      [0, 4],
      [2, 4],
    ]);
    expect(found.pairs).toBe(10);
    expect(found.compressed).toBe(true);
  });

  it('lets a spread ranking be one, with its close pair named', () => {
    const found = detectCompression([225, 207, 178, 154, 149].map((right) => counts(right, 228)));
    expect(found).toMatchObject({ ties: [], likeZero: [], unresolved: [[3, 4]], compressed: false });
  });

  it('finds crowding at each other, far from zero', () => {
    // Each differs from the next by three items won and two lost.
    const alike = [0, 3, 6, 9].map((from) => counts(100 + from / 3, 228, from));
    const found = detectCompression(alike);
    expect(found).toMatchObject({ ties: [], likeZero: [], compressed: true });
    expect(found.unresolved.length).toBeGreaterThan(3);
  });

  it('needs two models like zero, or more than half of the pairs unresolved', () => {
    const nested = (scores: readonly number[]) =>
      detectCompression(scores.map((score) => counts(score, 228)));
    expect(nested([1, 2, 50, 100, 150, 200])).toMatchObject({ likeZero: [0, 1], compressed: true });
    expect(nested([1, 50, 100, 150])).toMatchObject({ likeZero: [0], compressed: false });
    const half = nested([100, 101, 102, 228]);
    expect([half.unresolved.length, half.pairs, half.compressed]).toEqual([3, 6, false]);
  });

  it('needs six right answers to tell a model from one that is never right', () => {
    expect(detectCompression([counts(5, 1000), counts(500, 1000)]).likeZero).toEqual([0]);
    expect(detectCompression([counts(6, 1000), counts(500, 1000)]).likeZero).toEqual([]);
  });
});

/** Every resample of `items` items with its share, computed without sampling. */
function exactly(columns: readonly ItemCounts[], measure: (totals: number[]) => number): Map<number, number> {
  const items = columns[0]!.length;
  const shares = new Map<number, number>();
  for (let code = 0; code < items ** items; code++) {
    const drawn = Array.from({ length: items }, (_, i) => Math.floor(code / items ** i) % items);
    const totals = columns.map((column) => drawn.reduce((sum, i) => sum + column[i]!, 0));
    const value = measure(totals);
    shares.set(value, (shares.get(value) ?? 0) + 1 / items ** items);
  }
  return shares;
}

describe('compareRankings', () => {
  const base: readonly ItemCounts[] = [
    [1, 1, 0, 1, 0],
    [0, 1, 1, 0, 0],
    [0, 0, 1, 0, 0],
  ];
  const chat: readonly ItemCounts[] = [
    [1, 1, 1, 1, 0],
    [1, 1, 0, 0, 1],
    [1, 0, 0, 0, 0],
  ];

  it('agrees with the exact bootstrap distribution of all 3125 resamples', () => {
    const distances = exactly([...base, ...chat], (t) => swapDistance(t.slice(0, 3), t.slice(3)));
    const named = exactly([...base, ...chat], (t) => namesBest(t.slice(0, 3), t.slice(3)));
    const expected = [...named].reduce((sum, [value, share]) => sum + value * share, 0);
    const found = compareRankings(base, chat, 3, 40_000);
    // Standard error of a share of 40,000: 0.0025.
    expect(found.bestNamed).toBeCloseTo(expected, 2);
    const cumulative = (p: number) => {
      let sum = 0;
      for (const value of [...distances.keys()].sort((a, b) => a - b)) {
        sum += distances.get(value)!;
        if (sum >= p) return value;
      }
      return Number.NaN;
    };
    expect([found.low, found.high]).toEqual([cumulative(0.025), cumulative(0.975)]);
    expect(found.distance).toBe(swapDistance(base.map(totalOf), chat.map(totalOf)));
  });

  it('is sure where every item says the same', () => {
    const all = [3, 2, 1].map((score) => new Array<number>(30).fill(score));
    expect(compareRankings(all, all, 1)).toEqual({ distance: 0, low: 0, high: 0, bestNamed: 1 });
    expect(compareRankings(all.toReversed(), all, 1)).toMatchObject({ distance: 3, low: 3, bestNamed: 0 });
  });

  it('is seeded and keeps its interval within what can be', () => {
    const model = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 12, maxLength: 12 });
    const models = fc.array(model, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(models, models, (ranking, reference) => {
        const found = compareRankings(ranking, reference, 5, 100);
        expect(compareRankings(ranking, reference, 5, 100)).toEqual(found);
        expect(0 <= found.low && found.low <= found.high && found.high <= 3).toBe(true);
        expect(found.bestNamed).toBeGreaterThanOrEqual(0);
        expect(found.bestNamed).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('counts every item drawn, for all columns alike', () => {
    expect(
      resampleTotals(
        [
          [1, 1, 1],
          [2, 2, 2],
        ],
        1,
        2,
      ),
    ).toEqual([
      [3, 6],
      [3, 6],
    ]);
  });

  it('refuses other numbers of models and other items', () => {
    expect(() => compareRankings(base, chat.slice(1), 1)).toThrow(RangeError);
    expect(() => compareRankings([], [], 1)).toThrow(RangeError);
    expect(() => resampleTotals([[1], [1, 0]], 1)).toThrow(RangeError);
  });
});

describe('namesBest', () => {
  it.each([
    ['the best on top', [3, 1], [5, 2], 1],
    ['another on top', [1, 3], [5, 2], 0],
    ['a draw between the best and another', [3, 3, 1], [5, 2, 1], 0.5],
    ['either of two best', [3, 1, 1], [5, 5, 1], 1],
    ['nothing told apart', [0, 0, 0, 0], [4, 3, 2, 1], 0.25],
  ])('%s', (_, ranking, reference, share) => {
    expect(namesBest(ranking, reference)).toBe(share);
  });
});

describe('scoreGap', () => {
  it('gives each pair and their mean, per seed', () => {
    const base = [counts(10, 40), counts(20, 40)];
    const chat = [counts(30, 40), counts(20, 40)];
    const gap = scoreGap(base, chat, 1, 1);
    expect(gap.pairs.map(({ difference }) => difference)).toEqual([0.5, 0]);
    expect(gap.mean.difference).toBe(0.25);
    expect(gap.pairs[0]!.p).toBeCloseTo(2 / 2 ** 20, 12);
    expect(gap.pairs[1]).toEqual({ difference: 0, low: 0, high: 0, p: 1 });
    // Half of the items differ by one: standard error sqrt(0.25 / 40).
    expect(gap.pairs[0]!.low).toBeCloseTo(0.5 - 1.96 * Math.sqrt(0.25 / 40), 1);
    expect(
      scoreGap(
        base.map((c) => c.map((x) => 2 * x)),
        chat.map((c) => c.map((x) => 2 * x)),
        2,
        1,
      ),
    ).toEqual(gap);
  });

  it('is that of the pair where there is one', () => {
    expect(scoreGap([[1, 0]], [[1, 1]], 1, 1).mean.difference).toBe(0.5);
  });

  it('refuses pairs that are none', () => {
    expect(() => scoreGap([], [], 1, 1)).toThrow(RangeError);
    expect(() => scoreGap([[1]], [], 1, 1)).toThrow(RangeError);
  });
});
