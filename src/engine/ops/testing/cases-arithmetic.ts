/**
 * Cases of broadcasting arithmetic, norms, rotary embedding and reductions.
 */
import type { BinaryFn } from '../../graph/program.ts';
import type { OpCase } from './op-case.ts';

const awayFromZero = (x: number) => x + Math.sign(x) * 0.3;
const numbers = (n: number) => Array.from({ length: n }, (_, i) => 0.4 + ((i * 37) % 11) / 7);
const functions: readonly BinaryFn[] = ['add', 'sub', 'mul', 'div'];

const shapes: readonly [number[], number[]][] = [
  [[8], [8]],
  [[5], [5]],
  [[3, 4], [4]],
  [
    [3, 4],
    [3, 1],
  ],
  [[3, 4], [1]],
  [
    [2, 1, 4],
    [3, 1],
  ],
  [[7], [2, 7]],
  [
    [2, 3, 8],
    [1, 3, 8],
  ],
  [
    [2, 3, 8],
    [2, 1, 8],
  ],
  [
    [2, 3, 5],
    [2, 1, 5],
  ],
  [[1], [1]],
];

export const arithmeticCases: readonly OpCase[] = [
  ...shapes.flatMap(([a, b]) =>
    functions.map((fn) => ({
      name: `binary ${fn} [${a}] [${b}]`,
      op: 'binary',
      attrs: { fn },
      inputs: [a, b],
      distribution: awayFromZero,
    })),
  ),
  ...functions.flatMap((fn) =>
    [false, true].flatMap((swapped) =>
      [[8], [1], [3, 1]].map((vectorDims) => ({
        name: `binaryVector ${fn} ${swapped ? 'swapped ' : ''}[${vectorDims}]`,
        op: 'binaryVector',
        attrs: { fn, vector: 0, vectorDims, swapped },
        inputs: [[3, 8]],
        vectors: [numbers(24)],
        distribution: awayFromZero,
      })),
    ),
  ),
  ...functions.flatMap((fn) =>
    [false, true].map((swapped) => ({
      name: `binaryTable ${fn}${swapped ? ' swapped' : ''}`,
      op: 'binaryTable',
      attrs: { fn, table: 0, tableDims: [6], swapped },
      inputs: [[2, 6]],
      tables: [6],
      distribution: awayFromZero,
    })),
  ),
  {
    name: 'binaryTable add vec4',
    op: 'binaryTable',
    attrs: { fn: 'add', table: 0, tableDims: [8], swapped: false },
    inputs: [[8]],
    tables: [8],
  },
  ...(['rms', 'layer'] as const).flatMap((kind) => [
    ...[
      { dims: [16], size: 16 },
      { dims: [3, 8], size: 8 },
      { dims: [2, 7], size: 7 },
      { dims: [1100], size: 1100 },
    ].map(({ dims, size }) => ({
      name: `norm ${kind} [${dims}] by ${size}`,
      op: 'norm',
      attrs: { kind, size, eps: 1e-5, gamma: 0, beta: 1 },
      inputs: [dims],
      vectors: [numbers(size), numbers(size).map((x) => x - 1)],
      distribution: (x: number) => x + 0.5,
    })),
    { name: `norm ${kind} plain`, op: 'norm', attrs: { kind, size: 10, eps: 1e-6 }, inputs: [[10]] },
  ]),
  ...[
    { heads: 2, headDim: 8, rotaryDim: 8 },
    { heads: 3, headDim: 8, rotaryDim: 4 },
    { heads: 1, headDim: 12, rotaryDim: 8 },
    { heads: 2, headDim: 10, rotaryDim: 6 },
  ].flatMap((shape) =>
    [false, true].map((interleaved) => ({
      name: `rotary ${shape.rotaryDim} of ${shape.headDim}${interleaved ? ' interleaved' : ''}`,
      op: 'rotary',
      attrs: { ...shape, interleaved, cos: 0, sin: 1, inverse: false },
      inputs: [[shape.heads * shape.headDim]],
      tables: [shape.rotaryDim / 2, shape.rotaryDim / 2],
    })),
  ),
  ...(['mean', 'sum'] as const).flatMap((fn) =>
    [[8], [3, 5], [2, 12], [1200]].map((dims) => ({
      name: `reduce ${fn} [${dims}]`,
      op: 'reduce',
      attrs: { fn },
      inputs: [dims],
    })),
  ),
  ...(
    [
      [[8], [1]],
      [[3, 8], [8]],
      [
        [3, 8],
        [1, 8],
      ],
      [
        [3, 8],
        [3, 1],
      ],
      [
        [2, 3, 4],
        [3, 1],
      ],
      [
        [2, 3, 5],
        [2, 1, 5],
      ],
      [[6], [6]],
    ] as const
  ).map(([from, to]) => ({
    name: `sumTo [${from}] [${to}]`,
    op: 'sumTo',
    attrs: { dims: to },
    inputs: [from],
  })),
];
