/** Ops that answer about shapes or rearrange without touching values: views, transposes, joins and cuts. */
import type { HostTensor } from '../../host-tensor.ts';
import type { EvaluateOp, OpContext } from '../context.ts';
import {
  around,
  broadcastDims,
  broadcastStrides,
  type Dims,
  sizeOf,
  stridesOf,
  walkRows,
} from '../shapes.ts';

/** A copy of strided data: element i of axis a lies at base + Σ i·strides[a]. */
function copyStrided(ctx: OpContext, x: HostTensor, dims: Dims, strides: Dims, base = 0): HostTensor[] {
  const data = ctx.alloc(dims);
  const step = strides.at(-1) ?? 0;
  const row = dims.at(-1) ?? 1;
  walkRows(dims, [strides], (start, [offset]) => {
    for (let i = 0; i < row; i++) data[start + i] = x.data[base + offset! + i * step]!;
  });
  return ctx.result(x.dtype, dims, data);
}

/** Opset 15 adds start and end, clamped to the rank. */
const shape: EvaluateOp = (ctx) => {
  const dims = ctx.dims();
  const clamp = (i: number) => Math.min(Math.max(i < 0 ? i + dims.length : i, 0), dims.length);
  const part = dims.slice(clamp(ctx.int('start', 0)), clamp(ctx.int('end', dims.length)));
  return ctx.result('int64', [part.length], Float64Array.from(part));
};

const size: EvaluateOp = (ctx) => ctx.result('int64', [], Float64Array.of(sizeOf(ctx.dims())));

/** 0 copies the input's dimension unless allowzero (opset 14); one -1 is inferred. */
const reshape: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const copyZeros = ctx.int('allowzero', 0) === 0;
  const dims = Array.from(ctx.input(1).data, (d, i) => (d === 0 && copyZeros ? (x.dims[i] ?? 0) : d));
  const unknown = dims.indexOf(-1);
  if (unknown >= 0) {
    const known = sizeOf(dims.filter((_, i) => i !== unknown));
    dims[unknown] = known === 0 ? 0 : x.data.length / known;
  }
  if (dims.some((d) => !Number.isInteger(d) || d < 0) || sizeOf(dims) !== x.data.length) {
    throw ctx.fail(`[${x.dims}] → [${Array.from(ctx.input(1).data)}]`);
  }
  return ctx.result(x.dtype, dims, x.data);
};

const flatten: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const given = ctx.int('axis', 1);
  const axis = given === x.dims.length ? given : ctx.axis(given, x.dims.length);
  return ctx.result(x.dtype, [sizeOf(x.dims.slice(0, axis)), sizeOf(x.dims.slice(axis))], x.data);
};

/** Axes count in the output's rank. Attribute before opset 13. */
const unsqueeze: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const axes = ctx.intsFrom('axes', 1) ?? [];
  const rank = x.dims.length + axes.length;
  const ones = new Set(axes.map((axis) => ctx.axis(axis, rank)));
  if (ones.size !== axes.length) throw ctx.fail(`axes ${axes}`);
  let next = 0;
  const dims = Array.from({ length: rank }, (_, i) => (ones.has(i) ? 1 : x.dims[next++]!));
  return ctx.result(x.dtype, dims, x.data);
};

/** Without axes every 1 goes. */
const squeeze: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const axes = ctx.intsFrom('axes', 1)?.map((axis) => ctx.axis(axis, x.dims.length));
  if (axes?.some((axis) => x.dims[axis] !== 1)) throw ctx.fail(`[${x.dims}], axes ${axes}`);
  const dims = x.dims.filter((d, i) => (axes ? !axes.includes(i) : d !== 1));
  return ctx.result(x.dtype, dims, x.data);
};

const transpose: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const perm = ctx.ints('perm') ?? x.dims.map((_, i) => x.dims.length - 1 - i);
  if (perm.length !== x.dims.length || new Set(perm).size !== perm.length) throw ctx.fail(`perm ${perm}`);
  const strides = stridesOf(x.dims);
  const axes = perm.map((axis) => ctx.axis(axis, x.dims.length));
  return copyStrided(
    ctx,
    x,
    axes.map((axis) => x.dims[axis]!),
    axes.map((axis) => strides[axis]!),
  );
};

/** Both ways: the result is the broadcast of the input's shape and the given one. */
const expand: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const target = Array.from(ctx.input(1).data);
  const dims = broadcastDims(x.dims, target);
  if (!dims) throw ctx.fail(`[${x.dims}] → [${target}]`);
  return copyStrided(ctx, x, dims, broadcastStrides(x.dims, dims.length));
};

