/**
 * A JSON array to rows, element by element and chunk by chunk; each element knows the line on which it starts.
 *
 * A bad element becomes a rejected row and the next one is read. Not for arrays nested in an object: see
 * parse-rows.ts, which hands over the array's text.
 */

import type { RejectedRow } from '../types.ts';
import { BoundedText } from './bounded-text.ts';
import { type ParsedChunk, parseJsonRow, type RowParser, tooLong } from './parse-jsonl.ts';
import type { Row } from './row.ts';
import { DepthScanner } from './scan-json.ts';

const COMMA = 0x2c;
const NEWLINE = 0x0a;

/** The first non-blank character fed must be `[`; `before`: characters that stand before it on its line. */
export function createJsonArrayParser(file: string, firstLine = 1, before = 0): RowParser {
  const scanner = new DepthScanner();
  let line = firstLine;
  const pending = new BoundedText();
  let state: 'before' | 'inside' | 'after' = 'before';
  let afterComma = false;
  /** Where the line begins, counted from the chunk's first character. */
  let lineStart = -before;
  /** Characters of the line before the element. */
  let elementAt = 0;
  let comma = { line: firstLine, column: 1 };
  let trailing = false;

  const take = (rows: Row[], rejected: RejectedRow[], closing: boolean, column: number): void => {
    const source = pending.take();
    if (source === undefined) {
      rejected.push(tooLong(file, line));
      return;
    }
    const body = source.trim();
    const lines = source.split('\n').length - 1;
    const blank = source.slice(0, source.length - source.trimStart().length).split('\n');
    const leading = blank.length - 1;
    if (body === '') {
      if (closing && !afterComma) return;
      const at = closing ? comma : { line, column };
      const params = { column: at.column, found: ',' };
      rejected.push({ file, line: at.line, code: 'import.json-trailing-comma', params });
      return;
    }
    const onLine = (leading === 0 ? elementAt : 0) + blank[leading]!.length;
    const row = parseJsonRow(file, line - lines + leading, body, onLine);
    if ('code' in row) rejected.push(row);
    else rows.push(row);
  };

  const push = (chunk: string): ParsedChunk => {
    const rows: Row[] = [];
    const rejected: RejectedRow[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      const outside = scanner.feed(code);
      if (state === 'before') {
        if (scanner.depth === 1) {
          state = 'inside';
          from = i + 1;
          elementAt = from - lineStart;
        }
      } else if (state === 'inside' && outside) {
        const closing = scanner.depth === 0;
        if (closing || (code === COMMA && scanner.depth === 1)) {
          pending.push(chunk.slice(from, i));
          take(rows, rejected, closing, i + 1 - lineStart);
          from = i + 1;
          elementAt = from - lineStart;
          afterComma = true;
          comma = { line, column: elementAt };
          if (closing) state = 'after';
        }
      } else if (state === 'after' && !trailing && !/\s/.test(chunk[i]!)) {
        trailing = true;
        rejected.push({ file, line, code: 'import.text-after-array', params: { found: chunk[i]! } });
      }
      if (code === NEWLINE) {
        line++;
        lineStart = i + 1;
      }
    }
    lineStart -= chunk.length;
    if (state === 'inside' && from < chunk.length) pending.push(chunk.slice(from));
    return { rows, rejected };
  };

  return {
    push,
    finish() {
      const rows: Row[] = [];
      const rejected: RejectedRow[] = [];
      if (state === 'inside') {
        if (pending.text()?.trim() !== '') take(rows, rejected, true, 1);
        rejected.push({ file, line, code: 'import.array-not-closed', params: {} });
      }
      return { rows, rejected };
    },
  };
}
