/**
 * Text of a data file to rows, whatever its container: JSON Lines, a JSON array, or an object that holds the rows
 * (inner-rows.ts), comma- or tab-separated values, or LogiQA's text. The name's ending is a hint only:
 * published `.json` files are often JSON Lines.
 *
 * Git LFS pointers and web pages under a data file's name are named as such. Never throws on data.
 */

import type { RejectedRow } from '../types.ts';
import { BoundedText } from './bounded-text.ts';
import { createDelimitedParser, sniffDelimiter } from './parse-delimited.ts';
import { createJsonArrayParser } from './parse-json-array.ts';
import { createObjectParser, type IsRow, LARGE, streamedRows, unwrap } from './parse-json-object.ts';
import { createJsonlParser, type ParsedChunk, type RowParser } from './parse-jsonl.ts';
import { createLogiQaParser, isLogiQa } from './parse-logiqa.ts';
import type { Row } from './row.ts';
import { isBalanced } from './scan-json.ts';

export type Container = 'jsonl' | 'json-array' | 'json-object' | 'csv' | 'tsv' | 'logiqa' | 'none';

export interface ContainerParser extends RowParser {
  /** Known after the first characters; 'none' until then and for files that are no data. */
  container(): Container;
}

const NO_DATA: ParsedChunk = { rows: [], rejected: [] };

/** A file that is no data: one rejected row says what it is. */
function createNoDataParser(file: string, code: string): RowParser {
  return {
    push: () => NO_DATA,
    finish: () => ({ rows: [], rejected: [{ file, line: 1, code, params: {} }] }),
  };
}

const LFS = 'version https://git-lfs.github.com/spec/';
/** First characters of binary containers that were decoded as text: they must be unpacked before. */
const BINARY = [
  ['PAR1', 'import.parquet-file'],
  ['PK\u0003\u0004', 'import.zip-file'],
  ['\u001F', 'import.gzip-file'],
] as const;
/** Enough of the start to tell the container apart. */
const SNIFF_CHARS = 65_536;

const headOf = (start: string) => start.replace(/^\uFEFF/, '').trimStart();

/** What a file is that is no data, by its first characters; undefined for any other. */
export function noDataCode(start: string): string | undefined {
  const head = headOf(start);
  if (head === '') return 'import.empty-file';
  if (head.startsWith(LFS)) return 'import.git-lfs-pointer';
  if (head.startsWith('<')) return 'import.html-page';
  return BINARY.find(([magic]) => head.startsWith(magic))?.[1];
}

function choose(file: string, start: string, isRow: IsRow): { container: Container; parser: RowParser } {
  const code = noDataCode(start);
  if (code !== undefined) return { container: 'none', parser: createNoDataParser(file, code) };
  const head = headOf(start);
  if (head.startsWith('[')) return { container: 'json-array', parser: createJsonArrayParser(file) };
  const tabular = /\.(csv|tsv|tab)$/i.test(file);
  if (head.startsWith('{') && !tabular) {
    const end = head.indexOf('\n');
    const first = end < 0 ? head : head.slice(0, end);
    if (end < 0 || isBalanced(first)) return { container: 'jsonl', parser: createJsonlParser(file) };
    return { container: 'json-object', parser: createObjectParser(file, isRow) };
  }
  if (isLogiQa(head)) return { container: 'logiqa', parser: createLogiQaParser(file) };
  const delimiter = sniffDelimiter(file, head);
  if (delimiter !== undefined) {
    return { container: delimiter === '\t' ? 'tsv' : 'csv', parser: createDelimitedParser(file, delimiter) };
  }
  return { container: 'jsonl', parser: createJsonlParser(file) };
}

/** A parser that finds out the container by itself; feed it decoded text in chunks of any size. */
export function createRowParser(file: string, isRow: IsRow = () => false): ContainerParser {
  let start: string[] = [];
  let startLength = 0;
  let chosen: { container: Container; parser: RowParser } | undefined;
  /** JSON Lines with a single line may be one object that holds the rows: its text is kept until a second row comes. */
  let single: { rows: Row[]; rejected: RejectedRow[]; source: BoundedText; looked: boolean } | undefined;

  const settle = (): ParsedChunk => {
    const text = start.join('');
    start = [];
    chosen = choose(file, text, isRow);
    if (chosen.container === 'jsonl')
      single = { rows: [], rejected: [], source: new BoundedText(), looked: false };
    return feed(text);
  };
  const hold = (chunk: ParsedChunk): ParsedChunk => {
    if (single === undefined) return chunk;
    const rows = [...single.rows, ...chunk.rows];
    const rejected = [...single.rejected, ...chunk.rejected];
    if (rows.length + rejected.length <= 1) {
      single = { ...single, rows, rejected };
      return NO_DATA;
    }
    single = undefined;
    return { rows, rejected };
  };
  const feed = (chunk: string): ParsedChunk => {
    single?.source.push(chunk);
    return streamed() ?? hold(chosen!.parser.push(chunk));
  };
  /** A large single line is read element by element where it holds an array of rows. */
  const streamed = (): ParsedChunk | undefined => {
    if (single === undefined || single.looked || single.source.length < LARGE) return undefined;
    single.looked = true;
    const source = single.source.text() ?? '';
    const rows = source.includes('\n') ? undefined : streamedRows(file, source);
    if (rows === undefined) return undefined;
    single = undefined;
    chosen = { container: 'json-object', parser: rows.parser };
    return rows.first;
  };
  return {
    container: () => chosen?.container ?? 'none',
    push(chunk) {
      if (chosen !== undefined) return feed(chunk);
      start.push(chunk);
      startLength += chunk.length;
      return startLength < SNIFF_CHARS ? NO_DATA : settle();
    },
    finish() {
      const first = chosen === undefined ? settle() : NO_DATA;
      const last = hold(chosen!.parser.finish());
      const rows = [...first.rows, ...last.rows];
      const rejected: RejectedRow[] = [...first.rejected, ...last.rejected];
      if (single === undefined) return { rows, rejected };
      const source = single.source.text();
      const unwrapped = source === undefined ? undefined : unwrap(file, single.rows, source, isRow);
      if (unwrapped === undefined) {
        return { rows: [...single.rows, ...rows], rejected: [...single.rejected, ...rejected] };
      }
      chosen = { container: 'json-object', parser: chosen!.parser };
      return unwrapped;
    },
  };
}

/** A whole file's text to rows. */
export function parseRows(file: string, source: string): ParsedChunk & { readonly container: Container } {
  const parser = createRowParser(file);
  const first = parser.push(source);
  const last = parser.finish();
  return {
    container: parser.container(),
    rows: [...first.rows, ...last.rows],
    rejected: [...first.rejected, ...last.rejected],
  };
}
