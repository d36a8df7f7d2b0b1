/**
 * Whether two LaTeX answers are the same mathematics: same structure (structure.ts), and expressions equal by value.
 *
 * Plain numbers are compared as fractions. Other expressions are read and computed by libraries (expression.ts) at fixed
 * points, as sampling graders do; two different expressions that agree at all of them do not occur in practice, and
 * no simplification can hang. The price: an unfactored form equals a factored one. Where a side cannot be read,
 * normalised texts are compared. Symmetric.
 */

import { isQuantity, sameNumber } from '../numbers.ts';
import { type Arithmetic, close, compute, decimal, NoValue } from './arithmetic.ts';
import { type Expression, parseExpression, type Values } from './expression.ts';
import { normaliseLatex, wholeText } from './normalise-latex.ts';
import { intervalOf, nameOf, type Structure, structureOf } from './structure.ts';

/** Sample values, away from zeros and poles of the usual expressions; variable k at point p takes the (3k + p)-th. */
const SAMPLES = '1.3719 0.6173 2.2361 0.4142 1.7725 0.8761 1.1547 2.6458 0.5641 1.9319 0.7333 1.4953'.split(
  ' ',
);
const POINTS = 3;
/** Longer texts are no answers; they are compared as text, so that nesting cannot exhaust the stack. */
const MAXIMUM_LENGTH = 500;

/** Variable i of point p; beyond the list's end its values come again with other units. */
function sample(i: number, negative: boolean): string {
  const text = SAMPLES[i % SAMPLES.length]!;
  const units = Number(text[0]) + 3 * Math.floor(i / SAMPLES.length);
  return `${negative ? '-' : ''}${units}${text.slice(1)}`;
}

function pointsFor(expressions: readonly Expression[], arithmetic: Arithmetic): Values[] {
  const names = [...new Set(expressions.flatMap(({ variables }) => [...variables]))];
  const signs = expressions.some(({ hasAbsoluteValue }) => hasAbsoluteValue) ? [false, true] : [false];
  return signs.flatMap((negative) =>
    Array.from(
      { length: names.length === 0 ? 1 : POINTS },
      (_, p) =>
        new Map(names.map((name, k) => [name, decimal(sample(POINTS * k + p, negative), arithmetic)])),
    ),
  );
}

/** Decided in the first arithmetic that has the values: rational, exact, floating. Without one: not equal. */
function decide(
  expressions: readonly Expression[],
  test: (points: Values[], arithmetic: Arithmetic) => boolean,
) {
  for (const arithmetic of ['rational', 'exact', 'floating'] as const) {
    try {
      return test(pointsFor(expressions, arithmetic), arithmetic);
    } catch {
      // No value in this arithmetic: mathjs throws errors of several kinds outside a function's domain.
    }
  }
  return false;
}

/** Without spaces that mean nothing, all but those between digits, and without braces around a single character. */
const compact = (text: string) =>
  text
    .replace(/(?<!\d)\s+|\s+(?!\d)/g, '')
    .replace(/([\^_])\{([a-zA-Z\d])\}/g, '$1$2')
    .replace(/^\+/, '');

/** Letters alone. */
const WORDS = /^[a-zA-Z]+(?: [a-zA-Z]+)*$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const inOrder = (word: string) => [...word].sort().join('');

/** One or two letters as variables are written (xy, dx, ab), capitals of points, three letters without a vowel. */
const PRODUCT =
  /^(?:[a-zA-Z]|a[abcdkmnpqrxyz]|[bcdkmnpqrxyz]a|[A-Z]{2}|[b-df-hj-np-tv-z]{2,3}|[B-DF-HJ-NP-TV-Z]{3})$/;

/** Three neighbours in the alphabet are a product or a name of points where one side writes them in order: ABC and CBA. */
const areNeighbours = (word: string) => word.length === 3 && ALPHABET.includes(inOrder(word.toLowerCase()));

/** Words are no products of their letters: dog is not god, cat not act. Undefined where a side is none. */
function sameWords(a: string, b: string): boolean | undefined {
  if (!WORDS.test(a) || !WORDS.test(b)) return undefined;
  const sides = [a, b].map((text) => text.split(' '));
  const isOrdered = sides.some((words) => words.every((word) => inOrder(word) === word));
  const areProducts = sides.every((words) =>
    words.every((word) => PRODUCT.test(word) || (isOrdered && areNeighbours(word))),
  );
  return areProducts ? undefined : a.toLowerCase() === b.toLowerCase();
}

