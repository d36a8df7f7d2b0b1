import { describe, expect, it } from 'vitest';
import { errorOf, readBytes } from '../onnx/testing/read-bytes.ts';
import {
  floatTensor,
  type GraphSpec,
  int64Tensor,
  modelProto,
  nodeProto,
  tensorProto,
  valueInfo,
} from '../onnx/testing/write-model.ts';
import { loadHostTensor } from './evaluate/load.ts';
import { type PreparedGraph, prepareGraph } from './prepare.ts';

const ids = valueInfo('input_ids', 7, ['batch', 'sequence']);
const logits = valueInfo('logits', 1, ['batch', 'sequence', 8]);

async function prepare(spec: GraphSpec, useCacheBranch = false): Promise<PreparedGraph> {
  const model = await readBytes(modelProto({ inputs: [ids], outputs: [logits], ...spec }));
  return prepareGraph(model, { useCacheBranch });
}

const ops = (graph: PreparedGraph) => graph.nodes.map((n) => n.op);

describe('prepareGraph', () => {
  it('sorts nodes and drops those that no output needs', async () => {
    const graph = await prepare({
      nodes: [
        nodeProto('C', ['b', 'w'], ['logits']),
        nodeProto('Unknown', ['a'], ['debug_stats'], {}, { domain: 'com.example' }),
        nodeProto('B', ['a', '', 'a'], ['b', '']),
        nodeProto('A', ['input_ids'], ['a']),
      ],
      initializers: [floatTensor('w', [1], [1]), floatTensor('unused', [1], [1])],
      outputs: [valueInfo('debug_stats', 1, []), logits],
    });
    expect(ops(graph)).toEqual(['A', 'B', 'C']);
    expect([...graph.initializers.keys()]).toEqual(['w']);
    expect(graph.outputs).toEqual([
      { name: 'logits', value: 'logits', dtype: 'float32', dims: ['batch', 'sequence', 8] },
    ]);
    expect(Object.fromEntries(graph.producers)).toEqual({ a: 0, b: 1, logits: 2 });
    expect(Object.fromEntries(graph.consumers)).toEqual({ input_ids: [0], a: [1], b: [2], w: [2] });
  });

  it('keeps caches as outputs', async () => {
    const graph = await prepare({
      nodes: [nodeProto('A', ['input_ids'], ['logits', 'present.0.key', 'present_conv.1'])],
      outputs: [logits, valueInfo('present.0.key', 1, []), valueInfo('present_conv.1', 1, [])],
    });
    expect(graph.outputs.map((o) => o.name)).toEqual(['logits', 'present.0.key', 'present_conv.1']);
  });

  it('turns constants of all forms into initializers', async () => {
    const graph = await prepare({
      nodes: [
        nodeProto('Constant', [], ['t'], { value: { tensor: floatTensor('', [2], [1, 2]) } }),
        nodeProto('Constant', [], ['i'], { value_int: -4 }),
        nodeProto('Constant', [], ['is'], { value_ints: [1, 2] }),
        nodeProto('Constant', [], ['f'], { value_float: { float: 0.5 } }),
        nodeProto('Constant', [], ['fs'], { value_floats: { floats: [0.5, 1] } }),
        nodeProto('A', ['input_ids', 't', 'i', 'is', 'f', 'fs'], ['logits']),
      ],
    });
    expect(ops(graph)).toEqual(['A']);
    const load = async (name: string) => {
      const ref = graph.initializers.get(name)!;
      expect(ref.name).toBe(name);
      const { dtype, dims, data } = await loadHostTensor(ref, 10);
      return [dtype, dims, Array.from(data)];
    };
    expect(await load('t')).toEqual(['float32', [2], [1, 2]]);
    expect(await load('i')).toEqual(['int64', [], [-4]]);
    expect(await load('is')).toEqual(['int64', [2], [1, 2]]);
    expect(await load('f')).toEqual(['float32', [], [0.5]]);
    expect(await load('fs')).toEqual(['float32', [2], [0.5, 1]]);
  });

  it('keeps INT64_MAX of constants', async () => {
    const end = [2n ** 63n - 1n];
    const graph = await prepare({
      nodes: [
        nodeProto('Constant', [], ['tensor'], { value: { tensor: int64Tensor('', [1], end) } }),
        nodeProto('Constant', [], ['ints'], { value_ints: end }),
        nodeProto('A', ['input_ids', 'tensor', 'ints'], ['logits']),
      ],
    });
    for (const tensor of graph.initializers.values()) {
      expect((await loadHostTensor(tensor, 1)).data[0]).toBe(2 ** 63);
    }
    expect(graph.initializers.size).toBe(2);
  });

  it('drops Identity, of values, initializers and outputs', async () => {
    const graph = await prepare({
      nodes: [
        nodeProto('Identity', ['w'], ['w2']),
        nodeProto('Identity', ['w2'], ['w3']),
        nodeProto('A', ['input_ids', 'w3'], ['a']),
        nodeProto('Identity', ['a'], ['logits']),
      ],
      initializers: [floatTensor('w', [1], [1])],
    });
    expect(graph.nodes.map((n) => n.inputs)).toEqual([['input_ids', 'w']]);
    expect([...graph.initializers.keys()]).toEqual(['w']);
    expect(graph.outputs[0]).toMatchObject({ name: 'logits', value: 'a' });
    expect(Object.fromEntries(graph.aliases)).toEqual({ w2: 'w', w3: 'w2', logits: 'a' });
  });
});

