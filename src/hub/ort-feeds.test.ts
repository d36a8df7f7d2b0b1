import { describe, expect, it } from 'vitest';
import { emptyBuffer, pastInput } from './ort-feeds.ts';

const past = (name: string, dims: readonly (number | string | undefined)[], headDim = 0) =>
  pastInput({ name, type: 'float32', dims }, headDim);

describe('a state of tokens before', () => {
  it.each([
    ['past_key_values.0.key', ['batch_size', 2, 'past_sequence_length', 16], 'present.0.key', [1, 2, 0, 16]],
    ['past_0', [2, 'batch', 4, 'past_seq_len', 16], 'present_0', [2, 1, 4, 0, 16]],
    ['past_conv.0', ['batch_size', 64, 3], 'present_conv.0', [1, 64, 3]],
    // transformers 5: other names, and torch's own for the number of positions.
    [
      'input.past_key_values.layers.0.keys',
      ['s43', 2, 's64', 16],
      'output.past_key_values.layers.0.keys',
      [1, 2, 0, 16],
    ],
  ])('%s', (name, declared, output, dims) => {
    expect(past(name, declared)).toEqual({ name, output, dims });
  });

  it('has the configuration’s head size where the graph gives it a name', () => {
    expect(past('past_key_values.0.key', ['b', 2, 'past', 'size'], 32).dims).toEqual([1, 2, 0, 32]);
  });

  it('of another kind is refused by name', () => {
    expect(() => past('key_cache.0', ['batch', 64, 32])).toThrow(
      expect.objectContaining({ code: 'hub.ort-input' }),
    );
  });
});

describe('a buffer of fixed length', () => {
  const buffer = (name: string, dims: readonly (number | string)[], type = 'float32') =>
    emptyBuffer({ name, type, dims });

  it('begins with zeros, for one row', () => {
    const tensor = buffer('key_cache.0', ['batch', 40, 16]);
    expect(tensor?.dims).toEqual([1, 40, 16]);
    expect(new Set(tensor?.data as Float32Array)).toEqual(new Set([0]));
  });

  it.each([
    ['past_key_values.0.key', ['batch', 2, 40, 16], 'float32'],
    ['key_cache.0', ['batch', 'positions', 16], 'float32'],
    ['value_cache.0', ['batch', 40, 16], 'float16'],
  ] as const)('is not %s %j %s', (name, dims, type) => {
    expect(buffer(name, dims, type)).toBeUndefined();
  });
});
