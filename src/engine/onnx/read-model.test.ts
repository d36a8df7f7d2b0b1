import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { readModel } from './read-model.ts';
import { errorOf, readBytes as read } from './testing/read-bytes.ts';
import {
  type Field,
  floatTensor,
  int64Tensor,
  memoryFiles,
  message,
  modelProto,
  nodeProto,
  packed,
  tensorProto,
  valueInfo,
} from './testing/write-model.ts';

async function tensorOf(proto: Uint8Array) {
  const model = await read(modelProto({ initializers: [proto] }));
  const ref = model.graph.initializers.get('t')!;
  return { ref, bytes: Array.from(await ref.read()) };
}

const text = (s: string) => new TextEncoder().encode(s);

describe('readModel', () => {
  it('reads header, nodes, attributes, inputs and outputs', async () => {
    const model = await read(
      modelProto(
        {
          nodes: [
            nodeProto(
              'Foo',
              ['a', '', 'b'],
              ['c', ''],
              {
                i: -3,
                is: [1, -1, 2 ** 40],
                f: { float: 0.5 },
                fs: { floats: [1, 2] },
                s: 'x',
                t: { tensor: int64Tensor('', [1], [7]) },
              },
              { name: 'n', domain: 'ai.onnx' },
            ),
          ],
          inputs: [valueInfo('a', 1, ['batch', 4]), valueInfo('b', 7, [])],
          outputs: [valueInfo('c', 10, [1])],
        },
        21,
        [8, message([1, 'com.microsoft'], [2, 1])],
        [3, '9.9'],
      ),
    );
    expect(model).toMatchObject({ path: 'onnx/m.onnx', irVersion: 8, producer: 'test 9.9' });
    expect(Object.fromEntries(model.opsets)).toEqual({ '': 21, 'com.microsoft': 1 });
    expect(model.graph.inputs).toEqual([
      { name: 'a', dtype: 'float32', dims: ['batch', 4] },
      { name: 'b', dtype: 'int64', dims: [] },
    ]);
    expect(model.graph.outputs).toEqual([{ name: 'c', dtype: 'float16', dims: [1] }]);
    const [node] = model.graph.nodes;
    expect(node).toMatchObject({
      name: 'n',
      op: 'Foo',
      domain: '',
      inputs: ['a', '', 'b'],
      outputs: ['c', ''],
    });
    const { t, ...plain } = Object.fromEntries(node!.attributes);
    expect(plain).toEqual({
      i: { kind: 'int', value: -3 },
      is: { kind: 'ints', value: [1, -1, 2 ** 40] },
      f: { kind: 'float', value: 0.5 },
      fs: { kind: 'floats', value: [1, 2] },
      s: { kind: 'string', value: 'x' },
    });
    expect(t).toMatchObject({ kind: 'tensor', value: { name: 'c', dtype: 'int64', dims: [1] } });
  });

  it('reads INT64_MAX and INT64_MIN as the nearest float64', async () => {
    const is = message([1, 'is'], [8, packed([2n ** 63n - 1n, -(2n ** 63n)])], [20, 7]);
    const node = message([2, 'c'], [4, 'Foo'], [5, is]);
    const model = await read(modelProto({ nodes: [node] }));
    expect(model.graph.nodes[0]!.attributes.get('is')).toEqual({
      kind: 'ints',
      value: [2 ** 63, -(2 ** 63)],
    });
  });

  it('infers the kind of attributes without a type (IR 1)', async () => {
    const node = message([2, 'c'], [4, 'Foo'], [5, message([1, 'i'], [3, 5])]);
    const model = await read(modelProto({ nodes: [node] }));
    expect(model.graph.nodes[0]!.attributes.get('i')).toEqual({ kind: 'int', value: 5 });
  });

  it('does not count initializers as inputs', async () => {
    const model = await read(
      modelProto({
        initializers: [floatTensor('w', [1], [2])],
        inputs: [valueInfo('w', 1, [1]), valueInfo('x', 1, [1])],
      }),
    );
    expect(model.graph.inputs.map((i) => i.name)).toEqual(['x']);
  });
});

