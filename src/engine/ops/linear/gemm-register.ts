/**
 * GEMM without workgroup memory or barriers: one invocation computes a tile of tokens x outputs in registers.
 *
 * Why: software adapters run invocations as SIMD lanes, where a barrier is a context switch and every load a gather. A tile
 * of 12 x 8 does 96 multiply-adds per 20 loaded numbers (9.6 FLOP a byte of f32), and decoding a packed weight is shared
 * by all tokens of the tile. Neighbouring lanes take neighbouring tokens and the same weights.
 * Ragged edges: indices are clamped (loads repeat the last row or column) and only stores are guarded, so the inner loop
 * has no branch. Loops are short texts (one stored row, or one quad of columns, a turn): compiling takes longer than many runs.
 */
import { unroll } from '../shader.ts';
import type { WeightLoader } from '../types.ts';
import { declarations, type GemmShape, storeTile, tileIndex } from './frame.ts';

export interface RegisterTile {
  readonly rows: number;
  /** A multiple of 4. */
  readonly cols: number;
  readonly invocations: number;
}

export function gemmRegister(shape: GemmShape, tile: RegisterTile, loader: WeightLoader): string {
  const { rows, cols } = tile;
  const quads = cols / 4;
  return `${declarations(shape, loader, shape.style === 'nn')}
${tileIndex(tile.invocations, false)}
  let m0 = (tile % params.tiles_m) * ${rows}u;
  let n0 = (tile / params.tiles_m) * ${cols}u;
${unroll(rows, (i) => `  let r${i} = min(m0 + ${i}u, params.rows - 1u) * params.in_dim;`)}
${unroll(rows, (i) => unroll(quads, (j) => `  var a${i}_${j} = vec4<f32>(0.0);`))}
${shape.style === 'nn' ? bodyNn(rows, quads) : bodyNt(rows, quads)}
${storeTile(shape, rows, quads)}
}`;
}

/** One stored row a turn: `quads` vec4 of W times one x of each token. */
function bodyNn(rows: number, quads: number): string {
  return `${unroll(quads, (j) => `  let c${j} = min(n0 + ${4 * j}u, (W_COLS - 1u) & ~3u);`)}
  let count = params.count;
  let start = params.start;
  for (var k = 0u; k < count; k++) {
${unroll(quads, (j) => `    let w${j} = w4(k, c${j});`)}
${unroll(rows, (i) => `    let v${i} = x[r${i} + start + k];\n${unroll(quads, (j) => `    a${i}_${j} += v${i} * w${j};`)}`)}
  }`;
}

/** Four columns a turn: dot products of x quads with quads of 4 stored rows at a time. */
function bodyNt(rows: number, quads: number): string {
  const dots = (i: number, j: number): string =>
    `      a${i}_${j} += vec4<f32>(dot(v${i}, w0), dot(v${i}, w1), dot(v${i}, w2), dot(v${i}, w3));`;
  return `${unroll(quads * 4, (n) => `  let b${n} = min(n0 + ${n}u, params.count - 1u);`)}
  let in_dim = params.in_dim;
  for (var k = 0u; k < in_dim; k += 4u) {
${unroll(rows, (i) => `    let v${i} = x4(r${i}, k);`)}
${unroll(
  quads,
  (j) => `    {
${unroll(4, (n) => `      let w${n} = w4(b${4 * j + n}, k);`)}
${unroll(rows, (i) => dots(i, j))}
    }`,
)}
  }`;
}
