/**
 * GEMM without workgroup memory whose lanes share what they load: four lanes (a quad) compute one tile of tokens x outputs,
 * each lane its own rows of it, and hand the weights around by quad broadcasts (feature 'subgroups').
 *
 * Why: the register kernel (gemm-register.ts) loads every weight once a lane. Here a lane loads and decodes a quarter of the
 * tile's weights, and no number is loaded twice in a quad: a tile of 32 x 32 (8 tokens a lane) does 4096 multiply-adds per
 * 256 loaded numbers (8 FLOP a byte of f32 at what a lane has to load, 4096 accumulations per 64 gathers on a software
 * adapter, whose SIMD unit a quad is); sums stay in registers for four reduction steps, as dot products.
 * Software adapters take 8 tokens a lane (the accumulators live in the first-level cache there). GPUs take 4 x 16 sums a
 * lane, few enough to keep many waves resident, at 4 FLOP a byte from the first-level cache, twice what it must deliver for
 * full rate on common hardware; a weight comes from memory once in 16 tokens.
 * It relies on `local_invocation_index` and `subgroup_invocation_id` counting in step within a quad, which one-dimensional
 * workgroups do everywhere, and on nothing else of a subgroup's size. Quads beyond the last tile repeat it and store nothing,
 * so that control flow is uniform.
 */
import { unroll } from '../shader.ts';
import type { WeightLoader } from '../types.ts';
import { declarations, type GemmShape, storeTile } from './frame.ts';

export interface QuadTile {
  /** Tokens of a lane; the quad's tile has four times as many. */
  readonly laneRows: number;
  /** A multiple of 4. */
  readonly cols: number;
  /** A multiple of 4. */
  readonly invocations: number;
}

export function gemmQuad(shape: GemmShape, tile: QuadTile, loader: WeightLoader): string {
  const { laneRows, cols, invocations } = tile;
  const quads = cols / 4;
  const nn = shape.style === 'nn';
  return `enable subgroups;
${declarations(shape, loader, false)}
@compute @workgroup_size(${invocations})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) index: u32, @builtin(subgroup_invocation_id) id: u32) {
  w_init(params.cols);
  let own = params.first_tile + (group.y * groups.x + group.x) * ${invocations / 4}u + index / 4u;
  let tile = min(own, params.end_tile - 1u);
  let row_end = select(0u, params.rows, own < params.end_tile);
  let lane = id & 3u;
  let m0 = ((tile % params.tiles_m) * 4u + lane) * ${laneRows}u;
  let n0 = (tile / params.tiles_m) * ${cols}u;
${unroll(laneRows, (i) => `  let r${i} = min(m0 + ${i}u, params.rows - 1u) * params.in_dim;`)}
${unroll(laneRows, (i) => unroll(quads, (j) => `  var a${i}_${j} = vec4<f32>(0.0);`))}
${unroll(quads, (j) => `  let c${j} = min(n0 + ${nn ? `${4 * j}u, (W_COLS - 1u) & ~3u` : `${4 * j}u + lane, params.count - 1u`});`)}
  let terms = ${nn ? 'params.count' : 'params.in_dim'};
  let start = ${nn ? 'params.start' : '0u'};
  for (var k = 0u; k < terms; k += 4u) {
${unroll(laneRows, (i) => `    let v${i} = x4(r${i}, start + k);`)}
${nn ? '    let row = min(k + lane, terms - 1u);' : ''}
${unroll(
  quads,
  (j) => `    {
${nn ? weightsNn(j) : weightsNt(j)}
${unroll(laneRows, (i) => `      a${i}_${j} += vec4<f32>(dot(v${i}, w0), dot(v${i}, w1), dot(v${i}, w2), dot(v${i}, w3));`)}
    }`,
)}
  }
${storeTile(shape, laneRows, quads, 'row_end')}
}`;
}

/** w0..w3, four reduction steps of four outputs: each lane loads one output's. */
const weightsNt = (j: number): string => `      let u = w4(c${j}, k);
${unroll(4, (n) => `      let w${n} = quadBroadcast(u, ${n}u);`)}`;

/**
 * The same where outputs lie along a stored row: each lane loads one reduction step of four outputs. Rows beyond the chunk
 * repeat its last one: their x is 0.
 */
const weightsNn = (j: number): string => `      let u = w4(row, c${j});
${unroll(4, (k) => `      let u${k} = quadBroadcast(u, ${k}u);`)}
${unroll(4, (n) => `      let w${n} = vec4<f32>(u0[${n}], u1[${n}], u2[${n}], u3[${n}]);`)}`;
