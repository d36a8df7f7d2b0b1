/**
 * A file that begins with a JSON object: the rows inside it (inner-rows.ts), the object itself as a row, or JSON Lines of
 * which it is the first.
 *
 * Which of them is known where the object ends and more follows, or not; its text is kept until then. A file that is one
 * object too long to be kept (TriviaQA's original ones have hundreds of megabytes, more than a string can hold) gives the
 * elements of the array under a usual name one by one; so does an object with a fault, which costs a row and not the file.
 */

import type { RejectedRow } from '../types.ts';
import { BoundedText, LIMITS, type Limits } from './bounded-text.ts';
import { innerRows, STREAMED_ARRAYS } from './inner-rows.ts';
import { createJsonArrayParser } from './parse-json-array.ts';
import { createJsonlParser, type ParsedChunk, parseJsonRow, type RowParser, tooLong } from './parse-jsonl.ts';
import { isRowObject, type Row } from './row.ts';
import { BRACKET, DepthScanner, QUOTE } from './scan-json.ts';

/** Whether an object is itself a row, although it holds an array of objects (chat messages, options). */
export type IsRow = (value: unknown) => boolean;

export interface ObjectParser extends RowParser {
  container(): 'json-object' | 'jsonl';
}

const NOTHING: ParsedChunk = { rows: [], rejected: [] };

const joined = (first: ParsedChunk, last: ParsedChunk): ParsedChunk => ({
  rows: [...first.rows, ...last.rows],
  rejected: [...first.rejected, ...last.rejected],
});

/** Lines looked at to tell whether a text that is no JSON value is JSON Lines with bad lines. */
const SAMPLE_LINES = 20;

