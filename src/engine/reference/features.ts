/**
 * Ops that reduce, move or repeat features, in float64.
 */
import type { ConcatAttrs, PermuteAttrs, ReduceAttrs, RepeatAttrs, SliceAttrs } from '../graph/program.ts';
import { type Reference, rowLength } from './types.ts';

export const reduce: Reference<ReduceAttrs> = ({ fn }, [x]) => {
  const size = x!.dims.at(-1)!;
  const y = new Float64Array(x!.data.length / size);
  x!.data.forEach((v, i) => {
    y[Math.floor(i / size)]! += fn === 'mean' ? v / size : v;
  });
  return [y];
};

/** Calls `visit(sliced, whole)` with flat indices of the sliced and of the whole features of all rows. */
function visitSlice(
  { outer, axis, inner, start, step, count }: SliceAttrs,
  rows: number,
  visit: (sliced: number, whole: number) => void,
): void {
  for (let o = 0; o < rows * outer; o++) {
    for (let c = 0; c < count; c++) {
      for (let i = 0; i < inner; i++) {
        visit((o * count + c) * inner + i, (o * axis + start + c * step) * inner + i);
      }
    }
  }
}

export const slice: Reference<SliceAttrs> = (attrs, [x]) => {
  const y = new Float64Array(x!.rows * attrs.outer * attrs.count * attrs.inner);
  visitSlice(attrs, x!.rows, (sliced, whole) => {
    y[sliced] = x!.data[whole]!;
  });
  return [y];
};

export const sliceVjp: Reference<SliceAttrs> = (attrs, [g]) => {
  const dx = new Float64Array(g!.rows * attrs.outer * attrs.axis * attrs.inner);
  visitSlice(attrs, g!.rows, (sliced, whole) => {
    dx[whole] = g!.data[sliced]!;
  });
  return [dx];
};

export const concat: Reference<ConcatAttrs> = ({ outer, sizes, inner }, inputs) => {
  const y: number[] = [];
  for (let o = 0; o < inputs[0]!.rows * outer; o++) {
    inputs.forEach((x, i) => {
      const run = sizes[i]! * inner;
      y.push(...x.data.subarray(o * run, (o + 1) * run));
    });
  }
  return [Float64Array.from(y)];
};

export const permute: Reference<PermuteAttrs> = ({ dims, perm }, [x]) => {
  const n = rowLength(x!);
  const strides = dims.map((_, i) => dims.slice(i + 1).reduce((a, b) => a * b, 1));
  return [
    Float64Array.from({ length: x!.data.length }, (_, flat) => {
      let rest = flat % n;
      let from = flat - rest;
      for (let i = perm.length - 1; i >= 0; i--) {
        const size = dims[perm[i]!]!;
        from += (rest % size) * strides[perm[i]!]!;
        rest = Math.floor(rest / size);
      }
      return x!.data[from]!;
    }),
  ];
};

export const repeat: Reference<RepeatAttrs> = ({ outer, times, inner }, [x]) => [
  Float64Array.from({ length: x!.rows * outer * times * inner }, (_, flat) => {
    const o = Math.floor(flat / (times * inner));
    return x!.data[o * inner + (flat % inner)]!;
  }),
];

export const repeatVjp: Reference<RepeatAttrs> = ({ outer, times, inner }, [g]) => {
  const dx = new Float64Array(g!.rows * outer * inner);
  g!.data.forEach((v, flat) => {
    dx[Math.floor(flat / (times * inner)) * inner + (flat % inner)]! += v;
  });
  return [dx];
};
