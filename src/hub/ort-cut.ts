/**
 * A model file for onnxruntime that also takes a soft prompt: the value behind the embedding lookup becomes a choice between
 * the lookup and the input `inputs_embeds`. Which value that is, the engine found out when it read the same file.
 */

import type { OnnxGraph, OnnxNode } from '../engine/onnx/types.ts';
import { type EmbeddingValue, insertEmbeddings } from '../engine/onnx/write/insert-embeddings.ts';
import { LabError } from '../lib/errors.ts';

export interface EmbeddingCut {
  /** ModelDescription.cutValue */
  readonly value: string;
  readonly hiddenSize: number;
}

/** Input whose element type an operator's output has; other operators keep that of their first input. */
const TYPE_INPUT: Readonly<Record<string, number>> = { DequantizeLinear: 1, GatherBlockQuantized: 2 };
/** TensorProto codes that a Cast may name. */
const CAST_TYPES: Readonly<Record<number, EmbeddingValue['type']>> = {
  1: 'float32',
  10: 'float16',
  16: 'bfloat16',
};
/** Lookup, scale and casts are a handful of nodes. */
const MAX_NODES = 16;

/** Element type of a value near the embedding table. Throws `hub.ort-cut` {value}. */
export function embeddingType(graph: OnnxGraph, value: string): EmbeddingValue['type'] {
  const producers = new Map<string, OnnxNode>(
    graph.nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)),
  );
  let name = value;
  for (let i = 0; i < MAX_NODES; i++) {
    const stored = graph.initializers.get(name)?.dtype;
    if (stored === 'float32' || stored === 'float16' || stored === 'bfloat16') return stored;
    const node = producers.get(name);
    if (!node) break;
    const to = node.attributes.get('to');
    if (node.op === 'Cast' && to?.kind === 'int') {
      const type = CAST_TYPES[to.value];
      if (!type) break;
      return type;
    }
    const constant = node.attributes.get('value');
    if (node.op === 'Constant' && constant?.kind === 'tensor') {
      const { dtype } = constant.value;
      if (dtype !== 'float32' && dtype !== 'float16' && dtype !== 'bfloat16') break;
      return dtype;
    }
    name = node.inputs[TYPE_INPUT[node.op] ?? 0] ?? '';
  }
  throw new LabError('hub.ort-cut', { value });
}

/** Puts the inputs of insert-embeddings.ts into the written graph. Throws `hub.ort-cut`; the edit throws `onnx.no-value`. */
export function withEmbeddingInput(
  graph: OnnxGraph,
  path: string,
  { value, hiddenSize }: EmbeddingCut,
): (proto: Uint8Array) => Uint8Array<ArrayBuffer> {
  const type = embeddingType(graph, value);
  return (proto) => insertEmbeddings(proto, { name: value, type, hiddenSize }, path);
}
