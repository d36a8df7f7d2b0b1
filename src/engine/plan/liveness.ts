/**
 * Which nodes a run needs, how long each value lives, and which values can share memory.
 *
 * Values never share within a dispatch: a node's outputs live while its inputs do. What an op says it can write over an
 * input (`sharing`) is the exception.
 */
import type { Program, ProgramNode, Value, ValueId } from '../graph/program.ts';

export interface Lifetime {
  readonly value: Value;
  /** Index (in the node list) of the node that writes it. */
  readonly from: number;
  /** Index of the last node that reads it; the list's length when it is read back. */
  readonly to: number;
}

/** Nodes, in program order, that `wanted` or a node in `roots` needs. */
export function neededNodes(
  program: Program,
  wanted: readonly ValueId[],
  isRoot: (node: ProgramNode) => boolean,
): ProgramNode[] {
  const needed = new Set<ValueId>(wanted);
  const nodes: ProgramNode[] = [];
  for (let i = program.nodes.length - 1; i >= 0; i--) {
    const node = program.nodes[i]!;
    if (!isRoot(node) && !node.outputs.some((id) => needed.has(id))) continue;
    for (const id of node.inputs) needed.add(id);
    nodes.push(node);
  }
  return nodes.reverse();
}

export function lifetimes(
  program: { readonly values: readonly Value[] },
  nodes: readonly ProgramNode[],
  wanted: readonly ValueId[],
): Lifetime[] {
  const values = new Map(program.values.map((value) => [value.id, value]));
  const from = new Map<ValueId, number>();
  const to = new Map<ValueId, number>();
  nodes.forEach((node, i) => {
    for (const id of node.outputs) {
      from.set(id, i);
      to.set(id, i);
    }
    for (const id of node.inputs) to.set(id, i);
  });
  for (const id of wanted) to.set(id, nodes.length);
  return [...from].map(([id, start]) => ({ value: values.get(id)!, from: start, to: to.get(id)! }));
}

/**
 * Outputs that take the place of an input: `pairOf` says for a node which output may overwrite which input. It does where the
 * node is the input's last reader. Value -> the value whose place it takes; lifetimes without it, that of the other prolonged.
 */
export function sharing(
  lives: readonly Lifetime[],
  nodes: readonly ProgramNode[],
  pairOf: (node: ProgramNode) => readonly [input: ValueId, output: ValueId] | undefined,
): { readonly lives: Lifetime[]; readonly placeOf: ReadonlyMap<ValueId, ValueId> } {
  const byId = new Map(lives.map((life) => [life.value.id, life]));
  const placeOf = new Map<ValueId, ValueId>();
  nodes.forEach((node, i) => {
    const pair = pairOf(node);
    if (!pair) return;
    const [input, output] = pair;
    const over = byId.get(output)!;
    // Absent where the input has itself taken another's place: no chains.
    const under = byId.get(input);
    if (under?.to !== i || over.from !== i) return;
    placeOf.set(output, input);
    byId.set(input, { ...under, to: over.to });
    byId.delete(output);
  });
  return { lives: [...byId.values()], placeOf };
}

export interface SlotPlan {
  /** Bytes of each slot, largest first. */
  readonly sizes: readonly number[];
  readonly slotOf: ReadonlyMap<ValueId, number>;
}

/**
 * Greedy by size (Pisarchyk & Lee 2020): the largest values choose first, each takes the first slot whose values all live
 * at other times. Slot i of one plan and slot i of another can be the same buffer, since both lists fall in size.
 */
export function assignSlots(lives: readonly Lifetime[], bytes: (value: Value) => number): SlotPlan {
  const sized = lives.map((life) => ({ life, size: bytes(life.value) }));
  sized.sort((a, b) => b.size - a.size || a.life.from - b.life.from || a.life.value.id - b.life.value.id);
  const slots: { size: number; lives: Lifetime[] }[] = [];
  const slotOf = new Map<ValueId, number>();
  for (const { life, size } of sized) {
    let index = slots.findIndex((slot) =>
      slot.lives.every((other) => other.to < life.from || life.to < other.from),
    );
    if (index < 0) index = slots.push({ size, lives: [] }) - 1;
    slots[index]!.lives.push(life);
    slotOf.set(life.value.id, index);
  }
  return { sizes: slots.map((slot) => slot.size), slotOf };
}
