/** Reading and writing at computed places. Negative indices count from the end; others outside fail. */
import type { HostTensor } from '../../host-tensor.ts';
import type { EvaluateOp, OpContext } from '../context.ts';
import { around, sizeOf, stridesOf } from '../shapes.ts';

const gather: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const indices = ctx.input(1);
  const axis = ctx.axis(ctx.int('axis', 0), x.dims.length);
  const { outer, n, inner } = around(x.dims, axis);
  const dims = x.dims.toSpliced(axis, 1, ...indices.dims);
  const data = ctx.alloc(dims);
  let at = 0;
  for (let o = 0; o < outer; o++) {
    for (const index of indices.data) {
      const from = (o * n + ctx.index(index, n)) * inner;
      data.set(x.data.subarray(from, from + inner), at);
      at += inner;
    }
  }
  return ctx.result(x.dtype, dims, data);
};

/** For each element of `indices`, the offset in `x` that has the index in place of its own coordinate on `axis`. */
function elementOffsets(
  ctx: OpContext,
  x: HostTensor,
  indices: HostTensor,
  visit: (offset: number, i: number) => void,
): void {
  const axis = ctx.axis(ctx.int('axis', 0), x.dims.length);
  const fits = indices.dims.every((d, a) => a === axis || d <= x.dims[a]!);
  if (indices.dims.length !== x.dims.length || !fits) throw ctx.fail(`[${x.dims}], [${indices.dims}]`);
  const from = stridesOf(indices.dims);
  const to = stridesOf(x.dims);
  for (let i = 0; i < indices.data.length; i++) {
    let offset = 0;
    for (let a = 0; a < to.length; a++) {
      const own = Math.floor(i / from[a]!) % indices.dims[a]!;
      offset += (a === axis ? ctx.index(indices.data[i]!, x.dims[a]!) : own) * to[a]!;
    }
    visit(offset, i);
  }
}

const gatherElements: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const indices = ctx.input(1);
  const data = ctx.alloc(indices.dims);
  elementOffsets(ctx, x, indices, (offset, i) => {
    data[i] = x.data[offset]!;
  });
  return ctx.result(x.dtype, indices.dims, data);
};

const REDUCTIONS: Readonly<Record<string, (old: number, update: number) => number>> = {
  none: (_, update) => update,
  add: (old, update) => old + update,
  mul: (old, update) => old * update,
  min: Math.min,
  max: Math.max,
};

function reduction(ctx: OpContext): (old: number, update: number) => number {
  const name = ctx.string('reduction', 'none');
  const fn = REDUCTIONS[name];
  if (!fn) throw ctx.fail(`reduction ${name}`);
  return fn;
}

function copyOf(ctx: OpContext, x: HostTensor): Float64Array {
  const data = ctx.alloc(x.dims);
  data.set(x.data);
  return data;
}

const scatterElements: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const updates = ctx.input(2);
  const fn = reduction(ctx);
  const data = copyOf(ctx, x);
  if (updates.data.length !== ctx.input(1).data.length) throw ctx.fail(`[${updates.dims}]`);
  elementOffsets(ctx, x, ctx.input(1), (offset, i) => {
    data[offset] = fn(data[offset]!, updates.data[i]!);
  });
  return ctx.result(x.dtype, x.dims, data);
};

/** Offset in elements of the slice that row `row` of the last axis of `indices` names, below the first `skip` axes of x. */
function sliceOffset(ctx: OpContext, x: HostTensor, indices: HostTensor, row: number, skip: number): number {
  const depth = indices.dims.at(-1)!;
  const strides = stridesOf(x.dims);
  let offset = 0;
  for (let j = 0; j < depth; j++) {
    offset += ctx.index(indices.data[row * depth + j]!, x.dims[skip + j]!) * strides[skip + j]!;
  }
  return offset;
}

const gatherNd: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const indices = ctx.input(1);
  const skip = ctx.int('batch_dims', 0);
  const depth = indices.dims.at(-1);
  if (depth === undefined || skip < 0 || skip >= indices.dims.length || skip + depth > x.dims.length) {
    throw ctx.fail(`[${x.dims}], [${indices.dims}], batch_dims ${skip}`);
  }
  const batches = sizeOf(x.dims.slice(0, skip));
  if (batches !== sizeOf(indices.dims.slice(0, skip))) throw ctx.fail(`[${x.dims}], [${indices.dims}]`);
  const rest = x.dims.slice(skip + depth);
  const dims = [...indices.dims.slice(0, -1), ...rest];
  const data = ctx.alloc(dims);
  const inner = sizeOf(rest);
  const rows = sizeOf(indices.dims.slice(0, -1));
  const batchSize = sizeOf(x.dims.slice(skip));
  for (let row = 0; row < rows; row++) {
    const batch = Math.floor(row / (rows / batches));
    const from = batch * batchSize + sliceOffset(ctx, x, indices, row, skip);
    data.set(x.data.subarray(from, from + inner), row * inner);
  }
  return ctx.result(x.dtype, dims, data);
};

const scatterNd: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const indices = ctx.input(1);
  const updates = ctx.input(2);
  const fn = reduction(ctx);
  const depth = indices.dims.at(-1);
  if (depth === undefined || depth > x.dims.length) throw ctx.fail(`[${x.dims}], [${indices.dims}]`);
  const inner = sizeOf(x.dims.slice(depth));
  const rows = sizeOf(indices.dims.slice(0, -1));
  if (updates.data.length !== rows * inner) throw ctx.fail(`[${indices.dims}], [${updates.dims}]`);
  const data = copyOf(ctx, x);
  for (let row = 0; row < rows; row++) {
    const to = sliceOffset(ctx, x, indices, row, 0);
    for (let i = 0; i < inner; i++) data[to + i] = fn(data[to + i]!, updates.data[row * inner + i]!);
  }
  return ctx.result(x.dtype, x.dims, data);
};

export const gatherOps: Readonly<Record<string, EvaluateOp>> = {
  Gather: gather,
  GatherElements: gatherElements,
  ScatterElements: scatterElements,
  GatherND: gatherNd,
  ScatterND: scatterNd,
};
