/**
 * Powers and quotients typed in one line, as in plain text or a computer's notation, as LaTeX: 2^10 is 2^{10}, not
 * 2^{1}0; x^(n+1) is x^{n+1}; in 1/2 x and \pi/4 r^2 the sign divides the one factor before it by the one after it.
 *
 * Letters right behind a divisor belong to it in 3x/4y and 1/xy, as in the grammars that read answers (SymPy's LaTeX
 * grammar behind lm-evaluation-harness and Math-Verify, the Compute Engine): what stands side by side binds more than /.
 * These read 1/2x as 1/(2x), too; here it is half of x, since y = -3/4x + 1 is how people and models write a
 * coefficient. So a number under a number takes no letters, and no divisor takes brackets or what follows a space.
 *
 * Groups are found by their brackets; nothing is computed, and what is no such notation is copied. Takes time in
 * proportion to the length times the depth of brackets.
 */

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Behind the bracket that closes the one at `at`; undefined where none does. Escaped braces are no brackets. */
function groupEnd(text: string, at: number): number | undefined {
  const open: string[] = [];
  for (let i = at; i < text.length; i++) {
    const char = text[i]!;
    if (char === '\\') i++;
    else if (CLOSING[char] !== undefined) open.push(CLOSING[char]);
    else if (')]}'.includes(char)) {
      if (open.pop() !== char) return undefined;
      if (open.length === 0) return i + 1;
    }
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  const sticky = new RegExp(pattern.source, 'y');
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

const skipSpaces = (text: string, at: number) => at + matchAt(/\s*/, text, at)!.length;

/**
 * Braces around a number of several digits and around a bracket after ^ or _, and around a sign with what follows it;
 * around a bracket after \sqrt.
 * `\log_28` at the end of an answer stays \log_2 8.
 */
export function braceScripts(latex: string): string {
  let text = '';
  for (let i = 0; i < latex.length; i++) {
    text += latex[i]!;
    const isRoot = text.endsWith('\\sqrt');
    if (latex[i] !== '^' && latex[i] !== '_' && !isRoot) continue;
    const start = skipSpaces(latex, i + 1);
    if (isRoot && latex[start] !== '(') continue;
    const sign = matchAt(/-\s*/, latex, start) ?? '';
    const from = start + sign.length;
    const number = matchAt(/\d+(?:\.\d+)?|\.\d+/, latex, from);
    const end = number === undefined ? undefined : from + number.length;
    const isArgument =
      end !== undefined && /\\log$/.test(latex.slice(0, i)) && latex.slice(end).trim() === '';
    if (number !== undefined && !isArgument && (sign !== '' || number.length > 1)) {
      text += `{${sign}${number}}`;
      i = end! - 1;
      continue;
    }
    const close = latex[from] === '(' ? groupEnd(latex, from) : undefined;
    if (close !== undefined) {
      const content = braceScripts(latex.slice(from + 1, close - 1));
      text += sign === '' ? `{${content}}` : `{${sign}(${content})}`;
      i = close - 1;
    } else if (sign !== '' && /[a-zA-Z]/.test(latex.charAt(from))) {
      text += `{${sign}${latex[from]}}`;
      i = from;
    }
  }
  return text;
}

/** Arguments that a command takes: braces, or one token. */
const ARGUMENTS: Readonly<Record<string, number>> = Object.fromEntries([
  ...['frac', 'binom', 'dbinom', 'tbinom'].map((name) => [name, 2]),
  ...['sqrt', 'vec', 'hat', 'bar', 'overline', 'operatorname'].map((name) => [name, 1]),
  ...['mathrm', 'mathbf', 'mathbb', 'mathit', 'mathcal', 'mathsf'].map((name) => [name, 1]),
]);
const FUNCTION = /^(?:(?:arc)?(?:sin|cos|tan)h?|cot|sec|csc|log|ln|lg|lb|exp|gcd|lcm|max|min|operatorname)$/;
const LETTER =
  /^(?:alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|(?:var)?theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|(?:var)?phi|chi|psi|omega|infty|ell)$/i;

/** Behind the argument of a command or script: braces, a command with its own arguments, a letter or digit. */
function argumentEnd(text: string, at: number): number | undefined {
  const from = skipSpaces(text, at);
  if (text[from] === '{') return groupEnd(text, from);
  if (text[from] === '\\') return commandEnd(text, from);
  return /[a-zA-Z\d]/.test(text.charAt(from)) ? from + 1 : undefined;
}

/** Behind a command that is a factor with its arguments: \sqrt[3]{2}, \pi; a function only where brackets follow it. */
function commandEnd(text: string, at: number): number | undefined {
  const word = matchAt(/\\[a-zA-Z]+/, text, at);
  if (word === undefined) return undefined;
  const name = word.slice(1);
  let end: number | undefined = at + word.length;
  const isFunction = FUNCTION.test(name);
  const count = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name]! : 0;
  if (count === 0 && !isFunction && !LETTER.test(name)) return undefined;
  if (name === 'sqrt' && text[skipSpaces(text, end)] === '[') end = groupEnd(text, skipSpaces(text, end));
  for (let i = 0; i < count && end !== undefined; i++) end = argumentEnd(text, end);
  if (end === undefined || !isFunction) return end;
  const open = skipSpaces(text, scriptsEnd(text, end));
  return /[({]/.test(text.charAt(open)) ? groupEnd(text, open) : undefined;
}

/** Behind powers, subscripts, factorials and primes. */
function scriptsEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    const mark = matchAt(/\s*[!'^_]/, text, end);
    if (mark === undefined) return end;
    const behind = end + mark.length;
    const next = /[!']/.test(mark) ? behind : argumentEnd(text, behind);
    if (next === undefined) return end;
    end = next;
  }
}

/** Behind the brackets or bars that begin at `at`; undefined where none do, or nothing closes them. */
function enclosureEnd(text: string, at: number): number | undefined {
  const char = text[at]!;
  if (char !== '|') return CLOSING[char] === undefined ? undefined : groupEnd(text, at);
  const bars = matchAt(/\|[^|]+\|/, text, at);
  return bars === undefined ? undefined : at + bars.length;
}

/** Behind the one factor that begins at `at`: number, letter, f(x), command, bracket, |x|, with its powers. */
function factorEnd(text: string, at: number): number | undefined {
  const char = text[at] ?? '';
  let end: number | undefined;
  if (/[\d.]/.test(char)) {
    const number = matchAt(/\d+(?:\.\d*)?|\.\d+/, text, at);
    end = number === undefined ? undefined : at + number.length;
  } else if (/[a-zA-Z]/.test(char)) {
    const name = matchAt(/[fghFGHP]'*(?=\()/, text, at);
    end = (name === undefined ? undefined : groupEnd(text, at + name.length)) ?? at + 1;
  } else end = char === '\\' ? commandEnd(text, at) : enclosureEnd(text, at);
  return end === undefined ? undefined : scriptsEnd(text, end);
}

/** All letters of Greek that are no variables, and all other commands, are in lower case. */
const LOWER = /\\[a-z]+/g;
const isVariable = (command: string) => LETTER.test(command.slice(1)) && command !== '\\pi';

/** Whether a factor holds a variable: numbers, roots of numbers and \pi are coefficients. */
const holdsVariable = (factor: string): boolean =>
  /[a-zA-Z]/.test(factor.replace(LOWER, (command) => (isVariable(command) ? 'x' : '')));

/** Behind the letters, with their powers, that stand right behind a divisor and belong to it. */
function divisorEnd(text: string, from: number, end: number, dividend: string): number {
  const divisor = text.slice(from, end);
  const isNumber = /^[\d.]+$/.test(divisor);
  const isLetter = /^(?:[a-zA-Z]|\\[a-zA-Z]+)(?:[\^_]|$)/.test(divisor) && holdsVariable(divisor);
  if (!isLetter && !(isNumber && holdsVariable(dividend))) return end;
  let last = end;
  for (;;) {
    const letter = matchAt(/[a-zA-Z]|\\[a-zA-Z]+/, text, last);
    const next = letter !== undefined && holdsVariable(letter) ? factorEnd(text, last) : undefined;
    if (next === undefined) return last;
    last = next;
  }
}

/** Quotients inside the brackets and bars of a factor. */
function insideGroups(factor: string): string {
  let text = '';
  for (let i = 0; i < factor.length; i++) {
    const end = enclosureEnd(factor, i);
    if (end === undefined) text += factor[i]!;
    else {
      text += `${factor[i]}${quotients(factor.slice(i + 1, end - 1))}${factor[end - 1]}`;
      i = end - 1;
    }
  }
  return text;
}

/** A factor as one side of a fraction, which needs no brackets of its own. */
const bare = (factor: string) =>
  factor.startsWith('(') && groupEnd(factor, 0) === factor.length ? factor.slice(1, -1) : factor;

const COPIED = /\\(?:text|mbox|textrm|textbf|hbox|end)\s*\{[^}]*\}|\\(?!div(?![a-zA-Z]))(?:[a-zA-Z]+|.)/;

/** Divisions by / and \div as fractions of one factor by one factor, from the left. */
export function quotients(latex: string): string {
  let text = '';
  /** Where in `text` the last factor begins; undefined where something else came after it. */
  let last: number | undefined;
  /** After a sign that is left as it is, until the next term: what it divides by is not known. */
  let isOpen = false;
  for (let i = 0; i < latex.length; ) {
    const space = matchAt(/\s+/, latex, i);
    const sign = matchAt(/\/|\\div(?![a-zA-Z])/, latex, i);
    const from = sign === undefined ? i : skipSpaces(latex, i + sign.length);
    const minus = sign === undefined ? '' : (matchAt(/-\s*/, latex, from) ?? '');
    const isUndivided = sign !== undefined && last === undefined;
    let end = isUndivided ? undefined : factorEnd(latex, from + minus.length);
    if (sign !== undefined && end !== undefined) {
      end = divisorEnd(latex, from + minus.length, end, text.slice(last));
    }
    if (space !== undefined) {
      text += space;
      i += space.length;
    } else if (end === undefined) {
      const copied = sign ?? matchAt(COPIED, latex, i) ?? latex[i]!;
      text += copied;
      last = undefined;
      if (sign !== undefined) isOpen = true;
      else if (/^[-+=<>,;&]$/.test(copied)) isOpen = false;
      i += copied.length;
    } else {
      const factor = insideGroups(latex.slice(from + minus.length, end));
      if (sign === undefined) {
        // Digits beside digits are no product: 1 2/3/4.
        last = isOpen || (/\d\s+$/.test(text) && /^\d/.test(factor)) ? undefined : text.length;
        text += factor;
      } else {
        text = `${text.slice(0, last)}\\frac{${bare(text.slice(last).trim())}}{${minus}${minus === '' ? bare(factor) : factor}}`;
      }
      i = end;
    }
  }
  return text;
}
