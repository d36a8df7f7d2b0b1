/**
 * SiLU, GELU (erf and tanh forms), QuickGELU, and act(a)·b.
 */
import type { BinaryAttrs, ProgramNode, UnaryFn, ValueId } from '../program.ts';
import type { FuseRule } from './fuse.ts';
import type { Matcher } from './pattern.ts';
import { polynomialIn } from './polynomial.ts';

const GATES = new Set<UnaryFn['fn']>(['silu', 'geluErf', 'geluTanh', 'relu', 'quickGelu', 'sigmoid']);

/** The factors of an elementwise product; undefined where one of them is broadcast. */
function product(node: ProgramNode, m: Matcher): readonly [ValueId, ValueId] | undefined {
  if (node.op !== 'binary' || (node.attrs as BinaryAttrs).fn !== 'mul') return undefined;
  const [a, b] = node.inputs as [ValueId, ValueId];
  const length = m.rowLength(node.outputs[0]!);
  return m.rowLength(a) === length && m.rowLength(b) === length ? [a, b] : undefined;
}

/** Both orders of a commutative pair. */
function orders(pair: readonly [ValueId, ValueId]): readonly (readonly [ValueId, ValueId])[] {
  return [pair, [pair[1], pair[0]]];
}

const silu: FuseRule = (node, m) => {
  for (const [x, gate] of orders(product(node, m) ?? [-1, -1])) {
    const sigmoid = x >= 0 ? m.unary(gate, 'sigmoid') : undefined;
    if (!sigmoid) continue;
    if (m.same(sigmoid.inputs[0]!, x)) return replace(node, x, { fn: 'silu' });
    const scaled = m.affine(sigmoid.inputs[0]!);
    if (scaled && scaled.shift === 0 && m.same(scaled.input, x))
      return replace(node, x, { fn: 'quickGelu', alpha: scaled.scale });
  }
  return undefined;
};

function replace(node: ProgramNode, x: ValueId, attrs: UnaryFn): ProgramNode {
  return { ...node, op: 'unary', inputs: [x], attrs };
}

/** 1 + f(argument), the factor of GELU that is no number and not x. */
function gateOf(
  value: ValueId,
  m: Matcher,
): { readonly fn: 'erf' | 'tanh'; readonly argument: ValueId } | undefined {
  const sum = m.affine(value);
  if (sum?.scale !== 1 || sum.shift !== 1) return undefined;
  for (const fn of ['erf', 'tanh'] as const) {
    const inner = m.unary(sum.input, fn);
    if (inner) return { fn, argument: inner.inputs[0]! };
  }
  return undefined;
}

/** Number and other factors of a product, whose nested products are opened `depth` times. */
function factors(node: ProgramNode, m: Matcher, depth: number): { scale: number; parts: ValueId[] } {
  let scale = 1;
  const parts: ValueId[] = [];
  const visit = (value: ValueId, left: number): void => {
    const scaled = m.affine(value);
    if (scaled && scaled.shift === 0) {
      scale *= scaled.scale;
      visit(scaled.input, left);
      return;
    }
    const inner = m.producer(value);
    const pair = inner && left > 0 ? product(inner, m) : undefined;
    if (pair) for (const input of pair) visit(input, left - 1);
    else parts.push(m.source(value));
  };
  const pair = product(node, m);
  if (pair) for (const input of pair) visit(input, depth);
  else visit(node.outputs[0]!, depth + 1);
  return { scale, parts };
}

/**
 * x/2·(1 + erf(a·x)) and x/2·(1 + tanh(a·(x + b·x³))) in any grouping; a and b are the file's own, rounded or not. Another
 * factor than 1/2 (onnxruntime's optimiser folds it into the next matrix) stays as a product with a number.
 */
const gelu: FuseRule = (node, m) => {
  const isScale = node.op === 'unary' && (node.attrs as UnaryFn).fn === 'affine';
  if (!product(node, m) && !isScale) return undefined;
  for (const depth of [0, 1]) {
    const { scale, parts } = factors(node, m, depth);
    if (parts.length !== 2 || (isScale && scale !== 0.5)) continue;
    for (const [x, other] of orders(parts as [ValueId, ValueId])) {
      const gate = gateOf(other, m);
      const fn = gate && geluOf(gate.fn, polynomialIn(x, gate.argument, m));
      if (fn) return scale === 0.5 ? replace(node, x, fn) : rescaled(node, x, fn, 2 * scale, m);
    }
  }
  return undefined;
};

/** factor · fn(x) */
function rescaled(node: ProgramNode, x: ValueId, fn: UnaryFn, factor: number, m: Matcher): ProgramNode[] {
  const { values } = m.program;
  const value = values.push({ ...values[node.outputs[0]!]!, name: `${node.source} (activation)` }) - 1;
  return [
    { ...replace(node, x, fn), outputs: [value] },
    { ...replace(node, value, { fn: 'affine', scale: factor, shift: 0 }) },
  ];
}

/** The GELU whose gate has this inner polynomial; coefficients that are the usual ones in f32 are left out. */
function geluOf(gate: 'erf' | 'tanh', inner: readonly number[] | undefined): UnaryFn | undefined {
  const [constant, scale, square = 0, cube = 0] = inner ?? [];
  if (constant !== 0 || square !== 0 || !scale) return undefined;
  if (gate === 'erf') {
    if (cube !== 0) return undefined;
    return isUsual(scale, Math.SQRT1_2) ? { fn: 'geluErf' } : { fn: 'geluErf', scale };
  }
  const cubic = cube / scale;
  const usual = isUsual(scale, Math.sqrt(2 / Math.PI)) && isUsual(cubic, 0.044715);
  return usual ? { fn: 'geluTanh' } : { fn: 'geluTanh', scale, cubic };
}

/** Within one rounding of f32, as files that hold the constant in f32 have it. */
function isUsual(found: number, usual: number): boolean {
  return Math.abs(found - usual) <= 2 ** -23 * usual;
}

/** act(a)·b where nobody else reads act(a). */
const gated: FuseRule = (node, m) => {
  const pair = product(node, m);
  if (!pair) return undefined;
  for (const [a, b] of orders(pair)) {
    const act = m.producer(a, 'unary');
    if (!act || !GATES.has((act.attrs as UnaryFn).fn) || !m.usedOnce(act.outputs[0]!)) continue;
    if (m.same(act.inputs[0]!, b)) continue;
    return { ...node, op: 'gated', inputs: [act.inputs[0]!, b], attrs: { act: act.attrs as UnaryFn } };
  }
  return undefined;
};

export const activationRules: readonly FuseRule[] = [silu, gelu, gated];