const tile: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const repeats = ctx.input(1).data;
  if (repeats.length !== x.dims.length) throw ctx.fail(`[${x.dims}], repeats ${Array.from(repeats)}`);
  const strides = stridesOf(x.dims);
  // Each axis d becomes [repeat, d]; the repeat axis does not move.
  const split = copyStrided(
    ctx,
    x,
    x.dims.flatMap((d, i) => [repeats[i]!, d]),
    strides.flatMap((s) => [0, s]),
  )[0]!;
  return ctx.result(
    x.dtype,
    x.dims.map((d, i) => d * repeats[i]!),
    split.data,
  );
};

const concat: EvaluateOp = (ctx) => {
  const parts = Array.from({ length: ctx.inputCount }, (_, i) => ctx.input(i));
  const first = parts[0];
  if (!first) throw ctx.fail('input 0');
  const axis = ctx.axis(ctx.int('axis', 0), first.dims.length);
  const fits = (d: Dims) =>
    d.length === first.dims.length && d.every((n, i) => i === axis || n === first.dims[i]);
  if (!parts.every((p) => fits(p.dims))) throw ctx.fail(parts.map((p) => `[${p.dims}]`).join(', '));
  const total = parts.reduce((sum, p) => sum + p.dims[axis]!, 0);
  const dims = first.dims.with(axis, total);
  const data = ctx.alloc(dims);
  const { outer, inner } = around(dims, axis);
  let at = 0;
  for (let o = 0; o < outer; o++) {
    for (const part of parts) {
      const run = part.dims[axis]! * inner;
      data.set(part.data.subarray(o * run, (o + 1) * run), at);
      at += run;
    }
  }
  return ctx.result(first.dtype, dims, data);
};

/** Sizes from attribute (< 13) or input; else equal parts of the outputs' number (or num_outputs, 18), the last one smaller. */
const split: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const axis = ctx.axis(ctx.int('axis', 0), x.dims.length);
  const { outer, n, inner } = around(x.dims, axis);
  const count = ctx.int('num_outputs', ctx.node.outputs.length);
  const even = Math.ceil(n / count);
  const sizes =
    ctx.intsFrom('split', 1) ?? ctx.node.outputs.map((_, i) => Math.max(Math.min(even, n - i * even), 0));
  if (sizes.reduce((sum, s) => sum + s, 0) !== n || sizes.some((s) => s < 0)) {
    throw ctx.fail(`${n} → ${sizes}`);
  }
  let start = 0;
  return sizes.map((s) => {
    const dims = x.dims.with(axis, s);
    const data = ctx.alloc(dims);
    for (let o = 0; o < outer; o++) {
      const from = (o * n + start) * inner;
      data.set(x.data.subarray(from, from + s * inner), o * s * inner);
    }
    start += s;
    return { dtype: x.dtype, dims, data };
  });
};

/** numpy slices with clamping; INT64_MAX and INT64_MIN mean "to the end". */
const slice: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const starts = ctx.input(1).data;
  const ends = ctx.input(2).data;
  const axes = ctx.optional(3)?.data ?? starts.map((_, i) => i);
  const steps = ctx.optional(4)?.data ?? starts.map(() => 1);
  const dims = [...x.dims];
  const strides = stridesOf(x.dims);
  let base = 0;
  axes.forEach((given, i) => {
    const axis = ctx.axis(given, dims.length);
    const n = x.dims[axis]!;
    const step = steps[i]!;
    if (!step) throw ctx.fail(`step ${step}`);
    const [low, high] = step > 0 ? [0, n] : [-1, n - 1];
    const clamp = (v: number) => Math.min(Math.max(v < 0 ? v + n : v, low), high);
    const start = clamp(starts[i]!);
    dims[axis] = Math.max(Math.ceil((clamp(ends[i]!) - start) / step), 0);
    base += start * strides[axis]!;
    strides[axis]! *= step;
  });
  return copyStrided(ctx, x, dims, strides, base);
};

export const shapeOps: Readonly<Record<string, EvaluateOp>> = {
  Shape: shape,
  Size: size,
  Reshape: reshape,
  Flatten: flatten,
  Unsqueeze: unsqueeze,
  Squeeze: squeeze,
  Transpose: transpose,
  Expand: expand,
  Tile: tile,
  Concat: concat,
  Split: split,
  Slice: slice,
};
