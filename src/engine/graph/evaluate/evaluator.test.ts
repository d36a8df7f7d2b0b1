import { describe, expect, it } from 'vitest';
import { readModel } from '../../onnx/read-model.ts';
import { fixturesFolder, haveFixtures } from '../../onnx/testing/fixtures.ts';
import { fsFiles } from '../../onnx/testing/fs-files.ts';
import type { OnnxNode, TensorRef } from '../../onnx/types.ts';
import type { HostTensor } from '../host-tensor.ts';
import { prepareGraph } from '../prepare.ts';
import { createEvaluator } from './evaluator.ts';
import { evaluateNode, graphOf, i64, modelOf } from './testing/evaluate-node.ts';

const node = (op: string, inputs: string[], output: string, domain = ''): OnnxNode => ({
  name: `make ${output}`,
  op,
  domain,
  inputs,
  outputs: [output],
  attributes: new Map(),
});
const none = new Map<string, never>();
const ones = i64([2], [1, 1]);

function weight(reads: { count: number }): TensorRef {
  const bytes = new Uint8Array(BigInt64Array.of(5n, 6n).buffer);
  const read = async () => {
    reads.count++;
    return bytes;
  };
  return { name: 'w', dtype: 'int64', dims: [2], byteLength: 16, read, readRange: read };
}

describe('createEvaluator', () => {
  it('evaluates only what is wanted and loads initializers once', async () => {
    const reads = { count: 0 };
    const graph = graphOf(
      [node('Add', ['x', 'w'], 'a'), node('Mystery', ['x'], 'b', 'com.example'), node('Neg', ['a'], 'c')],
      { initializers: new Map([['w', weight(reads)]]) },
    );
    const evaluator = createEvaluator(graph, modelOf(18));
    const run = (wanted: string[]) =>
      evaluator.run({ feeds: new Map([['x', ones]]), knownShapes: none, wanted });
    expect((await run(['x'])).get('x')).toBe(ones);
    expect(reads.count).toBe(0);
    const result = await run(['c', 'a']);
    expect([...result.keys()]).toEqual(['c', 'a']);
    expect(Array.from(result.get('c')!.data)).toEqual([-6, -7]);
    expect(Array.from(result.get('a')!.data)).toEqual([6, 7]);
    await run(['c']);
    expect(reads.count).toBe(1);
    await expect(run(['b'])).rejects.toMatchObject({
      code: 'graph.evaluate-unsupported',
      params: { op: 'Mystery', domain: 'com.example', node: 'make b' },
    });
  });

  it('knows shapes without contents', async () => {
    const graph = graphOf(
      [node('Exp', ['x'], 'h'), node('Shape', ['h'], 's'), node('Size', ['w'], 'n'), node('Neg', ['h'], 'y')],
      {
        initializers: new Map([
          ['w', { ...weight({ count: 0 }), read: () => Promise.reject(new Error('read')) }],
        ]),
      },
    );
    const run = (wanted: string[]) =>
      createEvaluator(graph, modelOf(18)).run({
        feeds: none,
        knownShapes: new Map([['h', [2, 64]]]),
        wanted,
      });
    const result = await run(['s', 'n']);
    expect(Array.from(result.get('s')!.data)).toEqual([2, 64]);
    expect(Array.from(result.get('n')!.data)).toEqual([2]);
    await expect(run(['y'])).rejects.toMatchObject({
      code: 'graph.not-constant',
      params: { value: 'y', source: 'h' },
    });
  });

  it('names the input that a value depends on', async () => {
    const graph = graphOf([node('Neg', ['input_ids'], 'a'), node('Shape', ['a'], 's')]);
    const run = createEvaluator(graph, modelOf(18)).run({ feeds: none, knownShapes: none, wanted: ['s'] });
    await expect(run).rejects.toMatchObject({
      code: 'graph.not-constant',
      params: { value: 's', source: 'input_ids' },
    });
  });

  it('has the contents of empty inputs', async () => {
    const past = { name: 'past', dtype: 'float16', dims: ['batch', 2, 'past', 16] } as const;
    const graph = graphOf([node('Neg', ['past'], 'a')], { inputs: [past] });
    const shapes = new Map([['past', [2, 2, 0, 16]]]);
    const run = createEvaluator(graph, modelOf(18)).run({ feeds: none, knownShapes: shapes, wanted: ['a'] });
    expect((await run).get('a')).toMatchObject({ dtype: 'float16', dims: [2, 2, 0, 16] });
  });

  it('answers to names of dropped values', async () => {
    const graph = graphOf([node('Neg', ['x'], 'a')], {
      aliases: new Map([
        ['b', 'a'],
        ['c', 'b'],
        ['also x', 'x'],
      ]),
    });
    const feeds = new Map([['also x', ones]]);
    const result = await createEvaluator(graph, modelOf(18)).run({ feeds, knownShapes: none, wanted: ['c'] });
    expect(Array.from(result.get('c')!.data)).toEqual([-1, -1]);
  });

  it('limits single tensors and the whole run', async () => {
    const nodes = Array.from({ length: 40 }, (_, i) => node('Neg', [i === 0 ? 'x' : `a${i - 1}`], `a${i}`));
    const evaluator = createEvaluator(graphOf(nodes), modelOf(18));
    const run = (wanted: string, maxElements: number) =>
      evaluator.run({ feeds: new Map([['x', ones]]), knownShapes: none, wanted: [wanted], maxElements });
    await expect(run('a0', 1)).rejects.toMatchObject({ code: 'graph.evaluate-too-large' });
    await expect(run('a39', 2)).rejects.toMatchObject({ code: 'graph.evaluate-too-large' });
    expect(Array.from((await run('a30', 2)).get('a30')!.data)).toEqual([-1, -1]);
  });
});

