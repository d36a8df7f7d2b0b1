import { describe, expect, it } from 'vitest';
import { readBytes } from '../../onnx/testing/read-bytes.ts';
import { modelProto, tensorProto } from '../../onnx/testing/write-model.ts';
import type { TensorRef } from '../../onnx/types.ts';
import { loadHostTensor } from './load.ts';

const bytesOf = (data: ArrayBufferView) => new Uint8Array(data.buffer);

async function refOf(type: number, dims: number[], raw: Uint8Array): Promise<TensorRef> {
  const model = await readBytes(modelProto({ initializers: [tensorProto('t', type, dims, [9, raw])] }));
  return model.graph.initializers.get('t')!;
}

describe('loadHostTensor', () => {
  it.each([
    ['float32', 1, bytesOf(Float32Array.of(0.5, -1)), 'float32', [0.5, -1]],
    ['float64', 11, bytesOf(Float64Array.of(0.1)), 'float64', [0.1]],
    [
      'float16',
      10,
      bytesOf(Uint16Array.of(0x3c00, 0x8001, 0x7c00, 0xfbff)),
      'float16',
      [1, -(2 ** -24), Infinity, -65504],
    ],
    ['bfloat16', 16, bytesOf(Uint16Array.of(0x3f80, 0xc000)), 'float32', [1, -2]],
    [
      'int64',
      7,
      bytesOf(BigInt64Array.of(-1n, 2n ** 40n, 2n ** 63n - 1n, -(2n ** 63n))),
      'int64',
      [-1, 2 ** 40, 2 ** 63, -(2 ** 63)],
    ],
    ['uint64', 13, bytesOf(BigUint64Array.of(2n ** 63n)), 'int64', [2 ** 63]],
    ['int32', 6, bytesOf(Int32Array.of(-5)), 'int32', [-5]],
    ['uint32', 12, bytesOf(Uint32Array.of(2 ** 31)), 'int64', [2 ** 31]],
    ['int16', 5, bytesOf(Int16Array.of(-5)), 'int32', [-5]],
    ['uint16', 4, bytesOf(Uint16Array.of(65535)), 'int32', [65535]],
    ['int8', 3, Uint8Array.of(255, 1), 'int8', [-1, 1]],
    ['uint8', 2, Uint8Array.of(255, 1), 'uint8', [255, 1]],
    ['bool', 9, Uint8Array.of(0, 1), 'bool', [0, 1]],
    ['int4', 22, Uint8Array.of(0x8f, 0x07), 'int8', [-1, -8, 7]],
    ['uint4', 21, Uint8Array.of(0x8f, 0x07), 'uint8', [15, 8, 7]],
    ['int2', 26, Uint8Array.of(0b11_10_01_00, 1), 'int8', [0, 1, -2, -1, 1]],
    ['uint2', 25, Uint8Array.of(0b11_10_01_00, 1), 'uint8', [0, 1, 2, 3, 1]],
  ] as const)('%s', async (_, type, raw, dtype, values) => {
    const tensor = await loadHostTensor(await refOf(type, [values.length], raw), 100);
    expect({ ...tensor, data: Array.from(tensor.data) }).toEqual({
      dtype,
      dims: [values.length],
      data: values,
    });
  });

  it('refuses large tensors before reading them', async () => {
    const ref: TensorRef = {
      name: 'big',
      dtype: 'float32',
      dims: [11],
      byteLength: 44,
      read: () => Promise.reject(new Error('read')),
      readRange: () => Promise.reject(new Error('read')),
    };
    await expect(loadHostTensor(ref, 10)).rejects.toMatchObject({
      code: 'graph.evaluate-too-large',
      params: { node: 'big', elements: 11, max: 10 },
    });
  });
});
