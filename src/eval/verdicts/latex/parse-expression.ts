/**
 * A LaTeX expression to a function of its variables, for comparison by value.
 *
 * Reads + - * / ^ !, \frac, \binom, \sqrt[n], |x|, \pi, e, i, elementary
 * functions, implicit multiplication, and mixed numbers (`1\frac{4}{5}`, digits beside a fraction of digits). Throws
 * SyntaxFault on anything else; the caller then compares texts.
 */

import type { Complex } from './complex.ts';
import * as C from './complex.ts';

export type Values = ReadonlyMap<string, Complex>;
export type Evaluate = (values: Values) => Complex;

export class SyntaxFault extends Error {}

type Token = { readonly kind: 'number' | 'name' | 'command' | 'sign'; readonly text: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|(\\[a-zA-Z]+|\\[{}|])|([a-zA-Z])|(\*\*|[-+*/^_!(){}[\]|,=<>:'&]))/y;

function tokenise(latex: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const source = latex.trimEnd();
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (match === null) throw new SyntaxFault('character');
    const [, number, command, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (command !== undefined) tokens.push({ kind: 'command', text: command });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign! });
  }
  return tokens;
}

const tangent = (a: Complex): Complex => C.divide(C.sin(a), C.cos(a));
const over = (f: (a: Complex) => Complex) => (a: Complex) => C.divide([1, 0], f(a));
const FUNCTIONS: Readonly<Record<string, (a: Complex) => Complex>> = {
  '\\sin': C.sin,
  '\\cos': C.cos,
  '\\tan': tangent,
  '\\cot': over(tangent),
  '\\sec': over(C.cos),
  '\\csc': over(C.sin),
  '\\ln': C.log,
  '\\exp': C.exp,
  '\\arcsin': C.real(Math.asin),
  '\\arccos': C.real(Math.acos),
  '\\arctan': C.real(Math.atan),
};
const GREEK = new Set(
  '\\alpha \\beta \\gamma \\delta \\theta \\lambda \\mu \\phi \\omega \\rho \\sigma \\tau'.split(' '),
);

class Parser {
  private at = 0;
  readonly variables = new Set<string>();

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): Evaluate {
    const value = this.sum();
    if (this.at < this.tokens.length) throw new SyntaxFault('rest');
    return value;
  }

  private get next(): string | undefined {
    return this.tokens[this.at]?.text;
  }

  private take(...texts: readonly string[]): string | undefined {
    const text = this.next;
    if (text === undefined || !texts.includes(text)) return undefined;
    this.at++;
    return text;
  }

  private expect(text: string): void {
    if (this.take(text) === undefined) throw new SyntaxFault(text);
  }

  private sum(): Evaluate {
    let left = this.product();
    for (;;) {
      const sign = this.take('+', '-');
      if (sign === undefined) return left;
      const [a, b] = [left, this.product()];
      left = sign === '-' ? (v) => C.subtract(a(v), b(v)) : (v) => C.add(a(v), b(v));
    }
  }

  private product(): Evaluate {
    let left = this.signed();
    for (;;) {
      const a = left;
      if (this.take('*', '\\cdot', '\\times') !== undefined) {
        const b = this.signed();
        left = (v) => C.multiply(a(v), b(v));
      } else if (this.take('/', ':', '\\div') !== undefined) {
        const b = this.signed();
        left = (v) => C.divide(a(v), b(v));
      } else if (this.startsAtom()) {
        const b = this.raised();
        left = (v) => C.multiply(a(v), b(v));
      } else return left;
    }
  }

  private signed(): Evaluate {
    const sign = this.take('-', '+');
    const value = sign === undefined ? this.raised() : this.signed();
    return sign === '-' ? (v) => C.multiply([-1, 0], value(v)) : value;
  }

  /** Whether the next token begins a factor that is multiplied without a sign. */
  private startsAtom(): boolean {
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === 'number') return false;
    if (token.kind === 'name' || token.text === '(' || token.text === '[' || token.text === '{') return true;
    return token.kind === 'command' && (isAtomCommand(token.text) || GREEK.has(token.text));
  }

  private raised(): Evaluate {
    let base = this.atom();
    for (;;) {
      const a = base;
      if (this.take('!') !== undefined) base = (v) => C.real(C.factorial)(a(v));
      else if (this.take('^', '**') !== undefined) {
        const b = this.take('-') === undefined ? this.group() : negated(this.group());
        base = (v) => C.power(a(v), b(v));
      } else return base;
    }
  }

  /** `{...}` or a single token, as an argument. */
  private group(): Evaluate {
    if (this.take('{') === undefined) return this.atom(true);
    const value = this.sum();
    this.expect('}');
    return value;
  }

  private atom(single = false): Evaluate {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new SyntaxFault('end');
    const { kind, text } = token;
    if (kind === 'number') return this.number(text, single);
    if (kind === 'name') return this.name(text);
    const close = { '(': ')', '[': ']', '{': '}', '|': '|' }[text];
    if (close !== undefined) {
      const value = this.sum();
      this.expect(close);
      return text === '|' ? (v) => [C.magnitude(value(v)), 0] : value;
    }
    if (kind !== 'command') throw new SyntaxFault(text);
    return this.command(text);
  }

  private number(text: string, single: boolean): Evaluate {
    const value: Complex = [Number(text), 0];
    if (single || this.next !== '\\frac' || text.includes('.')) return () => value;
    // A mixed number only when the fraction beside it is of digits.
    const ahead = this.tokens.slice(this.at + 1, this.at + 7);
    const shape = ahead.map((token) => (token.kind === 'number' ? '9' : token.text)).join('');
    if (shape !== '{9}{9}') return () => value;
    const fraction = this.atom();
    return (v) => C.add(value, fraction(v));
  }

  private name(text: string): Evaluate {
    if (text === 'i') return () => [0, 1];
    if (text === 'e') return () => [Math.E, 0];
    // A subscript belongs to the name: x_1.
    let name = text;
    if (this.take('_') !== undefined) {
      const inner = this.take('{') !== undefined;
      name += `_${this.tokens[this.at++]?.text ?? ''}`;
      if (inner) this.expect('}');
    }
    return this.variable(name);
  }

  private variable(name: string): Evaluate {
    this.variables.add(name);
    return (values) => values.get(name) ?? [Number.NaN, 0];
  }

  private command(text: string): Evaluate {
    if (text === '\\pi') return () => [Math.PI, 0];
    if (text === '\\infty') return () => [Number.POSITIVE_INFINITY, 0];
    if (GREEK.has(text)) return this.variable(text);
    if (text === '\\frac') {
      const [a, b] = [this.group(), this.group()];
      return (v) => C.divide(a(v), b(v));
    }
    if (text === '\\binom') {
      const [n, k] = [this.group(), this.group()];
      return (v) => [choose(n(v)[0], k(v)[0]), 0];
    }
    if (text === '\\sqrt') {
      let degree: Evaluate = () => [2, 0];
      if (this.take('[') !== undefined) {
        degree = this.sum();
        this.expect(']');
      }
      const a = this.group();
      return (v) => C.root(a(v), degree(v));
    }
    if (text === '\\log') {
      const base = this.take('_') === undefined ? undefined : this.group();
      const a = this.argument();
      return base === undefined
        ? (v) => C.divide(C.log(a(v)), [Math.LN10, 0])
        : (v) => C.divide(C.log(a(v)), C.log(base(v)));
    }
    const apply = FUNCTIONS[text];
    if (apply === undefined) throw new SyntaxFault(text);
    const exponent = this.take('^') === undefined ? undefined : this.group();
    const a = this.argument();
    return exponent === undefined ? (v) => apply(a(v)) : (v) => C.power(apply(a(v)), exponent(v));
  }

  /** What a function is applied to: a bracket, or the product that follows (`\sin 2x`). */
  private argument(): Evaluate {
    if (this.next === '(' || this.next === '{') return this.raised();
    let left = this.raised();
    while (this.startsAtom() && !(this.next! in FUNCTIONS)) {
      const [a, b] = [left, this.raised()];
      left = (v) => C.multiply(a(v), b(v));
    }
    return left;
  }
}

function isAtomCommand(text: string): boolean {
  return text in FUNCTIONS || ['\\frac', '\\sqrt', '\\pi', '\\binom', '\\log', '\\infty'].includes(text);
}

function negated(value: Evaluate): Evaluate {
  return (v) => C.multiply([-1, 0], value(v));
}

function choose(n: number, k: number): number {
  let result = 1;
  if (!Number.isInteger(k) || k < 0) return Number.NaN;
  for (let i = 0; i < k; i++) result = (result * (n - i)) / (i + 1);
  return result;
}

export interface Expression {
  readonly evaluate: Evaluate;
  readonly variables: ReadonlySet<string>;
}

/** Throws SyntaxFault where the text is no expression this reader knows. */
export function parseExpression(latex: string): Expression {
  const parser = new Parser(tokenise(latex));
  const evaluate = parser.parse();
  return { evaluate, variables: parser.variables };
}
