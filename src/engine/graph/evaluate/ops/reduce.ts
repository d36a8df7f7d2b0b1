/** Sums, means, extremes, running sums and softmax along axes. Accumulates in float64, rounds once. */
import type { EvaluateOp } from '../context.ts';
import { isFloat, rounding } from '../numeric.ts';
import { around, sizeOf, stridesOf, walkRows } from '../shapes.ts';

/** Axes come as attribute (ReduceSum < 13, others < 18) or input; none means all, or nothing with noop_with_empty_axes. */
function reduce(start: number, fn: (sum: number, x: number) => number, mean = false): EvaluateOp {
  return (ctx) => {
    const x = ctx.input(0);
    const rank = x.dims.length;
    let axes = ctx.intsFrom('axes', 1) ?? [];
    if (axes.length === 0) {
      if (ctx.int('noop_with_empty_axes', 0) === 1) return [x];
      axes = x.dims.map((_, i) => i);
    }
    const reduced = new Set(axes.map((axis) => ctx.axis(axis, rank)));
    const kept = x.dims.map((d, i) => (reduced.has(i) ? 1 : d));
    const data = ctx.alloc(kept).fill(start);
    const strides = stridesOf(kept).map((s, i) => (reduced.has(i) ? 0 : s));
    const step = strides.at(-1) ?? 0;
    const row = x.dims.at(-1) ?? 1;
    walkRows(x.dims, [strides], (from, [offset]) => {
      for (let i = 0; i < row; i++) {
        const at = offset! + i * step;
        data[at] = fn(data[at]!, x.data[from + i]!);
      }
    });
    const count = mean ? sizeOf(x.dims.filter((_, i) => reduced.has(i))) : 1;
    const round = isFloat(x.dtype) ? rounding(x.dtype) : (v: number) => rounding(x.dtype)(Math.trunc(v));
    for (let i = 0; i < data.length; i++) data[i] = round(data[i]! / count);
    const dims = ctx.int('keepdims', 1) === 1 ? kept : x.dims.filter((_, i) => !reduced.has(i));
    return ctx.result(x.dtype, dims, data);
  };
}

const cumSum: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const axis = ctx.axis(ctx.scalar(1), x.dims.length);
  const exclusive = ctx.int('exclusive', 0) === 1;
  const reverse = ctx.int('reverse', 0) === 1;
  const { outer, n, inner } = around(x.dims, axis);
  const data = ctx.alloc(x.dims);
  const round = rounding(x.dtype);
  for (let lane = 0; lane < outer * inner; lane++) {
    const base = Math.floor(lane / inner) * n * inner + (lane % inner);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const at = base + (reverse ? n - 1 - i : i) * inner;
      if (exclusive) data[at] = round(sum);
      sum += x.data[at]!;
      if (!exclusive) data[at] = round(sum);
    }
  }
  return ctx.result(x.dtype, x.dims, data);
};

/** Before opset 13 the axis (default 1) splits the shape into two; from 13 on (default -1) it is one axis. */
const softmax: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const axis = ctx.axis(ctx.int('axis', ctx.opset < 13 ? 1 : -1), x.dims.length);
  const one = around(x.dims, axis);
  const { outer, n, inner } = ctx.opset < 13 ? { outer: one.outer, n: one.n * one.inner, inner: 1 } : one;
  const data = ctx.alloc(x.dims);
  const round = rounding(x.dtype);
  for (let lane = 0; lane < outer * inner; lane++) {
    const base = Math.floor(lane / inner) * n * inner + (lane % inner);
    let max = -Infinity;
    for (let i = 0; i < n; i++) max = Math.max(max, x.data[base + i * inner]!);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.exp(x.data[base + i * inner]! - max);
    for (let i = 0; i < n; i++)
      data[base + i * inner] = round(Math.exp(x.data[base + i * inner]! - max) / sum);
  }
  return ctx.result(x.dtype, x.dims, data);
};

export const reduceOps: Readonly<Record<string, EvaluateOp>> = {
  ReduceSum: reduce(0, (sum, x) => sum + x),
  ReduceMean: reduce(0, (sum, x) => sum + x, true),
  ReduceMax: reduce(-Infinity, Math.max),
  ReduceMin: reduce(Infinity, Math.min),
  ReduceProd: reduce(1, (product, x) => product * x),
  CumSum: cumSum,
  Softmax: softmax,
};
