import { describe, expect, it } from 'vitest';
import { assertSelfCheck, checkRows, compareLogits, relativeTolerance } from './self-check.ts';

const rows = (values: number[]) => [Float32Array.from(values)];
const compare = (actual: number[]) =>
  compareLogits(rows(actual), rows([1, 2, 10, 4, 3, 2]), { dtype: 'fp32', layers: 4, vocabSize: 3 });

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

  it('allows what precision and depth of the file ask for', () => {
    expect(relativeTolerance('fp32', 3)).toBeLessThan(relativeTolerance('fp16', 3));
    expect(relativeTolerance('fp16', 3)).toBeLessThan(relativeTolerance('int4 + fp16', 3));
    expect(relativeTolerance('bf16', 3)).toBe(relativeTolerance('fp16', 3));
    expect(relativeTolerance('fp16', 12)).toBeCloseTo(2 * relativeTolerance('fp16', 3), 12);
  });

  it('keeps the logits of a large vocabulary within bounds', () => {
    const prompts = [0, 1, 2].map(() => Array.from({ length: 500 }, (_, i) => i));
    const positions = (vocab: number) => checkRows(prompts, vocab).reduce((sum, row) => sum + row.length, 0);
    expect(positions(1024)).toBe(192);
    expect(positions(150_000) * 150_000).toBeLessThan(5_000_000);
    expect(positions(150_000)).toBeGreaterThan(8);
  });
});
