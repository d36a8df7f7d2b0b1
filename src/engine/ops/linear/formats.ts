/**
 * How a stored matrix lies in GPU memory and how WGSL decodes it: one loader a MatrixFormat.
 *
 * Bytes stay as the file has them (scales, zero points too); decoding yields f32 and happens in registers. Every loader
 * offers, for `row` relative to the bound chunk and col % 4 == 0:
 * - `w4(row, col)`: elements col..col+3; col must be inside the matrix; elements past the row's end are 0;
 * - `load_w4(row, col)`: the same for any col; a col beyond the matrix gives 0.
 * `W_COLS` is the length of a stored row (K for order 'nk', N for 'kn').
 * Sources: MatMulNBits, MatMulBnb4 and DequantizeLinear as onnxruntime defines them.
 */
import { LabError } from '../../../lib/errors.ts';
import type { MatrixWeight } from '../../graph/program.ts';
import type { OnnxDtype, TensorRef } from '../../onnx/types.ts';
import type { WeightLoader } from '../types.ts';

/** Bytes of one binding of a stored matrix. */
export interface StoredPart {
  readonly label: string;
  readonly source: TensorRef | Float32Array;
  /** Byte range that stored rows first .. first+count-1 need. */
  range(first: number, count: number): { readonly offset: number; readonly length: number };
}

export interface StoredMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly loader: WeightLoader;
  readonly parts: readonly StoredPart[];
  /** Chunks start at multiples of this many stored rows, so that every part's range starts on a whole element. */
  readonly rowStep: number;
}

interface Layout {
  readonly key: string;
  readonly parts: readonly StoredPart[];
  readonly rowStep?: number;
  /** Declarations and `fn w4`; `at(i)` is the binding number of part i. */
  wgsl(at: (part: number) => number): string;
}

/** The storage of a weight. Throws `plan.weight-size` or `plan.weight-dtype` where the tensors do not fit the format. */
export function storeMatrix(weight: MatrixWeight): StoredMatrix {
  const rows = weight.order === 'kn' ? weight.k : weight.n;
  const cols = weight.order === 'kn' ? weight.n : weight.k;
  const layout = layoutOf(weight, rows, cols);
  for (const part of layout.parts) {
    if (part.source instanceof Float32Array) continue;
    const { offset, length } = part.range(0, rows);
    if (offset + length > part.source.byteLength) {
      throw new LabError('plan.weight-size', {
        tensor: part.source.name,
        needBytes: offset + length,
        haveBytes: part.source.byteLength,
      });
    }
  }
  const key = `${layout.key}.${cols}`;
  const loader: WeightLoader = {
    key,
    partCount: layout.parts.length,
    wgsl: (first) => `
const W_COLS: u32 = ${cols}u;
${layout.wgsl((part) => first + part)}
fn load_w4(row: u32, col: u32) -> vec4<f32> {
  if (col >= W_COLS) { return vec4<f32>(0.0); }
  return w4(row, col);
}`,
  };
  return { rows, cols, loader, parts: layout.parts, rowStep: layout.rowStep ?? 64 };
}

function layoutOf(weight: MatrixWeight, rows: number, cols: number): Layout {
  const { format } = weight;
  switch (format.kind) {
    case 'f32':
    case 'f16':
    case 'bf16':
      return floats(weight, format.kind, rows, cols);
    case 'blocks':
      return blocks(weight, format, cols);
    case 'bnb4':
      return bnb4(weight, format, cols);
    case 'int8':
      return int8(weight, format, rows, cols);
    case 'qdq4':
      return qdq4(weight, format, cols);
  }
}

const declare = (binding: number, name: string, type: string): string =>
  `@group(0) @binding(${binding}) var<storage, read> ${name}: array<${type}>;`;

/** `fn w4` from a scalar decoder `fn w1(row, col) -> f32`, for rows whose length is no multiple of 4. */
const elementwise = `
fn w4(row: u32, col: u32) -> vec4<f32> {
  var w = vec4<f32>(w1(row, col), 0.0, 0.0, 0.0);
  if (col + 1u < W_COLS) { w.y = w1(row, col + 1u); }
  if (col + 2u < W_COLS) { w.z = w1(row, col + 2u); }
  if (col + 3u < W_COLS) { w.w = w1(row, col + 3u); }
  return w;
}`;

