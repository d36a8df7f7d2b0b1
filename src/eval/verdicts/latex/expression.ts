/**
 * A LaTeX expression and its value at given points: read by the Compute Engine's LaTeX parser into MathJSON, computed by
 * mathjs (arithmetic.ts).
 *
 * What answers are not made of (an unknown command, a syntax error, a text) has no value; the caller then compares
 * texts. The symbolic half of the Compute Engine is not used: 9^{9^{9^9}} keeps it busy for a minute, and a model's
 * output may hold anything. Parsing and computing take time in proportion to the length.
 */

import { LatexSyntax, type MathJsonExpression } from '@cortex-js/compute-engine/latex-syntax';
import { type Arithmetic, compute, constant, decimal, type Value } from './arithmetic.ts';
import { readable } from './readable.ts';

type Node = MathJsonExpression;
export type Values = ReadonlyMap<string, Value>;

export interface Expression {
  /** Names of the variables. */
  readonly variables: ReadonlySet<string>;
  /** Whether it holds |x|, which is x for positive x only. */
  readonly hasAbsoluteValue: boolean;
  /** Throws where it has no value at this point. */
  evaluate(values: Values, arithmetic: Arithmetic): Value;
}

const syntax = new LatexSyntax();

/** Heads that make a name of what they hold: a_{n+1}, \vec{a}, \overline{AB}, x'. */
const NAMES: ReadonlySet<string | undefined> = new Set(
  'Subscript OverVector OverHat Conjugate Mean Prime'.split(' '),
);

/** The parser writes functions as lists. */
function call(node: Node | undefined): readonly [head: string, ...operands: Node[]] | undefined {
  return Array.isArray(node) ? (node as unknown as readonly [string, ...Node[]]) : undefined;
}

function numeral(node: Node | undefined): string | undefined {
  if (typeof node === 'number') return String(node);
  return typeof node === 'object' && 'num' in node ? node.num : undefined;
}

/** The name of a constant or variable; texts ('...') are none. */
function name(node: Node): string | undefined {
  if (typeof node === 'string') return node.startsWith("'") ? undefined : node;
  return NAMES.has(call(node)?.[0]) ? JSON.stringify(node) : undefined;
}

function collectVariables(node: Node, found: Set<string>): void {
  const named = name(node);
  if (named !== undefined && constant(named, 'floating') === undefined) found.add(named);
  if (named === undefined) for (const operand of call(node)?.slice(1) ?? []) collectVariables(operand, found);
}

/** 0.1(6), a repeating decimal, is the quotient (16 - 1) / 90. */
function numberOf(text: string, arithmetic: Arithmetic): Value {
  const repeating = /^(\d*)\.(\d*)\((\d+)\)$/.exec(text);
  if (repeating === null) return decimal(text, arithmetic);
  const [units, fixed, period] = repeating.slice(1) as [string, string, string];
  const above = BigInt(units + fixed + period) - BigInt(units + fixed);
  const below = `${'9'.repeat(period.length)}${'0'.repeat(fixed.length)}`;
  return compute('Divide', [decimal(String(above), arithmetic), decimal(below, arithmetic)], arithmetic);
}

function isWhole(node: Node | undefined): boolean {
  const digits = numeral(node);
  return digits !== undefined && /^\d+$/.test(digits);
}

function isFractionOfWholes(node: Node | undefined): node is Node {
  const [head, above, below] = call(node) ?? [];
  return head === 'Divide' && isWhole(above) && isWhole(below);
}

/** Factors side by side, where digits beside a fraction of digits are a mixed number: 1\frac{4}{5}, -1\frac{4}{5}. */
function factors(operands: readonly Node[]): readonly Node[] {
  const [first, second, ...more] = operands;
  if (first === undefined || !isFractionOfWholes(second)) return operands;
  if (isWhole(first)) return [['Add', first, second], ...more];
  const [head, units] = call(first) ?? [];
  return head === 'Negate' && isWhole(units) ? [['Negate', ['Add', units!, second]], ...more] : operands;
}

const INVERSE = new Map<string | undefined, string>([
  ['Sin', 'Arcsin'],
  ['Cos', 'Arccos'],
  ['Tan', 'Arctan'],
]);

/** \sin^{-1} x as the inverse function; (\sin x)^{-1} stands in brackets and is a power. */
function inverse(head: string, [base, exponent]: readonly Node[]): Node | undefined {
  if (head !== 'Power' || JSON.stringify(exponent) !== '["Negate",1]') return undefined;
  const [applied, argument] = call(base) ?? [];
  const inverted = INVERSE.get(applied);
  return inverted === undefined ? undefined : [inverted, argument!];
}

/** What brackets hold; a sequence in them has no value. */
function bracketed(head: string, [content]: readonly Node[]): Node | undefined {
  return head === 'Delimiter' ? content : undefined;
}

function evaluate(node: Node, values: Values, arithmetic: Arithmetic): Value {
  const digits = numeral(node);
  if (digits !== undefined) return numberOf(digits, arithmetic);
  const named = name(node);
  if (named !== undefined) return constant(named, arithmetic) ?? values.get(named)!;
  // A text is no call, and has no value: this throws.
  const [head, ...operands] = call(node)!;
  const other = bracketed(head, operands) ?? inverse(head, operands);
  if (other !== undefined) return evaluate(other, values, arithmetic);
  const given = head === 'InvisibleOperator' ? factors(operands) : operands;
  return compute(
    head,
    given.map((operand) => evaluate(operand, values, arithmetic)),
    arithmetic,
  );
}

/** Undefined where the text is none that the parser reads; the length must be bounded by the caller. */
export function parseExpression(latex: string): Expression | undefined {
  // The parser joins digits over spaces: 1 2 is no 12.
  if (/(?:^|[^_^])\d+(?:\.\d*)?\s\.?\d/.test(latex)) return undefined;
  // A period of digits is the last of them.
  if (/\\overline\s*\{\d+\}\s*\d/.test(latex)) return undefined;
  const source = readable(latex);
  const node = source === undefined ? null : syntax.parse(source);
  if (node === null) return undefined;
  const text = JSON.stringify(node);
  if (text.includes('"Error"')) return undefined;
  const variables = new Set<string>();
  collectVariables(node, variables);
  return {
    variables,
    hasAbsoluteValue: text.includes('"Abs"'),
    evaluate: (values, arithmetic) => evaluate(node, values, arithmetic),
  };
}
