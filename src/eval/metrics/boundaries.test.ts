/** Rules of the statistics at the point where they begin and end to hold: one case on each side. */

import { describe, expect, it } from 'vitest';
import { bootstrapMean, pairedBootstrap } from './bootstrap.ts';
import { EQUIVALENCE_MARGIN, equivalenceOf } from './equivalence.ts';
import { agreement } from './kappa.ts';
import { mcnemar } from './mcnemar.ts';
import { pairedInterval } from './paired-interval.ts';
import { minimumDetectableDifference } from './power.ts';
import { saturationStep } from './saturation.ts';
import { wilson } from './wilson.ts';

describe('wilson', () => {
  it('ends at exactly 0 and 1 where nothing and everything is right', () => {
    for (let n = 1; n <= 500; n++) expect([wilson(0, n).low, wilson(n, n).high]).toEqual([0, 1]);
  });

  it('refuses a negative count', () => {
    expect(() => wilson(-1, 10)).toThrow(RangeError);
  });
});

describe('bootstrap', () => {
  it('knows one value for sure, and nothing without values', () => {
    expect(bootstrapMean([2], 1, 5)).toEqual({ low: 2, high: 2, standardError: 0 });
    expect(() => bootstrapMean([], 1)).toThrow(RangeError);
    expect(() => pairedBootstrap([true, false], [true], 1)).toThrow(RangeError);
  });
});

describe('mcnemar', () => {
  it('does not count what both got right', () => {
    const first = [true, true, true, false];
    expect(mcnemar(first, [true, false, false, false])).toEqual({ gains: 0, losses: 2, n: 4, p: 0.5 });
  });
});

describe('pairedInterval', () => {
  const half = wilson(25, 50).rate - wilson(25, 50).low;

  it('widens with negative correlation: phi = -375 / 625', () => {
    const { low, high } = pairedInterval({ both: 5, firstOnly: 20, secondOnly: 20, neither: 5 });
    expect(low).toBeCloseTo(-half * Math.sqrt(2 + 2 * 0.6), 12);
    expect(high).toBeCloseTo(half * Math.sqrt(2 + 2 * 0.6), 12);
  });

  it('takes no correlation where a margin is empty, or where the correction takes all of it', () => {
    const empty = pairedInterval({ both: 0, firstOnly: 0, secondOnly: 20, neither: 30 });
    expect(empty.low).toBeCloseTo(0.4 - Math.hypot(0.4 - wilson(20, 50).low, wilson(0, 50).high), 12);
    const two = pairedInterval({ both: 1, firstOnly: 0, secondOnly: 0, neither: 1 });
    expect(two.low).toBeCloseTo(-Math.SQRT2 * (0.5 - wilson(1, 2).low), 12);
  });
});

describe('equivalence', () => {
  it('asks for a margin of three points unless told otherwise', () => {
    expect(EQUIVALENCE_MARGIN).toBe(0.03);
    expect(equivalenceOf({ both: 1, firstOnly: 0, secondOnly: 0, neither: 0 }).margin).toBe(0.03);
  });

  it.each([
    ['ten points more', { both: 850, firstOnly: 0, secondOnly: 100, neither: 50 }, 'different'],
    ['ten points less', { both: 850, firstOnly: 100, secondOnly: 0, neither: 50 }, 'different'],
    ['three points more', { both: 850, firstOnly: 0, secondOnly: 30, neither: 120 }, 'undecided'],
    ['three points less', { both: 850, firstOnly: 30, secondOnly: 0, neither: 120 }, 'undecided'],
    ['one point more', { both: 850, firstOnly: 0, secondOnly: 10, neither: 140 }, 'equivalent'],
  ] as const)('%s of 1000: %s', (_, counts, verdict) => {
    expect(equivalenceOf(counts).verdict).toBe(verdict);
  });
});

describe('minimumDetectableDifference', () => {
  it('takes shares above 0 up to 1, and one item', () => {
    expect(minimumDetectableDifference(1, 0.5)).toBeUndefined();
    expect(minimumDetectableDifference(100, 1)).toBeCloseTo(0.277, 3);
    for (const discordant of [0, -0.1, 1.1]) {
      expect(() => minimumDetectableDifference(100, discordant)).toThrow(RangeError);
    }
  });
});

describe('saturationStep', () => {
  it.each([
    ['a plateau of 50 %', [0.1, 0.5, 0.5], 1],
    ['a plateau under 50 %', [0.1, 0.49, 0.49], null],
    ['exactly 95 % of the plateau', [0, 0.95, 1, 1], 1],
    ['two points', [0.96, 0.97], 0],
    ['the last two points', [0, 0.1, 0.97, 0.97], 2],
    ['a height before the last three points', [0.9, 0.6, 0.6, 0.6], 0],
    ['a height among the last three points', [0.5, 0.9, 0.6, 0.6], null],
    ['a dip among the last three points', [0, 0.9, 0.8, 0.9], null],
    ['no point', [], null],
  ])('%s', (_, rates, step) => {
    expect(saturationStep(rates.map((rate, i) => ({ step: i, rate })))).toBe(step);
  });
});

describe('agreement', () => {
  it('keeps the interval of kappa within what kappa can be', () => {
    const first = [true, true, true, false, false, false, false];
    const second = [false, false, false, true, true, true, false];
    const { kappa } = agreement(first, second);
    expect(kappa!.low).toBe(-1);
    expect(kappa!.high).toBeGreaterThan(-1);
  });
});
