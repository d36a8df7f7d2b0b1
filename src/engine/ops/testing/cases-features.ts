/**
 * Cases of ops that move features.
 */
import type { OpCase } from './op-case.ts';

const slices = [
  { outer: 1, axis: 8, inner: 1, start: 4, step: 1, count: 4 },
  { outer: 2, axis: 3, inner: 4, start: 1, step: 1, count: 2 },
  { outer: 2, axis: 5, inner: 3, start: 0, step: 2, count: 3 },
  { outer: 1, axis: 7, inner: 4, start: 6, step: -2, count: 3 },
  { outer: 3, axis: 4, inner: 1, start: 1, step: 1, count: 2 },
];
const concats = [
  { outer: 1, sizes: [4, 8], inner: 1 },
  { outer: 2, sizes: [1, 3, 2], inner: 3 },
  { outer: 3, sizes: [2, 2], inner: 4 },
  { outer: 1, sizes: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], inner: 2 },
];
const permutations = [
  { dims: [3, 4], perm: [1, 0] },
  { dims: [2, 3, 8], perm: [1, 0, 2] },
  { dims: [2, 3, 5], perm: [2, 0, 1] },
  { dims: [2, 3, 4, 2], perm: [3, 1, 0, 2] },
];
const repeats = [
  { outer: 1, times: 3, inner: 8 },
  { outer: 4, times: 2, inner: 3 },
  { outer: 5, times: 6, inner: 1 },
];

export const featureCases: readonly OpCase[] = [
  ...slices.map((attrs) => ({
    name: `slice ${JSON.stringify(attrs)}`,
    op: 'slice',
    attrs,
    inputs: [[attrs.outer * attrs.axis * attrs.inner]],
  })),
  ...concats.map((attrs) => ({
    name: `concat ${JSON.stringify(attrs)}`,
    op: 'concat',
    attrs,
    inputs: attrs.sizes.map((size) => [attrs.outer, size, attrs.inner]),
  })),
  ...permutations.map((attrs) => ({
    name: `permute [${attrs.dims}] by [${attrs.perm}]`,
    op: 'permute',
    attrs,
    inputs: [attrs.dims],
  })),
  ...repeats.map((attrs) => ({
    name: `repeat ${JSON.stringify(attrs)}`,
    op: 'repeat',
    attrs,
    inputs: [[attrs.outer, attrs.inner]],
  })),
];
