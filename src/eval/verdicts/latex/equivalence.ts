/**
 * Whether two LaTeX answers are the same mathematics: same structure, and expressions equal by value at sample points.
 *
 * Plain numbers are compared exactly. Equality of other expressions is decided numerically, in complex arithmetic at three fixed points per variable; two
 * different expressions that agree there to 1e-11 do not occur in practice, and no simplification can hang. The price:
 * an unfactored form equals a factored one. Where a side cannot be read, normalised texts are compared. Symmetric.
 */

import { isQuantity, sameNumber } from '../numbers.ts';
import { type Complex, magnitude, subtract } from './complex.ts';
import { normaliseLatex, wholeText } from './normalise-latex.ts';
import { type Expression, parseExpression, SyntaxFault, type Values } from './parse-expression.ts';
import { type Structure, structureOf, withoutName } from './structure.ts';

const TOLERANCE = 1e-11;
/** Sample values, away from zeros and poles of the usual expressions; variable k at point p takes the (3k + p)-th. */
const SAMPLES = [
  1.3719, 0.6173, 2.2361, 0.4142, 1.7725, 0.8761, 1.1547, 2.6458, 0.5641, 1.9319, 0.7333, 1.4953,
];
const POINTS = 3;
/** Longer texts are no answers; they are compared as text, so that nesting cannot exhaust the stack. */
const MAXIMUM_LENGTH = 500;

function parse(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxFault) return undefined;
    throw thrown;
  }
}

function pointsFor(a: Expression, b: Expression): Values[] {
  const names = [...new Set([...a.variables, ...b.variables])].sort();
  return Array.from(
    { length: POINTS },
    (_, p) =>
      new Map(
        names.map((name, k): [string, Complex] => [name, [SAMPLES[(POINTS * k + p) % SAMPLES.length]!, 0]]),
      ),
  );
}

function close(a: Complex, b: Complex): boolean {
  // An overflow (2^{2005}) or an undefined value says nothing about equality.
  if (!Number.isFinite(magnitude(a)) || !Number.isFinite(magnitude(b))) return false;
  const size = Math.max(1, magnitude(a), magnitude(b));
  return magnitude(subtract(a, b)) <= TOLERANCE * size;
}

const compact = (text: string) => text.replace(/\s+/g, '').replace(/^\+/, '');

function sameExpression(a: string, b: string): boolean {
  if (compact(a) === compact(b)) return true;
  if (isQuantity(a) && isQuantity(b)) return sameNumber(a, b);
  const [x, y] = [parse(a), parse(b)];
  if (x === undefined || y === undefined) return false;
  return sameValues(x, y);
}

function sameValues(x: Expression, y: Expression): boolean {
  return pointsFor(x, y).every((values) => close(x.evaluate(values), y.evaluate(values)));
}

/** Equal as equations: the differences of the sides are proportional. */
function sameEquation(a: readonly [string, string], b: readonly [string, string]): boolean {
  const x = parse(`(${a[0]})-(${a[1]})`);
  const y = parse(`(${b[0]})-(${b[1]})`);
  if (x === undefined || y === undefined) return compact(a.join('=')) === compact(b.join('='));
  const ratios = pointsFor(x, y).map((values) => {
    const [p, q] = [x.evaluate(values), y.evaluate(values)];
    return magnitude(p) < TOLERANCE || magnitude(q) < TOLERANCE ? undefined : p[0] / q[0];
  });
  const first = ratios[0];
  return first !== undefined && ratios.every((ratio) => ratio !== undefined && close([ratio, 0], [first, 0]));
}

/** Each part of one side equals one of the other, one to one. */
function sameParts(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const left = [...b];
  return a.every((part) => {
    const at = left.findIndex((other) => same(part, other));
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** `3 \pm \sqrt{2}` stands for two values. */
function expanded(structure: Structure): Structure {
  if (structure.kind !== 'expression' || !structure.text.includes('\\pm')) return structure;
  const values = ['+', '-'].map((sign) => structure.text.replace(/\\pm/g, sign));
  return { kind: 'set', parts: values };
}

function same(a: string, b: string): boolean {
  const [x, y] = [expanded(structureOf(a)), expanded(structureOf(b))];
  if (x.kind === 'expression' && y.kind === 'expression') return sameExpression(x.text, y.text);
  if (x.kind === 'tuple' && y.kind === 'tuple') {
    return (
      x.open === y.open &&
      x.close === y.close &&
      x.parts.length === y.parts.length &&
      x.parts.every((part, i) => same(part, y.parts[i]!))
    );
  }
  if (x.kind === 'matrix' && y.kind === 'matrix') {
    return (
      x.rows.length === y.rows.length &&
      x.rows.every(
        (row, i) => row.length === y.rows[i]!.length && row.every((cell, k) => same(cell, y.rows[i]![k]!)),
      )
    );
  }
  if (x.kind === 'relation' && y.kind === 'relation') {
    if (x.sign !== y.sign) return false;
    if (x.sign === '=') return sameEquation(x.sides, y.sides);
    return same(x.sides[0], y.sides[0]) && same(x.sides[1], y.sides[1]);
  }
  if ((x.kind === 'set' && y.kind === 'set') || (x.kind === 'union' && y.kind === 'union')) {
    return sameParts(x.parts, y.parts);
  }
  return false;
}

/** Digits with a base subscript, `4343_6`. */
const BASED = /^(-?[0-9A-F]+)_\{?(\d+)\}?$/;

function sameBased(a: string, b: string): boolean | undefined {
  const [x, y] = [BASED.exec(compact(a)), BASED.exec(compact(b))];
  if (x === null && y === null) return undefined;
  const digits = (text: string, match: RegExpExecArray | null) => match?.[1] ?? compact(text);
  if (x !== null && y !== null && x[2] !== y[2]) return false;
  return digits(a, x) === digits(b, y);
}

const letter = (text: string) => text.replace(/^\(([A-Za-z])\)$/, '$1').toLowerCase();

/** The whole-text answers `\text{Dana}`, `\text{(C)}` compare as words, also with the bare word. */
function sameText(a: string, b: string): boolean | undefined {
  const [x, y] = [wholeText(a), wholeText(b)];
  if (x === undefined && y === undefined) return undefined;
  return letter(x ?? a.trim()) === letter(y ?? b.trim());
}

export function sameMath(a: string, b: string): boolean {
  if (a.trim() === b.trim()) return a.trim() !== '';
  if (sameText(a, b)) return true;
  const [x, y] = [normaliseLatex(a), normaliseLatex(b)];
  if (x === '' || y === '') return false;
  if (x.length > MAXIMUM_LENGTH || y.length > MAXIMUM_LENGTH) return compact(x) === compact(y);
  return (
    sameBased(x, y) ??
    (same(x, y) || same(withoutName(x), y) || same(x, withoutName(y)) || same(withoutName(x), withoutName(y)))
  );
}
