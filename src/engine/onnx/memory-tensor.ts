/** Tensors whose bytes are already in memory, as if a file held them. */
import type { OnnxDtype, TensorRef } from './types.ts';

function tensor(name: string, dtype: OnnxDtype, bytes: Uint8Array, dims: readonly number[]): TensorRef {
  return {
    name,
    dtype,
    dims,
    byteLength: bytes.byteLength,
    read: async () => bytes,
    readRange: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** `data` as float32 with `dims`; their product is its length. */
export function memoryTensor(name: string, data: Float32Array, dims: readonly number[]): TensorRef {
  return tensor(name, 'float32', new Uint8Array(data.buffer, data.byteOffset, data.byteLength), dims);
}

/** Whole numbers as int64, a list of them unless `dims` say otherwise. */
export function int64Tensor(
  name: string,
  values: readonly number[],
  dims: readonly number[] = [values.length],
): TensorRef {
  return tensor(name, 'int64', new Uint8Array(BigInt64Array.from(values, BigInt).buffer), dims);
}
