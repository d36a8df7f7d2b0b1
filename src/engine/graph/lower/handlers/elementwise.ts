/**
 * Elementwise ONNX ops on the path: arithmetic with constants or other activations, limits, casts, conditions.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import { broadcastDims } from '../../evaluate/shapes.ts';
import type { BinaryFn, UnaryFn } from '../../program.ts';
import { type Axis, hasRepeat, isFeatureAxis, sameAxis, shapeOf, storedDims } from '../axes.ts';
import { constantOperand, type Operand } from '../constants.ts';
import { floatAttr, type Lowering } from '../lowering.ts';
import { SMALL } from '../masks.ts';
import { withoutRepeats, written } from '../repeats.ts';
import type { TensorValue } from '../types.ts';
import { quantisedMul } from './quantised.ts';
import { scoresArithmetic, scoresWhere } from './scores.ts';
import type { Handler } from './types.ts';

function arithmetic(fn: BinaryFn): Handler {
  return async (node, L) => {
    if (await scoresArithmetic(fn, node, L)) return;
    if (fn === 'mul' && (await quantisedMul(node, L))) return;
    const [a, b] = node.inputs as [string, string];
    if (L.isLowered(a) && L.isLowered(b)) return binary(fn, node, L);
    const swapped = L.isLowered(b);
    const x = L.tensor(node, swapped ? 1 : 0);
    await withConstant(fn, node, L, x, swapped ? a : b, swapped);
  };
}

/** fn(x, constant) or, swapped, fn(constant, x). */
async function withConstant(
  fn: BinaryFn,
  node: OnnxNode,
  L: Lowering,
  x: TensorValue,
  name: string,
  swapped: boolean,
): Promise<void> {
  const operand = await constantOperand(L, node, name, x.axes);
  if (operand.kind !== 'scalar' && x.axes.some(hasRepeat)) {
    const dims = withoutRepeats(x.axes, operand.dims);
    if (!dims) return withConstant(fn, node, L, written(L, node, x), name, swapped);
    return emitConstant(fn, node, L, x, { ...operand, dims }, swapped);
  }
  if (operand.kind === 'scalar') {
    const c = operand.value;
    if (fn === 'div' && swapped) {
      const [inverse] = L.emit('unary', [x.id], { fn: 'reciprocal' }, [L.program.dims(x.id)], node);
      if (c === 1) L.set(node.outputs[0], { ...x, id: inverse! });
      else L.emitTensor('unary', [inverse!], { fn: 'affine', scale: c, shift: 0 }, x.axes, node);
      return;
    }
    const [scale, shift] = { add: [1, c], sub: swapped ? [-1, c] : [1, -c], mul: [c, 0], div: [1 / c, 0] }[
      fn
    ] as [number, number];
    // Exporters leave factors of 1 and terms of 0 behind (unscaled rotary tables, residual multipliers).
    if (scale === 1 && shift === 0) L.set(node.outputs[0], x);
    else L.emitTensor('unary', [x.id], { fn: 'affine', scale, shift }, x.axes, node);
    return;
  }
  emitConstant(fn, node, L, x, operand, swapped);
}

/** `x` with a vector or table whose dims run along its stored features. */
function emitConstant(
  fn: BinaryFn,
  node: OnnxNode,
  L: Lowering,
  x: TensorValue,
  operand: Exclude<Operand, { kind: 'scalar' }>,
  swapped: boolean,
): void {
  const id =
    operand.dims.length > 1 ? L.withDims(x, storedDims(x.axes), node) : L.withDims(x, lastDims(L, x), node);
  if (operand.kind === 'vector') {
    L.emitTensor(
      'binaryVector',
      [id],
      { fn, vector: operand.vector, vectorDims: operand.dims, swapped },
      x.axes,
      node,
    );
  } else {
    L.emitTensor(
      'binaryTable',
      [id],
      { fn, table: operand.table, tableDims: operand.dims, swapped },
      x.axes,
      node,
    );
  }
}

/** Dims that already fit a one-axis constant are kept: the last stored dim is what it runs along. */
function lastDims(L: Lowering, x: TensorValue): readonly number[] {
  const own = L.program.dims(x.id);
  const wanted = storedDims(x.axes);
  return own.at(-1) === wanted.at(-1) ? own : wanted;
}

function binary(fn: BinaryFn, node: OnnxNode, L: Lowering): void {
  let [a, b] = [L.tensor(node, 0), L.tensor(node, 1)];
  // Unless both repeat alike, which leaves the result repeated.
  const alike = a.axes.length === b.axes.length && a.axes.every((axis, i) => sameAxis(axis, b.axes[i]!));
  if (!alike) [a, b] = [written(L, node, a), written(L, node, b)];
  const rank = Math.max(a.axes.length, b.axes.length);
  const pad = (axes: readonly Axis[]): Axis[] => [
    ...Array.from({ length: rank - axes.length }, (): Axis => []),
    ...axes,
  ];
  const [left, right] = [pad(a.axes), pad(b.axes)];
  const axes: Axis[] = [];
  const dims: [number[], number[]] = [[], []];
  let equal = true;
  left.forEach((axis, i) => {
    const other = right[i]!;
    if (sameAxis(axis, other)) {
      axes.push(axis);
      for (const d of storedDims([axis])) {
        dims[0].push(d);
        dims[1].push(d);
      }
    } else if (isFeatureAxis(axis) && isFeatureAxis(other) && (axis.length === 0 || other.length === 0)) {
      equal = false;
      axes.push(axis.length === 0 ? other : axis);
      for (const d of storedDims([axes.at(-1)!])) {
        dims[0].push(axis.length === 0 ? 1 : d);
        dims[1].push(axis.length === 0 ? d : 1);
      }
    } else {
      throw L.unsupported(node, 'operands of unlike axes');
    }
  });
  const own = L.program.dims(a.id);
  const [left0, right0] = equal ? [own, own] : dims;
  L.emitTensor('binary', [L.withDims(a, left0, node), L.withDims(b, right0, node)], { fn }, axes, node);
}