/** Rows of `bytesPerRow` bytes (a whole number) one after the other. */
const rowPart = (label: string, source: TensorRef | Float32Array, bytesPerRow: number): StoredPart => ({
  label,
  source,
  range: (first, count) => ({ offset: first * bytesPerRow, length: Math.ceil(count * bytesPerRow) }),
});

/** One row of `bytes` for every `block` stored rows. */
const blockRowPart = (label: string, source: TensorRef, block: number, bytes: number): StoredPart => ({
  label,
  source,
  range: (first, count) => ({
    offset: (first / block) * bytes,
    length: Math.ceil(Math.ceil(count / block) * bytes),
  }),
});

type FloatKind = 'f32' | 'f16' | 'bf16';
const floatBytes = { f32: 4, f16: 2, bf16: 2 } as const;

function floatKind(tensor: TensorRef): FloatKind {
  const kinds: Partial<Record<OnnxDtype, FloatKind>> = { float32: 'f32', float16: 'f16', bfloat16: 'bf16' };
  const kind = kinds[tensor.dtype];
  if (!kind) throw new LabError('plan.weight-dtype', { tensor: tensor.name, dtype: tensor.dtype });
  return kind;
}

/** Declares `name` at `binding` and `fn name_at(i: u32) -> f32` for a flat float array. */
function floatArray(binding: number, name: string, kind: FloatKind): string {
  if (kind === 'f32') {
    return `${declare(binding, name, 'f32')}\nfn ${name}_at(i: u32) -> f32 { return ${name}[i]; }`;
  }
  const value =
    kind === 'f16'
      ? `unpack2x16float(${name}[i >> 1u] >> ((i & 1u) << 4u)).x`
      : `bitcast<f32>((${name}[i >> 1u] >> ((i & 1u) << 4u)) << 16u)`;
  return `${declare(binding, name, 'u32')}\nfn ${name}_at(i: u32) -> f32 { return ${value}; }`;
}

function floats(weight: MatrixWeight, kind: FloatKind, rows: number, cols: number): Layout {
  const bytes = floatBytes[kind];
  const parts = [rowPart(weight.name, weight.data, cols * bytes)];
  const need = rows * cols * bytes;
  if (weight.data.byteLength !== need) {
    throw new LabError('plan.weight-size', {
      tensor: weight.data.name,
      needBytes: need,
      haveBytes: weight.data.byteLength,
    });
  }
  if (cols % 4 !== 0) {
    return {
      key: `${kind}s`,
      parts,
      wgsl: (at) => `${floatArray(at(0), 'w_data', kind)}
fn w1(row: u32, col: u32) -> f32 { return w_data_at(row * W_COLS + col); }
${elementwise}`,
    };
  }
  const body = {
    f32: 'return w_data[i];',
    f16: 'let v = w_data[i]; return vec4<f32>(unpack2x16float(v.x), unpack2x16float(v.y));',
    bf16: `let v = w_data[i];
  return bitcast<vec4<f32>>(vec4<u32>(v.x << 16u, v.x & 0xffff0000u, v.y << 16u, v.y & 0xffff0000u));`,
  }[kind];
  return {
    key: kind,
    parts,
    wgsl: (at) => `${declare(at(0), 'w_data', kind === 'f32' ? 'vec4<f32>' : 'vec2<u32>')}
fn w4(row: u32, col: u32) -> vec4<f32> {
  let i = row * ${cols / 4}u + (col >> 2u);
  ${body}
}`,
  };
}