describe('empty shapes with huge dimensions', () => {
  it.each([
    ['Softmax', [i64([2 ** 40, 0], [])]],
    ['Concat', [i64([2 ** 40, 0], []), i64([2 ** 40, 0], [])]],
    ['Reshape', [i64([0], []), i64([3], [2 ** 25, 2 ** 25, 0])]],
  ])('%s does not loop over them', async (op, inputs) => {
    const run = { attributes: { axis: 1, allowzero: 1 } };
    await expect(evaluateNode(op, inputs, run)).rejects.toMatchObject({ code: 'graph.evaluate-too-large' });
  });
});

describe.runIf(haveFixtures)('an exported Llama at batch 2, 5 tokens, no past', () => {
  const [batch, tokens, headDim, theta] = [2, 5, 16, 10000];
  const grid = (fn: (i: number) => number): HostTensor =>
    i64(
      [batch, tokens],
      Array.from({ length: batch * tokens }, (_, i) => fn(i)),
    );

  async function open() {
    const model = await readModel(fsFiles(`${fixturesFolder}/ts18-llama`), 'onnx/model.onnx');
    const graph = prepareGraph(model, { useCacheBranch: false });
    const evaluator = createEvaluator(graph, model);
    const knownShapes = new Map<string, readonly number[]>([
      ['input_ids', [batch, tokens]],
      ['/model/embed_tokens/Gather_output_0', [batch, tokens, 64]],
      // The mask is cut to the length of the keys.
      ['/model/layers.0/self_attn/Reshape_4_output_0', [batch, 4, tokens, headDim]],
    ]);
    for (const { name } of graph.inputs) {
      if (name.startsWith('past_')) knownShapes.set(name, [batch, 2, 0, headDim]);
    }
    const evaluate = (mask: HostTensor, wanted: string[]) =>
      evaluator.run({
        feeds: new Map([
          ['attention_mask', mask],
          ['position_ids', grid((i) => i % tokens)],
        ]),
        knownShapes,
        wanted,
      });
    return { graph, evaluate };
  }

  it('has the rotary tables of its formula', async () => {
    const { evaluate } = await open();
    const [cos, sin] = ['/model/rotary_emb/Cast_4_output_0', '/model/rotary_emb/Cast_5_output_0'];
    const tables = await evaluate(
      grid(() => 1),
      [cos!, sin!],
    );
    for (const [name, fn] of [
      [cos!, Math.cos],
      [sin!, Math.sin],
    ] as const) {
      const table = tables.get(name)!;
      expect(table).toMatchObject({ dtype: 'float32', dims: [batch, tokens, headDim] });
      table.data.forEach((value, i) => {
        const position = Math.floor(i / headDim) % tokens;
        const angle = position * theta ** (-(2 * (i % (headDim / 2))) / headDim);
        expect(Math.abs(value - fn(angle))).toBeLessThan(1e-6);
      });
    }
  });

  it('has a causal mask without masked padding', async () => {
    const { graph, evaluate } = await open();
    const softmaxes = graph.nodes.filter((n) => n.op === 'Softmax');
    expect(softmaxes.length).toBeGreaterThan(0);
    const add = graph.nodes[graph.producers.get(softmaxes[0]!.inputs[0]!)!]!;
    const padded = grid((i) => (i < tokens ? 1 : i % tokens < 3 ? 1 : 0));
    const mask = (await evaluate(padded, [add.inputs[1]!])).get(add.inputs[1]!)!;
    expect(mask).toMatchObject({ dtype: 'float32', dims: [batch, 1, tokens, tokens] });
    const lowest = -3.4028234663852886e38;
    mask.data.forEach((value, i) => {
      const key = i % tokens;
      const query = Math.floor(i / tokens) % tokens;
      const row = Math.floor(i / tokens ** 2);
      const seen = key <= query && (row === 0 || key < 3);
      expect(value === 0, `row ${row} query ${query} key ${key}: ${value}`).toBe(seen);
      if (!seen) expect(value === lowest || value === -Infinity).toBe(true);
    });
  });

  it('does not take the logits for a constant', async () => {
    const { evaluate } = await open();
    await expect(
      evaluate(
        grid(() => 1),
        ['logits'],
      ),
    ).rejects.toMatchObject({
      code: 'graph.not-constant',
      params: { value: 'logits' },
    });
  });
});
