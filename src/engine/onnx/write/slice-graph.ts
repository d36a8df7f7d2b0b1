/**
 * A graph cut into pieces that run one after the other, so that only the weights of one need be in memory.
 *
 * Only nodes that the wanted outputs need are taken. What does not depend on the graph's inputs (transposed or unpacked
 * weights, tables) is computed again in every piece that reads it; only values of tokens pass from piece to piece.
 */
import type { OnnxGraph, OnnxNode, OnnxValueInfo, TensorRef } from '../types.ts';

export interface GraphPiece {
  readonly graph: OnnxGraph;
  /** Values of the graph's inputs or of earlier pieces that this one reads, in no order. */
  readonly needs: readonly string[];
  /** Values that later pieces or the caller read. */
  readonly gives: readonly string[];
  /** Of its initializers. */
  readonly weightBytes: number;
}

/** Everything a node reads: its inputs, and what its subgraphs take from outside. */
function readsOf(node: OnnxNode): Set<string> {
  const reads = new Set(node.inputs.filter((name) => name !== ''));
  for (const attribute of node.attributes.values()) {
    if (attribute.kind !== 'graph') continue;
    const { nodes, initializers, inputs, outputs } = attribute.value;
    const inside = new Set([...initializers.keys(), ...inputs.map(({ name }) => name)]);
    for (const inner of nodes) for (const name of inner.outputs) inside.add(name);
    for (const inner of nodes) for (const name of readsOf(inner)) if (!inside.has(name)) reads.add(name);
    for (const { name } of outputs) if (!inside.has(name)) reads.add(name);
  }
  return reads;
}

/** What the pieces are made from: nodes by the values they make, and what each reads. */
class Dependencies {
  readonly #producer = new Map<string, OnnxNode>();
  readonly #index = new Map<OnnxNode, number>();
  readonly #reads = new Map<OnnxNode, Set<string>>();
  readonly #constant = new Map<string, boolean>();

  constructor(readonly graph: OnnxGraph) {
    for (const [index, node] of graph.nodes.entries()) {
      this.#index.set(node, index);
      this.#reads.set(node, readsOf(node));
      for (const name of node.outputs) if (name !== '') this.#producer.set(name, node);
    }
  }

  reads(node: OnnxNode): Set<string> {
    return this.#reads.get(node)!;
  }

  /** Nodes that `values` need, each after those it needs, in the file's order as far as that allows. */
  order(values: Iterable<string>): OnnxNode[] {
    const needed = new Set<OnnxNode>();
    const waiting = [...values];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const node = this.#producer.get(name);
      if (!node || needed.has(node)) continue;
      needed.add(node);
      waiting.push(...this.reads(node));
    }
    const ordered: OnnxNode[] = [];
    const state = new Map<OnnxNode, 'open' | 'done'>();
    const inFile = (a: OnnxNode, b: OnnxNode) => this.#index.get(a)! - this.#index.get(b)!;
    for (const start of [...needed].sort(inFile)) {
      const stack = [start];
      for (let node = stack.at(-1); node; node = stack.at(-1)) {
        const before = state.get(node);
        const missing = before
          ? []
          : [...this.reads(node)]
              .flatMap((name) => this.#producer.get(name) ?? [])
              .filter((n) => !state.has(n));
        state.set(node, before ?? 'open');
        if (missing.length > 0) stack.push(...missing);
        else {
          stack.pop();
          if (state.get(node) !== 'done') ordered.push(node);
          state.set(node, 'done');
        }
      }
    }
    return ordered;
  }

  /** Whether a value depends on no input of the graph. Asked in topological order, so that it never goes deep. */
  isConstant(name: string): boolean {
    let known = this.#constant.get(name);
    if (known === undefined) {
      const node = this.#producer.get(name);
      known = node
        ? [...this.reads(node)].every((input) => this.isConstant(input))
        : this.graph.initializers.has(name);
      this.#constant.set(name, known);
    }
    return known;
  }

  /** Constant values among what a node reads, with those they are made from. */
  constantNodes(node: OnnxNode): OnnxNode[] {
    return this.order([...this.reads(node)].filter((name) => this.isConstant(name)));
  }
}

interface Draft {
  readonly nodes: Set<OnnxNode>;
  readonly weights: Map<string, TensorRef>;
  bytes: number;
}

/**
 * Pieces whose weights take at most `budgetBytes` each, as far as single nodes allow. Values without a producer or
 * initializer are the graph's inputs or missing: the runtime says so. A piece ends with the node that makes the value
 * `boundary`, which is also given, so that it can be changed before the next.
 */
export function sliceGraph(
  graph: OnnxGraph,
  outputs: readonly string[],
  budgetBytes: number,
  boundary?: string,
): GraphPiece[] {
  const dependencies = new Dependencies(graph);
  const drafts: Draft[] = [];
  let closed = false;
  for (const node of dependencies.order(outputs)) {
    if (node.outputs.every((name) => name === '' || dependencies.isConstant(name))) {
      // Only what the caller wants of constants has no reader; all else joins the piece that reads it.
      if (!node.outputs.some((name) => outputs.includes(name))) continue;
    }
    const own = [...dependencies.constantNodes(node), node];
    const weights = new Map<string, TensorRef>();
    for (const each of own) {
      for (const name of dependencies.reads(each)) {
        const tensor = graph.initializers.get(name);
        if (tensor) weights.set(name, tensor);
      }
    }
    const last = drafts.at(-1);
    const added = [...weights].reduce(
      (sum, [name, { byteLength }]) => sum + (last?.weights.has(name) ? 0 : byteLength),
      0,
    );
    const fits = last && !closed && (last.bytes + added <= budgetBytes || last.bytes === 0 || added === 0);
    const draft = fits
      ? last
      : { nodes: new Set<OnnxNode>(), weights: new Map<string, TensorRef>(), bytes: 0 };
    if (!fits) drafts.push(draft);
    closed = boundary !== undefined && node.outputs.includes(boundary);
    for (const each of own) draft.nodes.add(each);
    for (const [name, tensor] of weights) {
      if (!draft.weights.has(name)) draft.bytes += tensor.byteLength;
      draft.weights.set(name, tensor);
    }
  }
  return finished(dependencies, drafts, outputs);
}

/** Pieces as graphs: inputs and outputs follow from what later pieces read. */
function finished(
  dependencies: Dependencies,
  drafts: readonly Draft[],
  outputs: readonly string[],
): GraphPiece[] {
  const wanted = new Set(outputs);
  const known = new Map(
    [...dependencies.graph.inputs, ...dependencies.graph.outputs].map((value) => [value.name, value]),
  );
  const declared = (name: string): OnnxValueInfo =>
    known.get(name) ?? { name, dtype: 'unsupported', dims: [] };
  const pieces: GraphPiece[] = [];
  for (const { nodes, weights, bytes } of [...drafts].reverse()) {
    const made = new Set([...nodes].flatMap((node) => node.outputs));
    const gives = [...made].filter((name) => wanted.has(name));
    const needs = new Set<string>();
    for (const node of nodes) {
      for (const name of dependencies.reads(node)) {
        if (!made.has(name) && !weights.has(name)) needs.add(name);
      }
    }
    for (const name of needs) wanted.add(name);
    pieces.unshift({
      graph: {
        nodes: [...nodes],
        initializers: weights,
        inputs: [...needs].map(declared),
        outputs: gives.map(declared),
      },
      needs: [...needs],
      gives,
      weightBytes: bytes,
    });
  }
  return pieces;
}
