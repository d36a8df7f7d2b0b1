/**
 * Where and why a text is not JSON (RFC 8259), for the list of rejected rows.
 *
 * `JSON.parse` decides validity; its messages differ by browser and often name no position, hence this second reader.
 */

export interface JsonFault {
  /** 0-based offset into the text. */
  readonly offset: number;
  readonly code:
    | 'import.json-trailing-comma'
    | 'import.json-not-a-number'
    | 'import.json-unterminated-string'
    | 'import.json-control-character'
    | 'import.json-bad-escape'
    | 'import.json-cut-short'
    | 'import.json-more-text'
    | 'import.json-unexpected';
  /** The character at the offset, '' at the end. */
  readonly found: string;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAN = /-?(?:NaN|Infinity|inf|nan)\b/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Fault {
  constructor(
    readonly offset: number,
    readonly code: JsonFault['code'],
  ) {}
}

/** The first fault of `text`, or undefined when it is valid JSON. Nesting is followed without recursion. */
export function locateJsonError(text: string): JsonFault | undefined {
  try {
    read(text);
    return undefined;
  } catch (thrown) {
    // Nothing else is thrown there.
    const { offset, code } = thrown as Fault;
    return { offset, code, found: text.slice(offset, offset + 1) };
  }
}

function read(text: string): void {
  let at = 0;
  /** Open brackets, innermost last. */
  const open: ('{' | '[')[] = [];
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const hit = pattern.test(text);
    if (hit) at = pattern.lastIndex;
    return hit;
  };
  const skip = () => void match(SPACE);
  const unexpected = (): never => {
    throw new Fault(at, at >= text.length ? 'import.json-cut-short' : 'import.json-unexpected');
  };
  const string = (): void => {
    const start = at;
    if (text[at] !== '"') unexpected();
    for (at++; text[at] !== '"'; ) {
      if (text[at] === undefined) throw new Fault(start, 'import.json-unterminated-string');
      if (text[at] === '\\') {
        if (!match(ESCAPE)) throw new Fault(at, 'import.json-bad-escape');
      } else if (text.charCodeAt(at) < 0x20) throw new Fault(at, 'import.json-control-character');
      else at++;
    }
    at++;
  };
  const key = (): void => {
    string();
    skip();
    if (text[at] !== ':') unexpected();
    at++;
    skip();
  };
  /** Reads one scalar, or opens a container; true when a value is complete. */
  const value = (): boolean => {
    const char = text[at];
    if (char === '{' || char === '[') {
      open.push(char);
      at++;
      skip();
      const close = char === '{' ? '}' : ']';
      if (text[at] === close) {
        at++;
        open.pop();
        return true;
      }
      if (char === '{') key();
      return false;
    }
    const start = at;
    if (char === '"') string();
    else if (match(NAN)) throw new Fault(start, 'import.json-not-a-number');
    else if (!match(NUMBER) && !match(/true|false|null/y)) unexpected();
    return true;
  };
  skip();
  for (;;) {
    if (!value()) continue;
    for (;;) {
      skip();
      const inner = open[open.length - 1];
      if (inner === undefined) {
        if (at < text.length) throw new Fault(at, 'import.json-more-text');
        return;
      }
      const close = inner === '{' ? '}' : ']';
      if (text[at] === close) {
        at++;
        open.pop();
        continue;
      }
      if (text[at] !== ',') unexpected();
      const comma = at++;
      skip();
      if (text[at] === close) throw new Fault(comma, 'import.json-trailing-comma');
      if (inner === '{') key();
      break;
    }
  }
}
