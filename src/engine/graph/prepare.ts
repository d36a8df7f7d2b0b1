/**
 * OnnxModel -> PreparedGraph: one flat, sorted graph of exactly the nodes that logits and caches need.
 *
 * Inlines `If`, writes EmbedLayerNormalization out, turns `Constant` nodes into initializers, drops `Identity`, checks that every value comes from somewhere. Does not
 * look at what the operators mean, and evaluates nothing.
 */
import { LabError } from '../../lib/errors.ts';
import type { OnnxModel, OnnxNode, OnnxValueInfo, TensorRef } from '../onnx/types.ts';
import { constantTensor } from './prepare/constant-tensor.ts';
import { withoutEmbedLayerNorm } from './prepare/embed-layer-norm.ts';
import { FlatGraph, nodeLabel, resolveAlias } from './prepare/flat-graph.ts';
import { mergeDequantised } from './prepare/merge-dequantised.ts';
import { checkSignature } from './prepare/signature.ts';
import { sortNodes } from './prepare/sort.ts';

/** A graph output; `value` is the value that carries it (not `name` itself where an Identity was dropped). */
export interface PreparedOutput extends OnnxValueInfo {
  readonly value: string;
}

export interface PreparedGraph {
  /** In topological order; no Constant, Identity or If among them. Inputs name values after aliases. */
  readonly nodes: readonly OnnxNode[];
  /** Those that the nodes or outputs use, constants included. */
  readonly initializers: ReadonlyMap<string, TensorRef>;
  /** All inputs of the file, used or not. */
  readonly inputs: readonly OnnxValueInfo[];
  /** `logits` and the caches (present…), in the order of the file. */
  readonly outputs: readonly PreparedOutput[];
  /** Value -> index in `nodes` of the node that makes it. */
  readonly producers: ReadonlyMap<string, number>;
  /** Value -> indices in `nodes` of the nodes that read it, ascending, each once. */
  readonly consumers: ReadonlyMap<string, readonly number[]>;
  /** Names of dropped values (Identity outputs, outputs of If) -> the value that took their place. */
  readonly aliases: ReadonlyMap<string, string>;
}

export interface PrepareOptions {
  /** Values to keep instead of a decoder's outputs; its signature is then not checked (embed_tokens.onnx, conditions). */
  readonly outputs?: readonly string[];
  /** Values of conditions that must be computed, by name. */
  readonly conditions?: ReadonlyMap<string, boolean>;
  /** Which branch of a merged decoder to take: false = prompt without a past. */
  readonly useCacheBranch: boolean;
}

/**
 * Throws `graph.no-logits`, `graph.no-token-input`, `graph.input-type` (not a causal LM as exporters write them),
 * `graph.dangling-input`, `graph.duplicate-value`, `graph.cycle`, `graph.dynamic-if`, and `onnx.tensor-dtype` for a needed tensor of
 * an element type the engine does not know.
 */
export function prepareGraph(model: OnnxModel, options: PrepareOptions): PreparedGraph {
  const { inputs } = model.graph;
  const { outputs: wanted } = options;
  const known = new Map(model.graph.outputs.map((o) => [o.name, o]));
  const outputs: OnnxValueInfo[] = wanted
    ? wanted.map((name) => known.get(name) ?? { name, dtype: 'unsupported', dims: [] })
    : model.graph.outputs.filter((o) => o.name === 'logits' || o.name.startsWith('present'));
  if (!wanted) checkSignature(model);
  const graph = withoutEmbedLayerNorm(model.graph, model.opsets.get('') ?? 1, model.path);
  const flat = new FlatGraph(graph, options.useCacheBranch, options.conditions);
  const needed = flat.expand(outputs.map((o) => o.name));

  const initializers = new Map<string, TensorRef>();
  const plain: OnnxNode[] = [];
  for (const node of needed) {
    if (node.op === 'Constant' && node.domain === '') {
      initializers.set(node.outputs[0] ?? '', constantTensor(node, model.path));
    } else plain.push({ ...node, inputs: node.inputs.map((name) => flat.resolve(name)) });
  }
  const nodes = mergeDequantised(plain, flat.aliases);
  const preparedOutputs = outputs.map((o) => ({ ...o, value: flat.resolve(o.name) }));
  const used = [...nodes.flatMap((n) => n.inputs), ...preparedOutputs.map((o) => o.value)];
  for (const name of used) {
    const tensor = flat.initializers.get(name);
    if (tensor) initializers.set(name, tensor);
  }
  checkTypes(initializers, model.path);
  const sorted = sortNodes(nodes, model.path);
  return {
    nodes: sorted,
    initializers,
    inputs,
    outputs: preparedOutputs,
    producers: producersOf(sorted),
    consumers: consumersOf(sorted),
    aliases: flat.aliases,
  };
}

export { nodeLabel, resolveAlias };

function checkTypes(initializers: ReadonlyMap<string, TensorRef>, file: string): void {
  for (const { name, dtype, onnxType } of initializers.values()) {
    if (dtype === 'unsupported' || dtype === 'string') {
      throw new LabError('onnx.tensor-dtype', { file, tensor: name, dtype: onnxType ?? dtype });
    }
  }
}

function producersOf(nodes: readonly OnnxNode[]): Map<string, number> {
  const producers = new Map<string, number>();
  nodes.forEach((node, index) => {
    for (const name of node.outputs) if (name !== '') producers.set(name, index);
  });
  return producers;
}

function consumersOf(nodes: readonly OnnxNode[]): Map<string, number[]> {
  const consumers = new Map<string, number[]>();
  nodes.forEach((node, index) => {
    for (const name of new Set(node.inputs)) {
      if (name === '') continue;
      const list = consumers.get(name);
      if (list) list.push(index);
      else consumers.set(name, [index]);
    }
  });
  return consumers;
}
