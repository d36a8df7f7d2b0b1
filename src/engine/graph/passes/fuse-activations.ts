/**
 * SiLU, GELU (erf and tanh forms), QuickGELU, and act(a)·b.
 */
import type { BinaryAttrs, ProgramNode, UnaryFn, ValueId } from '../program.ts';
import type { FuseRule } from './fuse.ts';
import { type Matcher, near } from './pattern.ts';

const GATES = new Set<UnaryFn['fn']>(['silu', 'geluErf', 'geluTanh', 'relu', 'quickGelu', 'sigmoid']);

function product(node: ProgramNode): readonly [ValueId, ValueId] | undefined {
  return node.op === 'binary' && (node.attrs as BinaryAttrs).fn === 'mul'
    ? (node.inputs as [ValueId, ValueId])
    : undefined;
}

/** Both orders of a commutative pair. */
function orders(pair: readonly [ValueId, ValueId]): readonly (readonly [ValueId, ValueId])[] {
  return [pair, [pair[1], pair[0]]];
}

const silu: FuseRule = (node, m) => {
  for (const [x, gate] of orders(product(node) ?? [-1, -1])) {
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

/** 1 + f(x), returning f's producer. */
function onePlus(value: ValueId, fn: 'erf' | 'tanh', m: Matcher): ValueId | undefined {
  const sum = m.affine(value);
  const inner = sum && sum.scale === 1 && sum.shift === 1 ? m.unary(sum.input, fn) : undefined;
  return inner?.inputs[0];
}

/**
 * Factors of a product tree of the form c · x · (1 + f(…)), in any grouping.
 * Looks through multiplications by numbers and one nested product.
 */
function factors(node: ProgramNode, m: Matcher): { scale: number; parts: ValueId[] } {
  let scale = 1;
  const parts: ValueId[] = [];
  const visit = (value: ValueId, depth: number): void => {
    const scaled = m.affine(value);
    if (scaled && scaled.shift === 0) {
      scale *= scaled.scale;
      visit(scaled.input, depth);
      return;
    }
    const inner = m.producer(value);
    const pair = inner && depth > 0 ? product(inner) : undefined;
    if (pair) {
      visit(pair[0], depth - 1);
      visit(pair[1], depth - 1);
    } else {
      parts.push(m.source(value));
    }
  };
  const self = node.op === 'unary' && (node.attrs as UnaryFn).fn === 'affine' ? node.outputs[0]! : undefined;
  if (self !== undefined) visit(self, 1);
  else for (const input of product(node) ?? []) visit(input, 1);
  return { scale, parts };
}

const gelu: FuseRule = (node, m) => {
  const isProduct = product(node) !== undefined;
  const isScale = node.op === 'unary' && (node.attrs as UnaryFn).fn === 'affine';
  if (!isProduct && !isScale) return undefined;
  const { scale, parts } = factors(node, m);
  if (parts.length !== 2 || !near(scale, 0.5)) return undefined;
  for (const [x, gate] of orders(parts as [ValueId, ValueId])) {
    const erf = onePlus(gate, 'erf', m);
    const scaled = erf === undefined ? undefined : m.affine(erf);
    if (scaled && scaled.shift === 0 && near(scaled.scale, Math.SQRT1_2) && m.same(scaled.input, x))
      return replace(node, x, { fn: 'geluErf' });
    const tanh = onePlus(gate, 'tanh', m);
    if (tanh !== undefined && isTanhArgument(tanh, x, m)) return replace(node, x, { fn: 'geluTanh' });
  }
  return undefined;
};

/** √(2/π)·(x + 0.044715·x³) or √(2/π)·x·(1 + 0.044715·x²) */
function isTanhArgument(value: ValueId, x: ValueId, m: Matcher): boolean {
  const ROOT = Math.sqrt(2 / Math.PI);
  const outer = m.affine(value);
  if (outer && outer.shift === 0 && near(outer.scale, ROOT)) {
    const sum = m.binary(outer.input, 'add');
    if (sum)
      return orders(sum.inputs as [ValueId, ValueId]).some(([a, b]) => m.same(a, x) && isCube(b, x, m));
  }
  const node = m.producer(value);
  const { scale, parts } = node ? factors(node, m) : { scale: 0, parts: [] };
  if (parts.length !== 2 || !near(scale, ROOT)) return false;
  return orders(parts as [ValueId, ValueId]).some(([a, b]) => {
    const sum = m.affine(b);
    return (
      m.same(a, x) &&
      sum !== undefined &&
      sum.shift === 1 &&
      near(sum.scale, 0.044715) &&
      isPower(sum.input, x, 2, m)
    );
  });
}

/** 0.044715·x³ */
function isCube(value: ValueId, x: ValueId, m: Matcher): boolean {
  const scaled = m.affine(value);
  if (scaled) return scaled.shift === 0 && near(scaled.scale, 0.044715) && isPower(scaled.input, x, 3, m);
  const node = m.producer(value);
  const parts = node ? factors(node, m) : { scale: 0, parts: [] as ValueId[] };
  return (
    near(parts.scale, 0.044715) && parts.parts.length === 3 && parts.parts.every((part) => m.same(part, x))
  );
}

function isPower(value: ValueId, x: ValueId, exponent: number, m: Matcher): boolean {
  const power = m.unary(value, 'pow');
  if (power)
    return (power.attrs as { exponent: number }).exponent === exponent && m.same(power.inputs[0]!, x);
  const node = m.producer(value);
  const pair = node && product(node);
  if (!pair) return false;
  if (exponent === 2) return m.same(pair[0], x) && m.same(pair[1], x);
  return orders(pair).some(([a, b]) => m.same(a, x) && isPower(b, x, 2, m));
}

/** act(a)·b where nobody else reads act(a). */
const gated: FuseRule = (node, m) => {
  const pair = product(node);
  const dims = pair?.map((value) => m.program.values[value]!.dims.reduce((a, b) => a * b, 1));
  if (!pair || !dims || dims[0] !== dims[1]) return undefined;
  for (const [a, b] of orders(pair)) {
    const act = m.producer(a, 'unary');
    if (!act || !GATES.has((act.attrs as UnaryFn).fn) || !m.usedOnce(act.outputs[0]!)) continue;
    if (m.same(act.inputs[0]!, b)) continue;
    return { ...node, op: 'gated', inputs: [act.inputs[0]!, b], attrs: { act: act.attrs as UnaryFn } };
  }
  return undefined;
};

export const activationRules: readonly FuseRule[] = [silu, gelu, gated];
