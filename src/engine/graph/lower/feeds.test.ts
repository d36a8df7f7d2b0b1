import { describe, expect, it } from 'vitest';
import type { OnnxDtype, OnnxValueInfo } from '../../onnx/types.ts';
import { feedsFor } from './feeds.ts';

const input = (name: string, dtype: OnnxDtype, dims: OnnxValueInfo['dims']): OnnxValueInfo => ({
  name,
  dtype,
  dims,
});

/** The feeds of one input, or undefined. */
const feed = (info: OnnxValueInfo, past = 0) =>
  feedsFor([info], { batch: 2, tokens: 2, past }).feeds.get(info.name);

describe('a mask that the caller makes causal', () => {
  const dims = ['batch', 1, 'tokens', 'total'];

  it('hides the future, not the past', () => {
    const mask = feed(input('attention_mask', 'bool', dims), 1)!;
    expect(mask).toMatchObject({ dtype: 'bool', dims: [2, 1, 2, 3] });
    expect([...mask.data]).toEqual([1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1]);
  });

  it('is added where it is of floats', () => {
    const mask = feed(input('attention_mask', 'float16', dims))!;
    expect(mask.dtype).toBe('float32');
    expect([...mask.data].map((x) => x < -1e38)).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('is all ones where it has two axes', () => {
    expect(feed(input('attention_mask', 'int64', ['batch', 'total']), 3)).toMatchObject({
      dims: [2, 5],
      data: new Float64Array(10).fill(1),
    });
  });
});

describe('other facts about tokens', () => {
  it.each([
    ['token_type_ids', ['batch', 'tokens'], [2, 2], [0, 0, 0, 0]],
    ['position_ids', ['batch', 'tokens'], [2, 2], [3, 4, 3, 4]],
    ['cache_position', ['tokens'], [2], [3, 4]],
    ['write_indices', ['batch'], [2], [3, 3]],
    ['nonpad_kv_seqlen', ['batch'], [2], [5, 5]],
    ['past_seq_len', [1], [1], [3]],
    ['total_sequence_length', [], [], [5]],
  ])('%s', (name, declared, dims, data) => {
    expect(feed(input(name, 'int64', declared), 3)).toMatchObject({ dims, data: Float64Array.from(data) });
  });

  it('an unknown input is not fed', () => {
    expect(feed(input('pixel_values', 'float32', ['batch', 3]))).toBeUndefined();
  });
});
