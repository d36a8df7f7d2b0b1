import { describe, expect, it } from 'vitest';
import { counting, evaluateNode, evaluateOne, f32, u8 } from '../testing/evaluate-node.ts';

const fails = { code: 'graph.evaluate-failed' };

describe('MatMul', () => {
  it('multiplies matrices and vectors', async () => {
    expect(await evaluateOne('MatMul', [counting(2, 3), counting(3, 2)])).toMatchObject({
      dims: [2, 2],
      data: [10, 13, 28, 40],
    });
    expect(await evaluateOne('MatMul', [counting(3), counting(3)])).toMatchObject({ dims: [], data: [5] });
    expect(await evaluateOne('MatMul', [counting(3), counting(3, 2)])).toMatchObject({
      dims: [2],
      data: [10, 13],
    });
    expect(await evaluateOne('MatMul', [counting(2, 3), counting(3)])).toMatchObject({
      dims: [2],
      data: [5, 14],
    });
  });
  it('broadcasts leading axes', async () => {
    expect(await evaluateOne('MatMul', [counting(2, 1, 1, 2), counting(2, 2, 1)])).toMatchObject({
      dims: [2, 2, 1, 1],
      data: [1, 3, 3, 13],
    });
  });
  it('refuses inner sizes that differ, scalars, and hours of work', async () => {
    await expect(evaluateNode('MatMul', [counting(2, 3), counting(2, 3)])).rejects.toMatchObject(fails);
    await expect(evaluateNode('MatMul', [counting(), counting(2, 3)])).rejects.toMatchObject(fails);
    const wide = counting(2000, 1000);
    await expect(evaluateNode('MatMul', [wide, counting(1000, 2000)])).rejects.toMatchObject(fails);
  });
});

describe('Gemm', () => {
  it('transposes, scales and adds', async () => {
    const attributes = { transA: 1, transB: 1, alpha: { float: 0.5 }, beta: { float: 2 } };
    const inputs = [counting(3, 2), counting(2, 3), f32([2], [1, -1])];
    expect(await evaluateOne('Gemm', inputs, { attributes })).toMatchObject({
      dims: [2, 2],
      data: [7, 12, 8.5, 18],
    });
    expect((await evaluateOne('Gemm', [counting(1, 2), counting(2, 1)])).data).toEqual([1]);
  });
  it('refuses a C that would enlarge the result', async () => {
    const inputs = [counting(1, 2), counting(2, 1), counting(3, 1)];
    await expect(evaluateNode('Gemm', inputs)).rejects.toMatchObject(fails);
  });
});

describe('DequantizeLinear', () => {
  const x = u8([2, 4], [0, 1, 2, 3, 4, 5, 6, 7]);
  it('uses one scale, or one an index of the axis', async () => {
    expect(await evaluateOne('DequantizeLinear', [x, f32([], [0.5]), u8([], [2])])).toEqual({
      dtype: 'float32',
      dims: [2, 4],
      data: [-1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5],
    });
    const run = { attributes: { axis: 0 } };
    expect(
      (await evaluateOne('DequantizeLinear', [x, f32([2], [1, 10]), u8([2], [1, 4])], run)).data,
    ).toEqual([-1, 0, 1, 2, 0, 10, 20, 30]);
  });
  it('uses one scale a block along the axis', async () => {
    const run = { opset: 21, attributes: { axis: 1, block_size: 2 } };
    expect((await evaluateOne('DequantizeLinear', [x, f32([2, 2], [1, 2, 3, 4])], run)).data).toEqual([
      0, 1, 4, 6, 12, 15, 24, 28,
    ]);
    await expect(
      evaluateNode('DequantizeLinear', [x, f32([2, 3], [1, 2, 3, 4, 5, 6])], run),
    ).rejects.toMatchObject(fails);
  });
});
