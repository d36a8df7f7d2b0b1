/**
 * Lists and objects written as text, as tables carry them: JSON, or the way Python prints them (`{'text': ['a', "it's"],
 * 'n': None}`, also `array(['a', 'b'], dtype=object)` and lists without commas, as numpy prints them).
 *
 * Numbers alone are no sign of a list: `[1, 2]` may be an answer of its own.
 */

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', b: '\b' };
const CONSTANTS: Readonly<Record<string, unknown>> = {
  None: null,
  null: null,
  nan: null,
  True: true,
  true: true,
  False: false,
  false: false,
};
const WORD = /[A-Za-z]+/y;
const NUMBER = /-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/y;
const BETWEEN = /\s*,?\s*/y;
const AFTER_ARRAY = /\s*(?:,\s*dtype=[\w.<>'"]+\s*)?\)/y;

/** Lists in lists no deeper than this: no data is, and the reader's own stack ends somewhere. */
const MAX_DEPTH = 64;

/** Thrown inside only: the text is no such value. */
const NO_VALUE = new Error('no written value');

class Reader {
  at = 0;
  private depth = 0;
  constructor(private readonly source: string) {}

  /** What `pattern` (sticky) finds here, or undefined. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  value(): unknown {
    if (++this.depth > MAX_DEPTH) throw NO_VALUE;
    const value = this.inner();
    this.depth--;
    return value;
  }

  private inner(): unknown {
    this.take(/\s*/y);
    const char = this.source[this.at];
    if (char === '"' || char === "'") return this.text(char);
    if (char === '[' || char === '(') return this.list(char === '[' ? ']' : ')');
    if (char === '{') return this.object();
    const number = this.take(NUMBER);
    if (number !== undefined) return Number(number);
    const word = String(this.take(WORD));
    if (word === 'array' && this.source[this.at] === '(') {
      this.at++;
      const list = this.value();
      if (this.take(AFTER_ARRAY) === undefined) throw NO_VALUE;
      return list;
    }
    if (!Object.hasOwn(CONSTANTS, word)) throw NO_VALUE;
    return CONSTANTS[word];
  }

  private text(quote: string): string {
    let text = '';
    for (this.at++; this.source[this.at] !== quote; this.at++) {
      const char = this.source[this.at];
      if (char === undefined) throw NO_VALUE;
      if (char !== '\\') {
        text += char;
        continue;
      }
      this.at++;
      const code = this.take(/u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}/y);
      if (code !== undefined) {
        text += String.fromCharCode(Number.parseInt(code.slice(1), 16));
        this.at--;
      } else {
        const escaped = this.source[this.at]!;
        text += ESCAPES[escaped] ?? escaped;
      }
    }
    this.at++;
    return text;
  }

  private list(end: string): unknown[] {
    this.at++;
    const list: unknown[] = [];
    for (this.take(/\s*/y); this.source[this.at] !== end; this.take(BETWEEN)) list.push(this.value());
    this.at++;
    return list;
  }

  private object(): Record<string, unknown> {
    this.at++;
    const entries: [string, unknown][] = [];
    for (this.take(/\s*/y); this.source[this.at] !== '}'; this.take(BETWEEN)) {
      const name = this.value();
      if (typeof name !== 'string' || this.take(/\s*:/y) === undefined) throw NO_VALUE;
      entries.push([name, this.value()]);
    }
    this.at++;
    return Object.fromEntries(entries);
  }
}

const holdsMoreThanNumbers = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((entry) => typeof entry === 'string' || holdsMoreThanNumbers(entry))
    : Object.keys(Object(value)).length > 0;

/** The list or object that the whole of `source` writes; undefined where it is none, or nothing but numbers. */
export function readWrittenValue(source: string): unknown {
  if (!/^\s*(?:[[{]|array\()/.test(source)) return undefined;
  const reader = new Reader(source);
  try {
    const value = reader.value();
    reader.take(/\s*/y);
    return reader.at === source.length && holdsMoreThanNumbers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of a written list, or undefined where `source` is no list of texts. */
export function readWrittenList(source: string): readonly string[] | undefined {
  const value = readWrittenValue(source);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) return undefined;
  return value as string[];
}
