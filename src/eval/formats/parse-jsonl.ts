/**
 * JSON Lines to rows: one JSON value a line, separated by \n (or \r\n) only.
 *
 * U+0085, U+2028 and U+2029 are ordinary characters inside strings and never split a line. Blank lines are skipped and
 * still counted. A bad line becomes a rejected row with line and column; the parser never throws on data.
 */

import type { RejectedRow } from '../types.ts';
import { BoundedText, LIMITS, type Limits } from './bounded-text.ts';
import { locateJsonError } from './locate-json-error.ts';
import type { Row } from './row.ts';
import { DepthScanner } from './scan-json.ts';

/** What one push or finish produced, in file order. */
export interface ParsedChunk {
  readonly rows: readonly Row[];
  readonly rejected: readonly RejectedRow[];
}

export interface RowParser {
  push(chunk: string): ParsedChunk;
  /** Ends the file: the last line may lack its newline. */
  finish(): ParsedChunk;
}

/** Whole numbers of sixteen digits and more; also those inside strings. */
const LONG_NUMBER = /(?<![\d.+-])-?\d{16,}(?![\d.eE])/g;

/** JSON.parse, with whole numbers that a double cannot hold as texts of their digits: a gold must not change. */
function parseExactly(source: string): unknown {
  if (!/\d{16}/.test(source)) return JSON.parse(source);
  JSON.parse(source);
  const scanner = new DepthScanner();
  let at = 0;
  const quoted = source.replace(LONG_NUMBER, (found, offset: number) => {
    for (; at < offset; at++) scanner.feed(source.charCodeAt(at));
    return scanner.isInString || String(Number(found)) === found ? found : `"${found}"`;
  });
  return JSON.parse(quoted);
}

/**
 * One JSON text at `line` as a row, or as a rejected row with the position of its first fault. `before`: characters that
 * stand before it on its line.
 */
export function parseJsonRow(file: string, line: number, source: string, before = 0): Row | RejectedRow {
  try {
    return { line, value: parseExactly(source) };
  } catch {
    const fault = locateJsonError(source)!;
    const lines = source.slice(0, fault.offset).split('\n');
    const column = lines[lines.length - 1]!.length + 1;
    return {
      file,
      line: line + lines.length - 1,
      code: fault.code,
      params: { column: lines.length === 1 ? before + column : column, found: fault.found },
    };
  }
}

/** A row, or a file that is one value, too long to be read. */
export function tooLong(file: string, line: number, { longest }: Limits): RejectedRow {
  return { file, line, code: 'import.json-too-large', params: { limit: Math.floor(longest / 1e6) } };
}

/** Feeds lines of text in chunks of any size; a line may span chunks. */
export function createJsonlParser(file: string, limits: Limits = LIMITS): RowParser {
  const pending = new BoundedText(limits.longest);
  let line = 0;
  const take = (rows: Row[], rejected: RejectedRow[]): void => {
    line++;
    const source = pending.take();
    if (source === undefined) {
      rejected.push(tooLong(file, line, limits));
      return;
    }
    // A record may begin with a record separator (RFC 7464).
    const body = source.startsWith('\u001E') ? source.slice(1) : source;
    if (/^[ \t\r]*$/.test(body)) return;
    const row = parseJsonRow(file, line, body.endsWith('\r') ? body.slice(0, -1) : body);
    if ('code' in row) rejected.push(row);
    else rows.push(row);
  };
  return {
    push(chunk) {
      const rows: Row[] = [];
      const rejected: RejectedRow[] = [];
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        pending.push(chunk.slice(from, end));
        from = end + 1;
        take(rows, rejected);
      }
      pending.push(chunk.slice(from));
      return { rows, rejected };
    },
    finish() {
      const rows: Row[] = [];
      const rejected: RejectedRow[] = [];
      take(rows, rejected);
      return { rows, rejected };
    },
  };
}
