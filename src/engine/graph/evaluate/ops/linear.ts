/** Matrix products and dequantisation, for tables (rotary angles, position embeddings), not for weights. */
import type { EvaluateOp, OpContext } from '../context.ts';
import { rounding } from '../numeric.ts';
import { around, broadcastDims, broadcastStrides, type Dims, sizeOf, walkRows } from '../shapes.ts';

/** Multiply-adds one node may cost; a table of 100 000 positions needs a hundredth of it. */
const MAX_WORK = 2 ** 31;

function checkWork(ctx: OpContext, outputs: number, k: number): void {
  if (outputs * k > MAX_WORK) throw ctx.fail(`${outputs} · ${k} > ${MAX_WORK}`);
}

/** numpy.matmul: vectors are promoted, leading axes broadcast. */
const matMul: EvaluateOp = (ctx) => {
  const a = ctx.input(0);
  const b = ctx.input(1);
  const aDims = a.dims.length === 1 ? [1, ...a.dims] : a.dims;
  const bDims = b.dims.length === 1 ? [...b.dims, 1] : b.dims;
  const [m, k] = aDims.slice(-2) as [number, number];
  const [k2, n] = bDims.slice(-2) as [number, number];
  const batch = broadcastDims(aDims.slice(0, -2), bDims.slice(0, -2));
  if (!batch || k !== k2 || aDims.length < 2 || bDims.length < 2) {
    throw ctx.fail(`[${a.dims}] · [${b.dims}]`);
  }
  const full = [...batch, m, n];
  checkWork(ctx, sizeOf(full), k);
  const data = ctx.alloc(full);
  const round = rounding(a.dtype);
  // One row of `matrices` a matrix: the last axis is a dummy of length 1.
  const matrices = [...batch, 1];
  const strides = [aDims, bDims].map((dims) => [
    ...broadcastStrides(dims.slice(0, -2), batch.length).map((s) => s * dims.at(-2)! * dims.at(-1)!),
    0,
  ]);
  walkRows(matrices, strides, (index, [atA, atB]) => {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let p = 0; p < k; p++) sum += a.data[atA! + i * k + p]! * b.data[atB! + p * n + j]!;
        data[(index * m + i) * n + j] = round(sum);
      }
    }
  });
  const dims: Dims = full.filter(
    (_, i) =>
      !(i === full.length - 2 && a.dims.length === 1) && !(i === full.length - 1 && b.dims.length === 1),
  );
  return ctx.result(a.dtype, dims, data);
};

/** alpha·A·B + beta·C with optional transposes; C broadcasts one way. */
const gemm: EvaluateOp = (ctx) => {
  const [a, b, c] = [ctx.input(0), ctx.input(1), ctx.optional(2)];
  const transA = ctx.int('transA', 0) === 1;
  const transB = ctx.int('transB', 0) === 1;
  const [m, k] = (transA ? a.dims.toReversed() : a.dims) as [number, number];
  const [k2, n] = (transB ? b.dims.toReversed() : b.dims) as [number, number];
  const dims = [m, n];
  const fits = !c || broadcastDims(c.dims, dims)?.join() === dims.join();
  if (a.dims.length !== 2 || b.dims.length !== 2 || k !== k2 || !fits) {
    throw ctx.fail(`[${a.dims}] · [${b.dims}] + [${c?.dims ?? ''}]`);
  }
  checkWork(ctx, m * n, k);
  const alpha = ctx.float('alpha', 1);
  const beta = ctx.float('beta', 1);
  const data = ctx.alloc(dims);
  const round = rounding(a.dtype);
  const [stepI, stepJ] = broadcastStrides(c?.dims ?? [], 2) as [number, number];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let p = 0; p < k; p++) {
        sum += a.data[transA ? p * m + i : i * k + p]! * b.data[transB ? j * k + p : p * n + j]!;
      }
      data[i * n + j] = round(alpha * sum + (c ? beta * c.data[i * stepI + j * stepJ]! : 0));
    }
  }
  return ctx.result(a.dtype, dims, data);
};

/** (x - zeroPoint)·scale: one scale, one per index of `axis`, or (opset 21) one per block of block_size along `axis`. */
const dequantizeLinear: EvaluateOp = (ctx) => {
  const [x, scale, zero] = [ctx.input(0), ctx.input(1), ctx.optional(2)];
  const data = ctx.alloc(x.dims);
  const round = rounding(scale.dtype);
  const at = scaleIndex(ctx, x.dims, scale.dims);
  for (let i = 0; i < data.length; i++) {
    const s = at(i);
    data[i] = round((x.data[i]! - (zero?.data[s] ?? 0)) * scale.data[s]!);
  }
  return ctx.result(scale.dtype, x.dims, data);
};

function scaleIndex(ctx: OpContext, dims: Dims, scaleDims: Dims): (i: number) => number {
  if (sizeOf(scaleDims) === 1) return () => 0;
  const axis = ctx.axis(ctx.int('axis', 1), dims.length);
  const { n, inner } = around(dims, axis);
  if (scaleDims.length === 1) {
    if (scaleDims[0] !== n) throw ctx.fail(`[${dims}], scale [${scaleDims}]`);
    return (i) => Math.floor(i / inner) % n;
  }
  const block = ctx.int('block_size', 0);
  const expected = dims.with(axis, Math.ceil(n / block));
  if (!(block > 0) || scaleDims.join() !== expected.join()) throw ctx.fail(`[${dims}], scale [${scaleDims}]`);
  const blocks = expected[axis]!;
  return (i) => {
    const along = Math.floor(i / inner) % n;
    return (Math.floor(i / (n * inner)) * blocks + Math.floor(along / block)) * inner + (i % inner);
  };
}

export const linearOps: Readonly<Record<string, EvaluateOp>> = {
  MatMul: matMul,
  Gemm: gemm,
  DequantizeLinear: dequantizeLinear,
};
