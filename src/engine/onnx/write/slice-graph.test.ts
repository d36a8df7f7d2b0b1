import { describe, expect, it } from 'vitest';
import { readModel } from '../read-model.ts';
import {
  floatTensor,
  graphProto,
  memoryFiles,
  modelProto,
  nodeProto,
  valueInfo,
} from '../testing/write-model.ts';
import { withoutCacheBranch } from './inline-branch.ts';
import { sliceGraph } from './slice-graph.ts';

const FLOAT = 1;
const weight = (name: string, count: number) => floatTensor(name, [count], new Array<number>(count).fill(1));

/** x -> three layers; the table is transposed once and read by the first and the last; one branch, one dead end. */
const file = modelProto({
  nodes: [
    nodeProto('Transpose', ['table'], ['turned']),
    nodeProto('Shape', ['x'], ['shape']),
    nodeProto('Mul', ['x', 'turned'], ['h0']),
    nodeProto('Mul', ['h0', 'w1'], ['h1']),
    nodeProto('If', ['flag'], ['h2'], {
      then_branch: {
        graph: graphProto({ nodes: [nodeProto('Neg', ['h1'], ['t'])], outputs: [valueInfo('t', FLOAT, [])] }),
      },
      else_branch: {
        graph: graphProto({
          nodes: [nodeProto('Mul', ['h1', 'w2'], ['e'])],
          outputs: [valueInfo('e', FLOAT, [])],
        }),
      },
    }),
    nodeProto('Reshape', ['h2', 'shape'], ['h3']),
    nodeProto('Mul', ['h3', 'turned'], ['logits']),
    nodeProto('Mul', ['h3', 'unused'], ['present']),
  ],
  initializers: [weight('table', 10), weight('w1', 20), weight('w2', 30), weight('unused', 1000)],
  inputs: [valueInfo('x', FLOAT, ['tokens']), valueInfo('flag', 9, []), valueInfo('past', FLOAT, [])],
  outputs: [valueInfo('logits', FLOAT, ['tokens']), valueInfo('present', FLOAT, ['tokens'])],
});

const graph = async () => (await readModel(memoryFiles({ 'm.onnx': file }), 'm.onnx')).graph;
const made = (piece: { graph: { nodes: readonly { outputs: readonly string[] }[] } }) =>
  piece.graph.nodes.flatMap(({ outputs }) => outputs);

describe('sliceGraph', () => {
  it('takes what the outputs need in one piece where it fits', async () => {
    const [piece, ...more] = sliceGraph(await graph(), ['logits'], 1e6);
    expect(more).toEqual([]);
    expect(made(piece!)).toEqual(['shape', 'turned', 'h0', 'h1', 'h2', 'h3', 'logits']);
    expect(new Set(piece!.needs)).toEqual(new Set(['x', 'flag']));
    expect(piece!.gives).toEqual(['logits']);
    expect([...piece!.graph.initializers.keys()].sort()).toEqual(['table', 'w1', 'w2']);
    expect(piece!.weightBytes).toBe(240);
    expect(piece!.graph.outputs).toEqual([{ name: 'logits', dtype: 'float32', dims: ['tokens'] }]);
  });

  it('keeps the weights of each piece within the budget and makes constants anew', async () => {
    const pieces = sliceGraph(await graph(), ['logits'], 125);
    expect(pieces.map(made)).toEqual([
      ['shape', 'turned', 'h0', 'h1'],
      ['h2', 'h3'],
      ['turned', 'logits'],
    ]);
    expect(pieces.map(({ weightBytes }) => weightBytes)).toEqual([120, 120, 40]);
    expect(pieces.map(({ gives }) => gives)).toEqual([['shape', 'h1'], ['h3'], ['logits']]);
    // What a branch reads from outside counts as read.
    expect(new Set(pieces[1]!.needs)).toEqual(new Set(['flag', 'h1', 'shape']));
    expect([...pieces[1]!.graph.initializers.keys()]).toEqual(['w2']);
  });

  it('ends a piece behind the boundary and gives that value', async () => {
    const [first, second, ...more] = sliceGraph(await graph(), ['logits'], 1e6, 'h0');
    expect(more).toEqual([]);
    expect(made(first!)).toEqual(['shape', 'turned', 'h0']);
    expect(new Set(first!.gives)).toEqual(new Set(['shape', 'h0']));
    expect(second!.needs).toContain('h0');
  });

  it('puts nodes in an order they can run in', async () => {
    const shuffled = await graph();
    const nodes = [...shuffled.nodes].reverse();
    const [piece] = sliceGraph({ ...shuffled, nodes }, ['logits'], 1e6);
    const known = new Set(['x', 'flag', ...piece!.graph.initializers.keys()]);
    for (const { inputs, outputs } of piece!.graph.nodes) {
      for (const input of inputs) expect(known).toContain(input);
      for (const output of outputs) known.add(output);
    }
    expect(known).toContain('logits');
  });
});

describe('withoutCacheBranch', () => {
  it('puts the branch without a past in the place of the condition', async () => {
    const plain = await graph();
    expect(withoutCacheBranch(plain).nodes).toEqual(plain.nodes);
    const nodes = plain.nodes.map((node) =>
      node.op === 'If' ? { ...node, inputs: ['use_cache_branch'] } : node,
    );
    const inlined = withoutCacheBranch({ ...plain, nodes });
    expect(inlined.nodes.map(({ op }) => op)).not.toContain('If');
    expect(inlined.nodes.find(({ outputs }) => outputs.includes('h2'))).toMatchObject({
      op: 'Identity',
      inputs: ['e'],
    });
    expect(sliceGraph(inlined, ['logits'], 1)).toHaveLength(4);
  });
});
