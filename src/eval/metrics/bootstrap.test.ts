/** The bootstrap against its definition: the quantiles of the replicates that the seeded stream gives. */

import { describe, expect, it } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { BOOTSTRAP_REPLICATES, bootstrapMean, pairedBootstrap } from './bootstrap.ts';

const VALUES = [0, 1, 1, 4, 9, 16, 25];

function replicates(count: number, seed: number): number[] {
  const rng = createRng(seed, 'bootstrap');
  return Array.from({ length: count }, () => {
    const drawn = Array.from(VALUES, () => VALUES[rng.int(VALUES.length)]!);
    return drawn.reduce((sum, value) => sum + value, 0) / VALUES.length;
  }).sort((a, b) => a - b);
}

describe('bootstrapMean', () => {
  it('gives the linearly interpolated 2.5 % and 97.5 % quantiles of the replicates', () => {
    // 40 steps between 41 values: the quantiles are the second and the second to last.
    const whole = replicates(41, 5);
    expect(bootstrapMean(VALUES, 5, 41)).toMatchObject({ low: whole[1], high: whole[39] });
    // 20 steps between 21 values: half-way.
    const half = replicates(21, 6);
    const { low, high } = bootstrapMean(VALUES, 6, 21);
    expect(low).toBeCloseTo((half[0]! + half[1]!) / 2, 12);
    expect(high).toBeCloseTo((half[19]! + half[20]!) / 2, 12);
  });

  it('gives the standard deviation of the replicates, by n - 1, as the standard error', () => {
    const means = replicates(3, 7);
    const centre = (means[0]! + means[1]! + means[2]!) / 3;
    const squares = means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0);
    expect(bootstrapMean(VALUES, 7, 3).standardError).toBeCloseTo(Math.sqrt(squares / 2), 12);
  });

  it('draws 2000 replicates unless told otherwise', () => {
    expect(BOOTSTRAP_REPLICATES).toBe(2000);
    expect(bootstrapMean(VALUES, 8)).toEqual(bootstrapMean(VALUES, 8, 2000));
    const [first, second] = [VALUES.map((value) => value > 4), VALUES.map((value) => value > 1)];
    expect(pairedBootstrap(first, second, 8)).toEqual(pairedBootstrap(first, second, 8, 2000));
  });
});