/** Words beside maths, parted by spaces: `3 cats`; letters at a number, a sign or a command are factors: `3abx`. */
function wordsIn(text: string): string {
  const bare = text.replace(/\\[a-zA-Z]+/g, '+');
  const runs = bare.match(/(?<=^|[^-+*/] )[a-zA-Z]{3,}(?=$| [^-+*/])/g) ?? [];
  return runs
    .filter((run) => !PRODUCT.test(run) && !areNeighbours(run))
    .sort()
    .join(' ');
}

/** Whether both sides hold words, and other ones. */
function differInWords(a: string, b: string): boolean {
  const [x, y] = [wordsIn(a), wordsIn(b)];
  return x !== '' && y !== '' && x !== y;
}

function sameExpression(a: string, b: string): boolean {
  if (compact(a) === compact(b)) return true;
  const words = sameWords(a, b);
  if (words !== undefined) return words;
  if (differInWords(a, b)) return false;
  if (isQuantity(a) && isQuantity(b)) return sameNumber(a, b);
  const [x, y] = [parseExpression(a), parseExpression(b)];
  if (x === undefined || y === undefined) return false;
  return decide([x, y], (points, arithmetic) =>
    points.every((values) =>
      close(x.evaluate(values, arithmetic), y.evaluate(values, arithmetic), arithmetic),
    ),
  );
}

/**
 * Equal as equations: the differences of the sides are proportional, the same quotient at every point. Without variables,
 * or where a side cannot be read, side by side.
 */
