/**
 * Products of very few rows (decoding) on real GPUs: a workgroup splits the reduction of a few outputs over its lanes.
 *
 * Every weight is read and decoded once, so the memory bandwidth bounds it (0.5 FLOP a byte of f32, 4 of 4-bit weights, per
 * row); what counts is that neighbouring lanes read neighbouring quads and that even a 1024 x 1024 matrix keeps thousands
 * of lanes busy: 'nt' gives 64 lanes to 4 stored rows, 'nn' 128 lanes (8 quads x 16 terms) to 32 columns.
 * Partial sums meet in workgroup memory; with `quadSums` (feature 'subgroups') those of four neighbouring lanes meet in
 * registers before, which saves two of four ('nn') or of six ('nt') barriers. Neighbours then share their outputs.
 */
import { unroll } from '../shader.ts';
import type { WeightLoader } from '../types.ts';
import { declarations, type GemmShape, tileIndex } from './frame.ts';

/** Outputs of a workgroup, and its lanes. */
export const gemvTile = {
  nn: { cols: 32, invocations: 128 },
  nt: { cols: 4, invocations: 64 },
} as const;

export function gemv(shape: GemmShape, rows: 1 | 4, quadSums: boolean, loader: WeightLoader): string {
  const nn = shape.style === 'nn';
  const { invocations } = gemvTile[shape.style];
  /** Partial sums of an output row and quad of columns that go through workgroup memory. */
  const parts = quadSums ? invocations / 4 : invocations;
  // Lanes whose partial sums belong to the same outputs are this far apart.
  const apart = nn ? 8 : 1;
  return `${quadSums ? 'enable subgroups;\n' : ''}${declarations(shape, loader, nn)}
var<workgroup> sums: array<vec4<f32>, ${rows * parts}>;
${tileIndex(invocations, true)}
  let m0 = (tile % params.tiles_m) * ${rows}u;
  let n0 = (tile / params.tiles_m) * ${gemvTile[shape.style].cols}u;
${unroll(rows, (i) => `  let r${i} = min(m0 + ${i}u, params.rows - 1u) * params.in_dim${nn ? ' + params.start' : ''};`)}
${unroll(rows, (i) => `  var a${i} = vec4<f32>(0.0);`)}
${nn ? bodyNn(rows, quadSums) : bodyNt(rows)}
${quadSums ? unroll(rows, (i) => `  a${i} += quadSwapX(a${i});\n  a${i} += quadSwapY(a${i});`) : ''}
  ${quadSums ? 'if (lane % 4u == 0u) ' : ''}{
${unroll(rows, (i) => `    sums[lane${quadSums ? ' / 4u' : ''} + ${i * parts}u] = a${i};`)}
  }
  for (var half = ${parts / 2}u; half >= ${apart}u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
${unroll(rows, (i) => `      sums[lane + ${i * parts}u] += sums[lane + half + ${i * parts}u];`)}
    }
  }
  if (lane < ${apart}u) {
${unroll(
  rows,
  (i) =>
    `    if (m0 + ${i}u < params.rows) { store4(m0 + ${i}u, ${nn ? '' : 'params.start + '}n0${nn ? ' + 4u * lane' : ''}, sums[lane + ${i * parts}u]); }`,
)}
  }
}`;
}

const bodyNn = (
  rows: number,
  neighbours: boolean,
): string => `  let col = n0 + 4u * ${neighbours ? '(lane / 4u % 8u)' : '(lane % 8u)'};
  for (var k = ${neighbours ? 'lane / 32u * 4u + lane % 4u' : 'lane / 8u'}; k < params.count; k += 16u) {
    let w = load_w4(k, col);
${unroll(rows, (i) => `    a${i} += x[r${i} + k] * w;`)}
  }`;

const bodyNt = (
  rows: number,
): string => `${unroll(4, (n) => `  let b${n} = min(n0 + ${n}u, params.count - 1u);`)}
  for (var k = lane * 4u; k < params.in_dim; k += 256u) {
${unroll(4, (n) => `    let w${n} = w4(b${n}, k);`)}
${unroll(
  rows,
  (i) => `    let v${i} = x4(r${i}, k);
    a${i} += vec4<f32>(dot(v${i}, w0), dot(v${i}, w1), dot(v${i}, w2), dot(v${i}, w3));`,
)}
  }`;
