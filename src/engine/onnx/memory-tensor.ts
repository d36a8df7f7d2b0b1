/** A tensor whose bytes are already in memory, as if a file held it. */
import type { TensorRef } from './types.ts';

/** `data` as float32 with `dims`; their product is its length. */
export function memoryTensor(name: string, data: Float32Array, dims: readonly number[]): TensorRef {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return {
    name,
    dtype: 'float32',
    dims,
    byteLength: bytes.byteLength,
    read: async () => bytes,
    readRange: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
