/**
 * Which texts are given to the LaTeX parser: what could be an expression with a value.
 *
 * The parser goes back and tries again where a text is malformed, eight times a level of brackets, so that sixty
 * characters of a looping model can keep it busy for minutes. So: known commands only, brackets closed and not deeper than
 * answers need, and no sign or function without what it applies to. What is left out is compared as text.
 */

type Kind = 'value' | 'function' | 'infix' | 'sign' | 'open' | 'close' | 'after';

const commands = (names: string) => names.split(' ').map((name) => `\\${name}`);
const WORDS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  function: commands(
    'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg lb exp gcd lcm max min sqrt frac ' +
      'binom dbinom tbinom vec hat bar overline',
  ),
  infix: [...commands('cdot times div bmod choose'), ...'*/^_:,'],
  value: commands(
    'pi infty ell alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho ' +
      'sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega',
  ),
  sign: ['+', '-'],
  open: ['(', '[', '{', ...commands('lfloor lceil')],
  close: [')', ']', '}', ...commands('rfloor rceil')],
  after: ['!', "'"],
};
const KINDS = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind as Kind])),
);
const CLOSING = new Map(WORDS.open!.map((open, i) => [open, WORDS.close![i]!]));

/** Levels of brackets, floors, ceilings and bars; of these with braces. */
const DEEPEST = { brackets: 4, all: 12 } as const;

const TOKEN = /\\(?:math[a-z]+|operatorname)\s*\{[a-zA-Z]+\}|\\[a-zA-Z]+|\d+(?:\.\d*)?|\.\d+|[\s\S]/gu;
/** Digits, a letter, letters in another type. */
const VALUE = /^(?:\.?\d|[a-zA-Z]|\\[a-z]+\s*\{)/;

/** What must be followed by the beginning of a value, and what begins one. */
const WANTS: ReadonlySet<Kind> = new Set(['function', 'infix', 'sign', 'open']);
const BEGINS: ReadonlySet<Kind> = new Set(['value', 'function', 'open', 'sign']);

/** A bar closes where the last bracket is a bar. */
function kindOf(token: string, last: string | undefined): Kind | undefined {
  if (token === '|') return last === '|' ? 'close' : 'open';
  return VALUE.test(token) ? 'value' : KINDS.get(token);
}

/** The text for the parser, square brackets as round ones; undefined where it is not to be parsed. */
export function readable(latex: string): string | undefined {
  // 3!2 is no answer's product; 3!2! is.
  if (/!\s*\.?\d[\d.]*(?!\s*!|[\d.])/.test(latex)) return undefined;
  const open: { readonly close: string; readonly written: string }[] = [];
  let text = '';
  let before: Kind = 'open';
  for (const [token] of latex.matchAll(TOKEN)) {
    let written = token;
    if (token.trim() !== '') {
      const kind = kindOf(token, open.at(-1)?.close);
      const script = before === 'function' && (token === '_' || token === '^');
      if (kind === undefined || (WANTS.has(before) && !BEGINS.has(kind) && !script)) return undefined;
      if (kind === 'open') {
        const close = CLOSING.get(token) ?? '|';
        // \sqrt[3]{x} keeps its own.
        const round = token === '[' && !/\\sqrt\s*$/.test(text);
        if (round) written = '(';
        open.push({ close, written: round ? ')' : close });
        const brackets = open.filter((one) => one.close !== '}');
        if (open.length > DEEPEST.all || brackets.length > DEEPEST.brackets) return undefined;
      }
      if (kind === 'close') {
        const last = open.pop();
        if (last?.close !== token) return undefined;
        written = last.written;
      }
      before = kind;
    }
    text += written;
  }
  return open.length === 0 && !WANTS.has(before) ? text : undefined;
}
