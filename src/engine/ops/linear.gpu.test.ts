/**
 * linear and embed on the GPU: every stored format, both directions, ragged edges, chunks, against float64.
 */
import { describe, expect, test } from 'vitest';
import { createRng, type Rng } from '../../lib/rng.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import type { MatrixWeight } from '../graph/program.ts';
import { createExecutor } from '../plan/executor.ts';
import { causalProgram, f32Matrix, packedBatch } from '../plan/testing/programs.ts';
import { decodeMatrix } from '../reference/decode.ts';
import { storeMatrix } from './linear/formats.ts';
import { matrixCases } from './linear/testing/matrices.ts';
import type { VariantChoice } from './types.ts';

const { matrixUnit } = (await openTestGpu()).facts;
const variants: readonly (VariantChoice & { readonly name: string })[] = [
  { name: 'register', gemm: 'register', dispatchFlops: 1e9 },
  { name: 'tiled', gemm: 'tiled', dispatchFlops: 1e9 },
  { name: 'register, quads', gemm: 'register', quads: true, dispatchFlops: 1e9 },
  { name: 'tiled, quads', gemm: 'tiled', quads: true, dispatchFlops: 1e9 },
  ...(matrixUnit
    ? [{ name: 'matrix', gemm: 'tiled', quads: true, matrix: matrixUnit, dispatchFlops: 1e9 } as const]
    : []),
];
/** K and N: multiples of 4 (and of blocks), even, odd. */
const even = { k: 64, n: 48 };
/** An even number of weights, which nibbles without row padding need. */
const ragged = { k: 46, n: 23 };
const edges = [even, ragged, { k: 20, n: 33 }, { k: 45, n: 28 }, { k: 3, n: 2 }];
/** Every tile height, whole and cut. */
const everyTile = [1, 3, 4, 7, 13, 24, 33];
const everyQuadTile = [3, 7, 13, 33];
const oneTile = [5];
const alpha = 0.75;
const summandAlpha = 0.5;

interface Problem {
  readonly weight: MatrixWeight;
  readonly transposed: boolean;
  readonly maxChunkBytes?: number;
  readonly variants: VariantChoice;
  readonly rowCounts: readonly number[];
  readonly biased: boolean;
  /** A second product of the same matrices is added. */
  readonly summed?: boolean;
}

const normals = (count: number, rng: Rng): Float32Array =>
  Float32Array.from({ length: count }, () => rng.normal());

/**
 * Largest |y - exact| over the bound of f32 summation: u * (terms + 4) * Σ|x·w| (Higham, Accuracy and Stability, 3.1),
 * u = 2^-24, four more roundings for decoding, alpha and bias. Below 1 in every element.
 */
async function worstOverBound({
  weight,
  transposed,
  variants,
  maxChunkBytes,
  rowCounts,
  biased,
  summed = false,
}: Problem): Promise<number> {
  const rng = createRng(2, `${weight.k}x${weight.n}`);
  const { k, n, order } = weight;
  const [inDim, outDim] = transposed ? [n, k] : [k, n];
  const bias = biased ? normals(outDim, rng) : new Float32Array(outDim);
  const matrix = await decodeMatrix(weight);
  const at = (i: number, o: number): number => {
    const [ki, ni] = transposed ? [o, i] : [i, o];
    return order === 'kn' ? matrix[ki * n + ni]! : matrix[ni * k + ki]!;
  };
  const executor = await createExecutor(
    await openTestGpu(),
    causalProgram({
      values: [
        { rows: 'tokens', dims: [inDim] },
        { rows: 'tokens', dims: [outDim] },
        { rows: 'tokens', dims: [outDim] },
      ],
      nodes: [
        { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 1, scale: 1 } },
        { op: 'linear', inputs: [0], outputs: [2], attrs: { weight: 0, transposed, alpha: summandAlpha } },
        {
          op: 'linear',
          inputs: summed ? [0, 2] : [0],
          outputs: [1],
          attrs: { weight: 0, transposed, alpha, ...(biased ? { bias: 0 } : {}) },
        },
      ],
      weights: [weight, f32Matrix('table', inDim, 1, 'nk', new Float32Array(inDim))],
      vectors: [{ name: 'bias', data: bias }],
      hiddenSize: inDim,
    }),
    { variants, ...(maxChunkBytes ? { maxChunkBytes } : {}) },
  );
  let worst = 0;
  for (const rows of rowCounts) {
    const x = normals(rows * inDim, rng);
    const ids = Array.from({ length: rows }, (_, i) => -1 - i);
    const [y] = await executor.run(packedBatch([ids], { softPrompt: x }), [1]);
    expect(y!.length).toBe(rows * outDim);
    for (let t = 0; t < rows; t++) {
      for (let o = 0; o < outDim; o++) {
        let sum = bias[o]!;
        let size = Math.abs(sum);
        for (let i = 0; i < inDim; i++) {
          const term = (summed ? alpha + summandAlpha : alpha) * x[t * inDim + i]! * at(i, o);
          sum += term;
          size += Math.abs(term);
        }
        const error = Math.abs(y![t * outDim + o]! - sum) / (2 ** -24 * (inDim + 4) * size);
        if (!(error <= worst)) worst = error;
      }
    }
  }
  executor.dispose();
  return worst;
}

