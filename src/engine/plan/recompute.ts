/**
 * Trades time for memory in a backward pass (Chen et al. 2016, sublinear memory cost): of a recomputed layer only its input
 * stays until its backward nodes, before which its forward nodes run once more.
 *
 * A layer here is what lies between two places of the forward pass that a single value crosses (the residual), with one
 * attention or convolution in it; nothing is assumed about the architecture. The copies run the same kernels on the same
 * inputs, so every number stays the same to the last bit. The last layer's backward follows at once: it is never copied.
 */
import type { Program, ProgramNode, Value, ValueId } from '../graph/program.ts';
import { writesCache } from './kv-cache.ts';

/** Consecutive nodes first..end-1 of a run's list that read one earlier value, and of which later forward nodes read one. */
export interface Layer {
  readonly first: number;
  readonly end: number;
  readonly output: ValueId;
}

/** Index of the node that begins the backward pass; the list's length where there is none. */
function backwardStart(nodes: readonly ProgramNode[]): number {
  const index = nodes.findIndex((node) => node.op === 'crossEntropy');
  return index < 0 ? nodes.length : index;
}

/** Places p such that one value only crosses from nodes before p to forward nodes from p on, with that value. */
function crossings(
  nodes: readonly ProgramNode[],
  end: number,
): { readonly at: number; readonly value: ValueId }[] {
  const lastRead = new Map<ValueId, number>();
  for (let i = 0; i <= Math.min(end, nodes.length - 1); i++)
    for (const id of nodes[i]!.inputs) lastRead.set(id, i);
  const live = new Set<ValueId>();
  const found: { at: number; value: ValueId }[] = [];
  for (let i = 0; i < end; i++) {
    for (const id of nodes[i]!.outputs) if ((lastRead.get(id) ?? -1) > i) live.add(id);
    for (const id of live) if (lastRead.get(id)! <= i) live.delete(id);
    const [only] = live;
    if (live.size === 1) found.push({ at: i + 1, value: only! });
  }
  return found;
}

/** Layers that can be recomputed, in forward order. */
export function recomputableLayers(nodes: readonly ProgramNode[]): Layer[] {
  const end = backwardStart(nodes);
  if (end === nodes.length) return [];
  const mixes = nodes.slice(0, end).flatMap((node, i) => (writesCache(node) ? [i] : []));
  const places = crossings(nodes, end);
  // The last place before each mixing node: what follows it up to the next such place belongs to one layer.
  const cuts = mixes.flatMap((mix) => places.findLast(({ at }) => at <= mix) ?? []);
  const distinct = cuts.filter((cut, i) => cut.at !== cuts[i - 1]?.at);
  return distinct.slice(0, -1).map(({ at }, i) => {
    const next = distinct[i + 1]!;
    return { first: at, end: next.at, output: next.value };
  });
}

/**
 * The run's nodes with the given layers recomputed, and the values that copies write (ids from `nextId` on).
 * `nodes` are a run's, in program order.
 */
export function withRecomputation(
  program: Pick<Program, 'values'>,
  nodes: readonly ProgramNode[],
  layers: readonly Layer[],
  nextId: ValueId,
): { readonly nodes: ProgramNode[]; readonly values: Value[] } {
  const start = backwardStart(nodes);
  const layerOf = new Map<ValueId, Layer>();
  for (const layer of layers) {
    for (const node of nodes.slice(layer.first, layer.end))
      for (const id of node.outputs) layerOf.set(id, layer);
    // The next layer's input stays.
    layerOf.delete(layer.output);
  }

  const values: Value[] = [];
  const copies = new Map<ValueId, ValueId>();
  const done = new Set<Layer>();
  const result = nodes.slice(0, start);
  const copyOf = (id: ValueId): ValueId => copies.get(id) ?? id;
  const wantedBack = readByBackward(nodes, start);

  const recompute = (layer: Layer): void => {
    done.add(layer);
    for (const node of neededWithin(nodes.slice(layer.first, layer.end), wantedBack, layerOf)) {
      const outputs = node.outputs.map((id) => {
        const original = program.values[id]!;
        const copy = { ...original, id: nextId + values.length, name: `${original.name} (again)` };
        values.push(copy);
        copies.set(id, copy.id);
        return copy.id;
      });
      result.push({ ...node, inputs: node.inputs.map(copyOf), outputs });
    }
  };

  for (const node of nodes.slice(start)) {
    for (const id of node.inputs) {
      const layer = layerOf.get(id);
      if (layer && !done.has(layer)) recompute(layer);
    }
    result.push({ ...node, inputs: node.inputs.map(copyOf) });
  }
  return { nodes: result, values };
}

function readByBackward(nodes: readonly ProgramNode[], start: number): Set<ValueId> {
  return new Set(nodes.slice(start).flatMap((node) => node.inputs));
}

/** Nodes of a layer that values read by the backward pass depend on. */
function neededWithin(
  layer: readonly ProgramNode[],
  read: ReadonlySet<ValueId>,
  inner: ReadonlyMap<ValueId, Layer>,
): ProgramNode[] {
  const needed = new Set<ValueId>();
  const kept: ProgramNode[] = [];
  for (const node of layer.toReversed()) {
    if (!node.outputs.some((id) => needed.has(id) || (read.has(id) && inner.has(id)))) continue;
    for (const id of node.inputs) needed.add(id);
    kept.push(node);
  }
  return kept.reverse();
}