/** MatMulNBits: q [rows, blocks, block*bits/8] low bits first, scales [rows, blocks], zero points packed or float. */
function blocks(
  weight: MatrixWeight,
  format: Extract<MatrixWeight['format'], { kind: 'blocks' }>,
  cols: number,
): Layout {
  const { bits, block, scales, zeroPoints } = format;
  const count = Math.ceil(cols / block);
  const wordsPerRow = (count * block * bits) / 32;
  const perWord = 32 / bits;
  const scaleKind = floatKind(scales);
  const parts = [
    rowPart(weight.name, weight.data, wordsPerRow * 4),
    rowPart(`${weight.name} scales`, scales, count * floatBytes[scaleKind]),
  ];
  let zeroKind: FloatKind | 'packed' | 'none' = 'none';
  const packedZeroBytes = Math.ceil((count * bits) / 8);
  if (zeroPoints) {
    zeroKind = ['uint8', 'int8', 'uint4', 'uint2'].includes(zeroPoints.dtype)
      ? 'packed'
      : floatKind(zeroPoints);
    const bytes = zeroKind === 'packed' ? packedZeroBytes : count * floatBytes[zeroKind];
    parts.push(rowPart(`${weight.name} zero points`, zeroPoints, bytes));
  }
  const zero = (at: (part: number) => number): string => {
    if (zeroKind === 'none') return `fn zero_at(row: u32, b: u32) -> f32 { return ${2 ** (bits - 1)}.0; }`;
    if (zeroKind === 'packed') {
      return `${declare(at(2), 'w_zeros', 'u32')}
fn zero_at(row: u32, b: u32) -> f32 {
  let byte = row * ${packedZeroBytes}u + b * ${bits}u / 8u;
  let shift = (byte & 3u) * 8u + (b * ${bits}u & 7u);
  return f32((w_zeros[byte >> 2u] >> shift) & ${2 ** bits - 1}u);
}`;
    }
    return `${floatArray(at(2), 'w_zeros', zeroKind)}
fn zero_at(row: u32, b: u32) -> f32 { return w_zeros_at(row * ${count}u + b); }`;
  };
  return {
    key: `b${bits}x${block}.${scaleKind}.${zeroKind}`,
    parts,
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${floatArray(at(1), 'w_scales', scaleKind)}
${zero(at)}
fn w4(row: u32, col: u32) -> vec4<f32> {
  let word = w_data[row * ${wordsPerRow}u + col / ${perWord}u] >> ((col % ${perWord}u) * ${bits}u);
  let q = (vec4<u32>(word) >> vec4<u32>(0u, ${bits}u, ${2 * bits}u, ${3 * bits}u)) & vec4<u32>(${2 ** bits - 1}u);
  let b = col / ${block}u;
  let w = (vec4<f32>(q) - zero_at(row, b)) * w_scales_at(row * ${count}u + b);
  ${cols % 4 === 0 ? 'return w;' : 'return select(vec4<f32>(0.0), w, vec4<u32>(col) + vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(W_COLS));'}
}`,
  };
}

/** bitsandbytes tables as in onnxruntime's MatMulBnb4 (blockwise_quant_block_bnb4.h). */
const bnb4Tables = {
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
} as const;

function bnb4(
  weight: MatrixWeight,
  format: Extract<MatrixWeight['format'], { kind: 'bnb4' }>,
  cols: number,
): Layout {
  const { block, absmax } = format;
  const kind = floatKind(absmax);
  const table = bnb4Tables[format.table].map((x) => `${x}f`).join(', ');
  return {
    key: `${format.table}x${block}.${kind}`,
    parts: [
      rowPart(weight.name, weight.data, cols / 2),
      {
        label: `${weight.name} absmax`,
        source: absmax,
        range: (first, count) => ({
          offset: ((first * cols) / block) * floatBytes[kind],
          length: Math.ceil((count * cols) / block) * floatBytes[kind],
        }),
      },
    ],
    rowStep: 2 * block,
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${floatArray(at(1), 'w_absmax', kind)}
var<private> w_table: array<f32, 16> = array<f32, 16>(${table});
${
  cols % 4 === 0
    ? `fn w4(row: u32, col: u32) -> vec4<f32> {
  let i = row * W_COLS + col;
  let half = w_data[i >> 3u] >> ((i & 4u) << 2u);
  let w = vec4<f32>(w_table[(half >> 4u) & 15u], w_table[half & 15u], w_table[(half >> 12u) & 15u], w_table[(half >> 8u) & 15u]);
  return w * w_absmax_at(i / ${block}u);
}`
    : `fn w1(row: u32, col: u32) -> f32 {
  let i = row * W_COLS + col;
  return w_table[(w_data[i >> 3u] >> (((i & 7u) ^ 1u) << 2u)) & 15u] * w_absmax_at(i / ${block}u);
}
${elementwise}`
}`,
  };
}

