/**
 * Inputs that do not fit are named before anything runs; outputs keep the shapes that later ops broadcast by.
 */
import { expect, test } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import type { RowDomain } from '../graph/program.ts';
import { opTable } from './table.ts';

function outputs(op: string, attrs: unknown, dims: number[][], rows: RowDomain[] = dims.map(() => 'tokens')) {
  const node = { op, attrs, inputs: dims.map((_, i) => i), outputs: [], source: '/layer/node' };
  return opTable.get(op)!.outputs(node, dims, rows, []);
}

const heads = { layer: 0, heads: 4, kvHeads: 2, headDim: 8, valueDim: 6, scale: 1, window: 0, softcap: 0 };
const rope = { heads: 2, headDim: 8, rotaryDim: 4, interleaved: false, cos: 0, sin: 1, inverse: false };
const half = { outer: 1, axis: 8, inner: 1, start: 4, step: 1, count: 4 };

const misfits: readonly [string, unknown, number[][], RowDomain[]?][] = [
  ['unary', { fn: 'relu' }, [[4], [4]]],
  ['binary', { fn: 'add' }, [[3], [4]]],
  ['binary', { fn: 'add' }, [[4], [4]], ['tokens', 'selected']],
  ['binaryVector', { fn: 'add', vector: 0, vectorDims: [2, 4], swapped: false }, [[4]]],
  ['binaryTable', { fn: 'add', table: 0, tableDims: [4], swapped: false }, [[4]], ['selected']],
  ['gated', { act: { fn: 'silu' } }, [[4], [5]]],
  ['norm', { kind: 'rms', size: 3, eps: 0 }, [[8]]],
  ['normVjp', { kind: 'rms', size: 4, eps: 0 }, [[8], [8], [4]]],
  ['rotary', rope, [[15]]],
  ['rotary', { ...rope, rotaryDim: 10 }, [[16]]],
  ['attention', heads, [[32], [16], [16]]],
  ['attention', { ...heads, kvHeads: 5 }, [[32], [40], [30]]],
  ['slice', { ...half, start: 5 }, [[8]]],
  ['slice', half, [[9]]],
  ['concat', { outer: 1, sizes: [2, 3], inner: 1 }, [[2], [2]]],
  ['permute', { dims: [2, 3], perm: [0, 0] }, [[6]]],
  ['repeat', { outer: 2, times: 3, inner: 2 }, [[5]]],
  ['sumTo', { dims: [3] }, [[2, 4]]],
  ['conv', { layer: 0, channels: 4, width: 3, kernel: 0 }, [[5]]],
  ['selectRows', {}, [[4]], ['selected']],
  ['crossEntropy', {}, [[4]], ['tokens']],
];

test.each(misfits)('%s refuses %j of %j', (op, attrs, dims, rows) => {
  let thrown: unknown;
  try {
    outputs(op, attrs, dims, rows);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(LabError);
  expect(thrown).toMatchObject({ code: 'op.shape', params: { op, node: '/layer/node' } });
});

test('slopes and sinks together are refused: they would need a ninth array', () => {
  expect(() => outputs('attention', { ...heads, alibi: 0, sinks: 1 }, [[32], [16], [12]])).toThrow(
    new LabError('ops.alibi-with-sinks', { op: 'attention', node: '/layer/node' }),
  );
});

test('output shapes', () => {
  const dims = (...args: Parameters<typeof outputs>) => outputs(...args).map((output) => output.dims);
  expect(dims('binary', { fn: 'mul' }, [[3, 1], [4]])).toEqual([[3, 4]]);
  expect(dims('attention', heads, [[32], [16], [12]])).toEqual([[24], [4]]);
  expect(dims('reduce', { fn: 'mean' }, [[3, 8]])).toEqual([[3, 1]]);
  expect(dims('slice', { ...half, outer: 3 }, [[3, 8]])).toEqual([[3, 4]]);
  expect(dims('slice', { ...half, outer: 3 }, [[24]])).toEqual([[3, 4, 1]]);
  expect(
    dims('concat', { outer: 3, sizes: [2, 5], inner: 1 }, [
      [3, 2],
      [3, 5],
    ]),
  ).toEqual([[3, 7]]);
  expect(dims('permute', { dims: [2, 3], perm: [1, 0] }, [[6]])).toEqual([[3, 2]]);
});
