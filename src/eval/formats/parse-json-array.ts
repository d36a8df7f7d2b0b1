/**
 * A JSON array to rows, element by element and chunk by chunk; each element knows the line on which it starts.
 *
 * A bad element becomes a rejected row and the next one is read: where a line begins with a brace that can begin no value
 * inside the element, the element was broken off, and another begins. The array may be a member of an object, of which nothing
 * else is read; where in the object it begins is found elsewhere (parse-json-object.ts).
 */

import type { RejectedRow } from '../types.ts';
import { BoundedText, LIMITS, type Limits } from './bounded-text.ts';
import { type ParsedChunk, parseJsonRow, type RowParser, tooLong } from './parse-jsonl.ts';
import type { Row } from './row.ts';
import { BRACE, BRACKET, DepthScanner } from './scan-json.ts';

const [COMMA, COLON] = [0x2c, 0x3a];
const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Where an array stands in its file, and how its elements are read. */
export interface ArrayPlace {
  /** Line of its bracket, and the characters before it on that line. */
  readonly line?: number;
  readonly before?: number;
  /** It is a member of an object. */
  readonly inObject?: boolean;
  readonly read?: typeof parseJsonRow;
}

/** The first non-blank character fed must be `[`. */
export function createJsonArrayParser(
  file: string,
  limits: Limits = LIMITS,
  { line: firstLine = 1, before = 0, inObject = false, read = parseJsonRow }: ArrayPlace = {},
): RowParser {
  const around = inObject ? 1 : 0;
  const scanner = new DepthScanner(around);
  const pending = new BoundedText(limits.longest);
  let state: 'before' | 'between' | 'element' | 'behind' | 'over' = 'before';
  /** Text behind the array, or its object, was named: nothing of it is read. */
  let isDone = false;
  let line = firstLine;
  /** Where the line begins, counted from the chunk's first character. */
  let lineStart = -before;
  /** Whether only blanks stand before the next character on its line, and the last that is none. */
  let isLineStart: boolean | undefined;
  let last: number | undefined;
  let isObject: boolean | undefined;
  /** Where the element begins. */
  let element!: { readonly line: number; readonly column: number };
  /** The comma behind which no element has come yet. */
  let comma: typeof element | undefined;

  const take = (rows: Row[], rejected: RejectedRow[]): void => {
    const source = pending.take();
    const row =
      source === undefined
        ? tooLong(file, element.line, limits)
        : read(file, element.line, source.trimEnd(), element.column - 1);
    if ('code' in row) rejected.push(row);
    else rows.push(row);
  };

  /** Whether no value can begin here, inside the element. */
  const isBrokenOff = (): boolean | undefined => {
    if (scanner.isInString) return true;
    if (last === COMMA) return isObject && scanner.depth === around + 2;
    return last !== COLON && last !== BRACKET;
  };

  const push = (chunk: string): ParsedChunk => {
    const rows: Row[] = [];
    const rejected: RejectedRow[] = [];
    const refuse = (code: string, at: typeof element, found: string) =>
      void rejected.push({ file, line: at.line, code, params: { column: at.column, found } });
    if (isDone) return { rows, rejected };
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      if (state === 'element' && isLineStart && code === BRACE && isBrokenOff()) {
        pending.push(chunk.slice(from, i));
        take(rows, rejected);
        scanner.restart(around + 1);
        state = 'between';
      }
      const isOutside = scanner.feed(code);
      if (state === 'element') {
        const closes = scanner.depth === around;
        if (isOutside && (closes || (code === COMMA && scanner.depth === around + 1))) {
          pending.push(chunk.slice(from, i));
          take(rows, rejected);
          comma = { line, column: i + 1 - lineStart };
          state = closes ? 'behind' : 'between';
        }
      } else if (!/\s/.test(chunk[i]!)) {
        const here = { line, column: i + 1 - lineStart };
        if (state === 'before') state = 'between';
        else if (state === 'between') {
          if (scanner.depth === around) {
            if (comma !== undefined) refuse('import.json-trailing-comma', comma, ',');
            state = 'behind';
          } else if (code === COMMA) {
            refuse('import.json-trailing-comma', here, ',');
            comma = undefined;
          } else {
            element = here;
            isObject = code === BRACE;
            from = i;
            state = 'element';
          }
        } else if (state === 'over') {
          refuse(inObject ? 'import.json-more-text' : 'import.text-after-array', here, chunk[i]!);
          isDone = true;
          return { rows, rejected };
        }
      }
      if (state === 'behind' && scanner.depth === 0) state = 'over';
      if (code > SPACE) {
        isLineStart = false;
        last = code;
      }
      if (code === NEWLINE) {
        isLineStart = true;
        line++;
        lineStart = i + 1;
      }
    }
    lineStart -= chunk.length;
    if (state === 'element') pending.push(chunk.slice(from));
    return { rows, rejected };
  };

  return {
    push,
    finish() {
      const rows: Row[] = [];
      const rejected: RejectedRow[] = [];
      if (state === 'element') take(rows, rejected);
      if (state === 'element' || state === 'between') {
        rejected.push({ file, line, code: 'import.array-not-closed', params: {} });
      } else if (state === 'behind') {
        rejected.push({
          file,
          line,
          code: 'import.json-cut-short',
          params: { column: 1 - lineStart, found: '' },
        });
      }
      return { rows, rejected };
    },
  };
}
