/**
 * GEMM through workgroup memory, for real GPUs: 128 invocations compute 32 tokens x 64 outputs, 16 reduction steps a turn.
 *
 * A turn loads 1536 numbers for 65,536 FLOP (10.7 FLOP a byte in f32, 16 with f16 weights) and decodes every packed weight
 * once for 32 tokens. Each invocation keeps 4 x 4 sums and reads 8 vec4 of workgroup memory per 128 FLOP. At most 7.2 KB of
 * workgroup memory leave room for two workgroups where 16 KB is all there is, and tiles of this size give a 384 x 384
 * product 72 workgroups, enough for an integrated GPU.
 * Global loads are coalesced: lanes walk a stored row ('nn') or quads of neighbouring rows ('nt').
 */
import { unroll } from '../shader.ts';
import type { WeightLoader } from '../types.ts';
import { declarations, type GemmShape, tileIndex } from './frame.ts';

export const tiledTile = { rows: 32, cols: 64, invocations: 128 } as const;

/** Quads of a stored row's slice in workgroup memory for 'nt': 4 and one of padding, so that 8 lanes hit 32 different banks. */
const PADDED = 5;

export function gemmTiled(shape: GemmShape, loader: WeightLoader): string {
  const nn = shape.style === 'nn';
  // 'nt' lanes own every 16th output, which are no quads.
  const frame: GemmShape = nn ? shape : { ...shape, outQuads: false };
  return `${declarations(frame, loader, false)}
var<workgroup> xs: array<vec4<f32>, 128>;
var<workgroup> ws: array<vec4<f32>, ${nn ? 256 : 64 * PADDED}>;
${tileIndex(tiledTile.invocations, true)}
  let m0 = (tile % params.tiles_m) * 32u;
  let n0 = (tile / params.tiles_m) * 64u;
  let tm = (lane / 16u) * 4u;
  let tn = lane % 16u;
  let x_row = m0 + lane / 4u;
  let x_base = min(x_row, params.rows - 1u) * params.in_dim;
  let x_col = (lane % 4u) * 4u;
  let start = ${nn ? 'params.start' : '0u'};
${unroll(4, (i) => `  var a${i} = vec4<f32>(0.0);`)}
  let terms = ${nn ? 'params.count' : 'params.in_dim'};
  for (var k0 = 0u; k0 < terms; k0 += 16u) {
    var v = vec4<f32>(0.0);
    if (x_row < params.rows && k0 + x_col < terms) { v = x4(x_base, start + k0 + x_col); }
    xs[lane] = v;
${nn ? loadNn : loadNt}
    workgroupBarrier();
${unroll(4, (kq) => (nn ? multiplyNn(kq) : multiplyNt(kq)))}
    workgroupBarrier();
  }
${unroll(4, (i) => `  if (m0 + tm + ${i}u < params.rows) { ${nn ? storeNn(i) : storeNt(i)} }`)}
}`;
}

/** Rows beyond the chunk repeat its last one: their x is 0. */
const loadNn = unroll(
  2,
  (i) => `    ws[lane + ${128 * i}u] = load_w4(min(k0 + lane / 16u + ${8 * i}u, terms - 1u), n0 + tn * 4u);`,
);
const loadNt = unroll(
  2,
  (i) =>
    `    ws[(lane / 4u + ${32 * i}u) * ${PADDED}u + lane % 4u] = load_w4(min(n0 + lane / 4u + ${32 * i}u, params.count - 1u), k0 + x_col);`,
);

const multiplyNn = (kq: number): string => `    {
${unroll(4, (i) => `      let v${i} = xs[(tm + ${i}u) * 4u + ${kq}u];`)}
${unroll(4, (k) => `      let w${k} = ws[${(4 * kq + k) * 16}u + tn];\n${unroll(4, (i) => `      a${i} += v${i}[${k}] * w${k};`)}`)}
    }`;
const multiplyNt = (kq: number): string => `    {
${unroll(4, (j) => `      let w${j} = ws[(tn + ${16 * j}u) * ${PADDED}u + ${kq}u];`)}
${unroll(
  4,
  (i) => `      let v${i} = xs[(tm + ${i}u) * 4u + ${kq}u];
      a${i} += vec4<f32>(dot(v${i}, w0), dot(v${i}, w1), dot(v${i}, w2), dot(v${i}, w3));`,
)}
    }`;

const storeNn = (i: number): string => `store4(m0 + tm + ${i}u, n0 + tn * 4u, a${i});`;
const storeNt = (i: number): string =>
  unroll(4, (j) => `store1(m0 + tm + ${i}u, params.start + n0 + tn + ${16 * j}u, a${i}[${j}]);`);
