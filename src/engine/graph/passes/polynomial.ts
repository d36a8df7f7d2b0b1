/**
 * Values that are polynomials in one other value: exporters write the inner part of GELU in many groupings
 * (x + c·x³, x·(1 + c·x·x), pow or products), which all have the same coefficients.
 */
import type { UnaryFn, ValueId } from '../program.ts';
import type { Matcher } from './pattern.ts';

/** Higher degrees are of no use to any pattern and are not followed. */
const MAX_DEGREE = 3;

/** Nodes between a value and x; exporters need five. */
const MAX_DEPTH = 8;

/** Coefficients of 1, x, x², x³. */
type Coefficients = readonly number[];

/** The coefficients of `value` in powers of `x`; undefined where it is something else or of a higher degree. */
export function polynomialIn(
  x: ValueId,
  value: ValueId,
  m: Matcher,
  depth = MAX_DEPTH,
): Coefficients | undefined {
  if (m.same(value, x)) return [0, 1];
  if (depth === 0) return undefined;
  const node = m.producer(value);
  // A product that broadcasts is none of powers.
  if (m.rowLength(value) !== m.rowLength(x)) return undefined;
  const inner = (index: number): Coefficients | undefined =>
    polynomialIn(x, node!.inputs[index]!, m, depth - 1);
  if (node?.op === 'unary') {
    const u = node.attrs as UnaryFn;
    if (u.fn === 'affine') {
      const p = inner(0);
      return p && sum(scaled(p, u.scale), [u.shift]);
    }
    if (u.fn === 'pow' && Number.isInteger(u.exponent) && u.exponent > 0 && u.exponent <= MAX_DEGREE) {
      const p = inner(0);
      const power = p && Array.from({ length: u.exponent - 1 }, () => p).reduce(product, p);
      return power && power.length <= MAX_DEGREE + 1 ? power : undefined;
    }
    return undefined;
  }
  if (node?.op !== 'binary') return undefined;
  const [a, b] = [inner(0), inner(1)];
  if (!a || !b) return undefined;
  const { fn } = node.attrs as { fn: string };
  const result =
    fn === 'add'
      ? sum(a, b)
      : fn === 'sub'
        ? sum(a, scaled(b, -1))
        : fn === 'mul'
          ? product(a, b)
          : undefined;
  return result && result.length <= MAX_DEGREE + 1 ? result : undefined;
}

function scaled(p: Coefficients, factor: number): number[] {
  return p.map((c) => c * factor);
}

function sum(a: Coefficients, b: Coefficients): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0) + (b[i] ?? 0));
}

function product(a: Coefficients, b: Coefficients): number[] {
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      out[i + j]! += x * y;
    });
  });
  return out;
}
