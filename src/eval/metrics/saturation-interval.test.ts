/** How sure a saturation step is: the rule on resampled items, against cases whose replicates can be counted. */

import { describe, expect, it } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { saturationInterval } from './saturation.ts';

const STEPS = [0, 5, 10, 20];

/** Each item by the step from which on it follows the format. */
function curve(...from: readonly number[]): Map<number, boolean[]> {
  return new Map(STEPS.map((step) => [step, from.map((first) => step >= first)]));
}

const NEVER = 99;

describe('saturationInterval', () => {
  it('is one step where all items go together', () => {
    expect(saturationInterval(curve(5, 5, 5), 0)).toEqual({
      low: 5,
      high: 5,
      never: 0,
      replicates: 2000,
      n: 3,
    });
    expect(saturationInterval(curve(NEVER), 0)).toEqual({
      low: null,
      high: null,
      never: 1,
      replicates: 2000,
      n: 1,
    });
  });

  it('reaches from the early item to the late one', () => {
    // A quarter of the draws holds the first item twice and saturates at 5, the others at 10.
    expect(saturationInterval(curve(5, 10), 3)).toMatchObject({ low: 5, high: 10, never: 0, n: 2 });
  });

  it('has no upper end where more than one draw in forty does not saturate', () => {
    // The second item twice: a quarter. One of each: a plateau of a half, reached at 5.
    const { low, high, never } = saturationInterval(curve(5, NEVER), 3)!;
    expect([low, high]).toEqual([5, null]);
    expect(never).toBeGreaterThan(0.22);
    expect(never).toBeLessThan(0.28);
  });

  it('takes the nearest replicate outwards, of draws that the seed decides', () => {
    const from = [0, 5, 5, 10, 10, 20];
    const found = (seed: number, replicates: number) => {
      const rng = createRng(seed, 'saturation');
      return Array.from({ length: replicates }, () => {
        const drawn = from.map(() => from[rng.int(from.length)]!);
        const share = (step: number) => drawn.filter((first) => step >= first).length / drawn.length;
        // All follow at the end, so the plateau is 1; the last step alone is no saturation.
        const step = STEPS.slice(0, -1).find((one) => share(one) >= 0.95);
        return step ?? Number.POSITIVE_INFINITY;
      }).sort((a, b) => a - b);
    };
    const finite = (step: number | undefined) => (step === Number.POSITIVE_INFINITY ? null : step);
    for (const [seed, count, low, high] of [
      [1, 41, 1, 39],
      [2, 21, 0, 20],
      [3, 60, 1, 58],
    ] as const) {
      const all = found(seed, count);
      expect(saturationInterval(curve(...from), seed, count)).toEqual({
        low: finite(all[low]),
        high: finite(all[high]),
        never: all.filter((step) => step === Number.POSITIVE_INFINITY).length / count,
        replicates: count,
        n: from.length,
      });
    }
  });

  it('says nothing of one step or of no item, and refuses steps of other items', () => {
    expect(saturationInterval(new Map(), 0)).toBeUndefined();
    expect(saturationInterval(new Map([[0, [true]]]), 0)).toBeUndefined();
    expect(saturationInterval(curve(), 0)).toBeUndefined();
    const uneven = new Map([
      [0, [true, true]],
      [5, [true]],
    ]);
    expect(() => saturationInterval(uneven, 0)).toThrow(RangeError);
  });
});

describe('saturationInterval of many steps', () => {
  it('is of the second replicate from either end among 41', () => {
    // 200 items, each follows from its own step on: 95 % of them, 190, from the step of the 190th of those drawn.
    const steps = Array.from({ length: 201 }, (_, i) => i);
    const follows = new Map(steps.map((step) => [step, steps.slice(0, 200).map((first) => step >= first)]));
    const rng = createRng(4, 'saturation');
    const all = steps
      .slice(0, 41)
      .map(() => steps.slice(0, 200).map(() => rng.int(200)))
      .map((drawn) => drawn.sort((a, b) => a - b)[189]!)
      .sort((a, b) => a - b);
    expect(saturationInterval(follows, 4, 41)).toMatchObject({ low: all[1], high: all[39], never: 0 });
    expect([all[0], all[2], all[38], all[40]]).not.toContain(all[1]);
    expect([all[0], all[2], all[38], all[40]]).not.toContain(all[39]);
  });

  it('counts from the first step on, and shares of all items', () => {
    expect(saturationInterval(curve(0, 0), 0)).toMatchObject({ low: 0, high: 0, never: 0 });
    // Two of three draws and more must be the first item for a plateau of a half: 7 of 27.
    const { never } = saturationInterval(curve(5, NEVER, NEVER), 3)!;
    expect(never).toBeGreaterThan(0.7);
    expect(never).toBeLessThan(0.78);
  });
});
