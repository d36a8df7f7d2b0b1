import { describe, expect, it } from 'vitest';
import type { HostTensor } from '../../host-tensor.ts';
import { counting, evaluateNode, evaluateOne, i64, type NodeRun } from '../testing/evaluate-node.ts';

const x = counting(2, 3);
const cube = counting(2, 3, 4);
const ints = (...values: number[]) => i64([values.length], values);
const dimsOf = async (op: string, inputs: HostTensor[], run?: NodeRun) =>
  (await evaluateOne(op, inputs, run)).dims;
const fails = { code: 'graph.evaluate-failed' };
const END = 2 ** 63;

describe('Shape and Size', () => {
  it('give all or part of the shape, clamped', async () => {
    const shape = async (attributes = {}) => (await evaluateOne('Shape', [cube], { attributes })).data;
    expect(await shape()).toEqual([2, 3, 4]);
    expect(await shape({ start: 1 })).toEqual([3, 4]);
    expect(await shape({ start: -2, end: -1 })).toEqual([3]);
    expect(await shape({ start: -9, end: 9 })).toEqual([2, 3, 4]);
    expect(await shape({ start: 2, end: 1 })).toEqual([]);
    expect(await evaluateOne('Size', [cube])).toEqual({ dtype: 'int64', dims: [], data: [24] });
  });
});

