/** TensorRef -> HostTensor: decodes little-endian element bytes. Small tensors only; weights never come here. */
import { LabError } from '../../../lib/errors.ts';
import type { TensorRef } from '../../onnx/types.ts';
import type { HostTensor } from '../host-tensor.ts';
import { checkExtent } from './context.ts';
import { bfloat16ToNumber, halfToNumber, hostType } from './numeric.ts';
import { sizeOf } from './shapes.ts';

/** Throws `graph.evaluate-too-large` beyond `maxElements`, `onnx.tensor-dtype` for types without numbers. */
export async function loadHostTensor(ref: TensorRef, maxElements: number): Promise<HostTensor> {
  checkExtent(ref.dims, maxElements, ref.name);
  const bytes = await ref.read();
  const type = hostType(ref.dtype);
  if (!type) throw new LabError('onnx.tensor-dtype', { tensor: ref.name, dtype: ref.onnxType ?? ref.dtype });
  return { dtype: type.dtype, dims: ref.dims, data: decode(ref, bytes, sizeOf(ref.dims)) };
}

function decode(ref: TensorRef, bytes: Uint8Array, elements: number): Float64Array {
  // A copy at offset 0: file views are rarely aligned.
  const { buffer } = bytes.slice();
  switch (ref.dtype) {
    case 'float32':
      return new Float64Array(new Float32Array(buffer));
    case 'float64':
      return new Float64Array(buffer);
    case 'float16':
      return Float64Array.from(new Uint16Array(buffer), halfToNumber);
    case 'bfloat16':
      return Float64Array.from(new Uint16Array(buffer), bfloat16ToNumber);
    case 'int64':
      return wide(new Int32Array(buffer), elements, 0);
    case 'uint64':
      return wide(new Int32Array(buffer), elements, 4294967296);
    case 'int32':
      return new Float64Array(new Int32Array(buffer));
    case 'uint32':
      return new Float64Array(new Uint32Array(buffer));
    case 'int16':
      return new Float64Array(new Int16Array(buffer));
    case 'uint16':
      return new Float64Array(new Uint16Array(buffer));
    case 'int8':
      return new Float64Array(new Int8Array(buffer));
    case 'bool':
      return Float64Array.from(bytes, (x) => (x === 0 ? 0 : 1));
    case 'int4':
      return packed(bytes, elements, 4, 8);
    case 'uint4':
      return packed(bytes, elements, 4, 16);
    case 'int2':
      return packed(bytes, elements, 2, 2);
    case 'uint2':
      return packed(bytes, elements, 2, 4);
    default:
      return new Float64Array(bytes);
  }
}

/** 64-bit integers from pairs of words; `wrap` is added to a negative high word (unsigned types). */
function wide(words: Int32Array, elements: number, wrap: number): Float64Array {
  const out = new Float64Array(elements);
  for (let i = 0; i < elements; i++) {
    const high = words[2 * i + 1]!;
    out[i] = (high < 0 ? high + wrap : high) * 4294967296 + (words[2 * i]! >>> 0);
  }
  return out;
}

/** Sub-byte elements, low bits first; values from `limit` on are negative. */
function packed(bytes: Uint8Array, elements: number, bits: number, limit: number): Float64Array {
  const out = new Float64Array(elements);
  const mask = (1 << bits) - 1;
  for (let i = 0; i < elements; i++) {
    const value = (bytes[(i * bits) >> 3]! >> ((i * bits) & 7)) & mask;
    out[i] = value < limit ? value : value - (1 << bits);
  }
  return out;
}
