/**
 * The operations that answers use, by their MathJSON names, computed in one of three arithmetics, two of them by mathjs.
 *
 * Rational: rational.ts. Exact: decimal numbers of 128 digits, which tell 10^{100} from 10^{100}+1; only what costs
 * little at any size: + - * /, whole powers, square roots, functions of whole numbers. Floating: complex double numbers,
 * for everything else.
 * Does not read text. What has no value, or none within bounded time, throws.
 */

import {
  absDependencies,
  acosDependencies,
  addDependencies,
  asinDependencies,
  atanDependencies,
  type BigNumber,
  bignumberDependencies,
  type Complex,
  ceilDependencies,
  complexDependencies,
  cosDependencies,
  coshDependencies,
  cotDependencies,
  create,
  cscDependencies,
  divideDependencies,
  expDependencies,
  type FactoryFunctionMap,
  factorialDependencies,
  floorDependencies,
  gcdDependencies,
  lcmDependencies,
  logDependencies,
  modDependencies,
  multiplyDependencies,
  powDependencies,
  secDependencies,
  sinDependencies,
  sinhDependencies,
  sqrtDependencies,
  subtractDependencies,
  tanDependencies,
  tanhDependencies,
  unaryMinusDependencies,
} from 'mathjs';
import { computeRational, equalRationals, type Rational, rational } from './rational.ts';

export type Value = number | BigNumber | Complex | Rational;
export type Arithmetic = 'rational' | 'exact' | 'floating';

/** No value: outside the domain, too large to compute, or unknown to the arithmetic. */
export class NoValue extends Error {}

const math = create(
  {
    absDependencies,
    acosDependencies,
    addDependencies,
    asinDependencies,
    atanDependencies,
    bignumberDependencies,
    ceilDependencies,
    complexDependencies,
    cosDependencies,
    coshDependencies,
    cotDependencies,
    cscDependencies,
    divideDependencies,
    expDependencies,
    factorialDependencies,
    floorDependencies,
    gcdDependencies,
    lcmDependencies,
    logDependencies,
    modDependencies,
    multiplyDependencies,
    powDependencies,
    secDependencies,
    sinDependencies,
    sinhDependencies,
    sqrtDependencies,
    subtractDependencies,
    tanDependencies,
    tanhDependencies,
    unaryMinusDependencies,
  } as FactoryFunctionMap,
  { precision: 128 },
);

type Unary = (a: Value) => Value;
type Binary = (a: Value, b: Value) => Value;
/** mathjs chooses by the kinds of the values while it runs; its declared overloads cannot say that of a union. */
interface Functions extends Readonly<Record<UnaryName, Unary>>, Readonly<Record<BinaryName, Binary>> {
  log(a: Value, base?: Value): Value;
}
type BinaryName = 'add' | 'divide' | 'gcd' | 'lcm' | 'mod' | 'multiply' | 'pow' | 'subtract';
type UnaryName =
  | ('abs' | 'ceil' | 'exp' | 'factorial' | 'floor' | 'sqrt' | 'unaryMinus')
  | ('acos' | 'asin' | 'atan' | 'cos' | 'cosh' | 'cot' | 'csc' | 'sec' | 'sin' | 'sinh' | 'tan' | 'tanh');
const f = math as unknown as Functions;

/** Far above the rounding of the arithmetic, far below what two answers differ by: relative; floating also from zero. */
const ROUNDING = {
  exact: math.bignumber('1e-115'),
  floating: { relative: 1e-11, fromZero: 1e-14 },
} as const;

/** Larger ones are no answer's, and cost too much to try. */
const LARGEST = { power: 10_000, factorial: 1000, binomial: 200, rounded: 1e100 } as const;

const isBig = (value: Value): value is BigNumber => math.typeOf(value) === 'BigNumber';

/** A whole number that a double holds, of either arithmetic. */
function whole(value: Value): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && (!isBig(value) || value.isInteger())) return number;
  throw new NoValue('whole number');
}

function power(base: Value, exponent: Value): Value {
  if ((isBig(base) || isBig(exponent)) && Math.abs(whole(exponent)) > LARGEST.power)
    throw new NoValue('power');
  const result = f.pow(base, exponent);
  if (magnitude(base) !== 0 && result === 0) throw new NoValue('underflow');
  return result;
}

/** Real for odd roots of negative numbers, as in school mathematics; else the principal value. */
function root(radicand: Value, degree: Value): Value {
  const odd = Math.abs(Number(degree) % 2) === 1;
  if (odd && typeof radicand === 'number' && radicand < 0) return -((-radicand) ** (1 / Number(degree)));
  return f.pow(radicand, f.divide(1, degree));
}

function factorial(n: Value): Value {
  if (!(Number(n) <= LARGEST.factorial)) throw new NoValue('factorial');
  return f.factorial(n);
}

/** n(n-1)...(n-k+1) / k!, for any n. */
function binomial(n: Value, k: Value): Value {
  const count = whole(k);
  if (count < 0 || count > LARGEST.binomial) throw new NoValue('binomial');
  let result: Value = 1;
  for (let i = 0; i < count; i++) result = f.divide(f.multiply(result, f.subtract(n, i)), i + 1);
  return result;
}

/** Floor and ceiling only where all digits before the point are known. */
function rounded(round: Unary): Unary {
  return (value) => {
    if (!(Math.abs(Number(value)) < LARGEST.rounded)) throw new NoValue('size');
    return round(value);
  };
}

