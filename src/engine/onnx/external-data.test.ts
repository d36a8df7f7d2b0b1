import { describe, expect, it } from 'vitest';
import { readModel } from './read-model.ts';
import { errorOf, readBytes as read } from './testing/read-bytes.ts';
import { externalTensor, type GraphSpec, memoryFiles, modelProto, nodeProto } from './testing/write-model.ts';

describe('external data', () => {
  const data = new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer);
  const external = (entries: Record<string, string>, dims = [2]): GraphSpec => ({
    initializers: [externalTensor('w', 1, dims, entries)],
  });

  it('reads ranges of files in the folder of the model, and counts their bytes once', async () => {
    const file = modelProto({
      initializers: [
        externalTensor('w', 1, [2], { location: 'm.data', offset: '8', length: '8' }),
        externalTensor('v', 1, [4], { location: './sub/../m.data' }),
      ],
    });
    const model = await read(file, { 'onnx/m.data': data });
    expect(model.fileBytes).toBe(file.length + 16);
    const w = model.graph.initializers.get('w')!;
    expect(w.inline).toBeUndefined();
    expect(Array.from(new Float32Array((await w.read()).slice().buffer))).toEqual([3, 4]);
    expect(Array.from(await w.readRange(4, 4))).toEqual(Array.from(data.subarray(12)));
    expect((await model.graph.initializers.get('v')!.read()).length).toBe(16);
  });

  it('reads beyond 4 GiB, a chunk of a model in several files', async () => {
    const GIB = 2 ** 30;
    const tensor = (name: string, location: string, offset: number) =>
      externalTensor(name, 1, [2], { location, offset: `${offset}`, length: '8' });
    const proto = modelProto({
      initializers: [tensor('w', 'm.onnx_data', 5 * GIB + 4), tensor('v', 'm.onnx_data_1', 3 * GIB)],
    });
    const small = memoryFiles({ 'onnx/m.onnx': proto });
    const asked: [string, number, number][] = [];
    const model = await readModel(
      {
        size: async (path) => (path === 'onnx/m.onnx' ? proto.length : 6 * GIB),
        read: async (path, offset, length) => {
          if (path === 'onnx/m.onnx') return small.read(path, offset, length);
          asked.push([path, offset, length]);
          return new Uint8Array(length);
        },
      },
      'onnx/m.onnx',
    );
    expect(model.fileBytes).toBe(proto.length + 12 * GIB);
    for (const ref of model.graph.initializers.values()) await ref.readRange(4, 4);
    expect(asked).toEqual([
      ['onnx/m.onnx_data', 5 * GIB + 8, 4],
      ['onnx/m.onnx_data_1', 3 * GIB + 4, 4],
    ]);
  });

  it('reads external tensors of Constant nodes', async () => {
    const tensor = externalTensor('', 1, [1], { location: 'm.data', offset: '4' });
    const model = await read(
      modelProto({ nodes: [nodeProto('Constant', [], ['c'], { value: { tensor } })] }),
      {
        'onnx/m.data': data,
      },
    );
    const value = model.graph.nodes[0]!.attributes.get('value')!;
    if (value.kind !== 'tensor') throw new Error(value.kind);
    expect(value.value.name).toBe('c');
    expect(Array.from(await value.value.read())).toEqual([0, 0, 0, 64]);
  });

  it.each([
    '/etc/passwd',
    '../m.data',
    'a/../../m.data',
    'https://example.com/w.bin',
    'file:///w.bin',
    'C:\\w.bin',
    '..\\m.data',
    '%2e%2e/m.data',
    'm.data?x=1',
    '',
    '.',
    'sub/..',
    'm\u0000.data',
  ])('refuses the location %j without looking at it', async (location) => {
    const files = memoryFiles({ 'onnx/m.onnx': modelProto(external({ location })) });
    const asked: string[] = [];
    const size = (path: string) => {
      asked.push(path);
      return files.size(path);
    };
    const error = await errorOf(readModel({ ...files, size }, 'onnx/m.onnx'));
    expect(error).toMatchObject({ code: 'onnx.external-outside-folder', params: { tensor: 'w', location } });
    expect(asked).toEqual(['onnx/m.onnx']);
  });

  const broken: readonly [string, Record<string, string>, string][] = [
    ['missing file', { location: 'no.data' }, 'onnx.external-missing'],
    ['short file', { location: 'm.data', offset: '12' }, 'onnx.external-too-short'],
    ['offset far away', { location: 'm.data', offset: '999999999999999' }, 'onnx.external-too-short'],
    ['length that does not fit the shape', { location: 'm.data', length: '4' }, 'onnx.tensor-size'],
    ['negative offset', { location: 'm.data', offset: '-4' }, 'onnx.external-number'],
    [
      'offset beyond any file',
      { location: 'm.data', offset: '99999999999999999999' },
      'onnx.external-number',
    ],
  ];
  it.each(broken)('refuses a %s', async (_, entries, code) => {
    const error = await errorOf(read(modelProto(external(entries)), { 'onnx/m.data': data }));
    expect(error.code).toBe(code);
    expect(error.params.tensor).toBe('w');
  });
});
