/** Drops nodes that none of the wanted values needs. */
import type { Program, ProgramNode, ValueId } from '../program.ts';

export function removeUnused<P extends Program>(program: P, wanted: readonly ValueId[]): P {
  const needed = new Set<ValueId>(wanted);
  const kept: ProgramNode[] = [];
  for (const node of [...program.nodes].reverse()) {
    if (!node.outputs.some((output) => needed.has(output))) continue;
    kept.push(node);
    for (const input of node.inputs) needed.add(input);
  }
  return {
    values: program.values,
    weights: program.weights,
    vectors: program.vectors,
    tables: program.tables,
    nodes: kept.reverse(),
  } as Program as P;
}
