/**
 * After the last op that mixes tokens, only the rows whose logits are wanted are carried on: the last MLP, the final norm
 * and the head never see the others.
 */
import type { Program, ProgramNode, Value, ValueId } from '../program.ts';

/** Ops that read other tokens, or the token's own position. */
const ROW_BOUND = new Set(['attention', 'conv', 'rotary', 'binaryTable', 'embed']);

export function selectBeforeTail(program: Program, logits: ValueId): { program: Program; logits: ValueId } {
  const early = new Set<ProgramNode>();
  const producers = new Map(
    program.nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)),
  );
  for (const node of program.nodes) if (ROW_BOUND.has(node.op)) markWithAncestors(node, producers, early);
  const values: Value[] = [...program.values];
  const nodes: ProgramNode[] = [];
  const selected = new Map<ValueId, ValueId>();
  const renamed = new Map<ValueId, ValueId>();
  const derive = (id: ValueId, suffix: string): ValueId => {
    const value = values[id]!;
    values.push({ ...value, id: values.length, rows: 'selected', name: `${value.name}${suffix}` });
    return values.length - 1;
  };
  const inTail = (id: ValueId): ValueId => {
    const own = renamed.get(id);
    if (own !== undefined) return own;
    const known = selected.get(id);
    if (known !== undefined) return known;
    const copy = derive(id, ' (selected)');
    nodes.push({
      op: 'selectRows',
      inputs: [id],
      outputs: [copy],
      attrs: {},
      source: `rows of ${values[id]!.name}`,
    });
    selected.set(id, copy);
    return copy;
  };
  for (const node of program.nodes) {
    if (early.has(node)) {
      nodes.push(node);
      continue;
    }
    const inputs = node.inputs.map(inTail);
    const outputs = node.outputs.map((output) => {
      const id = derive(output, '');
      renamed.set(output, id);
      return id;
    });
    nodes.push({ ...node, inputs, outputs });
  }
  return { program: { ...program, values, nodes }, logits: inTail(logits) };
}

function markWithAncestors(
  node: ProgramNode,
  producers: ReadonlyMap<ValueId, ProgramNode>,
  marked: Set<ProgramNode>,
): void {
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (marked.has(next)) continue;
    marked.add(next);
    for (const input of next.inputs) {
      const producer = producers.get(input);
      if (producer) open.push(producer);
    }
  }
}
