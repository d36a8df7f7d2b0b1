/** Shape arithmetic shared by the ops: sizes, strides, broadcasting, walking over strided data. No element values. */

export type Dims = readonly number[];

export function sizeOf(dims: Dims): number {
  return dims.reduce((product, d) => product * d, 1);
}

/**
 * Product of the dimensions that are not 0: a bound on the loops over a shape. [2^50, 0] has no elements but an extent that no honest
 * file has.
 */
export function extentOf(dims: Dims): number {
  return dims.reduce((product, d) => product * (d || 1), 1);
}

/** Row-major strides in elements. */
export function stridesOf(dims: Dims): number[] {
  const strides = new Array<number>(dims.length);
  let stride = 1;
  for (let i = dims.length - 1; i >= 0; i--) {
    strides[i] = stride;
    stride *= dims[i]!;
  }
  return strides;
}

/** The common shape under numpy broadcasting, or undefined. */
export function broadcastDims(a: Dims, b: Dims): number[] | undefined {
  const rank = Math.max(a.length, b.length);
  const dims = new Array<number>(rank);
  for (let i = 0; i < rank; i++) {
    const x = a[a.length - rank + i] ?? 1;
    const y = b[b.length - rank + i] ?? 1;
    if (x !== y && x !== 1 && y !== 1) return undefined;
    dims[i] = x === 1 ? y : x;
  }
  return dims;
}

/** Strides that walk data of shape `dims` along a larger shape of rank `rank`: 0 where it is repeated. */
export function broadcastStrides(dims: Dims, rank: number): number[] {
  const own = stridesOf(dims);
  const lead = rank - dims.length;
  return Array.from({ length: rank }, (_, i) => (i < lead || dims[i - lead] === 1 ? 0 : own[i - lead]!));
}

/**
 * Visits the rows (runs along the last axis) of a shape in order: `visit(start, offsets)` gets the row's first output element and
 * the offset of that element under each of `strides`. A scalar is one row of one element; nothing is visited in an empty shape.
 */
export function walkRows(
  dims: Dims,
  strides: readonly Dims[],
  visit: (start: number, offsets: readonly number[]) => void,
): void {
  const size = sizeOf(dims);
  const row = dims.at(-1) ?? 1;
  const outer = dims.length - 1;
  const index = new Array<number>(Math.max(outer, 0)).fill(0);
  const offsets = strides.map(() => 0);
  for (let start = 0; start < size; start += row) {
    visit(start, offsets);
    for (let axis = outer - 1; axis >= 0; axis--) {
      index[axis]!++;
      for (let k = 0; k < offsets.length; k++) offsets[k]! += strides[k]![axis]!;
      if (index[axis]! < dims[axis]!) break;
      index[axis] = 0;
      for (let k = 0; k < offsets.length; k++) offsets[k]! -= strides[k]![axis]! * dims[axis]!;
    }
  }
}

/** The shape as [outer, n, inner] around one axis. */
export function around(dims: Dims, axis: number): { outer: number; n: number; inner: number } {
  return { outer: sizeOf(dims.slice(0, axis)), n: dims[axis] ?? 1, inner: sizeOf(dims.slice(axis + 1)) };
}
