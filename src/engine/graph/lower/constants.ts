/**
 * How a constant operand meets an activation: one number, a feature vector, or a table over positions.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxNode } from '../../onnx/types.ts';
import type { HostTensor } from '../host-tensor.ts';
import type { PositionTable, TableId, VectorId } from '../program.ts';
import { type Axis, axisSize, isBatchAxis, isFeatureAxis, isTokenAxis } from './axes.ts';
import type { Lowering } from './lowering.ts';

export type Operand =
  | { readonly kind: 'scalar'; readonly value: number }
  | { readonly kind: 'vector'; readonly vector: VectorId; readonly dims: readonly number[] }
  | { readonly kind: 'table'; readonly table: TableId; readonly dims: readonly number[] };

/** Reads constant `name` against the axes of the activation it meets (numpy: aligned at the right). */
export async function constantOperand(
  L: Lowering,
  node: OnnxNode,
  name: string,
  axes: readonly Axis[],
): Promise<Operand> {
  const tensor = await L.constant(name);
  if (tensor.data.length === 1) return { kind: 'scalar', value: tensor.data[0]! };
  const aligned = axes.slice(Math.max(0, axes.length - tensor.dims.length));
  const extra = tensor.dims.slice(0, Math.max(0, tensor.dims.length - axes.length));
  if (extra.some((d) => d !== 1)) throw L.unsupported(node, `constant ${name} enlarges the activation`);
  const dims = tensor.dims.slice(extra.length);
  const featureDims: number[] = [];
  let positional = false;
  let before = 1;
  aligned.forEach((axis, i) => {
    const size = dims[i]!;
    if (isFeatureAxis(axis)) {
      if (size !== 1 && size !== axisSize(axis, L.probe))
        throw L.unsupported(node, `constant ${name} enlarges the activation`);
      featureDims.push(...splitLike(axis, size));
    } else if (size !== 1) {
      if (isTokenAxis(axis) && before === 1) positional = true;
      else if (!isBatchAxis(axis)) throw L.unsupported(node, `constant ${name} varies along mixed axes`);
    }
    if (!isBatchAxis(axis)) before *= size;
  });
  if (!positional) {
    const data = dropBatch(tensor, aligned, dims);
    if (data.every((x) => x === data[0])) return { kind: 'scalar', value: data[0]! };
    return { kind: 'vector', vector: L.program.vector(name, data), dims: trim(featureDims) };
  }
  const table = L.program.table(await positionTable(L, name));
  return { kind: 'table', table, dims: trim(featureDims) };
}

/** A constant that must be a feature vector (gain, bias), as f32. */
export async function constantVector(L: Lowering, name: string): Promise<Float32Array> {
  return Float32Array.from((await L.constant(name)).data);
}

/** Rounding of f32 arithmetic on the way to a row: positions times frequencies, then cos and sin. */
const SAME_ROW = 1e-6;

/**
 * Rows 0..count-1 of a constant that depends on positions, evaluated for one sequence of `count` tokens.
 *
 * A row must not depend on how many tokens follow it: two lengths are compared here, and every longer table with the
 * first rows. Dynamic rotary scaling changes all rows beyond a length; up to there the file can serve positions.
 */
export async function positionTable(L: Lowering, name: string): Promise<PositionTable> {
  const evaluate = async (count: number): Promise<Float32Array> =>
    Float32Array.from((await L.constantAt(name, { batch: 1, tokens: count, past: 0 })).data);
  const short = await evaluate(L.probe.tokens);
  const sample = await evaluate(2 * L.probe.tokens + 1);
  const width = short.length / L.probe.tokens;
  if (!Number.isInteger(width) || !startsWith(sample, short))
    throw new LabError('graph.position-table', { value: name, file: L.model.path });
  /** The rows, or undefined where the file cannot give so many. */
  const served = async (count: number): Promise<Float32Array | undefined> => {
    try {
      const table = await evaluate(count);
      const fewer = table.length < sample.length;
      return startsWith(fewer ? sample : table, fewer ? table : sample) ? table : undefined;
    } catch (error) {
      if (error instanceof LabError && error.code === 'graph.evaluate-failed') return undefined;
      throw error;
    }
  };
  const limit = await positionLimit(L, name, served);
  const rows = async (count: number): Promise<Float32Array> => {
    const table = limit !== undefined && count > limit ? undefined : await served(count);
    if (table) return table;
    const have = limit ?? (await lastServed(served, 2 * L.probe.tokens + 1, count));
    throw new LabError('graph.positions-exceeded', { have, need: count, table: name });
  };
  return { name, width, rows, sample, ...(limit === undefined ? {} : { limit }) };
}

type Served = (count: number) => Promise<Float32Array | undefined>;

/** The largest count that is served; `good` is, `bad` is not. */
async function lastServed(served: Served, good: number, bad: number): Promise<number> {
  let [low, high] = [good, bad];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await served(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function startsWith(table: Float32Array, first: Float32Array): boolean {
  return first.every((x, i) => Object.is(x, table[i]) || Math.abs(x - table[i]!) <= SAME_ROW);
}

/** Exporters add at most a few rows before the first position (OPT: 2). */
const MAX_OFFSET = 8;

/** Ops that look rows of their first input up by position. */
const LOOKUPS = new Set(['Gather', 'GatherElements', 'GatherND', 'GatherBlockQuantized']);

/**
 * How many positions the tables behind `name` hold: the rows of the shortest stored table that is looked up on the way, less
 * an offset that the graph adds to the positions.
 */
async function positionLimit(L: Lowering, name: string, served: Served): Promise<number | undefined> {
  const sizes = L.ancestors(name).flatMap((node) => {
    if (!LOOKUPS.has(node.op)) return [];
    const sources = [node.inputs[0]!, ...L.ancestors(node.inputs[0]!).flatMap((above) => above.inputs)];
    return sources.flatMap((source) => {
      const dims = L.graph.initializers.get(source)?.dims ?? [];
      return dims.length >= 2 ? [dims.at(-2)!] : [];
    });
  });
  // Not every lookup is by position (channels are repeated by one, too): a limit is where rows end.
  for (const size of [...new Set(sizes)].sort((a, b) => a - b)) {
    for (let count = size; count > Math.max(0, size - MAX_OFFSET); count--) {
      if (!(await served(count))) continue;
      if (await served(count + 1)) break;
      return count;
    }
  }
  return undefined;
}

/** A dim of 1 or of the whole axis, split as the axis' stored atoms are. */
function splitLike(axis: Axis, size: number): number[] {
  const atoms = axis.flatMap((atom) => (atom.kind === 'F' ? [atom.size] : []));
  if (atoms.length === 0) return [];
  return size === 1 ? atoms.map(() => 1) : atoms;
}

function trim(dims: readonly number[]): number[] {
  let start = 0;
  while (start < dims.length - 1 && dims[start] === 1) start++;
  return dims.slice(start);
}

/** Values without the batch axis, which must not matter. */
function dropBatch(tensor: HostTensor, axes: readonly Axis[], dims: readonly number[]): Float32Array {
  const batchAxis = axes.findIndex((axis, i) => isBatchAxis(axis) && dims[i] !== 1);
  if (batchAxis !== 0) return Float32Array.from(tensor.data);
  return Float32Array.from(tensor.data.subarray(0, tensor.data.length / dims[0]!));
}
