import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alphabeticalRanks, averageRanks, rankGroups, tiedGroups } from './ranks.ts';
import { alphabeticalSwapDistance, largestSwapDistance, swapDistance } from './swap-distance.ts';

/** All orders of 0..n-1. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n - 1, ...rest.slice(at)]),
  );
}

/** Scores that rank the models in this order, best first. */
const scoresOf = (order: readonly number[]) => order.map((_, m) => -order.indexOf(m));

/** Fewest swaps of neighbours from 0..n-1 to every order: breadth-first search, no theory. */
function fewestSwaps(n: number): Map<string, number> {
  const start = Array.from({ length: n }, (_, i) => i);
  const found = new Map([[start.join(), 0]]);
  let frontier = [start];
  while (frontier.length > 0) {
    const next: number[][] = [];
    for (const order of frontier) {
      for (let i = 0; i + 1 < n; i++) {
        const swapped = order.with(i, order[i + 1]!).with(i + 1, order[i]!);
        if (found.has(swapped.join())) continue;
        found.set(swapped.join(), found.get(order.join())! + 1);
        next.push(swapped);
      }
    }
    frontier = next;
  }
  return found;
}

/** All weak orders of n models as scores: every way to fill levels without gaps. */
function weakOrders(n: number): number[][] {
  const all = Array.from({ length: n ** n }, (_, code) =>
    Array.from({ length: n }, (_, m) => Math.floor(code / n ** m) % n),
  );
  return all.filter((scores) => new Set(scores).size === Math.max(...scores) + 1);
}

/** Scores without ties: equal ones in the order in which `draw` names the models. */
const broken = (scores: readonly number[], draw: readonly number[]) =>
  scores.map((score, m) => score - draw.indexOf(m) / (draw.length + 1));