describe('tensor data', () => {
  const forms: readonly [string, Uint8Array, number[]][] = [
    ['raw_data', tensorProto('t', 5, [2], [9, Uint8Array.of(1, 2, 3, 4)]), [1, 2, 3, 4]],
    [
      'packed float_data',
      tensorProto('t', 1, [1], [4, new Uint8Array(Float32Array.of(1).buffer)]),
      [0, 0, 128, 63],
    ],
    [
      'unpacked float_data',
      tensorProto('t', 1, [2], [4, { float: 1 }], [4, { float: 2 }]),
      [0, 0, 128, 63, 0, 0, 0, 64],
    ],
    [
      'packed double_data',
      tensorProto('t', 11, [1], [10, new Uint8Array(Float64Array.of(1).buffer)]),
      [0, 0, 0, 0, 0, 0, 240, 63],
    ],
    [
      'float16 as bit patterns in int32_data',
      tensorProto('t', 10, [2], [5, packed([0x3c00, 0xc000])]),
      [0, 0x3c, 0, 0xc0],
    ],
    ['bfloat16 as bit patterns in int32_data', tensorProto('t', 16, [1], [5, 0x3f80]), [0x80, 0x3f]],
    [
      'int32_data, negative',
      tensorProto('t', 6, [2], [5, packed([-1, 5])]),
      [255, 255, 255, 255, 5, 0, 0, 0],
    ],
    ['int8 in int32_data', tensorProto('t', 3, [3], [5, packed([-1, 0, 127])]), [255, 0, 127]],
    ['bool in int32_data, unpacked', tensorProto('t', 9, [2], [5, 1], [5, 0]), [1, 0]],
    ['int4, two an entry of int32_data', tensorProto('t', 22, [3], [5, packed([0x21, 0x0f])]), [0x21, 0x0f]],
    ['uint4 in raw_data', tensorProto('t', 21, [3], [9, Uint8Array.of(0x21, 0x03)]), [0x21, 0x03]],
    ['uint2 in raw_data', tensorProto('t', 25, [5], [9, Uint8Array.of(0xe4, 0x01)]), [0xe4, 0x01]],
    [
      'int64_data with INT64_MAX',
      tensorProto('t', 7, [2], [7, packed([2n ** 63n - 1n, -1])]),
      [...Array(7).fill(255), 127, ...Array(8).fill(255)],
    ],
    ['uint64_data', tensorProto('t', 13, [1], [11, packed([2n ** 64n - 1n])]), Array(8).fill(255)],
    ['uint32 in uint64_data', tensorProto('t', 12, [1], [11, packed([2 ** 32 - 2])]), [254, 255, 255, 255]],
    ['nothing for an empty shape', tensorProto('t', 1, [0, 5]), []],
  ];
  it.each(forms)('%s', async (_, proto, bytes) => {
    expect((await tensorOf(proto)).bytes).toEqual(bytes);
  });

  it('copies small tensors and reads large ones from the file again', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => i);
    const file = modelProto({
      initializers: [floatTensor('small', [2], [1, 2]), floatTensor('large', [many.length], many)],
    });
    const model = await read(file);
    const [small, large] = ['small', 'large'].map((name) => model.graph.initializers.get(name)!);
    expect((await small!.read()).buffer).not.toBe(file.buffer);
    expect(Array.from(await small!.readRange(6, 2))).toEqual([0, 64]);
    expect(large!.inline).toBeUndefined();
    // The bytes of 5, 6 and 7; the file under test hands out views of itself.
    const range = await large!.readRange(20, 12);
    expect(range.buffer).toBe(file.buffer);
    expect([...new Float32Array(range.slice().buffer)]).toEqual([5, 6, 7]);
    expect(new Float32Array((await large!.read()).slice().buffer)[19_999]).toBe(19_999);
    for (const ref of [small!, large!])
      await expect(ref.readRange(ref.byteLength - 1, 2)).rejects.toThrow(RangeError);
  });

  it('loads a tensor of an unknown type but refuses to read it', async () => {
    const model = await read(
      modelProto({ initializers: [tensorProto('t', 17, [2], [9, Uint8Array.of(1, 2)])] }),
    );
    const ref = model.graph.initializers.get('t')!;
    expect(ref).toMatchObject({ dtype: 'unsupported', onnxType: 'float8e4m3fn', byteLength: 2 });
    expect(await errorOf(ref.read())).toMatchObject({
      code: 'onnx.tensor-dtype',
      params: { tensor: 't', dtype: 'float8e4m3fn' },
    });
  });

  const wrong: readonly [string, Uint8Array, string][] = [
    ['negative dimension', tensorProto('t', 1, [-32, 32]), 'onnx.tensor-dims'],
    ['too little raw_data', tensorProto('t', 1, [2], [9, new Uint8Array(7)]), 'onnx.tensor-size'],
    ['too much raw_data', tensorProto('t', 1, [2], [9, new Uint8Array(9)]), 'onnx.tensor-size'],
    ['too few entries', tensorProto('t', 6, [3], [5, packed([1, 2])]), 'onnx.tensor-size'],
    ['no data', tensorProto('t', 1, [2 ** 31, 2 ** 20]), 'onnx.tensor-size'],
    [
      'overflowing product',
      tensorProto('t', 1, Array(64).fill(2n ** 62n), [9, new Uint8Array(4)]),
      'onnx.tensor-size',
    ],
  ];
  it.each(wrong)('refuses %s and names the tensor', async (_, proto, code) => {
    const error = await errorOf(read(modelProto({ initializers: [proto] })));
    expect(error.code).toBe(code);
    expect(error.params.tensor).toBe('t');
  });
});

