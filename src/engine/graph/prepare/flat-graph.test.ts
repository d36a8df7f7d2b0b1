import { describe, expect, it } from 'vitest';
import { readModel } from '../../onnx/read-model.ts';
import { fixturesFolder, haveFixtures } from '../../onnx/testing/fixtures.ts';
import { fsFiles } from '../../onnx/testing/fs-files.ts';
import { errorOf, readBytes } from '../../onnx/testing/read-bytes.ts';
import {
  floatTensor,
  type GraphSpec,
  graphProto,
  modelProto,
  nodeProto,
  tensorProto,
  valueInfo,
} from '../../onnx/testing/write-model.ts';
import { loadHostTensor } from '../evaluate/load.ts';
import { type PreparedGraph, prepareGraph } from '../prepare.ts';

const ids = valueInfo('input_ids', 7, ['batch', 'sequence']);
const logits = valueInfo('logits', 1, ['batch', 'sequence', 8]);
const useCache = valueInfo('use_cache_branch', 9, [1]);

async function prepare(spec: GraphSpec, useCacheBranch = false): Promise<PreparedGraph> {
  const model = await readBytes(modelProto({ inputs: [ids], outputs: [logits], ...spec }));
  return prepareGraph(model, { useCacheBranch });
}

const ops = (graph: PreparedGraph) => graph.nodes.map((n) => n.op);

describe('If', () => {
  const branch = (op: string, rest: GraphSpec = {}) =>
    graphProto({ nodes: [nodeProto(op, ['h', 'w'], ['logits'])], outputs: [logits], ...rest });
  const merged = (condition: string, extra: readonly Uint8Array[] = []): GraphSpec => ({
    nodes: [
      nodeProto('If', [condition], ['logits'], {
        // Both branches use the same names, as optimum writes them.
        then_branch: { graph: branch('WithPast', { initializers: [floatTensor('w', [1], [1])] }) },
        else_branch: { graph: branch('NoPast', { initializers: [floatTensor('w', [1], [2])] }) },
      }),
      nodeProto('Embed', ['input_ids'], ['h']),
      ...extra,
    ],
    inputs: [ids, useCache],
  });

  it.each([
    [false, 'NoPast', 2],
    [true, 'WithPast', 1],
  ])('takes the branch for use_cache_branch = %s with its initializers', async (flag, op, value) => {
    const graph = await prepare(merged('use_cache_branch'), flag);
    expect(ops(graph)).toEqual(['Embed', op]);
    expect(graph.nodes[1]).toMatchObject({ inputs: ['h', 'w'], outputs: ['logits'] });
    expect((await loadHostTensor(graph.initializers.get('w')!, 1)).data[0]).toBe(value);
  });

  it('follows Not and constants', async () => {
    expect(ops(await prepare(merged('c', [nodeProto('Not', ['use_cache_branch'], ['c'])])))).toContain(
      'WithPast',
    );
    const yes = tensorProto('', 9, [], [9, Uint8Array.of(1)]);
    const constant = nodeProto('Constant', [], ['c'], { value: { tensor: yes } });
    expect(ops(await prepare(merged('c', [constant])))).toContain('WithPast');
  });

  it('refuses conditions that must be computed, unless nobody needs the node', async () => {
    const computed = [nodeProto('Less', ['h', 'h'], ['c'])];
    expect(await errorOf(prepare(merged('c', computed)))).toMatchObject({
      code: 'graph.dynamic-if',
      params: { node: 'logits', value: 'c' },
    });
    const spec = merged('c', [...computed, nodeProto('A', ['h'], ['present'])]);
    const model = await readBytes(modelProto({ ...spec, outputs: [valueInfo('present', 1, []), logits] }));
    expect(() => prepareGraph(model, { useCacheBranch: false })).toThrow(/dynamic-if/);
    const offPath = await prepare({
      nodes: [
        nodeProto('If', ['c'], ['debug'], {
          then_branch: { graph: branch('A') },
          else_branch: { graph: branch('B') },
        }),
        nodeProto('A', ['input_ids'], ['logits']),
      ],
    });
    expect(ops(offPath)).toEqual(['A']);
  });

  it('renames inner values that are taken outside, also in nested branches', async () => {
    const inner = graphProto({
      nodes: [nodeProto('Deep', ['h', 'x'], ['y'])],
      outputs: [valueInfo('y', 1, [])],
    });
    const outer = graphProto({
      nodes: [
        nodeProto('Hide', ['input_ids'], ['h']),
        nodeProto('If', ['use_cache_branch'], ['z'], {
          then_branch: { graph: inner },
          else_branch: { graph: inner },
        }),
      ],
      outputs: [valueInfo('z', 1, [])],
    });
    const graph = await prepare({
      nodes: [
        nodeProto('Embed', ['input_ids'], ['h']),
        nodeProto('X', ['h'], ['x']),
        nodeProto(
          'If',
          ['use_cache_branch'],
          ['b'],
          { then_branch: { graph: outer }, else_branch: { graph: outer } },
          { name: 'if' },
        ),
        nodeProto('Add', ['b', 'h'], ['logits']),
      ],
      inputs: [ids, useCache],
    });
    const byOp = Object.fromEntries(graph.nodes.map((n) => [n.op, n]));
    expect(byOp.Hide!.outputs).toEqual(['if/else_branch/h']);
    expect(byOp.Deep!.inputs).toEqual(['if/else_branch/h', 'x']);
    expect(byOp.Add!.inputs).toEqual(['y', 'h']);
    expect(byOp.X!.inputs).toEqual(['h']);
  });

  it('hands captured values through', async () => {
    const through = graphProto({ outputs: [valueInfo('h', 1, [])] });
    const graph = await prepare({
      nodes: [
        nodeProto('Embed', ['input_ids'], ['h']),
        nodeProto('If', ['use_cache_branch'], ['b'], {
          then_branch: { graph: through },
          else_branch: { graph: through },
        }),
        nodeProto('A', ['b'], ['logits']),
      ],
      inputs: [ids, useCache],
    });
    expect(graph.nodes.map((n) => n.inputs)).toEqual([['input_ids'], ['h']]);
  });
});

describe.runIf(haveFixtures)('a merged decoder', () => {
  it('has the caches of either branch', async () => {
    const model = await readModel(
      fsFiles(`${fixturesFolder}/ts13-gpt2-merged`),
      'onnx/decoder_model_merged.onnx',
    );
    const reads = (useCacheBranch: boolean) => {
      const graph = prepareGraph(model, { useCacheBranch });
      expect(graph.outputs.map((o) => o.value)).toEqual(['logits', 'present.0.key', 'present.0.value']);
      return graph.consumers.has('past_key_values.0.key');
    };
    expect(reads(true)).toBe(true);
    expect(reads(false)).toBe(false);
  });
});
