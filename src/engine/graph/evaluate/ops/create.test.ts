import { describe, expect, it } from 'vitest';
import {
  bool,
  counting,
  evaluateNode,
  evaluateOne,
  f16,
  f32,
  i32,
  i64,
  u8,
} from '../testing/evaluate-node.ts';

const ints = (...values: number[]) => i64([values.length], values);

describe('ConstantOfShape and Range', () => {
  it('fills with float32 0 or the attribute', async () => {
    expect(await evaluateOne('ConstantOfShape', [ints(2)])).toEqual({
      dtype: 'float32',
      dims: [2],
      data: [0, 0],
    });
    expect(await evaluateOne('ConstantOfShape', [ints()], { attributes: { value: { int64: -7 } } })).toEqual({
      dtype: 'int64',
      dims: [],
      data: [-7],
    });
  });
  it('refuses negative and too large shapes', async () => {
    await expect(evaluateNode('ConstantOfShape', [ints(-1)])).rejects.toMatchObject({
      code: 'graph.evaluate-failed',
    });
    await expect(evaluateNode('ConstantOfShape', [ints(2 ** 40, 2 ** 40)])).rejects.toMatchObject({
      code: 'graph.evaluate-too-large',
      params: { node: 'node', elements: 2 ** 80 },
    });
  });
  it('counts up and down', async () => {
    const range = async (start: number, limit: number, delta: number) =>
      (await evaluateOne('Range', [i64([], [start]), i64([], [limit]), i64([], [delta])])).data;
    expect(await range(0, 5, 2)).toEqual([0, 2, 4]);
    expect(await range(3, 0, -1)).toEqual([3, 2, 1]);
    expect(await range(3, 0, 1)).toEqual([]);
    await expect(range(0, 1, 0)).rejects.toMatchObject({ code: 'graph.evaluate-failed' });
  });
});

describe('Cast', () => {
  const cast = async (to: number, values: number[]) =>
    evaluateOne('Cast', [f32([values.length], values)], { attributes: { to } });
  it.each([
    ['int64 truncates', 7, [1.7, -1.7, -0.5], { dtype: 'int64', data: [1, -1, 0] }],
    ['int32 wraps', 6, [2 ** 32 + 1, -1], { dtype: 'int32', data: [1, -1] }],
    ['uint8 wraps', 2, [300, -1], { dtype: 'uint8', data: [44, 255] }],
    ['int8 wraps', 3, [200, -1], { dtype: 'int8', data: [-56, -1] }],
    ['bool is not zero', 9, [0, 0.2, NaN], { dtype: 'bool', data: [0, 1, 1] }],
    ['float64', 11, [0.5], { dtype: 'float64', data: [0.5] }],
    [
      'float16 keeps float32 precision',
      10,
      [2049, 65520, 0.1],
      { dtype: 'float16', data: [2049, 65520, Math.fround(0.1)] },
    ],
    ['bfloat16 rounds half to even', 16, [1 + 2 ** -8, 1 + 3 * 2 ** -8], { data: [1, 1 + 2 ** -6] }],
  ])('to %s', async (_, to, values, expected) => {
    expect(await cast(to, values)).toMatchObject(expected);
  });
  it('refuses types without numbers', async () => {
    await expect(cast(8, [1])).rejects.toMatchObject({ code: 'graph.evaluate-failed' });
    await expect(cast(17, [1])).rejects.toMatchObject({ code: 'graph.evaluate-failed' });
  });
  it('takes the type from another tensor', async () => {
    expect(await evaluateOne('CastLike', [f32([1], [1.7]), i32([0], [])])).toMatchObject({
      dtype: 'int32',
      data: [1],
    });
    expect(await evaluateOne('CastLike', [f32([1], [2049]), f16([0], [])])).toMatchObject({
      dtype: 'float16',
      data: [2049],
    });
  });
});

