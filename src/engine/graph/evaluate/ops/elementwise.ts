/** Arithmetic, comparison and logic element by element, with numpy broadcasting. */
import type { HostDtype, HostTensor } from '../../host-tensor.ts';
import type { EvaluateOp, OpContext } from '../context.ts';
import { isFloat, roundHalfEven, rounding } from '../numeric.ts';
import { broadcastDims, broadcastStrides, walkRows } from '../shapes.ts';

/** fn over two broadcast tensors, results stored as `dtype`. */
export function zip(
  ctx: OpContext,
  a: HostTensor,
  b: HostTensor,
  dtype: HostDtype,
  fn: (x: number, y: number) => number,
): HostTensor {
  const dims = broadcastDims(a.dims, b.dims);
  if (!dims) throw ctx.fail(`[${a.dims}], [${b.dims}]`);
  const data = ctx.alloc(dims);
  const round = rounding(dtype);
  const rank = dims.length;
  const strides = [broadcastStrides(a.dims, rank), broadcastStrides(b.dims, rank)] as const;
  const [stepA, stepB] = [strides[0].at(-1) ?? 0, strides[1].at(-1) ?? 0];
  const row = dims.at(-1) ?? 1;
  walkRows(dims, strides, (start, [offsetA, offsetB]) => {
    for (let i = 0; i < row; i++) {
      data[start + i] = round(fn(a.data[offsetA! + i * stepA]!, b.data[offsetB! + i * stepB]!));
    }
  });
  return { dtype, dims, data };
}

function arithmetic(fn: (x: number, y: number) => number): EvaluateOp {
  return (ctx) => {
    const a = ctx.input(0);
    return [zip(ctx, a, ctx.input(1), a.dtype, fn)];
  };
}

function compare(fn: (x: number, y: number) => boolean): EvaluateOp {
  return (ctx) => [zip(ctx, ctx.input(0), ctx.input(1), 'bool', (x, y) => (fn(x, y) ? 1 : 0))];
}

function unary(fn: (x: number) => number): EvaluateOp {
  return (ctx) => [map(ctx, ctx.input(0), fn)];
}

function map(ctx: OpContext, x: HostTensor, fn: (x: number) => number, dtype = x.dtype): HostTensor {
  const data = ctx.alloc(x.dims);
  const round = rounding(dtype);
  for (let i = 0; i < data.length; i++) data[i] = round(fn(x.data[i]!));
  return { dtype, dims: x.dims, data };
}

function test(fn: (x: number) => boolean): EvaluateOp {
  return (ctx) => [map(ctx, ctx.input(0), (x) => (fn(x) ? 1 : 0), 'bool')];
}

/** Folds any number of inputs (Max, Min). NaN wins, as in numpy. */
function variadic(fn: (x: number, y: number) => number): EvaluateOp {
  return (ctx) => {
    let result = ctx.input(0);
    for (let i = 1; i < ctx.inputCount; i++) result = zip(ctx, result, ctx.input(i), result.dtype, fn);
    return [result];
  };
}

const div: EvaluateOp = (ctx) => {
  const a = ctx.input(0);
  const b = ctx.input(1);
  if (isFloat(a.dtype)) return [zip(ctx, a, b, a.dtype, (x, y) => x / y)];
  if (b.data.includes(0)) throw ctx.fail('x / 0');
  return [zip(ctx, a, b, a.dtype, (x, y) => Math.trunc(x / y))];
};

/** fmod=1: sign of the dividend (C fmod); else sign of the divisor (numpy.mod). */
const mod: EvaluateOp = (ctx) => {
  const a = ctx.input(0);
  const b = ctx.input(1);
  if (!isFloat(a.dtype) && b.data.includes(0)) throw ctx.fail('x % 0');
  if (ctx.int('fmod', 0) === 1) return [zip(ctx, a, b, a.dtype, (x, y) => x % y)];
  return [
    zip(ctx, a, b, a.dtype, (x, y) => {
      const rest = x % y;
      return rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest;
    }),
  ];
};

