/**
 * Broadcasting arithmetic in float64: every output index is unravelled and ravelled, nothing is merged.
 */
import type {
  BinaryAttrs,
  BinaryFn,
  BinaryTableAttrs,
  BinaryVectorAttrs,
  SumToAttrs,
} from '../graph/program.ts';
import { type Reference, rowLength } from './types.ts';

const functions: Readonly<Record<BinaryFn, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
};

/** The flat index in an operand of `dims` that broadcasts to `out`, for flat index `i` of the output. */
function broadcastIndex(i: number, out: readonly number[], dims: readonly number[]): number {
  let rest = i;
  let index = 0;
  let stride = 1;
  for (let axis = out.length - 1; axis >= 0; axis--) {
    const coordinate = rest % out[axis]!;
    rest = Math.floor(rest / out[axis]!);
    const size = dims[dims.length - out.length + axis] ?? 1;
    if (size > 1) index += coordinate * stride;
    stride *= size;
  }
  return index;
}

function outDims(a: readonly number[], b: readonly number[]): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, i) =>
    Math.max(a[a.length - rank + i] ?? 1, b[b.length - rank + i] ?? 1),
  );
}

interface Operand {
  readonly dims: readonly number[];
  at(row: number, index: number): number;
}

function broadcast(fn: BinaryFn, rows: number, a: Operand, b: Operand): Float64Array {
  const out = outDims(a.dims, b.dims);
  const length = out.reduce((x, y) => x * y, 1);
  return Float64Array.from({ length: rows * length }, (_, flat) => {
    const row = Math.floor(flat / length);
    const i = flat % length;
    return functions[fn](
      a.at(row, broadcastIndex(i, out, a.dims)),
      b.at(row, broadcastIndex(i, out, b.dims)),
    );
  });
}

export const binary: Reference<BinaryAttrs> = ({ fn }, [a, b]) => [
  broadcast(
    fn,
    a!.rows,
    { dims: a!.dims, at: (row, i) => a!.data[row * rowLength(a!) + i]! },
    { dims: b!.dims, at: (row, i) => b!.data[row * rowLength(b!) + i]! },
  ),
];

export const binaryVector: Reference<BinaryVectorAttrs> = (
  { fn, vector, vectorDims, swapped },
  [x],
  context,
) => {
  const value: Operand = { dims: x!.dims, at: (row, i) => x!.data[row * rowLength(x!) + i]! };
  const constant: Operand = { dims: vectorDims, at: (_, i) => context.vector(vector)[i]! };
  return [swapped ? broadcast(fn, x!.rows, constant, value) : broadcast(fn, x!.rows, value, constant)];
};

export const binaryTable: Reference<BinaryTableAttrs> = ({ fn, table, tableDims, swapped }, [x], context) => {
  const { width, data } = context.table(table);
  const value: Operand = { dims: x!.dims, at: (row, i) => x!.data[row * rowLength(x!) + i]! };
  const constant: Operand = {
    dims: tableDims,
    at: (row, i) => data[context.batch.positions[row]! * width + i]!,
  };
  return [swapped ? broadcast(fn, x!.rows, constant, value) : broadcast(fn, x!.rows, value, constant)];
};

export const sumTo: Reference<SumToAttrs> = ({ dims }, [x]) => {
  const from = rowLength(x!);
  const to = dims.reduce((a, b) => a * b, 1);
  const seen = outDims(x!.dims, dims);
  const y = new Float64Array(x!.rows * to);
  x!.data.forEach((v, flat) => {
    y[Math.floor(flat / from) * to + broadcastIndex(flat % from, seen, dims)]! += v;
  });
  return [y];
};
