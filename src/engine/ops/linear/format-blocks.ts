/**
 * MatMulNBits and GatherBlockQuantized (com.microsoft): w = (q - zero point) * scale in blocks along a row.
 *
 * q [rows, blocks, block*bits/8], low bits first, the last block padded; scales [rows, blocks]; zero points packed like q
 * ([rows, ceil(blocks*bits/8)] bytes) or float [rows, blocks]; without them 2^(bits-1).
 */
import type { MatrixFormat, MatrixWeight } from '../../graph/program.ts';
import type { TensorRef } from '../../onnx/types.ts';
import {
  declare,
  type FloatKind,
  floatArray,
  floatBytes,
  floatKind,
  type Layout,
  rowPart,
} from './layout.ts';

type Format = Extract<MatrixFormat, { kind: 'blocks' }>;

const packedTypes = ['uint8', 'int8', 'uint4', 'uint2'];

export function blocks(weight: MatrixWeight, format: Format, cols: number): Layout {
  const { bits, block, scales, zeroPoints } = format;
  const count = Math.ceil(cols / block);
  const wordsPerBlock = (block * bits) / 32;
  const perWord = 32 / bits;
  const scaleKind = floatKind(scales);
  const zeroKind = zeroPointKind(zeroPoints);
  const parts = [
    rowPart(weight.name, weight.data, count * wordsPerBlock * 4),
    rowPart(`${weight.name} scales`, scales, count * floatBytes[scaleKind]),
  ];
  if (zeroPoints && zeroKind !== 'none') {
    const bytes = zeroKind === 'packed' ? Math.ceil((count * bits) / 8) : count * floatBytes[zeroKind];
    parts.push(rowPart(`${weight.name} zero points`, zeroPoints, bytes));
  }
  const inside = 'select(vec4<f32>(0.0), w, vec4<u32>(col) + vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(W_COLS))';
  return {
    key: `b${bits}x${block}.${scaleKind}.${zeroKind}`,
    parts,
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${floatArray(at(1), 'w_scales', scaleKind)}
fn w_blocks() -> u32 { return (W_COLS + ${block - 1}u) / ${block}u; }
${zeroFunction(zeroKind, bits, at(2))}
fn w4(row: u32, col: u32) -> vec4<f32> {
  let first = row * w_blocks();
  let word = w_data[first * ${wordsPerBlock}u + col / ${perWord}u] >> ((col % ${perWord}u) * ${bits}u);
  let q = (vec4<u32>(word) >> vec4<u32>(0u, ${bits}u, ${2 * bits}u, ${3 * bits}u)) & vec4<u32>(${2 ** bits - 1}u);
  let b = col / ${block}u;
  let w = (vec4<f32>(q) - zero_at(row, b)) * w_scales_at(first + b);
  return ${cols % 4 === 0 ? 'w' : inside};
}`,
  };
}

type ZeroKind = FloatKind | 'packed' | 'none';

function zeroPointKind(zeroPoints: TensorRef | undefined): ZeroKind {
  if (!zeroPoints) return 'none';
  return packedTypes.includes(zeroPoints.dtype) ? 'packed' : floatKind(zeroPoints);
}

/** `zero_at(row, b)`: the zero point of block b of a row. */
function zeroFunction(kind: ZeroKind, bits: number, binding: number): string {
  if (kind === 'none') return `fn zero_at(row: u32, b: u32) -> f32 { return ${2 ** (bits - 1)}.0; }`;
  if (kind === 'packed') {
    return `${declare(binding, 'w_zeros', 'u32')}
fn zero_at(row: u32, b: u32) -> f32 {
  let byte = row * ((w_blocks() * ${bits}u + 7u) / 8u) + b * ${bits}u / 8u;
  let shift = (byte & 3u) * 8u + ((b * ${bits}u) & 7u);
  return f32((w_zeros[byte >> 2u] >> shift) & ${2 ** bits - 1}u);
}`;
  }
  return `${floatArray(binding, 'w_zeros', kind)}
fn zero_at(row: u32, b: u32) -> f32 { return w_zeros_at(row * w_blocks() + b); }`;
}
