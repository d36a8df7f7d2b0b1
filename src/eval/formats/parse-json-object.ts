/**
 * A file that is one JSON object: the rows inside it (inner-rows.ts), or the object itself as a row.
 *
 * Small files are parsed as a whole. Of a large one (TriviaQA's original files have hundreds of megabytes, more than a
 * string can hold) the array under a usual name is read element by element; of one with a fault too, so that it costs a
 * row and not the file.
 */

import type { RejectedRow } from '../types.ts';
import { BoundedText } from './bounded-text.ts';
import { innerRows, STREAMED_ARRAYS } from './inner-rows.ts';
import { createJsonArrayParser } from './parse-json-array.ts';
import { type ParsedChunk, parseJsonRow, type RowParser, tooLong } from './parse-jsonl.ts';
import type { Row } from './row.ts';
import { DepthScanner } from './scan-json.ts';

/** Whether an object is itself a row, although it holds an array of objects (chat messages, options). */
export type IsRow = (value: unknown) => boolean;

/** Characters from which on a file is read element by element. */
export const LARGE = 4 * 2 ** 20;

/** Where the array of rows begins, directly inside the object; -1 where there is none. */
function rowArrayAt(source: string): number {
  const scanner = new DepthScanner();
  for (let i = 0; i < source.length; i++) {
    const { depth } = scanner;
    const code = source.charCodeAt(i);
    if (!scanner.feed(code) || code !== 0x5b || depth !== 1) continue;
    const name = /"(\w+)"\s*:\s*$/.exec(source.slice(Math.max(0, i - 100), i))?.[1];
    if (STREAMED_ARRAYS.some((one) => one === name) && /^\[\s*\{/.test(source.slice(i, i + 200))) return i;
  }
  return -1;
}

/**
 * The rows of an object of which `source` is the beginning, element by element, with those that it holds already; undefined
 * where it has no array under a usual name. What follows the array belongs to the object.
 */
export function streamedRows(
  file: string,
  source: string,
): { readonly parser: RowParser; readonly first: ParsedChunk } | undefined {
  const at = rowArrayAt(source);
  if (at < 0) return undefined;
  const before = source.slice(0, at).split('\n');
  const array = createJsonArrayParser(file, before.length, before.at(-1)!.length);
  const inside = ({ rows, rejected }: ParsedChunk): ParsedChunk => ({
    rows,
    rejected: rejected.filter(({ code }: RejectedRow) => code !== 'import.text-after-array'),
  });
  const parser = {
    push: (chunk: string) => inside(array.push(chunk)),
    finish: () => inside(array.finish()),
  };
  return { parser, first: parser.push(source.slice(at)) };
}

export function createObjectParser(file: string, isRow: IsRow): RowParser {
  const text = new BoundedText();
  let elements: RowParser | undefined;
  let looked = false;
  return {
    push(chunk) {
      if (elements) return elements.push(chunk);
      text.push(chunk);
      if (looked || text.length < LARGE) return { rows: [], rejected: [] };
      looked = true;
      const streamed = streamedRows(file, text.text() ?? '');
      if (streamed === undefined) return { rows: [], rejected: [] };
      elements = streamed.parser;
      text.take();
      return streamed.first;
    },
    finish() {
      if (elements) return elements.finish();
      const source = text.take();
      if (source === undefined) return { rows: [], rejected: [tooLong(file, 1)] };
      const parsed = parseJsonRow(file, 1, source);
      if (!('code' in parsed))
        return unwrap(file, [parsed], source, isRow) ?? { rows: [parsed], rejected: [] };
      const streamed = streamedRows(file, source);
      if (streamed === undefined) return { rows: [], rejected: [parsed] };
      const last = streamed.parser.finish();
      const rejected = [...streamed.first.rejected, ...last.rejected];
      return {
        rows: [...streamed.first.rows, ...last.rows],
        rejected: rejected.length > 0 ? rejected : [parsed],
      };
    },
  };
}

/** Lines on which the elements of the array `name` start, read from the text. */
function elementLines(file: string, source: string, name: string): readonly number[] {
  const key = JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const named = new RegExp(`${key}\\s*:\\s*\\[`).exec(source);
  const at = named === null ? source.indexOf('[') : named.index + named[0].length - 1;
  const firstLine = source.slice(0, at).split('\n').length;
  return createJsonArrayParser(file, firstLine)
    .push(source.slice(at))
    .rows.map((row) => row.line);
}

/** The rows inside a file that is one object, else undefined. Rows that are not array elements count from 1. */
export function unwrap(
  file: string,
  rows: readonly Row[],
  source: string,
  isRow: IsRow,
): ParsedChunk | undefined {
  if (rows.length !== 1 || isRow(rows[0]!.value)) return undefined;
  const inner = innerRows(rows[0]!.value);
  if (inner === undefined) return undefined;
  const lines =
    inner.name === undefined ? inner.rows.map((_, i) => i + 1) : elementLines(file, source, inner.name);
  return { rows: inner.rows.map((value, i) => ({ line: lines[i] ?? 1, value })), rejected: [] };
}
