import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../types.ts';
import { bootstrapMean, pairedBootstrap } from './bootstrap.ts';
import { fairBinomialP, mcnemar } from './mcnemar.ts';
import { metricsOf } from './rates.ts';
import { saturationStep } from './saturation.ts';
import { wilson } from './wilson.ts';

describe('wilson', () => {
  it.each([
    // statsmodels.stats.proportion.proportion_confint(k, n, method='wilson')
    [5, 228, 0.0094026, 0.0502996],
    [225, 228, 0.9620357, 0.9955152],
    [30, 60, 0.3773502, 0.6226498],
    [0, 60, 0, 0.0601719],
    [60, 60, 0.9398282, 1],
    [1, 1, 0.2065493, 1],
  ])('%i of %i', (k, n, low, high) => {
    const rate = wilson(k, n);
    expect(rate.rate).toBe(k / n);
    expect(rate.low).toBeCloseTo(low, 6);
    expect(rate.high).toBeCloseTo(high, 6);
  });

  it('knows nothing at n = 0, and refuses counts that cannot be', () => {
    expect(wilson(0, 0)).toMatchObject({ n: 0, rate: Number.NaN, low: 0, high: 1 });
    expect(() => wilson(2, 1)).toThrow(RangeError);
    expect(() => wilson(0.5, 1)).toThrow(RangeError);
  });

  it('holds the rate, stays in [0, 1], is mirrored and narrows with n', () => {
    const counts = fc
      .integer({ min: 1, max: 5000 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const { rate, low, high } = wilson(k, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(rate);
        expect(high).toBeGreaterThanOrEqual(rate);
        expect(wilson(n - k, n).low).toBeCloseTo(1 - high, 12);
        const wider = wilson(4 * k, 4 * n);
        expect(wider.high - wider.low).toBeLessThan(high - low);
      }),
    );
  });
});

describe('mcnemar', () => {
  it.each([
    // scipy.stats.binomtest(k, m, 0.5).pvalue
    [0, 0, 1],
    [0, 1, 1],
    [0, 5, 0.0625],
    [1, 9, 0.0390625],
    [3, 15, 0.0351563],
    [8, 16, 1],
    [10, 40, 0.0022214],
  ])('%i of %i fair trials: p = %f', (k, m, p) => {
    expect(fairBinomialP(k, m)).toBeCloseTo(p, 6);
    expect(fairBinomialP(m - k, m)).toBeCloseTo(p, 6);
  });

  it('counts gains and losses of the second condition', () => {
    const first = [true, true, false, false, false];
    const second = [true, false, true, true, false];
    expect(mcnemar(first, second)).toEqual({ gains: 2, losses: 1, n: 5, p: 1 });
    expect(() => mcnemar([true], [])).toThrow(RangeError);
  });

  it('stays finite for thousands of pairs', () => {
    expect(fairBinomialP(2000, 5000)).toBeLessThan(1e-40);
    expect(fairBinomialP(2500, 5000)).toBe(1);
  });
});

describe('paired bootstrap', () => {
  const first = Array.from({ length: 200 }, (_, i) => i % 2 === 0);
  const second = Array.from({ length: 200 }, (_, i) => i % 4 !== 3);

  it('is seeded, holds the difference and has the standard error of the paired mean', () => {
    const result = pairedBootstrap(first, second, 1);
    expect(result).toMatchObject({ difference: 0.25, n: 200 });
    expect(pairedBootstrap(first, second, 1)).toEqual(result);
    expect(pairedBootstrap(first, second, 2)).not.toEqual(result);
    // differences: 1 in a quarter of the items, else 0; sd / sqrt(n) = sqrt(0.25 * 0.75 / 200)
    expect(result.standardError).toBeCloseTo(Math.sqrt((0.25 * 0.75) / 200), 2);
    expect(result.low).toBeCloseTo(0.19, 1);
    expect(result.high).toBeCloseTo(0.31, 1);
  });

  it('does not shrink with the number of replicates', () => {
    const values = Array.from({ length: 50 }, (_, i) => i % 2);
    const few = bootstrapMean(values, 1, 200).standardError;
    const many = bootstrapMean(values, 1, 20_000).standardError;
    expect(few / many).toBeGreaterThan(0.8);
    expect(few / many).toBeLessThan(1.25);
  });
});

describe('saturationStep', () => {
  const points = (rates: Readonly<Record<number, number>>) =>
    Object.entries(rates).map(([step, rate]) => ({ step: Number(step), rate }));
  it.each([
    [
      'the micro family closed curve',
      { 0: 0.03, 2: 0.4, 5: 0.961, 10: 0.98, 20: 0.99, 40: 0.99, 80: 0.987 },
      5,
    ],
    ['a dip moves it to after the dip', { 0: 0, 5: 0.97, 10: 0.7, 20: 0.96, 40: 1, 80: 1 }, 20],
    ['a dip inside 5 % does not', { 0: 0, 5: 0.97, 10: 0.95, 20: 0.96, 40: 0.98, 80: 0.97 }, 5],
    ['already there at step 0', { 0: 0.96, 5: 0.97, 10: 0.97 }, 0],
    ['still climbing', { 0: 0, 5: 0.2, 10: 0.6, 20: 0.9 }, null],
    ['never follows the format', { 0: 0, 5: 0.1, 10: 0.1, 20: 0.1 }, null],
    ['one point', { 0: 1 }, null],
  ])('%s', (_, rates, step) => {
    expect(saturationStep(points(rates))).toBe(step);
    expect(saturationStep(points(rates).reverse())).toBe(step);
  });
});

describe('metricsOf', () => {
  it('gives each rate with n', () => {
    const verdict = (exactMatch: boolean, knowledge: boolean, format: boolean): Verdict => ({
      itemId: 'x',
      exactMatch,
      knowledge,
      format,
      shape: true,
      outcome: exactMatch ? 'correct' : knowledge ? 'uncaptured' : 'wrong',
      output: '',
      answerLine: '',
      reasons: [],
    });
    const verdicts = [verdict(true, true, true), verdict(false, true, false), verdict(false, false, false)];
    const metrics = metricsOf(verdicts);
    expect(metrics.exactMatch).toEqual(wilson(1, 3));
    expect(metrics.knowledge).toEqual(wilson(2, 3));
    expect(metrics.format).toEqual(wilson(1, 3));
    expect(metrics.shape).toEqual(wilson(3, 3));
  });
});
