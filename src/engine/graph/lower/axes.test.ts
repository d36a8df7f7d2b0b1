import { describe, expect, it } from 'vitest';
import {
  type Axis,
  BATCH,
  features,
  reshapeAxes,
  shapeOf,
  storedDims,
  TOKENS,
  transposeAxes,
} from './axes.ts';

const PROBE = { batch: 2, tokens: 5, past: 0 };
const hidden = (size: number): Axis[] => [BATCH, TOKENS, features(size)];

describe('axes', () => {
  it('splits hidden into heads and merges them back without moving data', () => {
    const heads = reshapeAxes(hidden(64), [2, 5, 4, 16], PROBE)!;
    expect(storedDims(heads)).toEqual([4, 16]);
    const moved = transposeAxes(heads, [0, 2, 1, 3]);
    expect(shapeOf(moved.axes, PROBE)).toEqual([2, 4, 5, 16]);
    expect(moved.featurePerm).toBeUndefined();
    const back = transposeAxes(moved.axes, [0, 2, 1, 3]);
    expect(shapeOf(reshapeAxes(back.axes, [2, 5, 64], PROBE)!, PROBE)).toEqual([2, 5, 64]);
  });

  it('flattens batch and tokens into one axis and splits them again', () => {
    const flat = reshapeAxes(hidden(64), [10, 64], PROBE)!;
    expect(flat[0]).toEqual([{ kind: 'B' }, { kind: 'S' }]);
    expect(reshapeAxes(flat, [2, 5, 64], PROBE)!.map((axis) => axis.length)).toEqual([1, 1, 1]);
  });

  it('folds batch and heads as Bloom does', () => {
    const heads: Axis[] = [BATCH, features(4), TOKENS, features(16)];
    const folded = reshapeAxes(heads, [8, 5, 16], PROBE)!;
    expect(folded[0]).toHaveLength(2);
    expect(shapeOf(reshapeAxes(folded, [2, 4, 5, 16], PROBE)!, PROBE)).toEqual([2, 4, 5, 16]);
  });

  it('reports a feature permutation when stored features swap', () => {
    const swapped = transposeAxes([BATCH, TOKENS, features(3), features(4)], [0, 1, 3, 2]);
    expect(swapped.featurePerm).toEqual([1, 0]);
  });

  it('refuses a reshape that would cut tokens', () => {
    expect(reshapeAxes(hidden(64), [2, 320], { batch: 2, tokens: 5, past: 0 })).toBeDefined();
    expect(reshapeAxes(hidden(63), [3, 210], PROBE)).toBeUndefined();
  });

  it('keeps keys of past and new tokens apart from new tokens', () => {
    const keys: Axis[] = [BATCH, features(2), [{ kind: 'T' }], features(16)];
    expect(shapeOf(keys, { batch: 1, tokens: 2, past: 7 })).toEqual([1, 2, 9, 16]);
  });
});