const label = (k: number, n: number, order: string, transposed: boolean): string =>
  `${k}x${n} ${order} ${transposed ? 'transposed' : 'forward'}`;

describe.each(variants)('linear, $name', (variants) => {
  test.each([
    { biased: false, summed: false, sizes: edges },
    { biased: true, summed: false, sizes: [even, ragged] },
    { biased: false, summed: true, sizes: [even, ragged] },
    { biased: true, summed: true, sizes: [even] },
  ])('every tile and edge, bias $biased, summand $summed', async ({ biased, summed, sizes }) => {
    const f32 = matrixCases[0]!;
    for (const { k, n } of sizes) {
      for (const order of f32.orders) {
        const weight = f32.build(k, n, order, createRng(1, `${k}x${n}`));
        for (const transposed of [false, true]) {
          const rowCounts = variants.quads ? everyQuadTile : everyTile;
          const problem = { weight, transposed, variants, biased, summed, rowCounts };
          const worst = await worstOverBound(problem);
          expect(worst, label(k, n, order, transposed)).toBeLessThan(1);
        }
      }
    }
  });

  test('cut into many dispatches', async () => {
    const weight = matrixCases[0]!.build(even.k, even.n, 'kn', createRng(1, 'cut'));
    for (const transposed of [false, true]) {
      const cut = { ...variants, dispatchFlops: 1 };
      const problem = { weight, transposed, variants: cut, biased: true, rowCounts: [33] };
      expect(await worstOverBound(problem), label(even.k, even.n, 'kn', transposed)).toBeLessThan(1);
    }
  });

  test('chunks whose last one ends within four reduction steps', async () => {
    for (const transposed of [false, true]) {
      const [k, n, order] = transposed ? ([21, 203, 'nk'] as const) : ([203, 21, 'kn'] as const);
      const weight = matrixCases[0]!.build(k, n, order, createRng(1, 'ragged chunks'));
      const maxChunkBytes = Math.ceil(weight.data.byteLength * 0.7);
      const problem = { weight, transposed, variants, maxChunkBytes, biased: true, rowCounts: [5, 17] };
      expect(await worstOverBound(problem), label(k, n, order, transposed)).toBeLessThan(1);
    }
  });

  // Loaders are the same text in every variant: the slow one to compile takes one of each kind.
  const formats = variants.name === 'register' ? matrixCases : [matrixCases[1]!, matrixCases[4]!];

  test.each(formats)('$name', async (matrix) => {
    for (const { k, n } of [even, ragged]) {
      for (const order of matrix.orders) {
        const weight = matrix.build(k, n, order, createRng(1, matrix.name));
        for (const transposed of [false, true]) {
          const problem = { weight, transposed, variants, biased: false, rowCounts: oneTile };
          expect(await worstOverBound(problem), label(k, n, order, transposed)).toBeLessThan(1);
        }
      }
    }
  });

  test.each(formats)('$name in chunks', async (matrix) => {
    for (const order of matrix.orders) {
      const [k, n] = order === 'kn' ? [200, 24] : [24, 200];
      const weight = matrix.build(k, n, order, createRng(1, `${matrix.name} chunks`));
      const maxChunkBytes = Math.ceil(weight.data.byteLength * 0.7);
      const { rowStep, rows } = storeMatrix(weight);
      expect(rowStep, 'at least two chunks').toBeLessThan(0.7 * rows);
      for (const transposed of [false, true]) {
        const chunked = { weight, transposed, variants, maxChunkBytes, rowCounts: oneTile };
        // The first chunk of a sum brings the summand, whichever there are.
        const problem = { ...chunked, biased: false, summed: matrix === formats[0] };
        expect(await worstOverBound(problem), label(k, n, order, transposed)).toBeLessThan(1);
      }
    }
  });
});