describe('Reshape', () => {
  it('copies zeros and infers one dimension', async () => {
    expect(await dimsOf('Reshape', [cube, ints(0, -1)])).toEqual([2, 12]);
    expect(await dimsOf('Reshape', [cube, ints(4, 0, 2)])).toEqual([4, 3, 2]);
    expect((await evaluateOne('Reshape', [x, ints(3, 2)])).data).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('keeps zeros with allowzero', async () => {
    const empty = counting(2, 0, 3);
    expect(await dimsOf('Reshape', [empty, ints(0, 3)], { attributes: { allowzero: 1 } })).toEqual([0, 3]);
    expect(await dimsOf('Reshape', [empty, ints(0, 0, -1)])).toEqual([2, 0, 0]);
  });
  it('refuses another number of elements', async () => {
    await expect(evaluateNode('Reshape', [x, ints(4, -1)])).rejects.toMatchObject(fails);
    await expect(evaluateNode('Reshape', [x, ints(7)])).rejects.toMatchObject(fails);
    await expect(evaluateNode('Reshape', [x, ints(-1, -1)])).rejects.toMatchObject(fails);
  });
});

describe('Flatten, Unsqueeze, Squeeze', () => {
  it('flattens around an axis, also a negative one or the rank', async () => {
    expect(await dimsOf('Flatten', [cube])).toEqual([2, 12]);
    expect(await dimsOf('Flatten', [cube], { attributes: { axis: 0 } })).toEqual([1, 24]);
    expect(await dimsOf('Flatten', [cube], { attributes: { axis: 3 } })).toEqual([24, 1]);
    expect(await dimsOf('Flatten', [cube], { attributes: { axis: -1 } })).toEqual([6, 4]);
  });
  it('counts axes of Unsqueeze in the result, from attribute or input', async () => {
    expect(await dimsOf('Unsqueeze', [x], { opset: 11, attributes: { axes: [0, 3] } })).toEqual([1, 2, 3, 1]);
    expect(await dimsOf('Unsqueeze', [x, ints(0, -1)])).toEqual([1, 2, 3, 1]);
    await expect(evaluateNode('Unsqueeze', [x, ints(1, 1)])).rejects.toMatchObject(fails);
    await expect(evaluateNode('Unsqueeze', [x, ints(4)])).rejects.toMatchObject(fails);
  });
  it('squeezes the named or all axes of length 1', async () => {
    const y = counting(1, 3, 1, 2);
    expect(await dimsOf('Squeeze', [y])).toEqual([3, 2]);
    expect(await dimsOf('Squeeze', [y], { opset: 11, attributes: { axes: [-2] } })).toEqual([1, 3, 2]);
    expect(await dimsOf('Squeeze', [y, ints(0)])).toEqual([3, 1, 2]);
    await expect(evaluateNode('Squeeze', [y, ints(1)])).rejects.toMatchObject(fails);
  });
});

describe('Transpose, Expand, Tile', () => {
  it('permutes, by default reverses', async () => {
    expect(await evaluateOne('Transpose', [x])).toMatchObject({ dims: [3, 2], data: [0, 3, 1, 4, 2, 5] });
    expect(
      await evaluateOne('Transpose', [counting(2, 1, 2)], { attributes: { perm: [1, 2, 0] } }),
    ).toMatchObject({
      dims: [1, 2, 2],
      data: [0, 2, 1, 3],
    });
    await expect(evaluateNode('Transpose', [x], { attributes: { perm: [0, 0] } })).rejects.toMatchObject(
      fails,
    );
  });
  it('expands in both directions', async () => {
    expect(await evaluateOne('Expand', [counting(2, 1), ints(2, 1, 2)])).toMatchObject({
      dims: [2, 2, 2],
      data: [0, 0, 1, 1, 0, 0, 1, 1],
    });
    expect(await dimsOf('Expand', [x, ints(1)])).toEqual([2, 3]);
    await expect(evaluateNode('Expand', [x, ints(2)])).rejects.toMatchObject(fails);
  });
  it('tiles', async () => {
    expect(await evaluateOne('Tile', [counting(2, 2), ints(2, 2)])).toMatchObject({
      dims: [4, 4],
      data: [0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3],
    });
    expect(await dimsOf('Tile', [x, ints(0, 1)])).toEqual([0, 3]);
    await expect(evaluateNode('Tile', [x, ints(2)])).rejects.toMatchObject(fails);
  });
});

describe('Concat and Split', () => {
  it('joins along an axis', async () => {
    const run = { attributes: { axis: -1 } };
    expect(await evaluateOne('Concat', [counting(2, 2), counting(2, 1), counting(2, 0)], run)).toMatchObject({
      dims: [2, 3],
      data: [0, 1, 0, 2, 3, 1],
    });
    await expect(evaluateNode('Concat', [x, counting(3, 3)], run)).rejects.toMatchObject(fails);
  });
  const sizes = async (inputs: HostTensor[], run: NodeRun) =>
    (await evaluateNode('Split', inputs, { outputs: 3, ...run })).map((t) => t.dims[0]);
  it('cuts by attribute, by input, or evenly with a smaller rest', async () => {
    const y = counting(7);
    expect(await sizes([y], { opset: 11, attributes: { split: [1, 2, 4] } })).toEqual([1, 2, 4]);
    expect(await sizes([y, ints(4, 2, 1)], {})).toEqual([4, 2, 1]);
    expect(await sizes([y], { attributes: { num_outputs: 3 } })).toEqual([3, 3, 1]);
    expect(await sizes([counting(6)], { opset: 13 })).toEqual([2, 2, 2]);
    await expect(evaluateNode('Split', [y, ints(4, 2)], { outputs: 2 })).rejects.toMatchObject(fails);
  });
  it('takes the right elements on an inner axis', async () => {
    const parts = await evaluateNode('Split', [x, ints(1, 2)], { outputs: 2, attributes: { axis: 1 } });
    expect(parts.map((t) => Array.from(t.data))).toEqual([
      [0, 3],
      [1, 2, 4, 5],
    ]);
  });
});

describe('Slice', () => {
  const line = counting(5);
  const slice = async (start: number, end: number, step = 1) =>
    (await evaluateOne('Slice', [line, ints(start), ints(end), ints(0), ints(step)])).data;
  it.each([
    [1, 3, 1, [1, 2]],
    [-3, END, 1, [2, 3, 4]],
    [0, -1, 2, [0, 2]],
    [3, 1, 1, []],
    [9, END, 1, []],
    [-9, 2, 1, [0, 1]],
    [-1, -END, -1, [4, 3, 2, 1, 0]],
    [END, -END, -2, [4, 2, 0]],
    [3, 0, -1, [3, 2, 1]],
    [3, -6, -1, [3, 2, 1, 0]],
    [3, -5, -1, [3, 2, 1]],
  ])('%i:%i:%i', async (start, end, step, expected) => {
    expect(await slice(start, end, step)).toEqual(expected);
  });
  it('slices several axes, by default the first ones', async () => {
    expect((await evaluateOne('Slice', [x, ints(1, 1), ints(END, END)])).data).toEqual([4, 5]);
    expect((await evaluateOne('Slice', [x, ints(1), ints(2), ints(-1)])).data).toEqual([1, 4]);
  });
  it('refuses a step of 0 and axes that are not there', async () => {
    await expect(slice(0, 1, 0)).rejects.toMatchObject(fails);
    await expect(evaluateNode('Slice', [x, ints(0), ints(1), ints(2)])).rejects.toMatchObject(fails);
  });
});
