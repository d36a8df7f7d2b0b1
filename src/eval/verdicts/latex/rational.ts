/**
 * Quotients of whole numbers of any size, for expressions of + - * /, whole powers, bars and factorials: 2^{2015}-1 is not
 * 2^{2015}, though the two agree in six hundred digits. By MathJSON names, like arithmetic.ts, which computes the rest.
 *
 * Not reduced: equality is by cross-multiplication, and sizes are bounded instead. What has no value here throws.
 */

export class Rational {
  /** `below` is above 0. */
  constructor(
    readonly above: bigint,
    readonly below: bigint,
  ) {}
}

export class NoRational extends Error {}

/** Larger ones are no answer's, and cost too much to try. */
const LARGEST = { bits: 60_000, exponent: 10_000, factorial: 1000 } as const;

const bitsOf = (value: bigint) => 4 * value.toString(16).length;

function bounded(above: bigint, below: bigint): Rational {
  if (below === 0n || bitsOf(above) > LARGEST.bits || bitsOf(below) > LARGEST.bits) throw new NoRational();
  return below < 0n ? new Rational(-above, -below) : new Rational(above, below);
}

/** A decimal number, also `1.5e-3`. */
export function rational(text: string): Rational {
  const [, sign, whole = '', part = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const scale = Number(exponent) - part.length;
  if (`${whole}${part}` === '' || Math.abs(scale) > LARGEST.exponent) throw new NoRational();
  return bounded(
    BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(Math.max(0, scale)),
    10n ** BigInt(Math.max(0, -scale)),
  );
}

function wholeOf({ above, below }: Rational): number {
  const value = Number(above / below);
  if (above % below !== 0n || !Number.isSafeInteger(value)) throw new NoRational();
  return value;
}

function power(base: Rational, exponent: Rational): Rational {
  const times = wholeOf(exponent);
  const bits = Math.max(bitsOf(base.above), bitsOf(base.below));
  if (Math.abs(times) * bits > LARGEST.bits) throw new NoRational();
  const [above, below] = [base.above ** BigInt(Math.abs(times)), base.below ** BigInt(Math.abs(times))];
  return times < 0 ? bounded(below, above) : bounded(above, below);
}

function factorial(n: Rational): Rational {
  const last = wholeOf(n);
  if (last < 0 || last > LARGEST.factorial) throw new NoRational();
  let product = 1n;
  for (let i = 2; i <= last; i++) product *= BigInt(i);
  return bounded(product, 1n);
}

type Binary = (a: Rational, b: Rational) => Rational;

const add: Binary = (a, b) => bounded(a.above * b.below + b.above * a.below, a.below * b.below);
const negate = ({ above, below }: Rational) => new Rational(-above, below);
const multiply: Binary = (a, b) => bounded(a.above * b.above, a.below * b.below);
const divide: Binary = (a, b) => bounded(a.above * b.below, a.below * b.above);
const subtract: Binary = (a, b) => add(a, negate(b));
const absolute = (a: Rational) => (a.above < 0n ? negate(a) : a);

const MANY: Readonly<Record<string, Binary>> = { Add: add, Multiply: multiply, InvisibleOperator: multiply };
const TWO: Readonly<Record<string, Binary>> = {
  Subtract: subtract,
  Divide: divide,
  Colon: divide,
  Power: power,
};
const ONE: Readonly<Record<string, (a: Rational) => Rational>> = {
  Negate: negate,
  Abs: absolute,
  Factorial: factorial,
};

/** Applies the operation of a MathJSON head. */
export function computeRational(head: string, values: readonly unknown[]): Rational {
  if (!values.every((value) => value instanceof Rational)) throw new NoRational();
  const [a, b] = values;
  if (Object.hasOwn(MANY, head) && values.length > 0) return values.reduce(MANY[head]!);
  if (Object.hasOwn(TWO, head) && values.length === 2) return TWO[head]!(a!, b!);
  if (Object.hasOwn(ONE, head) && values.length === 1) return ONE[head]!(a!);
  throw new NoRational();
}

export function equalRationals(a: unknown, b: unknown): boolean {
  if (!(a instanceof Rational && b instanceof Rational)) throw new NoRational();
  return a.above * b.below === b.above * a.below;
}
