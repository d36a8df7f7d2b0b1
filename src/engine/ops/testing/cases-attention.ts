/**
 * Cases of packed attention and convolution. Cached runs are compared with packed ones in their own tests.
 */
import type { AttentionAttrs } from '../../graph/program.ts';
import type { OpCase } from './op-case.ts';

const base: AttentionAttrs = {
  layer: 0,
  heads: 2,
  kvHeads: 2,
  headDim: 8,
  valueDim: 8,
  scale: 0.35,
  window: 0,
  softcap: 0,
};
const slopes = [0.5, 0.25, 0.125, 0.0625];
const sinks = [0.3, -1, 2, 0.1];

const variants: readonly (Partial<AttentionAttrs> & {
  readonly name: string;
  readonly vectors?: number[][];
})[] = [
  { name: 'plain' },
  { name: 'grouped heads', heads: 4, kvHeads: 2 },
  { name: 'one kv head', heads: 3, kvHeads: 1 },
  { name: 'uneven groups', heads: 5, kvHeads: 2 },
  { name: 'odd head', headDim: 5, valueDim: 5 },
  { name: 'wider values', headDim: 8, valueDim: 12 },
  { name: 'odd values', headDim: 8, valueDim: 3 },
  { name: 'head of 64', headDim: 64, valueDim: 64, scale: 0.125 },
  { name: 'head of 256', heads: 1, kvHeads: 1, headDim: 256, valueDim: 256, scale: 1 / 16 },
  { name: 'window of 1', window: 1 },
  { name: 'window of 3', window: 3 },
  { name: 'softcap', softcap: 2, scale: 1 },
  { name: 'alibi', heads: 4, kvHeads: 2, alibi: 0, vectors: [slopes] },
  { name: 'sinks', heads: 4, kvHeads: 2, sinks: 0, vectors: [sinks] },
  {
    name: 'alibi, window, softcap',
    heads: 4,
    kvHeads: 2,
    alibi: 0,
    window: 4,
    softcap: 1.5,
    vectors: [slopes],
  },
  { name: 'sinks and window', heads: 4, kvHeads: 4, sinks: 0, window: 2, vectors: [sinks] },
];

export const attentionCases: readonly OpCase[] = [
  ...variants.map(({ name, vectors, ...changes }): OpCase => {
    const attrs = { ...base, ...changes };
    const { heads, kvHeads, headDim, valueDim } = attrs;
    return {
      name: `attention ${name}`,
      op: 'attention',
      attrs,
      inputs: [[heads * headDim], [kvHeads * headDim], [kvHeads * valueDim]],
      ...(vectors ? { vectors } : {}),
      sequences: [9, 1, 2, 6],
    };
  }),
  ...[1, 3, 4].flatMap((width): OpCase[] =>
    [true, false].map((biased) => ({
      name: `conv of ${width}${biased ? ' with bias' : ''}`,
      op: 'conv',
      attrs: { layer: 0, channels: 5, width, kernel: 0, ...(biased ? { bias: 1 } : {}) },
      inputs: [[5]],
      vectors: [Array.from({ length: 5 * width }, (_, i) => Math.sin(i + 1)), [0.1, -0.2, 0.3, 0, 1]],
      sequences: [6, 1, 2, 4],
    })),
  ),
];
