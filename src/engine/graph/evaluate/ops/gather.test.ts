import { describe, expect, it } from 'vitest';
import { counting, evaluateNode, evaluateOne, f32, i64 } from '../testing/evaluate-node.ts';

const x = counting(2, 3);
const fails = { code: 'graph.evaluate-failed' };

describe('Gather', () => {
  it('replaces the axis by the shape of the indices', async () => {
    expect(await evaluateOne('Gather', [x, i64([], [-1])])).toMatchObject({ dims: [3], data: [3, 4, 5] });
    const run = { attributes: { axis: 1 } };
    expect(await evaluateOne('Gather', [x, i64([2, 1], [2, 0])], run)).toMatchObject({
      dims: [2, 2, 1],
      data: [2, 0, 5, 3],
    });
  });
  it.each([2, -3, 0.5, NaN])('refuses index %d', async (index) => {
    await expect(evaluateNode('Gather', [x, i64([1], [index])])).rejects.toMatchObject(fails);
  });
});

describe('GatherElements and ScatterElements', () => {
  it('move single elements along an axis', async () => {
    const indices = i64([2, 2], [2, 0, -1, 1]);
    const run = { attributes: { axis: 1 } };
    expect(await evaluateOne('GatherElements', [x, indices], run)).toMatchObject({
      dims: [2, 2],
      data: [2, 0, 5, 4],
    });
    const updates = f32([2, 2], [10, 20, 30, 40]);
    expect((await evaluateOne('ScatterElements', [x, indices, updates], run)).data).toEqual([
      20, 1, 10, 3, 40, 30,
    ]);
    expect(Array.from(x.data)).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('combines updates by the reduction', async () => {
    const inputs = [f32([2], [5, 5]), i64([3], [0, 0, 1]), f32([3], [2, 3, 7])];
    const scatter = async (reduction: string) =>
      (await evaluateOne('ScatterElements', inputs, { attributes: { reduction } })).data;
    expect(await scatter('add')).toEqual([10, 12]);
    expect(await scatter('mul')).toEqual([30, 35]);
    expect(await scatter('max')).toEqual([5, 7]);
    expect(await scatter('min')).toEqual([2, 5]);
    await expect(scatter('median')).rejects.toMatchObject(fails);
  });
});

describe('GatherND and ScatterND', () => {
  it('read elements or slices', async () => {
    expect((await evaluateOne('GatherND', [x, i64([2, 2], [0, 2, -1, 0])])).data).toEqual([2, 3]);
    expect(await evaluateOne('GatherND', [x, i64([1, 1], [1])])).toMatchObject({
      dims: [1, 3],
      data: [3, 4, 5],
    });
  });
  it('read below batch axes', async () => {
    const run = { attributes: { batch_dims: 1 } };
    expect(await evaluateOne('GatherND', [x, i64([2, 1], [2, 0])], run)).toMatchObject({
      dims: [2],
      data: [2, 3],
    });
    expect(await evaluateOne('GatherND', [x, i64([2, 2, 1], [2, 0, 1, 1])], run)).toMatchObject({
      dims: [2, 2],
      data: [2, 0, 4, 4],
    });
  });
  it('write slices', async () => {
    expect((await evaluateOne('ScatterND', [x, i64([1, 1], [1]), f32([1, 3], [7, 8, 9])])).data).toEqual([
      0, 1, 2, 7, 8, 9,
    ]);
    const run = { attributes: { reduction: 'add' } };
    const twice = [x, i64([2, 2], [0, 1, 0, 1]), f32([2], [10, 100])];
    expect((await evaluateOne('ScatterND', twice, run)).data).toEqual([0, 111, 2, 3, 4, 5]);
  });
  it('refuse shapes that do not fit', async () => {
    await expect(evaluateNode('GatherND', [x, i64([1, 3], [0, 0, 0])])).rejects.toMatchObject(fails);
    await expect(evaluateNode('ScatterND', [x, i64([1, 1], [1]), f32([2], [7, 8])])).rejects.toMatchObject(
      fails,
    );
  });
});
