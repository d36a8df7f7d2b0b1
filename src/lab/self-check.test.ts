import { describe, expect, it } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import { assertSelfCheck, checkRows, relativeTolerance, selfCheck } from './self-check.ts';

/** A model whose logits are given: what the comparison itself does is tested, not a network. */
const answering = (rows: number[][]): InferenceModel =>
  ({
    vocabSize: 3,
    logits: async () => rows.map((row) => Float32Array.from(row)),
  }) as unknown as InferenceModel;

const reference = answering([[1, 2, 10, 4, 3, 2]]);
const compare = (row: number[]) => selfCheck(answering([row]), reference, [[1, 2]], 'fp32');

describe('selfCheck', () => {
  it('passes equal logits', async () => {
    const check = await compare([1, 2, 10, 4, 3, 2]);
    expect(check).toEqual({
      prompts: 1,
      positions: 2,
      maxAbsDifference: 0,
      tolerance: expect.closeTo(2e-3, 9),
      argmaxAgreement: 1,
    });
    expect(() => assertSelfCheck(check)).not.toThrow();
  });

  it('stops at a difference beyond the tolerance, and counts changed winners', async () => {
    const check = await compare([1, 2, 10, 4, 5, 2]);
    expect(check).toMatchObject({ maxAbsDifference: 2, argmaxAgreement: 0.5 });
    expect(() => assertSelfCheck(check)).toThrow(expect.objectContaining({ code: 'lab.self-check-failed' }));
  });

  it.each([
    ['NaN', [1, 2, Number.NaN, 4, 3, 2]],
    ['a NaN before a finite difference', [Number.NaN, 2, 11, 4, 3, 2]],
    ['another shape', [1, 2, 10]],
  ])('stops at %s', async (_what, row) => {
    const check = await compare(row);
    expect(() => assertSelfCheck(check)).toThrow(expect.objectContaining({ code: 'lab.self-check-failed' }));
  });

  it('allows what the precision of the file asks for', () => {
    expect(relativeTolerance('fp32')).toBeLessThan(relativeTolerance('fp16'));
    expect(relativeTolerance('fp16')).toBeLessThan(relativeTolerance('int4 + fp16'));
    expect(relativeTolerance('bf16')).toBe(relativeTolerance('fp16'));
  });

  it('keeps the logits of a large vocabulary within bounds', () => {
    const prompts = [0, 1, 2].map(() => Array.from({ length: 500 }, (_, i) => i));
    const positions = (vocab: number) => checkRows(prompts, vocab).reduce((sum, row) => sum + row.length, 0);
    expect(positions(1024)).toBe(192);
    expect(positions(150_000) * 150_000).toBeLessThan(5_000_000);
    expect(positions(150_000)).toBeGreaterThan(8);
  });
});
