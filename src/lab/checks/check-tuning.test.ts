import { describe, expect, it } from 'vitest';
import { readSettings } from './check-tuning.ts';
import { decodeFloat32, integerRows, maxDifference } from './tensors.ts';

const golden = (what: string, examples: number, losses: number) => ({
  what,
  soft_prompt_initial: { shape: [0, 0], float32_base64: '' },
  examples: Array.from({ length: examples }, () => ({ ids: [1, 2], answer_tokens: 1 })),
  losses: Array.from({ length: losses }, () => 1),
});

describe('readSettings', () => {
  it('takes optimiser, rate and batch size from the prose', () => {
    const what =
      '80 steps of m1-base: torch.optim.Adam lr 0.03 betas 0.9 0.999 eps 1e-8, 10 vectors, batch 8';
    expect(readSettings(golden(what, 24, 3))).toEqual({ rule: 'adam', learningRate: 0.03, batchSize: 8 });
    expect(readSettings(golden('torch.optim.SGD(lr=1e-2), batch size 2', 3, 5))).toEqual({
      rule: 'sgd',
      learningRate: 0.01,
      batchSize: 2,
    });
    expect(readSettings(golden('AdamW, learning rate 0.3', 4, 2))).toEqual({
      rule: 'adamw',
      learningRate: 0.3,
      batchSize: 2,
    });
  });

  it("falls back on the recipe's default and refuses counts that make no batches", () => {
    expect(readSettings(golden('tuning', 8, 8))).toEqual({ rule: 'adam', learningRate: 0.03, batchSize: 1 });
    expect(() => readSettings(golden('Adam lr 0.1', 7, 2))).toThrow('model.check-format');
    expect(() => readSettings(golden('Adam lr 0.1, batch 8', 7, 2))).toThrow('model.check-format');
  });
});

describe('stored arrays', () => {
  it('are little-endian whatever the machine', () => {
    expect([...decodeFloat32('AACAPwAAAMA=')]).toEqual([1, -2]);
    expect(integerRows({ dtype: 'int32', shape: [2, 1], base64: 'BQAAAP////8=' })).toEqual([[5], [-1]]);
    expect(() => integerRows({ dtype: 'int32', shape: [3], base64: 'BQAAAP////8=' })).toThrow(
      'model.check-format',
    );
  });

  it('differ infinitely where a number is missing or no number', () => {
    expect(maxDifference([1, 2], [1, 2.5])).toBe(0.5);
    expect(maxDifference([1], [1, 2])).toBe(Number.POSITIVE_INFINITY);
    expect(maxDifference([Number.NaN, 2], [1, 2])).toBe(Number.POSITIVE_INFINITY);
  });
});
