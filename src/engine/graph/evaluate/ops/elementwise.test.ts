import { describe, expect, it } from 'vitest';
import type { HostTensor } from '../../host-tensor.ts';
import { bool, evaluateNode, evaluateOne, f16, f32, i64, type NodeRun } from '../testing/evaluate-node.ts';
import { erf } from './elementwise.ts';

const values = async (op: string, inputs: (HostTensor | undefined)[], run?: NodeRun) =>
  (await evaluateOne(op, inputs, run)).data;

describe('broadcasting', () => {
  it('follows numpy', async () => {
    expect(await evaluateOne('Add', [i64([2, 1], [10, 20]), i64([3], [1, 2, 3])])).toEqual({
      dtype: 'int64',
      dims: [2, 3],
      data: [11, 12, 13, 21, 22, 23],
    });
    expect(await evaluateOne('Mul', [f32([], [2]), f32([1, 2], [3, 4])])).toMatchObject({
      dims: [1, 2],
      data: [6, 8],
    });
    expect(await evaluateOne('Sub', [f32([2, 0], []), f32([1], [1])])).toMatchObject({
      dims: [2, 0],
      data: [],
    });
  });

  it('refuses shapes that do not fit', async () => {
    await expect(evaluateNode('Add', [f32([2], [1, 2]), f32([3], [1, 2, 3])])).rejects.toMatchObject({
      code: 'graph.evaluate-failed',
      params: { node: 'node', op: 'Add' },
    });
  });
});

describe('arithmetic', () => {
  it('rounds to the element type', async () => {
    expect(await values('Add', [f32([1], [0.1]), f32([1], [0.2])])).toEqual([Math.fround(0.1 + 0.2)]);
    expect(await values('Mul', [f16([2], [256, 0.1]), f16([1], [256])])).toEqual([65536, Math.fround(25.6)]);
  });

  it('divides integers towards zero', async () => {
    expect(await values('Div', [i64([4], [7, -7, 7, -7]), i64([4], [2, 2, -2, -2])])).toEqual([3, -3, -3, 3]);
    expect(await values('Div', [f32([2], [1, -1]), f32([1], [0])])).toEqual([Infinity, -Infinity]);
    await expect(evaluateNode('Div', [i64([1], [1]), i64([1], [0])])).rejects.toMatchObject({
      code: 'graph.evaluate-failed',
    });
  });

  it('takes remainders with the sign of the divisor, or of the dividend with fmod', async () => {
    const inputs = [i64([4], [7, -7, 7, -7]), i64([4], [3, 3, -3, -3])];
    expect(await values('Mod', inputs)).toEqual([1, 2, -2, -1]);
    expect(await values('Mod', inputs, { attributes: { fmod: 1 } })).toEqual([1, -1, 1, -1]);
  });

  it('keeps the type of the base of a power', async () => {
    expect(await evaluateOne('Pow', [f32([2], [2, 3]), i64([], [2])])).toMatchObject({
      dtype: 'float32',
      data: [4, 9],
    });
    expect(await values('Pow', [i64([2], [2, -3]), f32([], [3])])).toEqual([8, -27]);
  });

  it('folds Max and Min over all inputs', async () => {
    const inputs = [f32([2], [1, 5]), f32([1], [3]), f32([2, 1], [0, 4])];
    expect(await evaluateOne('Max', inputs)).toMatchObject({ dims: [2, 2], data: [3, 5, 4, 5] });
    expect(await values('Min', inputs)).toEqual([0, 0, 1, 3]);
    expect(await values('Max', [f32([2], [NaN, 1]), f32([1], [2])])).toEqual([NaN, 2]);
  });
});

