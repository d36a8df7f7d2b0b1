import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadLabels } from './spread.ts';

describe('spreadLabels', () => {
  it('leaves labels that are apart where they are', () => {
    expect(spreadLabels([10, 50, 90], 15, 0, 100)).toEqual([10, 50, 90]);
  });

  it('moves equal labels apart and keeps the range', () => {
    expect(spreadLabels([98, 98, 98], 15, 0, 100)).toEqual([70, 85, 100]);
  });

  it('keeps distance, range and order whenever there is room', () => {
    const wishes = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(wishes, (wished) => {
        const placed = spreadLabels(wished, 15, 0, 200);
        const order = wished.map((_, i) => i).sort((a, b) => wished[a]! - wished[b]!);
        for (const [k, i] of order.entries()) {
          expect(placed[i]).toBeGreaterThanOrEqual(-1e-9);
          expect(placed[i]).toBeLessThanOrEqual(200 + 1e-9);
          if (k > 0) expect(placed[i]! - placed[order[k - 1]!]!).toBeGreaterThanOrEqual(15 - 1e-9);
        }
      }),
    );
  });
});