/** The value of a JSON text, undefined where it is none. */
function jsonValue(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** Whether half of the first lines are objects of their own. */
function isLines(source: string): boolean {
  const lines = source.split('\n', SAMPLE_LINES).filter((line) => line.trim() !== '');
  return 2 * lines.filter((line) => isRowObject(jsonValue(line))).length >= lines.length;
}

interface MemberArray {
  readonly name: unknown;
  /** Where its bracket stands. */
  readonly at: number;
}

/** The arrays directly inside an object, also in one that is cut short. */
function* memberArrays(source: string): Generator<MemberArray> {
  const scanner = new DepthScanner();
  /** The last string directly inside the object. */
  let from: number | undefined;
  let to: number | undefined;
  for (let at = 0; at < source.length; at++) {
    const { depth } = scanner;
    const code = source.charCodeAt(at);
    const isOutside = scanner.feed(code);
    if (depth !== 1) continue;
    if (code === QUOTE && isOutside) from = at;
    else if (code === QUOTE) to = at + 1;
    else if (code === BRACKET && isOutside) yield { name: jsonValue(source.slice(from, to)), at };
  }
}

/** Whether an array of objects stands at a place. */
function beginsRows(source: string, at: number): boolean {
  ROWS.lastIndex = at;
  return ROWS.test(source);
}
const ROWS = /\[\s*\{/y;

/** The array of rows of an object of which `source` is the beginning. */
function rowArray(source: string): number | undefined {
  for (const { name, at } of memberArrays(source)) {
    if (STREAMED_ARRAYS.some((one) => one === name) && beginsRows(source, at)) return at;
  }
  return undefined;
}

/** Lines on which the elements of the array `name` start. */
function elementLines(file: string, source: string, name: string): readonly number[] {
  const { at } = [...memberArrays(source)].findLast((array) => array.name === name)!;
  const firstLine = source.slice(0, at).split('\n').length;
  const read = (_file: string, line: number): Row => ({ line, value: undefined });
  const elements = createJsonArrayParser(file, LIMITS, { line: firstLine, read });
  return elements.push(source.slice(at)).rows.map(({ line }) => line);
}

/** The rows inside the object that `row` is; undefined where it is a row itself. Those not in an array count from 1. */
function rowsInside(file: string, row: Row, source: string, isRow?: IsRow): readonly Row[] | undefined {
  const inner = isRow?.(row.value) ? undefined : innerRows(row.value);
  if (inner === undefined) return undefined;
  const lines = inner.name === undefined ? undefined : elementLines(file, source, inner.name);
  return inner.rows.map((value, i) => ({ line: lines?.[i] ?? i + 1, value }));
}

/** Line and column behind `source`. */
function endOf(source: string): { readonly line: number; readonly column: number } {
  const lines = source.split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** All that servers put into an object that says why there is no file. */
const MESSAGE_FIELDS = ['error', 'message', 'detail', 'status', 'statusCode', 'code', 'documentation_url'];

/** What a server says in place of a file (`{"error": "Repository not found"}`); undefined for data. */
function serverMessage(value: unknown): string | undefined {
  if (!isRowObject(value) || !Object.keys(value).every((name) => MESSAGE_FIELDS.includes(name)))
    return undefined;
  return [value.error, value.message, value.detail].find((text) => typeof text === 'string');
}

const spansLines = (source: string): boolean => source.trim().includes('\n');

/** Reads no more. */
const SILENT: RowParser = { push: () => NOTHING, finish: () => NOTHING };

export function createObjectParser(file: string, isRow?: IsRow, limits: Limits = LIMITS): ObjectParser {
  const scanner = new DepthScanner();
  /** The file so far. (Its limit is kept here.) */
  const held = new BoundedText(Number.POSITIVE_INFINITY);
  let hasEnded = false;
  let container: 'json-object' | 'jsonl' = 'json-object';
  /** What reads the file, once it is known what it is. */
  let parser: RowParser | undefined;

  const readOn = (next: RowParser, text: string): ParsedChunk => {
    parser = next;
    return next.push(text);
  };
  const asLines = (text: string): ParsedChunk => {
    container = 'jsonl';
    return readOn(createJsonlParser(file, limits), text);
  };
  const readWhole = (source: string): Row | RejectedRow => {
    const body = source.trimStart();
    const start = endOf(source.slice(0, source.length - body.length));
    return parseJsonRow(file, start.line, body, start.column - 1);
  };
  /** The rows inside the object, or itself. */
  const rowsOf = (row: Row, source: string): readonly Row[] => {
    const rows = rowsInside(file, row, source, isRow);
    if (rows === undefined && !spansLines(source)) container = 'jsonl';
    return rows ?? [row];
  };
  /** A text that is no JSON value, or is too long to be read as one: its lines, its rows, or its fault. */
  const inParts = (source: string, rest: string, fault: RejectedRow): ParsedChunk => {
    const at = isLines(source) ? undefined : rowArray(source);
    if (at !== undefined) {
      const { line, column } = endOf(source.slice(0, at));
      const place = { line, before: column - 1, inObject: true };
      return readOn(createJsonArrayParser(file, limits, place), source.slice(at) + rest);
    }
    if (isLines(source) || !spansLines(source)) return asLines(source + rest);
    parser = SILENT;
    return { rows: [], rejected: [fault] };
  };
  /** The object has ended, and `rest` follows. */
  const followed = (source: string, rest: string): ParsedChunk => {
    if (!spansLines(source)) return asLines(source + rest);
    const row = readWhole(source);
    if ('code' in row) return inParts(source, rest, row);
    parser = SILENT;
    const { line, column } = endOf(source);
    const params = { column, found: rest[0]! };
    const rejected = [{ file, line, code: 'import.json-more-text', params }];
    return { rows: rowsOf(row, source), rejected };
  };

  return {
    container: () => container,
    push(chunk) {
      if (parser !== undefined) return parser.push(chunk);
      for (let i = 0; i < chunk.length; i++) {
        const isOver = hasEnded ? !/\s/.test(chunk[i]!) : held.length + i === limits.longest;
        if (isOver) {
          held.push(chunk.slice(0, i));
          const source = held.take()!;
          const rest = chunk.slice(i);
          return hasEnded ? followed(source, rest) : inParts(source, rest, tooLong(file, 1, limits));
        }
        const { depth } = scanner;
        scanner.feed(chunk.charCodeAt(i));
        if (depth === 1 && scanner.depth === 0) hasEnded = true;
      }
      held.push(chunk);
      return NOTHING;
    },
    finish() {
      if (parser !== undefined) return parser.finish();
      const source = held.take()!;
      const row = readWhole(source);
      if ('value' in row) {
        const found = serverMessage(row.value);
        if (found === undefined) return { rows: rowsOf(row, source), rejected: [] };
        return {
          rows: [],
          rejected: [{ file, line: row.line, code: 'import.server-message', params: { found } }],
        };
      }
      const first = inParts(source, '', row);
      const { rows, rejected } = joined(first, parser!.finish());
      return { rows, rejected: rejected.length > 0 ? rejected : [row] };
    },
  };
}