describe('comparison and logic', () => {
  it('gives booleans', async () => {
    const inputs = [i64([3], [1, 2, 3]), i64([], [2])];
    expect(await evaluateOne('Less', inputs)).toEqual({ dtype: 'bool', dims: [3], data: [1, 0, 0] });
    expect(await values('LessOrEqual', inputs)).toEqual([1, 1, 0]);
    expect(await values('Greater', inputs)).toEqual([0, 0, 1]);
    expect(await values('GreaterOrEqual', inputs)).toEqual([0, 1, 1]);
    expect(await values('Equal', inputs)).toEqual([0, 1, 0]);
    expect(await values('Equal', [f32([1], [NaN]), f32([1], [NaN])])).toEqual([0]);
  });

  it('combines booleans', async () => {
    const inputs = [bool([4], [0, 0, 1, 1]), bool([4], [0, 1, 0, 1])];
    expect(await values('And', inputs)).toEqual([0, 0, 0, 1]);
    expect(await values('Or', inputs)).toEqual([0, 1, 1, 1]);
    expect(await values('Xor', inputs)).toEqual([0, 1, 1, 0]);
    expect(await values('Not', [bool([2], [0, 1])])).toEqual([1, 0]);
  });

  it('recognises NaN and infinities by sign', async () => {
    const x = f32([4], [NaN, Infinity, -Infinity, 0]);
    expect(await values('IsNaN', [x])).toEqual([1, 0, 0, 0]);
    expect(await values('IsInf', [x])).toEqual([0, 1, 1, 0]);
    expect(await values('IsInf', [x], { attributes: { detect_negative: 0 } })).toEqual([0, 1, 0, 0]);
    expect(await values('IsInf', [x], { attributes: { detect_positive: 0 } })).toEqual([0, 0, 1, 0]);
  });

  it('chooses with three-way broadcasting', async () => {
    const inputs = [bool([2, 1], [1, 0]), f32([3], [1, 2, 3]), f32([], [-9])];
    expect(await evaluateOne('Where', inputs)).toEqual({
      dtype: 'float32',
      dims: [2, 3],
      data: [1, 2, 3, -9, -9, -9],
    });
  });
});

describe('functions of one tensor', () => {
  it.each([
    ['Neg', [1, -2], [-1, 2]],
    ['Abs', [1, -2], [1, 2]],
    ['Sign', [3, -2, 0], [1, -1, 0]],
    ['Sqrt', [4, 2], [2, Math.fround(Math.SQRT2)]],
    ['Reciprocal', [4, 3], [0.25, Math.fround(1 / 3)]],
    ['Exp', [0, 1], [1, Math.fround(Math.E)]],
    ['Log', [1, 2], [0, Math.fround(Math.LN2)]],
    ['Sin', [0, 1], [0, Math.fround(0.8414709848078965)]],
    ['Cos', [0, 1], [1, Math.fround(0.5403023058681398)]],
    ['Tanh', [0, 1], [0, Math.fround(0.7615941559557649)]],
    ['Sigmoid', [0, 1], [0.5, Math.fround(0.7310585786300049)]],
    ['Erf', [0, 1, -7], [0, Math.fround(0.8427007929497149), -1]],
    ['Relu', [-1, 2], [0, 2]],
    ['Floor', [1.5, -1.5], [1, -2]],
    ['Ceil', [1.5, -1.5], [2, -1]],
    ['Round', [0.5, 1.5, 2.5, -0.4, -2.5], [0, 2, 2, -0, -2]],
  ])('%s', async (op, x, y) => {
    expect(await values(op, [f32([x.length], x)])).toEqual(y);
  });

  it('clips with absent bounds', async () => {
    const x = f32([3], [-5, 0, 5]);
    expect(await values('Clip', [x, f32([], [-1]), f32([], [1])])).toEqual([-1, 0, 1]);
    expect(await values('Clip', [x, undefined, f32([], [1])])).toEqual([-5, 0, 1]);
    expect(await values('Clip', [x])).toEqual([-5, 0, 5]);
  });

  it('has erf within a few units of the last float64 digit', () => {
    // Computed with mpmath.
    expect(Math.abs(erf(0.5) - 0.5204998778130465)).toBeLessThan(1e-15);
    expect(Math.abs(erf(2) - 0.9953222650189527)).toBeLessThan(1e-15);
    expect(Math.abs(erf(-3.5) + 0.9999992569016276)).toBeLessThan(1e-15);
    expect(erf(NaN)).toBeNaN();
  });
});
