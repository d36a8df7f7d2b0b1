/**
 * Puts additions into the kernels before them: a residual into the product that it is added to, gradients that several paths
 * give to one value into the last of these paths.
 *
 * An addition alone moves three numbers for one FLOP and costs a dispatch; in a transformer these are a fifth of all
 * dispatches. The sums stay the same up to the order of roundings inside one multiply-add.
 */
import type { BinaryAttrs, ProgramNode, Value, ValueId } from '../graph/program.ts';

/** Ops that add one more input to their result, and their inputs without it. */
const SUMMING: Readonly<Record<string, number>> = { linear: 1, normVjp: 2 };

/** The run's nodes, in order, with additions of fitting values taken in. Values in `wanted` are still written. */
export function fuseSums(
  nodes: readonly ProgramNode[],
  values: readonly Value[],
  wanted: readonly ValueId[],
): ProgramNode[] {
  const readers = new Map<ValueId, number>();
  for (const node of nodes) for (const id of node.inputs) readers.set(id, (readers.get(id) ?? 0) + 1);
  for (const id of wanted) readers.set(id, (readers.get(id) ?? 0) + 1);

  const result: (ProgramNode | undefined)[] = [];
  /** Index in `result` of the node that writes a value. */
  const writer = new Map<ValueId, number>();
  const takesSum = (id: ValueId): number | undefined => {
    const index = writer.get(id);
    const node = index === undefined ? undefined : result[index];
    const fits = node && SUMMING[node.op] === node.inputs.length && readers.get(id) === 1;
    return fits ? index : undefined;
  };
  for (const node of nodes) {
    const sum = isPlainSum(node, values) ? latest(node.inputs, takesSum) : undefined;
    if (sum) {
      const product = result[sum.index]!;
      result[sum.index] = undefined;
      result.push({ ...product, inputs: [...product.inputs, sum.other], outputs: node.outputs });
    } else {
      result.push(node);
    }
    for (const id of node.outputs) writer.set(id, result.length - 1);
  }
  return result.filter((node) => node !== undefined);
}

/** Two different values of one shape, added without broadcasting. */
function isPlainSum({ op, attrs, inputs }: ProgramNode, values: readonly Value[]): boolean {
  if (op !== 'binary' || (attrs as BinaryAttrs).fn !== 'add' || inputs[0] === inputs[1]) return false;
  const [a, b] = inputs.map((id) => values[id]!);
  return (
    a!.rows === b!.rows && a!.dims.length === b!.dims.length && a!.dims.every((dim, i) => dim === b!.dims[i])
  );
}

/** Of the two operands the one whose writer comes last, so that the other is there when it runs. */
function latest(
  [a, b]: readonly ValueId[],
  takesSum: (id: ValueId) => number | undefined,
): { readonly index: number; readonly other: ValueId } | undefined {
  const [first, second] = [takesSum(a!), takesSum(b!)];
  if (first === undefined && second === undefined) return undefined;
  return (second ?? -1) >= (first ?? -1) ? { index: second!, other: a! } : { index: first!, other: b! };
}
