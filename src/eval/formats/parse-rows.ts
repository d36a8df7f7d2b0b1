/**
 * Text of a data file to rows, whatever its container: JSON Lines, a JSON array, or an object that holds the rows
 * (inner-rows.ts), comma- or tab-separated values, or LogiQA's text. The name's ending is a hint only:
 * published `.json` files are often JSON Lines.
 *
 * Git LFS pointers and web pages under a data file's name are named as such. Never throws on data.
 */

import { LIMITS, type Limits } from './bounded-text.ts';
import { createDelimitedParser, sniffDelimiter } from './parse-delimited.ts';
import { createJsonArrayParser } from './parse-json-array.ts';
import { createObjectParser, type IsRow } from './parse-json-object.ts';
import { createJsonlParser, type ParsedChunk, type RowParser } from './parse-jsonl.ts';
import { createLogiQaParser, isLogiQa } from './parse-logiqa.ts';

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
  ['%PDF-', 'import.binary-file'],
] as const;

/** Characters within which binary data show what they are. */
const BINARY_START = 500;

/** What a file is that is no data, by its first characters; undefined for any other. */
export function noDataCode(start: string): string | undefined {
  const head = start.trimStart();
  if (head === '') return 'import.empty-file';
  if (head.startsWith(LFS)) return 'import.git-lfs-pointer';
  if (head.startsWith('<')) return 'import.html-page';
  const known = BINARY.find(([magic]) => head.startsWith(magic))?.[1];
  // Images, databases, documents: no text holds a zero.
  return known ?? (head.slice(0, BINARY_START).includes('\0') ? 'import.binary-file' : undefined);
}

/** Names of tables; the start of a file that is JSON under such a name, and a line that says so under another. */
const TABLE = /\.(?:csv|tsv|tab)$/i;
const JSON_START = /^\[?\s*\{\s*"(?!.*\t)/;
const JSON_LINE = /^\{"/m;

/** `head`: the first characters that are not blank. */
function choose(file: string, head: string, isRow: IsRow | undefined, limits: Limits): ContainerParser {
  const as = (container: Container, parser: RowParser) => ({ ...parser, container: () => container });
  const code = noDataCode(head);
  if (code !== undefined) return as('none', createNoDataParser(file, code));
  if (!TABLE.test(file) || JSON_START.test(head)) {
    if (head.startsWith('[')) return as('json-array', createJsonArrayParser(file, limits));
    if (head.startsWith('{')) return createObjectParser(file, isRow, limits);
  }
  if (isLogiQa(head)) return as('logiqa', createLogiQaParser(file));
  const isTable = TABLE.test(file) || !JSON_LINE.test(head);
  const delimiter = isTable ? sniffDelimiter(file, head) : undefined;
  if (delimiter === undefined) return as('jsonl', createJsonlParser(file, limits));
  return as(delimiter === '\t' ? 'tsv' : 'csv', createDelimitedParser(file, delimiter, limits));
}

/** Whether lines end in a carriage return alone, as old spreadsheets save them. (The last may be half of a \r\n.) */
const hasOldLines = (head: string): boolean => !head.includes('\n') && /\r./s.test(head);

/** A parser that finds out the container by itself; feed it decoded text in chunks of any size. */
export function createRowParser(file: string, isRow?: IsRow, limits: Limits = LIMITS): ContainerParser {
  let start = '';
  let parser: ContainerParser | undefined;
  let isOld: boolean | undefined;

  const feed = (chunk: string): ParsedChunk => parser!.push(isOld ? chunk.replaceAll('\r', '\n') : chunk);
  const settle = (): ParsedChunk => {
    const head = start.trimStart().slice(0, limits.start);
    isOld = hasOldLines(head);
    parser = choose(file, isOld ? head.replaceAll('\r', '\n') : head, isRow, limits);
    return feed(start.replace(/^\uFEFF/, ''));
  };
  return {
    container: () => parser?.container() ?? 'none',
    push(chunk) {
      if (parser !== undefined) return feed(chunk);
      start += chunk;
      return start.trimStart().length < limits.start ? NO_DATA : settle();
    },
    finish() {
      const first = parser === undefined ? settle() : NO_DATA;
      const last = parser!.finish();
      return { rows: [...first.rows, ...last.rows], rejected: [...first.rejected, ...last.rejected] };
    },
  };
}

/** A whole file's text to rows. */
export function parseRows(
  file: string,
  source: string,
  limits: Limits = LIMITS,
): ParsedChunk & { readonly container: Container } {
  const parser = createRowParser(file, undefined, limits);
  const first = parser.push(source);
  const last = parser.finish();
  return {
    container: parser.container(),
    rows: [...first.rows, ...last.rows],
    rejected: [...first.rejected, ...last.rejected],
  };
}
