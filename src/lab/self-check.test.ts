import { describe, expect, it } from 'vitest';
import { assertSelfCheck, checkRows, compareLogits, relativeTolerance } from './self-check.ts';

const rows = (values: number[]) => [Float32Array.from(values)];
const compare = (actual: number[]) =>
  compareLogits(rows(actual), rows([1, 2, 10, 4, 3, 2]), { layers: 4, vocabSize: 3 });

describe('the self-check', () => {
  it('passes equal logits', () => {
    const check = compare([1, 2, 10, 4, 3, 2]);
    expect(check).toEqual({
      prompts: 1,
      positions: 2,
      maxAbsDifference: 0,
      tolerance: expect.closeTo(6e-4, 9),
      argmaxAgreement: 1,
    });
    expect(() => assertSelfCheck(check)).not.toThrow();
  });

  it('stops at a difference beyond the tolerance, and counts changed winners', () => {
    const check = compare([1, 2, 10, 4, 5, 2]);
    expect(check).toMatchObject({ maxAbsDifference: 2, argmaxAgreement: 0.5 });
    expect(() => assertSelfCheck(check)).toThrow(expect.objectContaining({ code: 'lab.self-check-failed' }));
  });

  it.each([
    ['NaN', [1, 2, Number.NaN, 4, 3, 2]],
    ['a NaN before a finite difference', [Number.NaN, 2, 11, 4, 3, 2]],
    ['another shape', [1, 2, 10]],
  ])('stops at %s', (_what, row) => {
    const check = compare(row);
    expect(() => assertSelfCheck(check)).toThrow(expect.objectContaining({ code: 'lab.self-check-failed' }));
  });

  it.each([Number.NEGATIVE_INFINITY, -3.4028234663852886e38, -1e9, -65504, -1e4])(
    'is not blinded by a forbidden token at %d',
    (mask) => {
      const logits = (scale: number) =>
        rows(Array.from({ length: 8 }, (_, i) => (i % 4 === 3 ? mask : scale * (i + 1))));
      const file = { layers: 24, vocabSize: 4 };
      expect(() => assertSelfCheck(compareLogits(logits(1), logits(1), file))).not.toThrow();
      expect(() => assertSelfCheck(compareLogits(logits(1.3), logits(1), file))).toThrow();
      expect(() => assertSelfCheck(compareLogits(logits(1.01), logits(1), file))).toThrow();
    },
  );

  it('lets a mask that was added to a logit round as float32 does', () => {
    const file = { layers: 4, vocabSize: 3 };
    const masked = (value: number) => rows([1, 2, value]);
    expect(() => assertSelfCheck(compareLogits(masked(-1e9 + 64), masked(-1e9), file))).not.toThrow();
    expect(() => assertSelfCheck(compareLogits(masked(-9e8), masked(-1e9), file))).toThrow();
    expect(() => assertSelfCheck(compareLogits(masked(3), masked(-1e9), file))).toThrow();
  });

  it('stops where nothing was compared', () => {
    expect(() => assertSelfCheck(compareLogits([], [], { layers: 1, vocabSize: 4 }))).toThrow();
  });

  it('allows more with depth, and one thing for every precision', () => {
    expect(relativeTolerance(12)).toBeCloseTo(2 * relativeTolerance(3), 12);
    expect(relativeTolerance(24)).toBeLessThan(2e-4);
  });

  it('keeps logits and work of large models within bounds', () => {
    const prompts = [0, 1, 2, 3].map(() => Array.from({ length: 500 }, (_, i) => i));
    const rows = (vocabSize: number, parameters: number) => checkRows(prompts, { vocabSize, parameters });
    const positions = (list: number[][]) => list.reduce((sum, row) => sum + row.length, 0);
    expect(positions(rows(1024, 1e6))).toBe(192);
    expect(rows(1024, 1e6)).toHaveLength(4);
    expect(positions(rows(150_000, 1e8)) * 150_000).toBeLessThan(5_000_000);
    expect(positions(rows(32_000, 1e8))).toBe(100);
    // A billion parameters: two prompts of eight tokens.
    expect(rows(32_000, 1e9).map(({ length }) => length)).toEqual([8, 8]);
    expect(checkRows([[], [1, 2]], { vocabSize: 10, parameters: 10 })).toEqual([[1, 2]]);
  });
});