describe('graphs that cannot be used', () => {
  const broken: readonly [string, GraphSpec, string, Record<string, unknown>][] = [
    [
      'a missing value',
      { nodes: [nodeProto('A', ['nowhere'], ['logits'], {}, { name: 'a' })] },
      'graph.dangling-input',
      { value: 'nowhere', node: 'a' },
    ],
    ['an output nobody makes', {}, 'graph.dangling-input', { value: 'logits' }],
    [
      'a cycle',
      { nodes: [nodeProto('A', ['b'], ['logits', 'a']), nodeProto('B', ['a'], ['b'])] },
      'graph.cycle',
      {},
    ],
    [
      'a cycle of Identity',
      { nodes: [nodeProto('Identity', ['logits'], ['a']), nodeProto('Identity', ['a'], ['logits'])] },
      'graph.cycle',
      {},
    ],
    [
      'two makers of a value',
      {
        nodes: [
          nodeProto('A', ['input_ids'], ['logits']),
          nodeProto('B', ['input_ids'], ['logits'], {}, { name: 'b' }),
        ],
      },
      'graph.duplicate-value',
      { value: 'logits', node: 'b' },
    ],
    [
      'a Constant of text',
      {
        nodes: [
          nodeProto('Constant', [], ['c'], { value_string: 'x' }),
          nodeProto('A', ['input_ids', 'c'], ['logits']),
        ],
      },
      'graph.constant-value',
      { node: 'c' },
    ],
    [
      'a needed tensor of unknown type',
      {
        nodes: [nodeProto('A', ['input_ids', 'w'], ['logits'])],
        initializers: [tensorProto('w', 17, [1], [9, Uint8Array.of(1)])],
      },
      'onnx.tensor-dtype',
      { tensor: 'w', dtype: 'float8e4m3fn' },
    ],
    [
      'no logits',
      { nodes: [nodeProto('A', ['input_ids'], ['hidden'])], outputs: [valueInfo('hidden', 1, [])] },
      'graph.no-logits',
      { outputs: ['hidden'] },
    ],
    [
      'no token input',
      { inputs: [valueInfo('pixel_values', 1, [1, 3, 4, 4])] },
      'graph.no-token-input',
      { inputs: ['pixel_values'] },
    ],
    [
      'an attention mask of four axes',
      { inputs: [ids, valueInfo('attention_mask', 1, ['b', 2, 's', 16])] },
      'graph.input-type',
      { input: 'attention_mask', dtype: 'float32', dims: ['b', 2, 's', 16] },
    ],
    [
      'a cache of rank 2',
      { inputs: [ids, valueInfo('past_key_values.0.key', 1, ['b', 's'])] },
      'graph.input-type',
      { input: 'past_key_values.0.key' },
    ],
  ];
  it.each(broken)('%s', async (_, spec, code, params) => {
    const error = await errorOf(prepare(spec));
    expect(error.code).toBe(code);
    expect(error.params).toMatchObject(params);
  });

  it('takes an unknown type that no output needs', async () => {
    const float8 = tensorProto('w', 17, [1], [9, Uint8Array.of(1)]);
    await prepare({ nodes: [nodeProto('A', ['input_ids'], ['logits'])], initializers: [float8] });
  });
});