/** Base and exponent may differ in type; the result has the base's. */
const pow: EvaluateOp = (ctx) => {
  const a = ctx.input(0);
  const integer = !isFloat(a.dtype);
  return [zip(ctx, a, ctx.input(1), a.dtype, (x, y) => (integer ? Math.trunc(x ** y) : x ** y))];
};

const where: EvaluateOp = (ctx) => {
  const [c, x, y] = [ctx.input(0), ctx.input(1), ctx.input(2)];
  const xy = broadcastDims(x.dims, y.dims);
  const dims = xy && broadcastDims(c.dims, xy);
  if (!dims) throw ctx.fail(`[${c.dims}], [${x.dims}], [${y.dims}]`);
  const data = ctx.alloc(dims);
  const strides = [c, x, y].map((t) => broadcastStrides(t.dims, dims.length));
  const [stepC, stepX, stepY] = strides.map((s) => s.at(-1) ?? 0) as [number, number, number];
  const row = dims.at(-1) ?? 1;
  walkRows(dims, strides, (start, [offsetC, offsetX, offsetY]) => {
    for (let i = 0; i < row; i++) {
      const taken = c.data[offsetC! + i * stepC] !== 0;
      data[start + i] = taken ? x.data[offsetX! + i * stepX]! : y.data[offsetY! + i * stepY]!;
    }
  });
  return ctx.result(x.dtype, dims, data);
};

/** Bounds are attributes before opset 11, optional inputs from then on. */
const clip: EvaluateOp = (ctx) => {
  const min = ctx.optional(1)?.data[0] ?? -Infinity;
  const max = ctx.optional(2)?.data[0] ?? Infinity;
  return [map(ctx, ctx.input(0), (x) => Math.min(Math.max(x, min), max))];
};

const isInf: EvaluateOp = (ctx) => {
  const negative = ctx.int('detect_negative', 1) === 1;
  const positive = ctx.int('detect_positive', 1) === 1;
  return test((x) => (x === Infinity && positive) || (x === -Infinity && negative))(ctx);
};

/** erf within a few units of the last float64 digit: e^{-x²}·x·Σ (2x²)ⁿ/(1·3·…·(2n+1)), all terms positive (Abramowitz & Stegun 7.1.6). */
export function erf(x: number): number {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

export const elementwiseOps: Readonly<Record<string, EvaluateOp>> = {
  Add: arithmetic((x, y) => x + y),
  Sub: arithmetic((x, y) => x - y),
  Mul: arithmetic((x, y) => x * y),
  Div: div,
  Mod: mod,
  Pow: pow,
  Max: variadic(Math.max),
  Min: variadic(Math.min),
  Equal: compare((x, y) => x === y),
  Less: compare((x, y) => x < y),
  LessOrEqual: compare((x, y) => x <= y),
  Greater: compare((x, y) => x > y),
  GreaterOrEqual: compare((x, y) => x >= y),
  And: compare((x, y) => x !== 0 && y !== 0),
  Or: compare((x, y) => x !== 0 || y !== 0),
  Xor: compare((x, y) => (x !== 0) !== (y !== 0)),
  Not: test((x) => x === 0),
  IsNaN: test(Number.isNaN),
  IsInf: isInf,
  Where: where,
  Clip: clip,
  Neg: unary((x) => -x),
  Abs: unary(Math.abs),
  Sign: unary(Math.sign),
  Sqrt: unary(Math.sqrt),
  Reciprocal: unary((x) => 1 / x),
  Exp: unary(Math.exp),
  Log: unary(Math.log),
  Sin: unary(Math.sin),
  Cos: unary(Math.cos),
  Tanh: unary(Math.tanh),
  Sigmoid: unary((x) => 1 / (1 + Math.exp(-x))),
  Erf: unary(erf),
  Relu: unary((x) => Math.max(x, 0)),
  Floor: unary(Math.floor),
  Ceil: unary(Math.ceil),
  Round: unary(roundHalfEven),
};
