/**
 * com.microsoft EmbedLayerNormalization as standard nodes: lookup of words, lookup of positions, sum, LayerNormalization.
 *
 * The fused node hides the value that inputs_embeds replaces: the words before their positions are added.
 */
import { LabError } from '../../../lib/errors.ts';
import { elementType } from '../../onnx/dtypes.ts';
import { inlineTensor } from '../../onnx/parse-tensor.ts';
import type { AttributeValue, OnnxGraph, OnnxNode, TensorRef } from '../../onnx/types.ts';
import { nodeLabel } from './flat-graph.ts';

const INT64 = 7;

/** Inputs of the operator, in its order. */
type Inputs = readonly (string | undefined)[];

/** The graph without such nodes. Throws `graph.unsupported-op` for segments, which decoders do not have. */
export function withoutEmbedLayerNorm(graph: OnnxGraph, opset: number, file: string): OnnxGraph {
  const isFused = (node: OnnxNode) => node.op === 'EmbedLayerNormalization';
  if (!graph.nodes.some(isFused)) return graph;
  const initializers = new Map(graph.initializers);
  const nodes = graph.nodes.flatMap((node) =>
    isFused(node) ? decompose(node, opset, file, initializers) : [node],
  );
  return { ...graph, nodes, initializers };
}

function decompose(
  node: OnnxNode,
  opset: number,
  file: string,
  initializers: Map<string, TensorRef>,
): OnnxNode[] {
  const [ids, segments, words, positionTable, , gamma, beta, mask, positionIds]: Inputs = node.inputs;
  const [output, maskIndex, sum] = node.outputs;
  if (!ids || segments || !words || !positionTable || !gamma || !beta || !output) {
    const op = `${node.domain}::${node.op}`;
    throw new LabError('graph.unsupported-op', { op, node: nodeLabel(node), file, what: 'segments' });
  }
  const name = (part: string): string => `${output}#${part}`;
  const standard = (
    op: string,
    inputs: readonly string[],
    out: string,
    attributes: Record<string, AttributeValue> = {},
  ): OnnxNode => {
    const entries = new Map(Object.entries(attributes));
    return { name: `${nodeLabel(node)}#${op}`, op, domain: '', inputs, outputs: [out], attributes: entries };
  };
  const constant = (part: string, value: number): string => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value), true);
    initializers.set(name(part), inlineTensor(name(part), elementType(INT64), [1], bytes));
    return name(part);
  };
  const embedded = sum || name('sum');
  const nodes = [standard('Gather', [words, ids], name('words'))];
  if (positionIds) nodes.push(standard('Gather', [positionTable, positionIds], name('positions')));
  else {
    const [zero, one, two] = [constant('zero', 0), constant('one', 1), constant('two', 2)];
    nodes.push(
      standard('Shape', [ids], name('shape')),
      standard('Slice', [name('shape'), one, two], name('tokens')),
      standard('Slice', [positionTable, zero, name('tokens')], name('positions')),
    );
  }
  nodes.push(
    standard('Add', [name('words'), name('positions')], embedded),
    standard('LayerNormalization', [embedded, gamma, beta], output, {
      epsilon: node.attributes.get('epsilon') ?? { kind: 'float', value: 1e-12 },
    }),
  );
  if (maskIndex && mask) {
    const keepdims: AttributeValue = { kind: 'int', value: 0 };
    const sums =
      opset < 13
        ? standard('ReduceSum', [mask], maskIndex, { keepdims, axes: { kind: 'ints', value: [1] } })
        : standard('ReduceSum', [mask, constant('axis', 1)], maskIndex, { keepdims });
    nodes.push(sums);
  }
  return nodes;
}
