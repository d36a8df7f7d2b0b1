/**
 * Tables too large to be loaded whole, taken apart: the head's product becomes products with ranges of its outputs, so that
 * they can lie in different pieces (slice-graph.ts), and the embedding lookup gets the rows of the tokens at hand only.
 *
 * Stored either way round, and read by ranges. What is not of these two forms stays as it is.
 */
import type { OnnxGraph, OnnxNode, OnnxValueInfo, TensorRef } from '../types.ts';
import { add, own, type Rewriting } from './rewriting.ts';

/** In place of input_ids at a lookup that was made small: for each token the place of its row. */
export const LOOKUP_INPUT = 'soft_prompt_lab/lookup';
const TOKENS = 'input_ids';

/** A stored matrix and whether the graph reads it transposed. */
interface Stored {
  readonly tensor: TensorRef;
  readonly transposed: boolean;
}

/** Bytes of one element of a tensor whose elements are whole bytes. */
const elementBytes = ({ byteLength, dims }: TensorRef) => byteLength / dims.reduce((a, b) => a * b, 1);

/** A tensor that is put together when it is read. */
function derived(
  name: string,
  from: TensorRef,
  dims: readonly number[],
  read: () => Promise<Uint8Array>,
): TensorRef {
  return {
    name,
    dtype: from.dtype,
    dims,
    byteLength: dims.reduce((a, b) => a * b, 1) * elementBytes(from),
    read,
    readRange: async (offset, length) => (await read()).slice(offset, offset + length),
  };
}

/** Rows `start` … of a matrix. */
function rowRange(name: string, tensor: TensorRef, start: number, count: number): TensorRef {
  const width = tensor.dims[1]!;
  const row = width * elementBytes(tensor);
  return derived(name, tensor, [count, width], () => tensor.readRange(start * row, count * row));
}

/** Columns `start` … of a matrix. */
function columnRange(name: string, tensor: TensorRef, start: number, count: number): TensorRef {
  const [rows, width] = tensor.dims as [number, number];
  const element = elementBytes(tensor);
  return derived(name, tensor, [rows, count], async () => {
    const bytes = new Uint8Array(rows * count * element);
    for (let row = 0; row < rows; row++) {
      const part = await tensor.readRange((row * width + start) * element, count * element);
      bytes.set(part, row * count * element);
    }
    return bytes;
  });
}

/** The rows `ids` of what the graph looks up in, [ids, width] whichever way it is stored. */
function selectedRows(name: string, { tensor, transposed }: Stored, ids: readonly number[]): TensorRef {
  const element = elementBytes(tensor);
  const [outer, inner] = tensor.dims as [number, number];
  const width = transposed ? outer : inner;
  return derived(name, tensor, [ids.length, width], async () => {
    const bytes = new Uint8Array(ids.length * width * element);
    if (!transposed) {
      for (const [i, id] of ids.entries()) {
        bytes.set(await tensor.readRange(id * width * element, width * element), i * width * element);
      }
      return bytes;
    }
    for (let column = 0; column < width; column++) {
      const all = await tensor.readRange(column * inner * element, inner * element);
      for (const [i, id] of ids.entries()) {
        bytes.set(all.subarray(id * element, (id + 1) * element), (i * width + column) * element);
      }
    }
    return bytes;
  });
}

/** The matrix of more than `limit` bytes behind a value: an initializer or the transpose of one. */
function largeMatrix(
  graph: OnnxGraph,
  producers: ReadonlyMap<string, OnnxNode>,
  name: string,
  limit: number,
) {
  const node = producers.get(name);
  const perm = node?.attributes.get('perm');
  const turned = perm === undefined || (perm.kind === 'ints' && perm.value.join() === '1,0');
  const transposed = node?.op === 'Transpose' && turned;
  const tensor = graph.initializers.get(transposed ? (node.inputs[0] ?? '') : name);
  if (tensor?.dims.length !== 2 || tensor.byteLength <= limit) return undefined;
  return Number.isInteger(elementBytes(tensor)) ? { tensor, transposed } : undefined;
}

/** x · W as products with ranges of W's columns, side by side. */
function splitProduct(to: Rewriting, node: OnnxNode, { tensor, transposed }: Stored, limit: number): void {
  const [x = ''] = node.inputs;
  const output = node.outputs[0]!;
  const total = tensor.dims[transposed ? 0 : 1]!;
  const count = Math.ceil(total / Math.ceil(tensor.byteLength / limit));
  const parts: string[] = [];
  for (let start = 0; start < total; start += count) {
    const name = own(`columns_${start}`, output);
    const size = Math.min(count, total - start);
    const range = transposed ? rowRange : columnRange;
    to.initializers.set(name, range(name, tensor, start, size));
    const perm = { perm: { kind: 'ints', value: [1, 0] } } as const;
    const matrix = transposed ? add(to, 'Transpose', [name], own(`turned_${start}`, output), perm) : name;
    parts.push(add(to, 'MatMul', [x, matrix], own(`part_${start}`, output)));
  }
  add(to, 'Concat', parts, output, { axis: { kind: 'int', value: -1 } });
}

/** For rows of `tokens` only. The graph's input LOOKUP_INPUT is there where a lookup was made small; `placeOf` fills it. */
export function withoutLargeTables(
  graph: OnnxGraph,
  tokens: Iterable<number>,
  limit: number,
): { readonly graph: OnnxGraph; readonly placeOf: (token: number) => number } {
  const ids = [...new Set(tokens)].sort((a, b) => a - b);
  const places = new Map(ids.map((id, place) => [id, place]));
  const producers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const to: Rewriting = { graph, nodes: [], initializers: new Map(graph.initializers) };
  let lookups = 0;
  for (const node of graph.nodes) {
    const standard = node.domain === '' ? node.op : '';
    const [first = '', second = ''] = node.inputs;
    const axis = node.attributes.get('axis');
    const byRow = axis === undefined || (axis.kind === 'int' && axis.value === 0);
    const table =
      standard === 'Gather' && second === TOKENS && byRow
        ? largeMatrix(graph, producers, first, limit)
        : undefined;
    const product = standard === 'MatMul' ? largeMatrix(graph, producers, second, limit) : undefined;
    if (table && ids.every((id) => id < table.tensor.dims[table.transposed ? 1 : 0]!)) {
      const name = own('rows', node.outputs[0]!);
      to.initializers.set(name, selectedRows(name, table, ids));
      to.nodes.push({ ...node, inputs: [name, LOOKUP_INPUT] });
      lookups++;
    } else if (product) splitProduct(to, node, product, limit);
    else to.nodes.push(node);
  }
  const input = graph.inputs.find(({ name }) => name === TOKENS);
  const more: OnnxValueInfo[] = lookups > 0 && input ? [{ ...input, name: LOOKUP_INPUT }] : [];
  return {
    graph: { ...graph, nodes: to.nodes, initializers: to.initializers, inputs: [...graph.inputs, ...more] },
    placeOf: (token) => places.get(token)!,
  };
}
