/**
 * A graph while it is being flattened: nodes by the values they make, aliases for dropped values, inlined branches.
 *
 * An `If` is replaced by one branch when its condition is known without computing: `use_cache_branch` of merged decoders, a
 * constant, or one that the caller gives. Only nodes on the way to the wanted outputs are ever looked at.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxGraph, OnnxNode, OnnxValueInfo, TensorRef } from '../../onnx/types.ts';
import { renameNode } from './rename.ts';

/** How messages name a node: by its name, or by what it makes. */
export function nodeLabel(node: OnnxNode): string {
  return node.name || (node.outputs.find((name) => name !== '') ?? node.op);
}

/** Follows dropped values to the one that is still there. Throws `graph.cycle` when they lead back to themselves. */
export function resolveAlias(aliases: ReadonlyMap<string, string>, name: string): string {
  let value = name;
  for (let steps = 0; aliases.has(value); steps++) {
    if (steps > aliases.size) throw new LabError('graph.cycle', { node: name });
    value = aliases.get(value)!;
  }
  return value;
}

export class FlatGraph {
  readonly initializers = new Map<string, TensorRef>();
  readonly aliases = new Map<string, string>();
  readonly #producer = new Map<string, OnnxNode>();
  readonly #inputs: ReadonlyMap<string, OnnxValueInfo>;
  readonly #useCacheBranch: boolean;

  readonly #conditions: ReadonlyMap<string, boolean>;

  constructor(
    graph: OnnxGraph,
    useCacheBranch: boolean,
    conditions: ReadonlyMap<string, boolean> = new Map(),
  ) {
    this.#useCacheBranch = useCacheBranch;
    this.#conditions = conditions;
    this.#inputs = new Map(graph.inputs.map((input) => [input.name, input]));
    for (const [name, tensor] of graph.initializers) this.initializers.set(name, tensor);
    for (const node of graph.nodes) this.#add(node);
  }

  /** The value that stands for `name` after dropped nodes; '' stays ''. */
  resolve(name: string): string {
    return resolveAlias(this.aliases, name);
  }

  /**
   * The nodes that `outputs` need, without If and Identity; the file's order is not kept. Throws `graph.dangling-input`,
   * `graph.dynamic-if`, `graph.duplicate-value`.
   */
  expand(outputs: readonly string[]): OnnxNode[] {
    const needed = new Set<OnnxNode>();
    const seen = new Set<string>();
    const pending = outputs.map((name) => ({ name, reader: 'output' }));
    for (let next = pending.pop(); next; next = pending.pop()) {
      const name = this.resolve(next.name);
      if (name === '' || seen.has(name)) continue;
      const node = this.#producer.get(name);
      if (!node) {
        if (!this.initializers.has(name) && !this.#inputs.has(name)) {
          throw new LabError('graph.dangling-input', { value: name, node: next.reader });
        }
        seen.add(name);
      } else if (node.op === 'If' && node.domain === '') {
        this.#inline(node);
        pending.push(next);
      } else {
        seen.add(name);
        if (needed.has(node)) continue;
        needed.add(node);
        const reader = nodeLabel(node);
        for (const input of node.inputs) pending.push({ name: input, reader });
      }
    }
    return [...needed];
  }

  #add(node: OnnxNode): void {
    if (node.op === 'Identity' && node.domain === '' && node.inputs[0] && node.outputs[0]) {
      this.#claim(node.outputs[0], node);
      this.aliases.set(node.outputs[0], node.inputs[0]);
      return;
    }
    for (const name of node.outputs) {
      if (name === '') continue;
      this.#claim(name, node);
      this.#producer.set(name, node);
    }
  }

  #claim(name: string, node: OnnxNode): void {
    if (this.#taken(name))
      throw new LabError('graph.duplicate-value', { value: name, node: nodeLabel(node) });
  }

  #taken(name: string): boolean {
    return (
      this.#producer.has(name) ||
      this.aliases.has(name) ||
      this.initializers.has(name) ||
      this.#inputs.has(name)
    );
  }

  /** Puts the nodes of the branch in place of the If; inner names that are taken outside get the If's name as prefix. */
  #inline(node: OnnxNode): void {
    const key = this.#condition(node) ? 'then_branch' : 'else_branch';
    const branch = node.attributes.get(key);
    if (branch?.kind !== 'graph' || branch.value.outputs.length !== node.outputs.length) {
      throw new LabError('graph.dynamic-if', { node: nodeLabel(node), value: key });
    }
    const { nodes, initializers, outputs } = branch.value;
    // The If's own outputs are free for the branch: merged decoders give inner and outer outputs the same names.
    for (const name of node.outputs) this.#producer.delete(name);
    const outer = new Set(node.outputs);
    const names = new Map<string, string>();
    const inner = [...initializers.keys(), ...nodes.flatMap((n) => n.outputs)];
    for (const name of inner) {
      if (name === '') continue;
      let free = name;
      while (this.#taken(free) || (outer.has(free) && outputs[node.outputs.indexOf(free)]?.name !== name)) {
        free = `${nodeLabel(node)}/${key}/${free}`;
      }
      if (free !== name) names.set(name, free);
    }
    const rename = (name: string) => names.get(name) ?? name;
    for (const [name, tensor] of initializers) this.initializers.set(rename(name), tensor);
    for (const n of nodes) this.#add(renameNode(n, names));
    node.outputs.forEach((name, i) => {
      const source = rename(outputs[i]!.name);
      if (name !== '' && source !== name) this.aliases.set(name, source);
    });
  }

  /** The condition's value, followed through nodes that keep or negate a boolean. Throws `graph.dynamic-if`. */
  #condition(node: OnnxNode): boolean {
    let name = node.inputs[0] ?? '';
    const given = this.#conditions.get(name);
    if (given !== undefined) return given;
    let negated = false;
    for (let steps = 0; steps <= this.#producer.size + 1; steps++) {
      name = this.resolve(name);
      if (this.#inputs.has(name) && name === 'use_cache_branch') return this.#useCacheBranch !== negated;
      const source = this.#producer.get(name);
      const value = source?.op === 'Constant' ? source.attributes.get('value') : undefined;
      const tensor = value?.kind === 'tensor' ? value.value : this.initializers.get(name);
      if (tensor?.dtype === 'bool' && tensor.inline?.length === 1)
        return (tensor.inline[0] !== 0) !== negated;
      if (!source || !['Not', 'Squeeze', 'Unsqueeze', 'Reshape'].includes(source.op)) break;
      if (source.op === 'Not') negated = !negated;
      name = source.inputs[0] ?? '';
    }
    throw new LabError('graph.dynamic-if', { node: nodeLabel(node), value: name });
  }
}
