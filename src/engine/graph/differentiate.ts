/**
 * Reverse-mode differentiation of a causal program, at the level of its nodes: the backward pass is more nodes of the
 * same program, made by each op's VJP. Weights are frozen, so only activations get cotangents.
 */
import { LabError } from '../../lib/errors.ts';
import { broadcastDims } from '../ops/broadcast.ts';
import { opTable } from '../ops/table.ts';
import type { VjpBuilder } from '../ops/types.ts';
import type { CausalProgram, ProgramNode, TrainingProgram, Value, ValueId } from './program.ts';

/**
 * The program followed by cross-entropy on its logits and everything down to d inputs_embeds and the virtual tokens'
 * gradient. The input program stays as it is; its value ids keep their meaning in the result.
 *
 * Nodes off the paths from inputs_embeds to the logits need no VJP. Throws `graph.no-gradient` {op, node} for a node on such
 * a path whose op has none, and for the embedding itself when no path exists.
 */
export function differentiate(program: CausalProgram): TrainingProgram {
  const values: Value[] = [...program.values];
  const nodes: ProgramNode[] = [...program.nodes];
  const path = gradientPath(program);

  const append: VjpBuilder['add'] = (op, inputs, attrs, outputs) => {
    const ids = outputs.map((output) => {
      const id = values.length;
      values.push({ id, ...output });
      return id;
    });
    nodes.push({ op, inputs, outputs: ids, attrs, source: outputs[0]?.name ?? op });
    return ids;
  };
  const builder = vjpBuilder(values, append);

  const logits = values[program.logits]!;
  const [rowLoss, dLogits] = append('crossEntropy', [program.logits], {}, [
    { dims: [1], rows: 'selected', name: 'loss' },
    { dims: logits.dims, rows: 'selected', name: `d(${logits.name})` },
  ]);
  const cotangents = new Map<ValueId, ValueId>([[program.logits, dLogits!]]);

  for (const node of path.nodes.toReversed()) {
    const incoming = node.outputs.map((id) => cotangents.get(id));
    if (incoming.every((id) => id === undefined)) continue;
    const op = opTable.get(node.op);
    if (!op?.vjp) throw new LabError('graph.no-gradient', { op: node.op, node: node.source });
    const outgoing = op.vjp(node, incoming, builder);
    node.inputs.forEach((input, i) => {
      const cotangent = outgoing[i];
      if (cotangent === undefined || !path.values.has(input)) return;
      const earlier = cotangents.get(input);
      cotangents.set(input, earlier === undefined ? cotangent : builder.binary('add', earlier, cotangent));
    });
  }

  const dEmbeds = cotangents.get(program.inputsEmbeds);
  if (dEmbeds === undefined) {
    throw new LabError('graph.no-gradient', { op: 'embed', node: values[program.inputsEmbeds]!.name });
  }
  const [promptGradient] = append('promptGradient', [dEmbeds], {}, [
    { dims: values[dEmbeds]!.dims, rows: 'prompt', name: 'd(softPrompt)' },
  ]);
  return { ...program, values, nodes, rowLoss: rowLoss!, promptGradient: promptGradient! };
}

/** Nodes that depend on inputs_embeds and that the logits depend on, and the values that depend on inputs_embeds. */
function gradientPath(program: CausalProgram): { nodes: ProgramNode[]; values: Set<ValueId> } {
  const dependent = new Set<ValueId>([program.inputsEmbeds]);
  const downstream = program.nodes.filter((node) => {
    if (!node.inputs.some((id) => dependent.has(id))) return false;
    for (const id of node.outputs) dependent.add(id);
    return true;
  });
  const needed = new Set<ValueId>([program.logits]);
  const nodes = downstream.toReversed().filter((node) => {
    if (!node.outputs.some((id) => needed.has(id))) return false;
    for (const id of node.inputs) needed.add(id);
    return true;
  });
  return { nodes: nodes.reverse(), values: dependent };
}

function vjpBuilder(values: readonly Value[], add: VjpBuilder['add']): VjpBuilder {
  const one = (op: string, inputs: readonly ValueId[], attrs: unknown, dims: readonly number[]): ValueId =>
    add(op, inputs, attrs, [
      { dims, rows: values[inputs[0]!]!.rows, name: `${op}(${values[inputs[0]!]!.name})` },
    ])[0]!;
  return {
    add,
    dims: (id) => values[id]!.dims,
    rows: (id) => values[id]!.rows,
    binary: (fn, a, b) => one('binary', [a, b], { fn }, outerDims(values[a]!, values[b]!)),
    affine: (x, scale, shift = 0) => one('unary', [x], { fn: 'affine', scale, shift }, values[x]!.dims),
    sumTo: (x, dims) => (sameDims(values[x]!.dims, dims) ? x : one('sumTo', [x], { dims }, dims)),
  };
}

function sameDims(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((dim, i) => dim === b[i]);
}

function outerDims(a: Value, b: Value): number[] {
  const dims = broadcastDims(a.dims, b.dims);
  if (!dims) throw new LabError('graph.gradient-shape', { node: a.name, expected: a.dims, found: b.dims });
  return dims;
}
