/** Ops that make tensors from little: ranges, fills, casts, triangles, padding, one-hot rows. */
import { elementType } from '../../../onnx/dtypes.ts';
import type { HostTensor } from '../../host-tensor.ts';
import type { EvaluateOp, OpContext } from '../context.ts';
import { hostType } from '../numeric.ts';
import { around, sizeOf, stridesOf } from '../shapes.ts';

const constantOfShape: EvaluateOp = (ctx) => {
  const dims = Array.from(ctx.input(0).data);
  const value = ctx.tensor('value');
  return ctx.result(value?.dtype ?? 'float32', dims, ctx.alloc(dims).fill(value?.data[0] ?? 0));
};

const range: EvaluateOp = (ctx) => {
  const [start, limit, delta] = [ctx.scalar(0), ctx.scalar(1), ctx.scalar(2)];
  const count = Math.max(Math.ceil((limit - start) / delta), 0);
  if (!Number.isFinite(count)) throw ctx.fail(`${start}, ${limit}, ${delta}`);
  const data = ctx.alloc([count]);
  for (let i = 0; i < count; i++) data[i] = start + i * delta;
  return ctx.result(ctx.input(0).dtype, [count], data);
};

function convert(ctx: OpContext, x: HostTensor, code: number): HostTensor[] {
  const type = hostType(elementType(code).dtype);
  if (!type) throw ctx.fail(`→ ${elementType(code).name}`);
  const data = ctx.alloc(x.dims);
  for (let i = 0; i < data.length; i++) data[i] = type.convert(x.data[i]!);
  return ctx.result(type.dtype, x.dims, data);
}

const cast: EvaluateOp = (ctx) => convert(ctx, ctx.input(0), ctx.int('to', 0));

/** Like a value whose contents are not known here, an activation: float32. */
const castLike: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const { dtype } = ctx.optional(1) ?? { dtype: 'float32' };
  const type = hostType(dtype)!;
  const data = ctx.alloc(x.dims);
  for (let i = 0; i < data.length; i++) data[i] = type.convert(x.data[i]!);
  return ctx.result(dtype, x.dims, data);
};

/** Keeps the upper (default) or lower triangle of the last two axes; k moves the diagonal to the right. */
const trilu: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const k = ctx.optional(1)?.data[0] ?? 0;
  const upper = ctx.int('upper', 1) === 1;
  const [rows, columns] = [x.dims.at(-2) ?? 0, x.dims.at(-1) ?? 0];
  const data = ctx.alloc(x.dims);
  for (let i = 0; i < data.length; i++) {
    const column = i % columns;
    const row = Math.floor(i / columns) % rows;
    const kept = upper ? column - row >= k : column - row <= k;
    if (kept) data[i] = x.data[i]!;
  }
  return ctx.result(x.dtype, x.dims, data);
};

/** Source index of each output index along one padded axis; -1: the constant. */
function padMap(ctx: OpContext, n: number, before: number, after: number, mode: string): Int32Array {
  const length = n + before + after;
  // Bounds the map like a tensor.
  ctx.alloc([length]);
  return Int32Array.from({ length }, (_, i) => {
    const at = i - before;
    if (at >= 0 && at < n) return at;
    if (mode === 'constant') return -1;
    if (n === 0) throw ctx.fail(`pad ${mode}, 0`);
    if (mode === 'edge') return at < 0 ? 0 : n - 1;
    if (mode === 'wrap') return ((at % n) + n) % n;
    if (mode !== 'reflect') throw ctx.fail(`mode ${mode}`);
    const period = Math.max(2 * (n - 1), 1);
    const folded = ((at % period) + period) % period;
    return folded < n ? folded : period - folded;
  });
}

/** Negative pads cut. Axes input from opset 18. */
const pad: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const pads = ctx.input(1).data;
  const value = ctx.optional(2)?.data[0] ?? 0;
  const rank = x.dims.length;
  const axes = Array.from(ctx.optional(3)?.data ?? x.dims.map((_, i) => i), (a) => ctx.axis(a, rank));
  if (pads.length !== 2 * axes.length) throw ctx.fail(`pads ${Array.from(pads)}`);
  const mode = ctx.string('mode', 'constant');
  const maps = x.dims.map((n, axis) => {
    const i = axes.indexOf(axis);
    return i < 0 ? padMap(ctx, n, 0, 0, mode) : padMap(ctx, n, pads[i]!, pads[axes.length + i]!, mode);
  });
  const dims = maps.map((m) => m.length);
  const data = ctx.alloc(dims);
  const from = stridesOf(x.dims);
  const to = stridesOf(dims);
  for (let i = 0; i < data.length; i++) {
    let at = 0;
    for (let axis = 0; axis < rank && at >= 0; axis++) {
      const source = maps[axis]![Math.floor(i / to[axis]!) % dims[axis]!]!;
      at = source < 0 ? -1 : at + source * from[axis]!;
    }
    data[i] = at < 0 ? value : x.data[at]!;
  }
  return ctx.result(x.dtype, dims, data);
};

/** Indices outside [-depth, depth) give a row of off values. */
const oneHot: EvaluateOp = (ctx) => {
  const indices = ctx.input(0);
  const depth = ctx.scalar(1);
  const values = ctx.input(2);
  if (values.data.length !== 2) throw ctx.fail(`values [${values.dims}]`);
  const [off, on] = values.data as unknown as [number, number];
  const axis = ctx.axis(ctx.int('axis', -1), indices.dims.length + 1);
  const dims = indices.dims.toSpliced(axis, 0, depth);
  const data = ctx.alloc(dims).fill(off);
  const { inner } = around(dims, axis);
  indices.data.forEach((given, i) => {
    const index = given < 0 ? given + depth : given;
    if (!(index >= 0 && index < depth)) return;
    data[(Math.floor(i / inner) * depth + index) * inner + (i % inner)] = on;
  });
  return ctx.result(values.dtype, dims, data);
};

/** Indices of non-zero elements, one column each: [rank, count]. A scalar counts as [1], as in onnxruntime. */
const nonZero: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  const hits: number[] = [];
  x.data.forEach((value, i) => {
    if (value !== 0) hits.push(i);
  });
  const from = x.dims.length === 0 ? [1] : x.dims;
  const dims = [from.length, hits.length];
  const data = ctx.alloc(dims);
  const strides = stridesOf(from);
  strides.forEach((stride, axis) => {
    hits.forEach((at, column) => {
      data[axis * hits.length + column] = Math.floor(at / stride) % from[axis]!;
    });
  });
  return ctx.result('int64', dims, data);
};

/** At inference dropout passes its input on; the optional mask keeps everything. */
const dropout: EvaluateOp = (ctx) => {
  const x = ctx.input(0);
  return [x, { dtype: 'bool', dims: x.dims, data: ctx.alloc([sizeOf(x.dims)]).fill(1) }];
};

export const createOps: Readonly<Record<string, EvaluateOp>> = {
  ConstantOfShape: constantOfShape,
  Range: range,
  Cast: cast,
  CastLike: castLike,
  Trilu: trilu,
  Pad: pad,
  OneHot: oneHot,
  NonZero: nonZero,
  Identity: (ctx) => [ctx.input(0)],
  Dropout: dropout,
};