describe('swapDistance without ties', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is the fewest swaps of neighbours between any two orders of %i models',
    (n) => {
      const fewest = fewestSwaps(n);
      const orders = permutations(n);
      expect(fewest.size).toBe(orders.length);
      const wrong: string[] = [];
      for (const from of orders) {
        const names = from.map((_, m) => from.indexOf(m));
        const start = scoresOf(from);
        for (const to of orders) {
          // Renamed so that `from` reads 0, 1, 2, ...
          const swaps = fewest.get(to.map((m) => names[m]).join());
          if (swapDistance(start, scoresOf(to)) !== swaps) wrong.push(`${from} -> ${to}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('runs from none to all pairs', () => {
    expect(swapDistance([5, 4, 3, 2, 1], [5, 4, 3, 2, 1])).toBe(0);
    expect(swapDistance([5, 4, 3, 2, 1], [1, 2, 3, 4, 5])).toBe(largestSwapDistance(5));
    expect(largestSwapDistance(5)).toBe(10);
    expect(swapDistance([], [])).toBe(0);
  });
});

describe('swapDistance with ties', () => {
  it.each([2, 3, 4])('is the mean over all draws that break the ties of %i models', (n) => {
    const draws = permutations(n);
    const orders = weakOrders(n);
    const wrong: string[] = [];
    for (const a of orders) {
      for (const b of orders) {
        const sum = draws.reduce((total, draw) => total + swapDistance(broken(a, draw), broken(b, draw)), 0);
        if (Math.abs(swapDistance(a, b) - sum / draws.length) > 1e-9) wrong.push(`${a} | ${b}`);
      }
    }
    expect(orders).toHaveLength([3, 13, 75][n - 2]!);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['one tied pair', [1, 1], [2, 1], 0.5],
    ['tied in both', [1, 1], [2, 2], 0],
    ['all tied against an order of four', [0, 0, 0, 0], [4, 3, 2, 1], 3],
    ['a tie and a reversed pair', [3, 1, 1], [1, 2, 3], 2.5],
    ['two tied pairs apart', [2, 2, 1, 1], [4, 3, 2, 1], 1],
    ['two tied pairs crossed', [2, 1, 2, 1], [2, 2, 1, 1], 1 + 4 * 0.5],
  ])('%s', (_, a, b, swaps) => {
    expect(swapDistance(a, b)).toBe(swaps);
  });

  it('is a metric', () => {
    const scores = (n: number) => fc.array(fc.integer({ min: 0, max: 4 }), { minLength: n, maxLength: n });
    const three = fc.integer({ min: 1, max: 9 }).chain((n) => fc.tuple(scores(n), scores(n), scores(n)));
    fc.assert(
      fc.property(three, ([a, b, c]) => {
        expect(swapDistance(a, a)).toBe(0);
        expect(swapDistance(a, b)).toBe(swapDistance(b, a));
        expect(swapDistance(a, c)).toBeLessThanOrEqual(swapDistance(a, b) + swapDistance(b, c));
        expect(swapDistance(a, b)).toBeLessThanOrEqual(largestSwapDistance(a.length));
        // Zero only for the same weak order.
        if (swapDistance(a, b) === 0) expect(averageRanks(a)).toEqual(averageRanks(b));
        // Only order counts.
        expect(
          swapDistance(
            a.map((x) => x ** 3 - 7),
            b,
          ),
        ).toBe(swapDistance(a, b));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses rankings of different models', () => {
    expect(() => swapDistance([1], [1, 2])).toThrow(RangeError);
  });
});

describe('places', () => {
  it('are shared by equal scores', () => {
    expect(averageRanks([9.6, 2.6, 18, 2.6, 2.2])).toEqual([2, 3.5, 1, 3.5, 5]);
    expect(averageRanks([0, 0, 0])).toEqual([2, 2, 2]);
    expect(rankGroups([1, 3, 1, 2])).toEqual([[1], [3], [0, 2]]);
    expect(tiedGroups([1, 3, 1, 2])).toEqual([[0, 2]]);
  });

  it('depend on names where ties are broken by the alphabet', () => {
    expect(alphabeticalRanks([2, 5, 2], ['c', 'b', 'a'])).toEqual([3, 1, 2]);
    expect(alphabeticalRanks([2, 5, 2], ['a', 'b', 'c'])).toEqual([2, 1, 3]);
    const [base, chat] = [
      [0, 0, 0],
      [3, 2, 1],
    ];
    expect(swapDistance(base, chat)).toBe(1.5);
    // The same numbers look like a perfect or a worthless ranking.
    expect(alphabeticalSwapDistance(base, chat, ['a', 'b', 'c'])).toBe(0);
    expect(alphabeticalSwapDistance(base, chat, ['c', 'b', 'a'])).toBe(3);
  });

  it('add up to the same whatever ties', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }), (scores) => {
        const n = scores.length;
        expect(averageRanks(scores).reduce((a, b) => a + b, 0)).toBe((n * (n + 1)) / 2);
        const names = scores.map((_, m) => String.fromCharCode(97 + m));
        expect([...alphabeticalRanks(scores, names)].sort((a, b) => a - b)).toEqual(
          names.map((_, m) => m + 1),
        );
      }),
    );
  });
});

const RECIPE = resolve(import.meta.dirname, '../../../../shared/recipes/micro/results.json');

describe.runIf(existsSync(RECIPE))('the micro recipe’s rankings', () => {
  type Column = { scores: number[]; swaps_from_base: Record<string, number> };
  type Task = Record<string, Column> & { base: Record<string, { scores: number[] }> };
  // A describe that is left out still runs its body.
  const rankings = existsSync(RECIPE)
    ? (JSON.parse(readFileSync(RECIPE, 'utf8')) as { rankings: Record<string, Task> }).rankings
    : {};
  const cases = Object.entries(rankings).flatMap(([task, table]) =>
    ['zero', 'few', 'soft'].flatMap((reference) =>
      ['zero', 'few', 'soft'].map((mode) => ({ task, mode, reference, table })),
    ),
  );

  it('are eighteen', () => {
    expect(cases).toHaveLength(18);
  });

  it.each(cases)('$task: base $mode against chat $reference', ({ table, mode, reference }) => {
    const column = table[`chat_${reference}`]!;
    expect(swapDistance(table.base[mode]!.scores, column.scores)).toBe(column.swaps_from_base[mode]);
  });

  it('are those of the report', () => {
    const swaps = (task: string, reference: string) => rankings[task]![`chat_${reference}`]!.swaps_from_base;
    expect(swaps('closed', 'zero')).toEqual({ zero: 7.5, few: 5, soft: 1 });
    expect(swaps('open', 'zero')).toEqual({ zero: 7.5, few: 4.5, soft: 2 });
  });
});