/** What cancels but for rounding is 0, relative to the terms: no other small number is. */
function sum(a: Value, b: Value, apply: Binary): Value {
  const result = apply(a, b);
  if (!isBig(a) || !isBig(b) || !isBig(result)) return result;
  const terms = a.abs().gt(b.abs()) ? a.abs() : b.abs();
  return result.abs().lte(terms.times(ROUNDING.exact)) ? math.bignumber(0) : result;
}

/** In all digits where both have them: 10^{20} is below 10^{20}+1. */
const isBelow = (a: Value, b: Value) => (isBig(a) && isBig(b) ? a.lt(b) : Number(a) < Number(b));

type Operation = (values: readonly Value[]) => Value;

function one(apply: Unary): Operation {
  return (values) => {
    if (values.length !== 1) throw new NoValue('arguments');
    return apply(values[0]!);
  };
}

function two(apply: Binary): Operation {
  return (values) => {
    if (values.length !== 2) throw new NoValue('arguments');
    return apply(values[0]!, values[1]!);
  };
}

/** Of one value or more, from the left. */
function many(apply: Binary): Operation {
  return (values) => values.reduce(apply);
}

/** Of whole numbers only: mathjs divides numbers of any size digit by digit. */
function ofWholes(apply: Operation): Operation {
  return (values) => {
    values.forEach(whole);
    return apply(values);
  };
}

const product = many((a, b) => f.multiply(a, b));

const ALGEBRA: Readonly<Record<string, Operation>> = {
  Add: many((a, b) => sum(a, b, f.add)),
  Subtract: two((a, b) => sum(a, b, f.subtract)),
  Negate: one(f.unaryMinus),
  Multiply: product,
  InvisibleOperator: product,
  Divide: two(f.divide),
  Colon: two(f.divide),
  Power: two(power),
  Sqrt: one(f.sqrt),
  Abs: one(f.abs),
  Factorial: one(factorial),
  Binomial: two(binomial),
  Floor: one(rounded(f.floor)),
  Ceil: one(rounded(f.ceil)),
  GCD: ofWholes(many((a, b) => f.gcd(a, b))),
  LCM: ofWholes(many((a, b) => f.lcm(a, b))),
  Mod: ofWholes(two(f.mod)),
  Max: many((a, b) => (isBelow(a, b) ? b : a)),
  Min: many((a, b) => (isBelow(b, a) ? b : a)),
};

/** In the floating arithmetic only: at 128 digits these take tens of milliseconds, or for ever. */
const ANALYSIS: Readonly<Record<string, Operation>> = {
  Root: two(root),
  Exp: one(f.exp),
  Ln: one(f.log),
  Lb: one((a) => f.log(a, 2)),
  Log: (values) => (values.length === 1 ? f.log(values[0]!, 10) : two(f.log)(values)),
  Sin: one(f.sin),
  Cos: one(f.cos),
  Tan: one(f.tan),
  Cot: one(f.cot),
  Sec: one(f.sec),
  Csc: one(f.csc),
  Arcsin: one(f.asin),
  Arccos: one(f.acos),
  Arctan: one(f.atan),
  Sinh: one(f.sinh),
  Cosh: one(f.cosh),
  Tanh: one(f.tanh),
};

/** Applies the operation of a MathJSON head. */
export function compute(head: string, values: readonly Value[], arithmetic: Arithmetic): Value {
  if (arithmetic === 'rational') return computeRational(head, values);
  if (Object.hasOwn(ALGEBRA, head)) return ALGEBRA[head]!(values);
  if (arithmetic === 'floating' && Object.hasOwn(ANALYSIS, head)) return ANALYSIS[head]!(values);
  throw new NoValue(head);
}

/** A decimal number, also `1.5e-3`. */
export function decimal(text: string, arithmetic: Arithmetic): Value {
  if (arithmetic === 'rational') return rational(text);
  return arithmetic === 'exact' ? math.bignumber(text) : Number(text);
}

const PI = f.acos(math.bignumber(-1));
const E = f.exp(math.bignumber(1));
const I = math.complex(0, 1);

/** By MathJSON name: value in the exact and in the floating arithmetic; only the latter knows complex numbers. */
const CONSTANTS: Readonly<Record<string, Partial<Readonly<Record<Arithmetic, Value>>>>> = {
  Pi: { exact: PI, floating: Math.PI },
  e: { exact: E, floating: Math.E },
  ExponentialE: { exact: E, floating: Math.E },
  i: { floating: I },
  ImaginaryUnit: { floating: I },
};

export function constant(name: string, arithmetic: Arithmetic): Value | undefined {
  return Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name]![arithmetic] : undefined;
}

const magnitude = (value: Value): number => Number(f.abs(value));

/** Whether two values are finite and equal but for rounding. Exact: throws where a value is none of that arithmetic. */
export function close(a: Value, b: Value, arithmetic: Arithmetic): boolean {
  if (arithmetic === 'rational') return equalRationals(a, b);
  if (arithmetic === 'exact') {
    if (!isBig(a) || !isBig(b)) throw new NoValue('exact');
    const large = a.abs().lt(b.abs()) ? b.abs() : a.abs();
    return large.isFinite() && a.minus(b).abs().lte(large.times(ROUNDING.exact));
  }
  const [small, large] = [magnitude(a), magnitude(b)].sort((x, y) => x - y) as [number, number];
  if (small === 0) return large <= ROUNDING.floating.fromZero;
  // An overflow or an undefined value says nothing about equality.
  return Number.isFinite(large) && magnitude(f.subtract(a, b)) <= large * ROUNDING.floating.relative;
}
