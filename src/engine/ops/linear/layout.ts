/**
 * Pieces that the weight formats share: byte ranges of a stored matrix's bindings and WGSL that reads float arrays.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxDtype, TensorRef } from '../../onnx/types.ts';

/** Bytes of one binding of a stored matrix. */
export interface StoredPart {
  readonly label: string;
  readonly source: TensorRef | Float32Array;
  /** Byte range that stored rows first .. first+count-1 need. */
  range(first: number, count: number): { readonly offset: number; readonly length: number };
}

/** How one format lies in memory and is decoded. */
export interface Layout {
  /** Equal for equal WGSL. */
  readonly key: string;
  readonly parts: readonly StoredPart[];
  /** Chunks start at multiples of this many stored rows; absent: 64. */
  readonly rowStep?: number;
  /**
   * Declarations and `fn w4(row, col)`, which may read W_COLS but knows no other size of the matrix; `at(i)` is the binding
   * number of part i.
   */
  wgsl(at: (part: number) => number): string;
}

/** Rows of `bytesPerRow` bytes one after the other; half bytes are whole at even rows. */
export const rowPart = (
  label: string,
  source: TensorRef | Float32Array,
  bytesPerRow: number,
): StoredPart => ({
  label,
  source,
  range: (first, count) => ({ offset: first * bytesPerRow, length: Math.ceil(count * bytesPerRow) }),
});

export const declare = (binding: number, name: string, type: string): string =>
  `@group(0) @binding(${binding}) var<storage, read> ${name}: array<${type}>;`;

/** `fn w4` from a scalar decoder `fn w1(row, col) -> f32`, for rows whose length is no multiple of 4. */
export const elementwise = `
fn w4(row: u32, col: u32) -> vec4<f32> {
  var w = vec4<f32>(w1(row, col), 0.0, 0.0, 0.0);
  if (col + 1u < W_COLS) { w.y = w1(row, col + 1u); }
  if (col + 2u < W_COLS) { w.z = w1(row, col + 2u); }
  if (col + 3u < W_COLS) { w.w = w1(row, col + 3u); }
  return w;
}`;

export type FloatKind = 'f32' | 'f16' | 'bf16';
export const floatBytes = { f32: 4, f16: 2, bf16: 2 } as const;

/** Throws `plan.weight-dtype` {tensor, dtype} for a tensor that holds no f32, f16 or bf16. */
export function floatKind(tensor: TensorRef): FloatKind {
  const kinds: Partial<Record<OnnxDtype, FloatKind>> = { float32: 'f32', float16: 'f16', bfloat16: 'bf16' };
  const kind = kinds[tensor.dtype];
  if (!kind) throw new LabError('plan.weight-dtype', { tensor: tensor.name, dtype: tensor.dtype });
  return kind;
}

/** Declares a float array and `fn <name>_at(i) -> f32`. */
export function floatArray(binding: number, name: string, kind: FloatKind): string {
  if (kind === 'f32') {
    return `${declare(binding, name, 'f32')}\nfn ${name}_at(i: u32) -> f32 { return ${name}[i]; }`;
  }
  const value =
    kind === 'f16'
      ? `unpack2x16float(${name}[i >> 1u] >> ((i & 1u) << 4u)).x`
      : `bitcast<f32>((${name}[i >> 1u] >> ((i & 1u) << 4u)) << 16u)`;
  return `${declare(binding, name, 'u32')}\nfn ${name}_at(i: u32) -> f32 { return ${value}; }`;
}

/** Declares a float array and `fn <name>_quad(i) -> vec4<f32>`: elements i .. i+3, i % 4 == 0. */
export function floatQuads(binding: number, name: string, kind: FloatKind): string {
  const body = {
    f32: `return ${name}[i >> 2u];`,
    f16: `let v = ${name}[i >> 2u];
  return vec4<f32>(unpack2x16float(v.x), unpack2x16float(v.y));`,
    bf16: `let v = ${name}[i >> 2u];
  return bitcast<vec4<f32>>(vec4<u32>(v.x << 16u, v.x & 0xffff0000u, v.y << 16u, v.y & 0xffff0000u));`,
  }[kind];
  return `${declare(binding, name, kind === 'f32' ? 'vec4<f32>' : 'vec2<u32>')}
fn ${name}_quad(i: u32) -> vec4<f32> {
  ${body}
}`;
}
