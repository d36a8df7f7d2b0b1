import { describe, expect, it } from 'vitest';
import { readModel } from '../read-model.ts';
import { floatTensor, memoryFiles, modelProto, nodeProto, valueInfo } from '../testing/write-model.ts';
import { insertEmbeddings } from './insert-embeddings.ts';

const FLOAT = 1;
const INT64 = 7;

/** ids -> lookup -> scaled -> head; the shape of the ids is read as well, as exports do. */
const original = modelProto({
  nodes: [
    nodeProto('Shape', ['input_ids'], ['ids_shape']),
    nodeProto('Gather', ['table', 'input_ids'], ['looked_up']),
    nodeProto('Mul', ['looked_up', 'scale'], ['scaled'], {}, { name: 'the scale' }),
    nodeProto('MatMul', ['scaled', 'head'], ['logits']),
  ],
  initializers: [
    floatTensor('table', [3, 2], [1, 2, 3, 4, 5, 6]),
    floatTensor('scale', [], [2]),
    floatTensor('head', [2, 3], [1, 0, 0, 0, 1, 0]),
  ],
  inputs: [valueInfo('input_ids', INT64, ['batch', 'tokens'])],
  outputs: [valueInfo('logits', FLOAT, ['batch', 'tokens', 3])],
});
const value = { name: 'scaled', type: 'float32', hiddenSize: 2 } as const;

describe('insertEmbeddings', () => {
  it('puts a choice behind the value and leaves everything else alone', async () => {
    const bytes = insertEmbeddings(original, value, 'm.onnx');
    const before = await readModel(memoryFiles({ 'm.onnx': original }), 'm.onnx');
    const { graph, opsets, producer } = await readModel(memoryFiles({ 'm.onnx': bytes }), 'm.onnx');
    expect([opsets, producer]).toEqual([before.opsets, before.producer]);
    expect(graph.inputs).toEqual([
      ...before.graph.inputs,
      { name: 'inputs_embeds', dtype: 'float32', dims: ['batch', 'tokens', 2] },
      { name: 'virtual_tokens', dtype: 'bool', dims: ['batch', 'tokens'] },
    ]);
    expect(graph.outputs).toEqual(before.graph.outputs);
    for (const [name, tensor] of before.graph.initializers) {
      expect(await graph.initializers.get(name)!.read()).toEqual(await tensor.read());
    }
    // Every input of a node was given before it, as ONNX demands.
    const known = new Set([...graph.inputs.map(({ name }) => name), ...graph.initializers.keys()]);
    for (const node of graph.nodes) {
      for (const input of node.inputs) expect(known).toContain(input);
      for (const output of node.outputs) known.add(output);
    }
    const [chosen] = graph.nodes.filter(({ outputs }) => outputs.includes('scaled'));
    expect(chosen!.op).toBe('Reshape');
    const scale = graph.nodes.find(({ name }) => name === 'the scale')!;
    expect(scale.outputs).not.toContain('scaled');
    expect(graph.nodes.filter(({ op }) => op === 'Where')).toHaveLength(1);
    expect(graph.nodes.length - before.graph.nodes.length).toBe(7);
  });

  it('casts to the precision of the value', async () => {
    const bytes = insertEmbeddings(original, { ...value, type: 'float16' }, 'm.onnx');
    const { graph } = await readModel(memoryFiles({ 'm.onnx': bytes }), 'm.onnx');
    expect(graph.nodes.find(({ op }) => op === 'Cast')!.attributes.get('to')).toEqual({
      kind: 'int',
      value: 10,
    });
  });

  it('keeps fields it does not know, and lengths of every size', async () => {
    const large = new Uint8Array(70_000).fill(7);
    const name = 'a'.repeat(200);
    const model = modelProto(
      {
        nodes: [nodeProto('Gather', ['table', 'input_ids'], [name])],
        initializers: [floatTensor('table', [1, 2], [1, 2])],
      },
      18,
      [14, large],
    );
    const bytes = insertEmbeddings(model, { ...value, name }, 'm.onnx');
    expect(bytes.subarray(-70_000)).toEqual(large);
    const { graph } = await readModel(memoryFiles({ 'm.onnx': bytes }), 'm.onnx');
    expect(graph.nodes.at(-1)!.outputs).toEqual([name]);
  });

  it('names what is missing', () => {
    const code = (bytes: Uint8Array, name: string) => {
      try {
        insertEmbeddings(bytes, { ...value, name }, 'm.onnx');
        return 'none';
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code(original, 'elsewhere')).toBe('onnx.no-value');
    expect(code(new Uint8Array(), 'scaled')).toBe('onnx.no-graph');
    expect(code(original.subarray(0, 40), 'scaled')).toBe('onnx.truncated');
  });
});
