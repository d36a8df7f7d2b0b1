import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equivalenceOf } from './equivalence.ts';
import { agreement } from './kappa.ts';
import { pairedCounts, pairedInterval } from './paired-interval.ts';
import { minimumDetectableDifference } from './power.ts';

/** `count` items with the given share right, spread evenly. */
const rights = (count: number, wrong: readonly number[]) =>
  Array.from({ length: count }, (_, i) => !wrong.includes(i));

describe('pairedInterval', () => {
  it.each([
    // Newcombe 1998, method 10 (there first - second)
    [{ both: 20, firstOnly: 12, secondOnly: 2, neither: 16 }, 0.0562, 0.329],
    // by hand: phi 335 / sqrt(345600), Wilson bounds of 32 and 20 of 50
    [{ both: 20, firstOnly: 12, secondOnly: 0, neither: 18 }, 0.1116, 0.3526],
    // without correlation and difference: the Wilson bound itself
    [{ both: 0, firstOnly: 0, secondOnly: 0, neither: 50 }, -0.0714, 0.0714],
    [{ both: 54, firstOnly: 0, secondOnly: 0, neither: 0 }, -0.0664, 0.0664],
  ])('%j', (counts, low, high) => {
    const interval = pairedInterval(counts);
    expect(-interval.high).toBeCloseTo(low, 3);
    expect(-interval.low).toBeCloseTo(high, 3);
  });

  it('is defined for one pair, not for none', () => {
    expect(pairedInterval({ both: 0, firstOnly: 0, secondOnly: 1, neither: 0 })).toMatchObject({
      difference: 1,
      n: 1,
    });
    expect(() => pairedInterval({ both: 0, firstOnly: 0, secondOnly: 0, neither: 0 })).toThrow(RangeError);
    expect(() => pairedCounts([true], [true, false])).toThrow(RangeError);
    expect(() => agreement([true], [])).toThrow(RangeError);
  });

  it('holds the difference and turns with the order of the conditions', () => {
    const cells = fc
      .tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60))
      .filter((all) => all.some((n) => n > 0));
    fc.assert(
      fc.property(cells, ([both, firstOnly, secondOnly, neither]) => {
        const there = pairedInterval({ both, firstOnly, secondOnly, neither });
        const back = pairedInterval({ both, firstOnly: secondOnly, secondOnly: firstOnly, neither });
        expect(there.low).toBeLessThanOrEqual(there.difference);
        expect(there.high).toBeGreaterThanOrEqual(there.difference);
        expect(there.low).toBeCloseTo(-back.high, 12);
      }),
    );
  });

  it('counts pairs', () => {
    expect(pairedCounts([true, true, false, false], [true, false, true, false])).toEqual({
      both: 1,
      firstOnly: 1,
      secondOnly: 1,
      neither: 1,
    });
  });
});

describe('equivalence', () => {
  const tested = (first: readonly boolean[], second: readonly boolean[]) =>
    equivalenceOf(pairedCounts(first, second));

  it('says equivalent, different, or that n is too small', () => {
    const start = rights(228, [0, 1, 2]);
    expect(tested(start, rights(228, [0, 1, 2])).verdict).toBe('equivalent');
    expect(tested(start, rights(228, [0, 1, 2, 3, 4, 5, 6])).verdict).toBe('undecided');
    expect(
      tested(
        start,
        rights(
          228,
          Array.from({ length: 50 }, (_, i) => i),
        ),
      ).verdict,
    ).toBe('different');
    expect(tested(start.slice(0, 30), start.slice(0, 30)).verdict).toBe('undecided');
  });

  it('is told by the 90 % interval of the paired difference', () => {
    const start = rights(228, [0, 1, 2]);
    const { interval, margin } = tested(start, start);
    expect(interval).toEqual(pairedInterval(pairedCounts(start, start), 1.6448536269514722));
    expect(margin).toBe(0.03);
  });
});

describe('minimumDetectableDifference', () => {
  it('solves Connor’s sample size', () => {
    // n = (1.96 sqrt(0.2) + 0.8416 sqrt(0.2 - 0.01))^2 / 0.01 = 154.2 pairs for a difference of 0.1
    expect(minimumDetectableDifference(154.19, 0.2)).toBeCloseTo(0.1, 3);
    expect(minimumDetectableDifference(228, 0.2)!).toBeLessThan(minimumDetectableDifference(60, 0.2)!);
    expect(minimumDetectableDifference(10, 0.05)).toBeUndefined();
    expect(() => minimumDetectableDifference(0, 0.1)).toThrow(RangeError);
  });
});

describe('agreement', () => {
  const labels = (bothYes: number, firstOnly: number, secondOnly: number, bothNo: number) => {
    const first = [...Array(bothYes + firstOnly).fill(true), ...Array(secondOnly + bothNo).fill(false)];
    const second = [
      ...Array(bothYes).fill(true),
      ...Array(firstOnly).fill(false),
      ...Array(secondOnly).fill(true),
      ...Array(bothNo).fill(false),
    ];
    return [first, second] as [boolean[], boolean[]];
  };

  it.each([
    // statsmodels.stats.inter_rater.cohens_kappa: kappa, kappa_low, kappa_upp
    [[20, 5, 10, 15], 0.4, 0.1510923, 0.6489077],
    [[9, 1, 2, 8], 0.7, 0.3885877, 1],
    [[18, 1, 1, 0], -0.0526316, -0.1254727, 0.0202096],
    [[5, 5, 5, 5], 0, -0.4382613, 0.4382613],
  ] as [[number, number, number, number], number, number, number][])('%j', (cells, value, low, high) => {
    const { kappa, agreement: rate } = agreement(...labels(...cells));
    expect(kappa!.value).toBeCloseTo(value, 6);
    expect(kappa!.low).toBeCloseTo(low, 3);
    expect(kappa!.high).toBeCloseTo(high, 3);
    expect(rate.n).toBe(cells[0] + cells[1] + cells[2] + cells[3]);
  });

  it('has no kappa when everybody always says the same', () => {
    expect(agreement(...labels(20, 0, 0, 0))).toMatchObject({ kappa: null, agreement: { rate: 1, n: 20 } });
    expect(agreement([], [])).toMatchObject({ kappa: null });
  });
});
