import { describe, expect, it } from 'vitest';
import { LABEL_COUNT, type LabelCandidate, labelAgreement, labelSample } from './labels.ts';

const candidates = (yes: number, no: number): LabelCandidate[] => [
  ...Array.from({ length: yes }, (_, i) => ({ id: `y${i}`, ruleYes: true })),
  ...Array.from({ length: no }, (_, i) => ({ id: `n${i}`, ruleYes: false })),
];
const yesIn = (ids: readonly string[]) => ids.filter((id) => id.startsWith('y')).length;

describe('labelSample', () => {
  it('is of twenty items', () => {
    expect(LABEL_COUNT).toBe(20);
  });

  it.each([
    [50, 50, 20, 10],
    [50, 3, 20, 17],
    [2, 50, 20, 2],
    [4, 5, 9, 4],
    [0, 30, 20, 0],
    [10, 10, 5, 2],
  ])('%i credited and %i missed: %i items, %i credited', (yes, no, length, credited) => {
    const ids = labelSample(candidates(yes, no), Math.min(length, LABEL_COUNT), 1);
    expect(new Set(ids).size).toBe(length);
    expect(yesIn(ids)).toBe(credited);
  });

  it('is the same for the same seed, another for another, and mixes the strata', () => {
    const all = candidates(100, 100);
    const first = labelSample(all, 20, 1);
    expect(labelSample(all, 20, 1)).toEqual(first);
    expect(labelSample(all, 20, 2)).not.toEqual(first);
    expect(yesIn(first.slice(0, 10))).toBeGreaterThan(0);
    expect(yesIn(first.slice(0, 10))).toBeLessThan(10);
  });
});

/** rater, person from the four cells. */
function pairs(
  bothYes: number,
  raterOnly: number,
  personOnly: number,
  bothNo: number,
): [boolean[], boolean[]] {
  const cells = [
    [true, true, bothYes],
    [true, false, raterOnly],
    [false, true, personOnly],
    [false, false, bothNo],
  ] as const;
  const side = (at: 0 | 1) => cells.flatMap((cell) => Array<boolean>(cell[2]).fill(cell[at]));
  return [side(0), side(1)];
}

describe('labelAgreement', () => {
  it.each([
    [5, 5, 3, 4],
    [5, 4, 3, 3],
    [5, 4, 5, 3],
    [5, 3, 4, 3],
    [5, 3, 3, 4],
  ])('stands where both raters vary and differ: %i/%i/%i/%i', (a, b, c, d) => {
    expect(labelAgreement(...pairs(a, b, c, d)).standing).toBe('ok');
  });

  it('is the worked example 20/5/10/15: kappa 0.4, standard error 0.1270 (Fleiss, Cohen and Everitt 1969)', () => {
    // By hand: po = .7, pe = .5; A = .4(.34)^2 + .3(.46)^2, B = .36(.1(1.1)^2 + .2(.9)^2), C = .01;
    // SE = sqrt((A + B - C) / (50 * .25)) = sqrt(.2016 / 12.5).
    const { kappa, standing, agreement } = labelAgreement(...pairs(20, 5, 10, 15));
    const half = 1.959964 * Math.sqrt(0.2016 / 12.5);
    expect(standing).toBe('ok');
    expect(agreement).toMatchObject({ successes: 35, n: 50 });
    expect(kappa!.value).toBeCloseTo(0.4, 12);
    expect(kappa!.low).toBeCloseTo(0.4 - half, 6);
    expect(kappa!.high).toBeCloseTo(0.4 + half, 6);
  });

  it.each([
    // The two textbook tables of equal agreement (0.6) and unequal kappa.
    [45, 15, 25, 15, 0.1304],
    [25, 35, 5, 35, 0.2593],
  ])('%i/%i/%i/%i: kappa %f', (a, b, c, d, value) => {
    const { kappa, agreement } = labelAgreement(...pairs(a, b, c, d));
    expect(agreement.rate).toBeCloseTo(0.6, 12);
    expect(kappa!.value).toBeCloseTo(value, 4);
  });

  it.each([
    // statsmodels 0.15 (cohens_kappa: kappa, kappa_low, kappa_upp); scikit-learn gives the same kappas. An interval that
    // leaves what kappa can be is cut there.
    [8, 2, 3, 7, 0.5, 0.122357101592, 0.877642898408],
    [18, 1, 1, 0, -0.052631578947, -0.125472787306, 0.020209629411],
    [1, 1, 0, 18, 0.642857142857, 0.005589479428, 1],
    [40, 9, 6, 45, 0.699519230769, 0.559590340751, 0.839448120788],
    [5, 5, 5, 5, 0, -0.438261270288, 0.438261270288],
    [0, 3, 7, 0, -0.724137931034, -1, -0.048690213818],
  ])('%i/%i/%i/%i as statistics packages have it: %f from %f to %f', (a, b, c, d, value, low, high) => {
    const { kappa, standing } = labelAgreement(...pairs(a, b, c, d));
    expect(standing).toBe('ok');
    expect(kappa!.value).toBeCloseTo(value, 11);
    expect(kappa!.low).toBeCloseTo(low, 7);
    expect(kappa!.high).toBeCloseTo(high, 7);
  });

  it.each([
    ['both always yes', [20, 0, 0, 0], 'undefined', null],
    ['both always no', [0, 0, 0, 7], 'undefined', null],
    ['the person always says yes', [12, 0, 8, 0], 'one-label', 0],
    ['the rater always says no', [0, 0, 8, 12], 'one-label', 0],
    ['the rater always says yes', [12, 8, 0, 0], 'one-label', 0],
    ['the person always says no', [0, 8, 0, 12], 'one-label', 0],
    ['opposite labels throughout', [0, 10, 0, 0], 'one-label', 0],
    ['all agree on both labels', [10, 0, 0, 10], 'no-width', 1],
    ['none agrees, both said yes as often as no', [0, 10, 10, 0], 'opposite', -1],
    ['one label in opposition', [0, 1, 1, 0], 'opposite', -1],
    ['nothing labelled', [0, 0, 0, 0], 'empty', null],
  ] as const)('%s', (_, cells, standing, value) => {
    const found = labelAgreement(...pairs(...(cells as unknown as Parameters<typeof pairs>)));
    expect(found.standing).toBe(standing);
    if (value === null) expect(found.kappa).toBeNull();
    else {
      expect(found.kappa!.value).toBeCloseTo(value, 12);
      expect(Number.isFinite(found.kappa!.low) && Number.isFinite(found.kappa!.high)).toBe(true);
    }
  });
});
