/**
 * DequantizeLinear (opset 21) of int4 or uint4 in blocks along K: w = (q - zero point) * scale.
 *
 * q [K, N], two to a byte, low nibble first, rows not padded; scales and zero points [ceil(K/block), N]; zero point 0 where
 * there is none.
 */
import type { MatrixFormat, MatrixWeight } from '../../graph/program.ts';
import type { TensorRef } from '../../onnx/types.ts';
import {
  declare,
  elementwise,
  floatArray,
  floatBytes,
  floatKind,
  floatQuads,
  type Layout,
  rowPart,
  type StoredPart,
} from './layout.ts';

type Format = Extract<MatrixFormat, { kind: 'qdq4' }>;

export function qdq4(weight: MatrixWeight, format: Format, cols: number): Layout {
  const { block, scales, zeroPoints, signed } = format;
  const kind = floatKind(scales);
  /** One row of `bytes` for every `block` stored rows. */
  const blockRows = (label: string, source: TensorRef, bytes: number): StoredPart => ({
    label: `${weight.name} ${label}`,
    source,
    range: (first, count) => ({
      offset: (first / block) * bytes,
      length: Math.ceil(Math.ceil(count / block) * bytes),
    }),
  });
  const parts = [
    rowPart(weight.name, weight.data, cols / 2),
    blockRows('scales', scales, cols * floatBytes[kind]),
  ];
  if (zeroPoints) parts.push(blockRows('zero points', zeroPoints, cols / 2));
  const whole = cols % 4 === 0;
  const zero = zeroPoints ? ` - nibbles${whole ? '4' : ''}(w_zeros[s >> 3u], s)` : '';
  return {
    key: `q${signed ? 'i' : 'u'}4x${block}.${kind}.${zeroPoints ? 'zeros' : 'none'}`,
    parts,
    // Even, and whole blocks.
    rowStep: 2 * block,
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${whole ? floatQuads(at(1), 'w_scales', kind) : floatArray(at(1), 'w_scales', kind)}
${zeroPoints ? declare(at(2), 'w_zeros', 'u32') : ''}
${whole ? nibbles4(signed) : nibbles(signed)}
${
  whole
    ? `fn w4(row: u32, col: u32) -> vec4<f32> {
  let i = row * W_COLS + col;
  let s = (row / ${block}u) * W_COLS + col;
  return (nibbles4(w_data[i >> 3u], i)${zero}) * w_scales_quad(s);
}`
    : `fn w1(row: u32, col: u32) -> f32 {
  let i = row * W_COLS + col;
  let s = (row / ${block}u) * W_COLS + col;
  return (nibbles(w_data[i >> 3u], i)${zero}) * w_scales_at(s);
}${elementwise}`
}`,
  };
}

/** The number of nibble i of a stream, from the word it lies in. */
const nibbles = (signed: boolean): string => `fn nibbles(word: u32, i: u32) -> f32 {
  let q = word >> ((i & 7u) << 2u);
  return ${signed ? 'f32(bitcast<i32>(q << 28u) >> 28u)' : 'f32(q & 15u)'};
}`;

/** The numbers of nibbles i .. i+3, i % 4 == 0. */
const nibbles4 = (signed: boolean): string => `fn nibbles4(word: u32, i: u32) -> vec4<f32> {
  let q = word >> ((i & 4u) << 2u);
  return ${
    signed
      ? 'vec4<f32>((vec4<i32>(bitcast<i32>(q)) << vec4<u32>(28u, 24u, 20u, 16u)) >> vec4<u32>(28u))'
      : 'vec4<f32>((vec4<u32>(q) >> vec4<u32>(0u, 4u, 8u, 12u)) & vec4<u32>(15u))'
  };
}`;