function sameEquation(a: readonly string[], b: readonly string[]): boolean {
  const sides = [...a, ...b].map(parseExpression);
  const read = sides.filter((side) => side !== undefined);
  if (read.length < 4 || read.every(({ variables }) => variables.size === 0)) {
    return a.every((side, i) => same(side, b[i]!));
  }
  return decide(read, (points, arithmetic) => {
    const quotients = points.map((values) => {
      const [p, q, r, s] = read.map((side) => side.evaluate(values, arithmetic));
      if (close(p!, q!, arithmetic) || close(r!, s!, arithmetic)) throw new NoValue('quotient');
      const above = compute('Subtract', [p!, q!], arithmetic);
      return compute('Divide', [above, compute('Subtract', [r!, s!], arithmetic)], arithmetic);
    });
    return quotients.every((quotient) => close(quotient, quotients[0]!, arithmetic));
  });
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

const SIGN = /\\(pm|mp)(?![a-zA-Z])/g;

/** `3 \pm \sqrt{2}` stands for two values; all its signs are the upper or all the lower ones. */
function signsOf(text: string): string[] {
  const [upper, lower] = ['+-', '-+'].map(([pm, mp]) =>
    text.replace(SIGN, (_, sign: string) => (sign === 'pm' ? pm! : mp!)),
  );
  if (upper === lower) return [text];
  return [upper!, lower!].map((one) => one.replace(/^\+\s*/, ''));
}

/** With both values of \pm, and a list `x = 1, x = 2` without its name. */
function expanded(structure: Structure): Structure {
  if (structure.kind === 'expression') {
    const parts = signsOf(structure.text);
    return parts.length === 1 ? structure : { kind: 'set', parts };
  }
  if (structure.kind !== 'set') return structure;
  const parts = structure.parts.flatMap(signsOf);
  const named = parts.map(nameOf);
  const shared = named.every(({ name }) => name === named[0]!.name);
  return { kind: 'set', parts: shared ? named.map(({ value }) => value) : parts };
}

/** The values of `x_1 = 1, x_2 = 4`, solutions of one variable; undefined for anything else. */
function solutions(parts: readonly string[]): string[] | undefined {
  const named = parts.map(nameOf);
  const indexed = named.map(({ name }) => name?.match(/^([a-zA-Z])_/)?.[1]);
  return indexed[0] !== undefined && new Set(indexed).size === 1
    ? named.map(({ value }) => value)
    : undefined;
}

/** Solutions with and without indices, in any order; with indices on both sides these are compared as they stand. */
function sameSolutions(a: readonly string[], b: readonly string[]): boolean {
  const [x, y] = [solutions(a), solutions(b)];
  return (x === undefined) !== (y === undefined) && sameParts(x ?? a, y ?? b);
}

/** Whether `x = 2, y = 3` is the point (2,3): its coordinates by the order of their letters. */
function isPoint(parts: readonly string[], point: Structure & { kind: 'tuple' }): boolean {
  if (point.open !== '(' || point.close !== ')') return false;
  const named = parts.map(nameOf);
  if (!named.every(({ name }) => name !== undefined && /^[a-z]$/.test(name))) return false;
  const values = named.toSorted((a, b) => (a.name! < b.name! ? -1 : 1)).map(({ value }) => value);
  return new Set(named.map(({ name }) => name)).size === parts.length && sameRow(values, point.parts);
}

const sameRow = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((part, i) => same(part, b[i]!));

function same(a: string, b: string): boolean {
  const [x, y] = [expanded(structureOf(a)), expanded(structureOf(b))];
  if (x.kind === 'expression' && y.kind === 'expression') return sameExpression(x.text, y.text);
  if (x.kind === 'tuple' && y.kind === 'tuple') {
    return x.open === y.open && x.close === y.close && sameRow(x.parts, y.parts);
  }
  if (x.kind === 'matrix' && y.kind === 'matrix') {
    if (x.bars !== y.bars) return false;
    return x.rows.length === y.rows.length && x.rows.every((row, i) => sameRow(row, y.rows[i]!));
  }
  if (x.kind === 'relation' && y.kind === 'relation') {
    if (x.signs.join() !== y.signs.join()) return false;
    return /^!?=$/.test(x.signs.join()) ? sameEquation(x.sides, y.sides) : sameRow(x.sides, y.sides);
  }
  if ((x.kind === 'set' && y.kind === 'set') || (x.kind === 'union' && y.kind === 'union')) {
    return sameParts(x.parts, y.parts) || sameSolutions(x.parts, y.parts);
  }
  if (x.kind === 'set' && y.kind === 'tuple') return isPoint(x.parts, y);
  if (x.kind === 'tuple' && y.kind === 'set') return isPoint(y.parts, x);
  // An inequality of one variable and the interval that it describes.
  const [p, q] = [intervalOf(x), intervalOf(y)];
  if (p !== undefined && y.kind === 'tuple') return same(p, b);
  return q !== undefined && x.kind === 'tuple' && same(a, q);
}

/** With and without the name of what is asked; different variables are different answers, f(x) and y are not. */
function sameAnswer(a: string, b: string): boolean {
  if (same(a, b)) return true;
  const [x, y] = [nameOf(a), nameOf(b)];
  const names = [x.name, y.name].filter((name) => name !== undefined && !name.includes('('));
  return new Set(names).size < 2 && same(x.value, y.value);
}

/** Digits with a base subscript, `4343_6`, also `(4343)_6` and `\text{AB}_{16}`. */
const BASED = /^(?:\(|\\(?:text|mathrm)\{)?(-?[0-9A-F]+)[)}]?_\{?(\d+)\}?$/;

function sameBased(a: string, b: string): boolean | undefined {
  const [x, y] = [BASED.exec(compact(a)), BASED.exec(compact(b))];
  if (x === null && y === null) return undefined;
  const digits = (text: string, match: RegExpExecArray | null) => match?.[1] ?? compact(text);
  if (x !== null && y !== null && x[2] !== y[2]) return false;
  return digits(a, x) === digits(b, y);
}

const IN_TEXT = /\\(?:text|mbox|mathrm|textbf|mathbf)\s*\{([^}]*)\}/g;
const letter = (text: string) =>
  text
    .replace(/\\displaystyle(?![a-zA-Z])/, '')
    .replace(IN_TEXT, '$1')
    .trim()
    .replace(/^\(([A-Za-z])\)$/, '$1')
    .toLowerCase();
const COUNTED = /^-?\d[\d.,]* +[a-z]{3,}(?: +[a-z]+)*$/;

/** A number of things as a reader sees it: `8\text{ meals}` is `8 meals`. */
function counted(text: string): string | undefined {
  const shown = text.replace(IN_TEXT, '$1').toLowerCase().trim();
  return COUNTED.test(shown) ? compact(shown) : undefined;
}

/** The whole-text answers `\text{Dana}`, `\text{(C)}` compare as words, also with the bare word. */
function sameText(a: string, b: string): boolean | undefined {
  const [x, y] = [wholeText(a), wholeText(b)];
  if (x === undefined && y === undefined) return undefined;
  return letter(x ?? a) === letter(y ?? b);
}

export function sameMath(a: string, b: string): boolean {
  if (a.trim() === b.trim()) return a.trim() !== '';
  if (Math.max(a.length, b.length) > MAXIMUM_LENGTH) return compact(a) === compact(b);
  if (sameText(a, b)) return true;
  const things = counted(a);
  if (things !== undefined && things === counted(b)) return true;
  const [x, y] = [normaliseLatex(a), normaliseLatex(b)];
  if (x === '' || y === '') return false;
  return sameBased(x, y) ?? sameAnswer(x, y);
}
