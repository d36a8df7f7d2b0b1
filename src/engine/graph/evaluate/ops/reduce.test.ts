import { describe, expect, it } from 'vitest';
import { counting, evaluateOne, f32, i64 } from '../testing/evaluate-node.ts';

const x = counting(2, 3);

describe('reductions', () => {
  it.each([
    ['ReduceSum', [3, 12]],
    ['ReduceMean', [1, 4]],
    ['ReduceMax', [2, 5]],
    ['ReduceMin', [0, 3]],
    ['ReduceProd', [0, 60]],
  ])('%s', async (op, data) => {
    expect(await evaluateOne(op, [x, i64([1], [-1])])).toEqual({ dtype: 'float32', dims: [2, 1], data });
    const old = { opset: 11, attributes: { axes: [1], keepdims: 0 } };
    expect(await evaluateOne(op, [x], old)).toEqual({ dtype: 'float32', dims: [2], data });
  });
  it('takes no axes for all of them, or for none', async () => {
    expect(await evaluateOne('ReduceSum', [x])).toMatchObject({ dims: [1, 1], data: [15] });
    expect(await evaluateOne('ReduceSum', [x, i64([0], [])])).toMatchObject({ dims: [1, 1], data: [15] });
    const run = { attributes: { noop_with_empty_axes: 1 } };
    expect(await evaluateOne('ReduceSum', [x], run)).toMatchObject({
      dims: [2, 3],
      data: [0, 1, 2, 3, 4, 5],
    });
  });
  it('reduces outer axes and several at once', async () => {
    expect((await evaluateOne('ReduceSum', [x, i64([1], [0])])).data).toEqual([3, 5, 7]);
    expect(await evaluateOne('ReduceMax', [counting(2, 2, 2), i64([2], [0, 2])])).toMatchObject({
      dims: [1, 2, 1],
      data: [5, 7],
    });
  });
  it('truncates the mean of integers and sums nothing to 0', async () => {
    expect((await evaluateOne('ReduceMean', [i64([2], [-2, -1])])).data).toEqual([-1]);
    expect((await evaluateOne('ReduceSum', [counting(0)])).data).toEqual([0]);
  });
});

describe('CumSum', () => {
  const cumSum = async (attributes: Record<string, number>) =>
    (await evaluateOne('CumSum', [i64([4], [1, 2, 3, 4]), i64([], [0])], { attributes })).data;
  it('runs forward or back, with or without the element itself', async () => {
    expect(await cumSum({})).toEqual([1, 3, 6, 10]);
    expect(await cumSum({ exclusive: 1 })).toEqual([0, 1, 3, 6]);
    expect(await cumSum({ reverse: 1 })).toEqual([10, 9, 7, 4]);
    expect(await cumSum({ reverse: 1, exclusive: 1 })).toEqual([9, 7, 4, 0]);
  });
  it('runs along any axis', async () => {
    expect((await evaluateOne('CumSum', [x, i64([], [-2])])).data).toEqual([0, 1, 2, 3, 5, 7]);
  });
});

describe('Softmax', () => {
  const logs = f32([2, 2], [0, Math.log(3), 0, 0]);
  const rounded = (data: readonly number[]) => data.map((v) => Number(v.toFixed(6)));
  it('runs along the last axis from opset 13', async () => {
    expect(rounded((await evaluateOne('Softmax', [logs])).data)).toEqual([0.25, 0.75, 0.5, 0.5]);
    const run = { attributes: { axis: 0 } };
    expect(rounded((await evaluateOne('Softmax', [logs], run)).data)).toEqual([0.5, 0.75, 0.5, 0.25]);
  });
  it('runs over everything from axis 1 on before', async () => {
    const cube = f32([1, 2, 2], Array.from(logs.data));
    const data = rounded((await evaluateOne('Softmax', [cube], { opset: 11 })).data);
    expect(data).toEqual([0.166667, 0.5, 0.166667, 0.166667]);
  });
  it('gives a masked position nothing and a fully masked row NaN', async () => {
    const masked = f32([2, 2], [-Infinity, 0, -Infinity, -Infinity]);
    expect((await evaluateOne('Softmax', [masked])).data).toEqual([0, 1, NaN, NaN]);
  });
});
