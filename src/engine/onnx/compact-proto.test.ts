import { describe, expect, it } from 'vitest';
import { compactProto } from './compact-proto.ts';
import { parseModel } from './parse-model.ts';
import { ProtoReader } from './proto-reader.ts';
import { errorOf } from './testing/read-bytes.ts';
import { memoryFiles, message, nodeProto, valueInfo } from './testing/write-model.ts';
import type { ModelFiles } from './types.ts';
import { bytesField, concatenated, intField, type Pieces } from './write/proto-writer.ts';

const COUNT = 40_000;
const values = Array.from({ length: COUNT }, (_, i) => i / 7);

function weight(name: string, data: Float32Array): Pieces {
  const raw = new Uint8Array(data.buffer);
  return [
    ...intField(1, data.length),
    ...intField(2, 1),
    ...bytesField(8, name),
    ...bytesField(9, [raw]),
    ...bytesField(12, 'a weight'),
  ];
}

function model(weights: readonly Pieces[]): Uint8Array<ArrayBuffer> {
  const graph = [
    ...bytesField(1, [nodeProto('MatMul', ['x', 'large'], ['logits'], {}, { name: 'product' })]),
    ...weights.flatMap((tensor) => bytesField(5, tensor)),
    ...bytesField(11, [valueInfo('x', 1, ['tokens', 1])]),
    ...bytesField(12, [valueInfo('logits', 1, ['tokens', COUNT])]),
  ];
  const opset = message([1, ''], [2, 18]);
  return concatenated([
    ...intField(1, 8),
    ...bytesField(2, 'test'),
    ...bytesField(7, graph),
    ...bytesField(8, [opset]),
    ...bytesField(14, [message([1, 'key'], [2, 'value'])]),
  ]);
}

const original = model([
  weight('large', Float32Array.from(values)),
  weight('small', Float32Array.of(1, 2)),
  weight('second', Float32Array.from(values).reverse()),
]);

/** Files that note how much was read of them. */
function counting(files: ModelFiles): { readonly files: ModelFiles; bytes: () => number } {
  let bytes = 0;
  const read: ModelFiles['read'] = (path, offset, length) => {
    bytes += length;
    return files.read(path, offset, length);
  };
  return { files: { size: files.size, read }, bytes: () => bytes };
}

const parsed = (bytes: Uint8Array, files: ModelFiles) =>
  parseModel(new ProtoReader(bytes, 'onnx/m.onnx'), { file: 'onnx/m.onnx', files, externals: [] });

describe('compactProto', () => {
  it('leaves weights in the file, and everything else as it was', async () => {
    const files = memoryFiles({ 'onnx/m.onnx': original });
    const bytes = await compactProto(files, 'onnx/m.onnx', original.length);
    expect(bytes.length).toBeLessThan(1000);
    const [model, before] = [parsed(bytes, files), parsed(original, files)];
    expect({ ...model.graph, initializers: [] }).toEqual({ ...before.graph, initializers: [] });
    expect([model.opsets, model.irVersion, model.producer]).toEqual([
      before.opsets,
      before.irVersion,
      before.producer,
    ]);
    expect([...model.graph!.initializers.keys()]).toEqual(['large', 'small', 'second']);
    for (const [name, tensor] of before.graph!.initializers) {
      const found = model.graph!.initializers.get(name)!;
      expect([found.dims, found.dtype, found.byteLength]).toEqual([
        tensor.dims,
        tensor.dtype,
        tensor.byteLength,
      ]);
      expect(await found.read()).toEqual(await tensor.read());
    }
  });

  it('reads a window around each weight, not the weights', async () => {
    const file = model([0, 1, 2].map((i) => weight(`w${i}`, new Float32Array(2_000_000))));
    const { files, bytes } = counting(memoryFiles({ 'm.onnx': file }));
    await compactProto(files, 'm.onnx', file.length);
    expect(file.length).toBeGreaterThan(24_000_000);
    expect(bytes()).toBeLessThan(8_000_000);
  });

  it.each([
    ['cut inside a weight', original.length - 100_000],
    ['cut inside the first tag', 40],
  ])('%s: truncated', async (_what, length) => {
    const files = memoryFiles({ 'm.onnx': original.subarray(0, length) });
    const error = await errorOf(compactProto(files, 'm.onnx', length));
    expect(error.code).toBe('onnx.truncated');
  });

  it('a weight that claims more than its graph holds is malformed', async () => {
    const wrong = original.slice();
    const raw = new Uint8Array(Float32Array.from(values.slice(0, 8)).buffer);
    // Where the first weight's raw data begin: its length is the three-byte number before them.
    const at = wrong.findIndex((_, i) => raw.every((byte, j) => wrong[i + j] === byte));
    wrong[at - 1] = wrong[at - 1]! + 1;
    const error = await errorOf(compactProto(memoryFiles({ 'm.onnx': wrong }), 'm.onnx', wrong.length));
    expect(error.code).toBe('onnx.malformed');
  });
});