describe('files that are no sound ONNX model', () => {
  const sound = modelProto({ initializers: [floatTensor('t', [8], [1, 2, 3, 4, 5, 6, 7, 8])] });
  const cases: readonly [string, Uint8Array, string][] = [
    ['an empty file', new Uint8Array(), 'onnx.empty'],
    ['a page', text('\n<!DOCTYPE html><title>404</title>'), 'onnx.html'],
    ['a page with byte-order mark', text('\ufeff<html>'), 'onnx.html'],
    ['an XML answer', text('<?xml version="1.0"?><Error/>'), 'onnx.html'],
    [
      'a Git LFS pointer',
      text('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'),
      'onnx.git-lfs-pointer',
    ],
    ['a GGUF file', text('GGUF\u0003'), 'onnx.gguf'],
    ['a ZIP file', text('PK\u0003\u0004abc'), 'onnx.other-format'],
    ['a JSON answer', text('{"error": "Repository not found"}'), 'onnx.other-format'],
    ['a safetensors file', Uint8Array.of(64, 0, 0, 0, 0, 0, 0, 0, 123, 34), 'onnx.other-format'],
    ['noise', Uint8Array.of(255, 3, 9, 12, 200, 17), 'onnx.not-onnx'],
    ['the first half', sound.subarray(0, sound.length / 2), 'onnx.truncated'],
    ['a header without a graph', message([1, 8], [8, message([2, 18])]), 'onnx.no-graph'],
    ['a group, which ONNX never uses', Uint8Array.of(8, 8, 0x3b), 'onnx.malformed'],
    ['an endless varint', Uint8Array.of(8, ...Array(12).fill(255)), 'onnx.malformed'],
    [
      'a nested length beyond its message',
      message([1, 8], [7, Uint8Array.of(10, 50)], [2, 'x'.repeat(99)]),
      'onnx.malformed',
    ],
  ];
  it.each(cases)('%s', async (_, bytes, code) => {
    expect(await errorOf(read(bytes))).toMatchObject({ code, params: { file: 'onnx/m.onnx' } });
  });

  it('reports a missing file', async () => {
    expect((await errorOf(readModel(memoryFiles({}), 'x.onnx'))).code).toBe('onnx.file-missing');
  });

  it('refuses more than 2 GiB without reading them', async () => {
    const files = {
      size: async () => 3 * 2 ** 30,
      read: async (_path: string, _offset: number, length: number) => {
        expect(length).toBeLessThan(1024);
        return new Uint8Array(length).fill(8);
      },
    };
    expect((await errorOf(readModel(files, 'x.onnx'))).code).toBe('onnx.too-large');
  });

  it('names the opset and the limit', async () => {
    expect(await errorOf(read(modelProto({}, 99)))).toMatchObject({
      code: 'onnx.opset-too-new',
      params: { opset: 99, max: 25 },
    });
    expect((await errorOf(read(modelProto({}, 9)))).code).toBe('onnx.opset-too-old');
  });

  it('refuses functions only where a node calls one that is no operator of onnxruntime', async () => {
    const fn: Field = [25, message([1, 'Gelu2'], [10, 'my'])];
    const call = (domain: string) => ({ nodes: [nodeProto('Gelu2', ['a'], ['b'], {}, { domain })] });
    await read(modelProto(call('other'), 18, fn));
    const own: Field = [25, message([1, 'Gelu2'], [10, 'com.microsoft'])];
    await read(modelProto(call('com.microsoft'), 18, own));
    expect(await errorOf(read(modelProto(call('my'), 18, fn)))).toMatchObject({
      code: 'onnx.functions',
      params: { function: 'my::Gelu2', node: 'b' },
    });
  });

  it('refuses sparse initializers and endless nesting', async () => {
    const sparse = message([1, 8], [7, message([15, message()])], [8, message([2, 18])]);
    expect((await errorOf(read(sparse))).code).toBe('onnx.sparse-tensor');
    let graph = message();
    for (let i = 0; i < 40; i++) graph = message([1, message([5, message([1, 'g'], [6, graph])])]);
    expect((await errorOf(read(message([1, 8], [7, graph])))).code).toBe('onnx.malformed');
  });
});

describe('any bytes', () => {
  it('give a model or a LabError', async () => {
    const outcome = (bytes: Uint8Array) =>
      read(bytes).then(
        () => true,
        (error: unknown) => error instanceof LabError,
      );
    const anyBytes = fc.uint8Array({ maxLength: 300 });
    await fc.assert(fc.asyncProperty(anyBytes, outcome), { numRuns: 500 });
    // The same behind a valid beginning, so that the parser gets further.
    const behindHeader = anyBytes.map((tail) => message([1, 8], [7, tail]));
    await fc.assert(fc.asyncProperty(behindHeader, outcome), { numRuns: 500 });
  });
});