function int8(
  weight: MatrixWeight,
  format: Extract<MatrixWeight['format'], { kind: 'int8' }>,
  rows: number,
  cols: number,
): Layout {
  const { scales, zeroPoints, signed } = format;
  const outputs = weight.order === 'kn' ? cols : rows;
  for (const values of [scales, zeroPoints]) {
    if (values.length !== 1 && values.length !== outputs) {
      throw new LabError('plan.weight-size', {
        tensor: weight.name,
        needBytes: outputs * 4,
        haveBytes: values.length * 4,
      });
    }
  }
  const index = (values: Float32Array): string => {
    if (values.length === 1) return '0u';
    return weight.order === 'kn' ? 'col' : 'row';
  };
  const factorPart = (label: string, values: Float32Array): StoredPart => ({
    label: `${weight.name} ${label}`,
    source: values,
    range: (first, count) =>
      values.length === 1 || weight.order === 'kn'
        ? { offset: 0, length: values.length * 4 }
        : { offset: first * 4, length: count * 4 },
  });
  const four = (name: string, values: Float32Array): string =>
    index(values) === 'col'
      ? `vec4<f32>(${name}[col], ${name}[col + 1u], ${name}[col + 2u], ${name}[col + 3u])`
      : `${name}[${index(values)}]`;
  return {
    key: `${signed ? 'i8' : 'u8'}.${index(scales)}.${index(zeroPoints)}`,
    parts: [
      rowPart(weight.name, weight.data, cols),
      factorPart('scales', scales),
      factorPart('zero points', zeroPoints),
    ],
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${declare(at(1), 'w_scales', 'f32')}
${declare(at(2), 'w_zeros', 'f32')}
${
  cols % 4 === 0
    ? `fn w4(row: u32, col: u32) -> vec4<f32> {
  let word = w_data[row * ${cols / 4}u + (col >> 2u)];
  let q = ${
    signed
      ? 'vec4<f32>((vec4<i32>(bitcast<i32>(word)) << vec4<u32>(24u, 16u, 8u, 0u)) >> vec4<u32>(24u))'
      : 'vec4<f32>((vec4<u32>(word) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u))'
  };
  return (q - ${four('w_zeros', zeroPoints)}) * ${four('w_scales', scales)};
}`
    : `fn w1(row: u32, col: u32) -> f32 {
  let i = row * W_COLS + col;
  let byte = w_data[i >> 2u] >> ((i & 3u) << 3u);
  let q = ${signed ? 'f32(bitcast<i32>(byte << 24u) >> 24u)' : 'f32(byte & 255u)'};
  return (q - w_zeros[${index(zeroPoints)}]) * w_scales[${index(scales)}];
}
${elementwise}`
}`,
  };
}

/** DequantizeLinear, opset 21: q [K, N] nibbles low first, scales and zero points [ceil(K/block), N]. */
function qdq4(
  weight: MatrixWeight,
  format: Extract<MatrixWeight['format'], { kind: 'qdq4' }>,
  cols: number,
): Layout {
  const { block, scales, zeroPoints, signed } = format;
  const kind = floatKind(scales);
  const parts = [
    rowPart(weight.name, weight.data, cols / 2),
    blockRowPart(`${weight.name} scales`, scales, block, cols * floatBytes[kind]),
  ];
  if (zeroPoints) parts.push(blockRowPart(`${weight.name} zero points`, zeroPoints, block, cols / 2));
  const number = (nibble: string): string =>
    signed ? `f32(bitcast<i32>(${nibble} << 28u) >> 28u)` : `f32(${nibble})`;
  return {
    key: `qdq${signed ? 'i' : 'u'}4x${block}.${kind}.${zeroPoints ? 'z' : 'n'}`,
    parts,
    rowStep: 64 * block,
    wgsl: (at) => `${declare(at(0), 'w_data', 'u32')}
${floatArray(at(1), 'w_scales', kind)}
${
  zeroPoints
    ? `${declare(at(2), 'w_zeros', 'u32')}
fn zero_at(i: u32) -> f32 { let q = (w_zeros[i >> 3u] >> ((i & 7u) << 2u)) & 15u; return ${number('q')}; }`
    : 'fn zero_at(i: u32) -> f32 { return 0.0; }'
}
fn w1(row: u32, col: u32) -> f32 {
  let i = row * W_COLS + col;
  let q = (w_data[i >> 3u] >> ((i & 7u) << 2u)) & 15u;
  let s = (row / ${block}u) * W_COLS + col;
  return (${number('q')} - zero_at(s)) * w_scales_at(s);
}
${elementwise}`,
  };
}
