import { describe, expect, it } from 'vitest';
import { readModel } from '../read-model.ts';
import {
  floatTensor,
  graphProto,
  int64Tensor,
  memoryFiles,
  modelProto,
  nodeProto,
  tensorProto,
  valueInfo,
} from '../testing/write-model.ts';
import { hasNarrowTypes, widenGraph } from './widen.ts';
import { writeModel } from './write-model.ts';

const [FLOAT, FLOAT16, BFLOAT16] = [1, 10, 16];
const bytes = (...words: number[]) => new Uint8Array(Uint16Array.from(words).buffer);
/** 1, -2, the largest half (65504), the smallest (2^-24), and minus infinity. */
const HALVES = [0x3c00, 0xc000, 0x7bff, 0x0001, 0xfc00];

const branch = (value: number) =>
  graphProto({
    nodes: [nodeProto('Cast', ['narrow'], ['branch_out'], { to: value })],
    outputs: [valueInfo('branch_out', value, [5])],
  });

const file = modelProto({
  nodes: [
    nodeProto('Constant', [], ['limit'], {
      value: { tensor: tensorProto('', FLOAT16, [], [9, bytes(0xfbff)]) },
    }),
    nodeProto('Slice', ['x', 'starts'], ['all'], {
      ends: [-1, 9223372036854775807n],
      alpha: { float: 0.1 },
      factors: { floats: [0.5, -3] },
      mode: 'exact',
      axis: -2,
      to: 3,
    }),
    nodeProto('If', ['cond'], ['chosen'], {
      then_branch: { graph: branch(FLOAT16) },
      else_branch: { graph: branch(BFLOAT16) },
    }),
    nodeProto(
      'Attention',
      ['all', '', 'large'],
      ['logits', ''],
      { softmax_precision: 10 },
      { domain: 'com.microsoft' },
    ),
  ],
  initializers: [
    tensorProto('narrow', FLOAT16, [5], [9, bytes(...HALVES)]),
    tensorProto('brain', BFLOAT16, [2], [9, bytes(0x3f80, 0xc0a0)]),
    floatTensor(
      'large',
      [300],
      Array.from({ length: 300 }, (_, i) => i),
    ),
    int64Tensor('starts', [1], [0]),
  ],
  inputs: [valueInfo('x', FLOAT16, ['batch', 4]), valueInfo('cond', 9, [])],
  outputs: [valueInfo('logits', FLOAT16, ['batch', 3])],
});

async function written(change: typeof widenGraph = (graph) => graph) {
  const model = await readModel(memoryFiles({ 'm.onnx': file }), 'm.onnx');
  const { proto, external } = await writeModel({ ...model, graph: change(model.graph) });
  const parts = await Promise.all(
    external.map(async ({ path, tensor }) => [path, await tensor.read()] as const),
  );
  const files = memoryFiles({ 'm.onnx': proto, ...Object.fromEntries(parts) });
  return { before: model, after: await readModel(files, 'm.onnx'), external };
}

const floats = async (tensor: { read(): Promise<Uint8Array> } | undefined) => [
  ...new Float32Array((await tensor!.read()).slice().buffer),
];

describe('writeModel', () => {
  it('writes what the reader read: nodes, attributes, subgraphs, tensors, types', async () => {
    const { before, after, external } = await written();
    expect(after.opsets).toEqual(before.opsets);
    expect(JSON.stringify(after.graph.nodes, replacer)).toBe(JSON.stringify(before.graph.nodes, replacer));
    expect([after.graph.inputs, after.graph.outputs]).toEqual([before.graph.inputs, before.graph.outputs]);
    expect(external.map(({ tensor }) => tensor.name)).toEqual(['large']);
    for (const [name, tensor] of before.graph.initializers) {
      const found = after.graph.initializers.get(name)!;
      expect([found.dtype, found.dims]).toEqual([tensor.dtype, tensor.dims]);
      expect(await found.read()).toEqual(await tensor.read());
    }
  });
});

describe('widenGraph', () => {
  it('keeps every number and leaves no narrow type behind', async () => {
    const { before, after } = await written(widenGraph);
    expect([hasNarrowTypes(before.graph), hasNarrowTypes(after.graph)]).toEqual([true, false]);
    const { nodes, initializers, inputs, outputs } = after.graph;
    expect(await floats(initializers.get('narrow'))).toEqual([
      1,
      -2,
      65504,
      2 ** -24,
      Number.NEGATIVE_INFINITY,
    ]);
    expect(await floats(initializers.get('brain'))).toEqual([1, -5]);
    expect(initializers.get('starts')!.dtype).toBe('int64');
    expect([inputs[0]!.dtype, inputs[1]!.dtype, outputs[0]!.dtype]).toEqual(['float32', 'bool', 'float32']);
    const limit = nodes[0]!.attributes.get('value');
    expect(limit?.kind === 'tensor' && (await floats(limit.value))).toEqual([-65504]);
    for (const name of ['then_branch', 'else_branch']) {
      const inner = nodes[2]!.attributes.get(name);
      expect(inner?.kind).toBe('graph');
      if (inner?.kind !== 'graph') continue;
      expect(inner.value.nodes[0]!.attributes.get('to')).toEqual({ kind: 'int', value: FLOAT });
      expect(inner.value.outputs[0]!.dtype).toBe('float32');
    }
    expect(nodes[3]!.attributes.get('softmax_precision')).toEqual({ kind: 'int', value: FLOAT });
    // An integer type that a Cast names stays.
    expect(nodes[1]!.attributes.get('to')).toEqual({ kind: 'int', value: 3 });
  });

  it('widens ranges as it widens the whole', async () => {
    const { before } = await written();
    const tensor = widenGraph(before.graph).initializers.get('narrow')!;
    expect(await tensor.readRange(4, 8)).toEqual((await tensor.read()).slice(4, 12));
    expect(tensor.byteLength).toBe(4 * HALVES.length);
  });
});

/** Maps as entries, tensors by their bytes. */
function replacer(_key: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