const pow: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const exponent = await L.scalar(node.inputs[1]!);
  if (exponent === undefined) throw L.unsupported(node, 'exponent is no number');
  const attrs: UnaryFn = exponent === 0.5 ? { fn: 'sqrt' } : { fn: 'pow', exponent };
  L.emitTensor('unary', [x.id], attrs, x.axes, node);
};

/** The largest finite f32 numbers. */
const UNLIMITED = { min: -(2 - 2 ** -23) * 2 ** 127, max: (2 - 2 ** -23) * 2 ** 127 };

const clip: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const bound = async (index: number, attribute: string, fallback: number): Promise<number> => {
    const name = node.inputs[index];
    if (name) return (await L.scalar(name)) ?? fallback;
    return floatAttr(node, attribute, fallback);
  };
  const attrs: UnaryFn = {
    fn: 'clip',
    min: await bound(1, 'min', UNLIMITED.min),
    max: await bound(2, 'max', UNLIMITED.max),
  };
  L.emitTensor('unary', [x.id], attrs, x.axes, node);
};

/** Float casts are views (everything is f32 on the GPU); a cast to integers or booleans on the path is refused. */
const cast: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  const half = value.kind === 'integer-product' || (value.kind === 'conv-output' && value.unscaled);
  if (half || value.kind === 'scores') return L.set(node.outputs[0], value);
  const to = node.attributes.get('to');
  const FLOATS = [1, 10, 11, 16];
  if (value.kind !== 'tensor' || to?.kind !== 'int' || !FLOATS.includes(to.value))
    throw L.unsupported(node, 'cast to a type without gradient');
  L.set(node.outputs[0], value);
};

/** Activations are all of one type here; a constant must be of a float type to stand for it. */
const castLike: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  const like = node.inputs[1]!;
  const float = L.isLowered(like) || (await L.constant(like)).dtype.includes('float');
  if ((value.kind !== 'tensor' && value.kind !== 'scores') || !float)
    throw L.unsupported(node, 'cast to a type without gradient');
  L.set(node.outputs[0], value);
};

/**
 * Outside attention a condition may only be one that never changes here: exporters guard rows that see no key, and rows are
 * never padded in the engine. It is asked at two lengths.
 */
const where: Handler = async (node, L) => {
  if (await scoresWhere(node, L)) return;
  const [condition, yes, no] = node.inputs as [string, string, string];
  if (L.isLowered(condition)) throw L.unsupported(node, 'condition that depends on the embeddings');
  const asked = [await L.constant(condition), await L.constantAt(condition, SMALL)];
  const [first] = asked[0]!.data;
  if (asked.some(({ data }) => data.some((value) => (value !== 0) !== (first !== 0))))
    throw L.unsupported(node, 'condition outside attention');
  const taken = L.values.get(first ? yes : no);
  const other = first ? no : yes;
  if (taken?.kind !== 'tensor') throw L.unsupported(node, 'condition that leaves a constant');
  const shape = shapeOf(taken.axes, L.probe);
  const rest = L.values.get(other);
  const shapes = [asked[0]!.dims, rest ? shapeOf(rest.axes, L.probe) : (await L.constant(other)).dims];
  if (shapes.some((dims) => `${broadcastDims(shape, dims)}` !== `${shape}`))
    throw L.unsupported(node, 'condition that enlarges the activation');
  L.set(node.outputs[0], taken);
};

/** Adds two values of `node`, one of which may be a constant; returns the name under which the sum is registered. */
export async function addValues(
  L: Lowering,
  node: OnnxNode,
  a: string,
  b: string,
  sum: string,
): Promise<string> {
  await add({ ...node, inputs: [a, b], outputs: [sum] }, L);
  return sum;
}

const add = arithmetic('add');

export const elementwiseHandlers: Record<string, Handler> = {
  Add: add,
  Sub: arithmetic('sub'),
  Mul: arithmetic('mul'),
  Div: arithmetic('div'),
  Pow: pow,
  Clip: clip,
  Cast: cast,
  CastLike: castLike,
  Where: where,
  // Max bounds from below.
  Max: limit('min'),
  Min: limit('max'),
  IsNaN: async (node, L) => {
    const value = L.values.get(node.inputs[0]!)!;
    if (value.kind !== 'scores' || !value.normalised)
      throw L.unsupported(node, 'NaN guard outside attention');
    L.set(node.outputs[0], { kind: 'nan-guard', axes: value.axes });
  },
};

/**
 * Max or Min with a number: a clip. Max(scores, finfo.min) guards masked scores (OPT) and changes no finite score.
 */
function limit(bound: 'min' | 'max'): Handler {
  return async (node, L) => {
    const index = node.inputs.findIndex((name) => L.isLowered(name));
    const value = L.values.get(node.inputs[index]!)!;
    const other = node.inputs[1 - index];
    if (node.inputs.length !== 2 || !other || L.isLowered(other))
      throw L.unsupported(node, 'comparison of two activations');
    const number = await L.scalar(other);
    if (number === undefined) throw L.unsupported(node, 'a limit that is no number');
    if (value.kind === 'scores') {
      if (bound !== 'min' || number > -9000) throw L.unsupported(node, 'limit of attention scores');
      return L.set(node.outputs[0], value);
    }
    const x = L.tensor(node, index);
    L.emitTensor('unary', [x.id], { fn: 'clip', ...UNLIMITED, [bound]: number }, x.axes, node);
  };
}
