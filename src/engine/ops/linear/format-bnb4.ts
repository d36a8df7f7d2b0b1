/**
 * bitsandbytes 4-bit (com.microsoft MatMulBnb4): w = table[q] * absmax in flat blocks over the stored [rows, cols], the
 * high nibble of a byte first.
 */
import type { MatrixFormat, MatrixWeight } from '../../graph/program.ts';
import { literal } from '../shader.ts';
import { declare, elementwise, floatArray, floatBytes, floatKind, type Layout, rowPart } from './layout.ts';

type Format = Extract<MatrixFormat, { kind: 'bnb4' }>;

/** As in onnxruntime's blockwise_quant_block_bnb4.h. */
export const bnb4Tables: Readonly<Record<Format['table'], readonly number[]>> = {
  nf4: [
    -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
    -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725,
    0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023,
    1.0,
  ],
  fp4: [
    0, 0.005208333333, 0.66666667, 1, 0.33333333, 0.5, 0.16666667, 0.25, 0, -0.005208333333, -0.66666667, -1,
    -0.33333333, -0.5, -0.16666667, -0.25,
  ],
};

export function bnb4(weight: MatrixWeight, format: Format, cols: number): Layout {
  const { block, absmax } = format;
  const kind = floatKind(absmax);
  const bytes = floatBytes[kind];
  return {
    key: `${format.table}x${block}.${kind}`,
    parts: [
      rowPart(weight.name, weight.data, cols / 2),
      {
        label: `${weight.name} absmax`,
        source: absmax,
        range: (first, count) => ({
          offset: ((first * cols) / block) * bytes,
          length: Math.ceil((count * cols) / block) * bytes,
        }),
      },
    ],
    // A multiple of the block size in elements, for rows of any length.
    rowStep: 2 * block,
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${floatArray(at(1), 'w_absmax', kind)}
var<private> w_table: array<f32, 16> = array<f32, 16>(${bnb4Tables[format.table].map(literal).join(', ')});
${cols % 4 === 0 ? quads(block) : `${single(block)}${elementwise}`}`,
  };
}

const quads = (block: number): string => `fn w4(row: u32, col: u32) -> vec4<f32> {
  let i = row * W_COLS + col;
  let h = w_data[i >> 3u] >> ((i & 4u) << 2u);
  let w = vec4<f32>(w_table[(h >> 4u) & 15u], w_table[h & 15u], w_table[(h >> 12u) & 15u], w_table[(h >> 8u) & 15u]);
  return w * w_absmax_at(i / ${block}u);
}`;

const single = (block: number): string => `fn w1(row: u32, col: u32) -> f32 {
  let i = row * W_COLS + col;
  return w_table[(w_data[i >> 3u] >> (((i & 7u) ^ 1u) << 2u)) & 15u] * w_absmax_at(i / ${block}u);
}`;