describe('Trilu', () => {
  it.each([
    [1, undefined, [0, 1, 2, 0, 4, 5]],
    [1, 1, [0, 1, 2, 0, 0, 5]],
    [0, undefined, [0, 0, 0, 3, 4, 0]],
    [0, -1, [0, 0, 0, 3, 0, 0]],
  ])('upper=%i k=%s', async (upper, k, expected) => {
    const inputs = [counting(2, 3), k === undefined ? undefined : i64([], [k])];
    const result = await evaluateOne('Trilu', inputs, { attributes: { upper } });
    // Position 0 holds a 0 in any case; the second matrix of a batch shows it.
    expect(result.data).toEqual(k === 1 ? expected.with(0, 0) : expected);
  });
  it('treats each matrix of a batch alone', async () => {
    expect((await evaluateOne('Trilu', [f32([2, 2, 2], Array(8).fill(1))])).data).toEqual([
      1, 1, 0, 1, 1, 1, 0, 1,
    ]);
  });
});

describe('Pad', () => {
  const pad = async (mode: string, before: number, after: number) =>
    (await evaluateOne('Pad', [counting(3), ints(before, after)], { attributes: { mode } })).data;
  it.each([
    ['constant', 1, 2, [0, 0, 1, 2, 0, 0]],
    ['edge', 1, 2, [0, 0, 1, 2, 2, 2]],
    ['reflect', 2, 2, [2, 1, 0, 1, 2, 1, 0]],
    ['wrap', 2, 2, [1, 2, 0, 1, 2, 0, 1]],
    ['constant', -1, 1, [1, 2, 0]],
  ])('%s %i %i', async (mode, before, after, expected) => {
    expect(await pad(mode, before, after)).toEqual(expected);
  });
  it('takes value and axes', async () => {
    expect(await evaluateOne('Pad', [counting(2, 2), ints(1, 0), f32([], [9]), ints(-1)])).toMatchObject({
      dims: [2, 3],
      data: [9, 0, 1, 9, 2, 3],
    });
  });
  it('refuses a wrong number of pads and huge ones', async () => {
    await expect(evaluateNode('Pad', [counting(2, 2), ints(1, 0)])).rejects.toMatchObject({
      code: 'graph.evaluate-failed',
    });
    await expect(evaluateNode('Pad', [counting(2), ints(0, 2 ** 50)])).rejects.toMatchObject({
      code: 'graph.evaluate-too-large',
    });
  });
});

describe('OneHot, NonZero, Identity, Dropout', () => {
  it('marks indices, counting negative ones from the end', async () => {
    const inputs = [i64([3], [1, -1, 3]), i64([], [3]), f32([2], [0, 5])];
    expect(await evaluateOne('OneHot', inputs)).toMatchObject({
      dims: [3, 3],
      data: [0, 5, 0, 0, 0, 5, 0, 0, 0],
    });
    expect(await evaluateOne('OneHot', inputs, { attributes: { axis: 0 } })).toMatchObject({
      dims: [3, 3],
      data: [0, 0, 0, 5, 0, 0, 0, 5, 0],
    });
  });
  it('lists the indices of non-zero elements by axis', async () => {
    expect(await evaluateOne('NonZero', [bool([2, 2], [0, 1, 1, 1])])).toEqual({
      dtype: 'int64',
      dims: [2, 3],
      data: [0, 1, 1, 1, 0, 1],
    });
  });
  it('passes values on', async () => {
    expect(await evaluateOne('Identity', [u8([1], [5])])).toEqual({ dtype: 'uint8', dims: [1], data: [5] });
    const [y, mask] = await evaluateNode('Dropout', [counting(2)], { outputs: 2 });
    expect(Array.from(y!.data)).toEqual([0, 1]);
    expect(mask).toMatchObject({ dtype: 'bool', dims: [2] });
    expect(Array.from(mask!.data)).toEqual([1, 1]);
  });
});
