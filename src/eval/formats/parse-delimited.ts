/**
 * Comma-, semicolon- or tab-separated values to rows (RFC 4180 quoting for commas and semicolons; tabs are read without
 * quoting, as benchmark .tsv files carry raw quotation marks).
 *
 * With a header rows are objects by column name; without one, columns are named `column1`, `column2` ...
 */

import type { RejectedRow } from '../types.ts';
import type { ParsedChunk, RowParser } from './parse-jsonl.ts';
import type { Row } from './row.ts';
import { readWrittenValue } from './written-value.ts';

export type Delimiter = ',' | ';' | '\t';

/** The delimiter by the first line (outside quotes) and the file's ending; undefined when nothing separates. */
export function sniffDelimiter(file: string, start: string): Delimiter | undefined {
  const line = start.split('\n', 1)[0]!.replace(/"(?:[^"]|"")*"/g, '""');
  if (/\.(tsv|tab)$/i.test(file)) return '\t';
  if (line.includes('\t')) return '\t';
  if (!/\.csv$/i.test(file)) return undefined;
  const count = (char: string) => line.split(char).length - 1;
  return count(';') > count(',') ? ';' : ',';
}

/** Column names that published question files use. */
const KNOWN_NAMES = new Set(
  (
    'id idx question prompt query problem input instruction text context passage answer answers target output ideal ' +
    'response completion label gold expected reference choices options subject category a b c d e correct choice1 ' +
    'option1 sentence goal premise __expected __expected1 frage antwort'
  ).split(' '),
);

/** Longer, or ending like a sentence, no cell of a header is. */
const NO_NAME = /[.?!]$|^.{81}/;

/**
 * Whether a first record names columns: a known name among distinct cells, or cells that are all bare identifiers. A
 * record that ends in an option's letter is a header only beside columns A and B: the headerless files of MMLU end in
 * the answer. The first name may be empty (a saved row index).
 */
function isHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim());
  if (new Set(names).size !== names.length || names.slice(1).includes('')) return false;
  if (names.some((name) => NO_NAME.test(name))) return false;
  const known = names.some((name) => name.length > 1 && KNOWN_NAMES.has(name.toLowerCase()));
  if (names.length > 3 && /^[A-Z]$/.test(names.at(-1)!)) {
    return known && names.includes('A') && names.includes('B');
  }
  return known || names.every((name) => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name));
}

/**
 * A copy on its own: a part of a string may keep the whole of it in memory, and an item that uses one small column would
 * hold the file. (Joining makes a new string, of which the part is taken.)
 */
const ownCopy = (text: string): string => (text.length > 12 ? ` ${text}`.slice(1) : text);

/** Lists and objects that a table could only hold as text are what they write. */
const cellValue = (cell: string): unknown => readWrittenValue(cell) ?? cell;

/** Of a tab-separated cell: quotes around it are dropped only where doubled ones inside show that it was quoted. */
function withoutDoubledQuotes(cell: string): string {
  const inner = cell.includes('""') ? /^"((?:[^"]|"")*)"$/.exec(cell)?.[1] : undefined;
  return inner?.replaceAll('""', '"') ?? cell;
}

/** Feeds chunks; a record may span chunks and, inside quotes, lines. */
export function createDelimitedParser(file: string, delimiter: Delimiter): RowParser {
  const quoting = delimiter !== '\t';
  let names: readonly string[] | undefined;
  let named = false;
  let line = 1;
  let recordLine = 1;
  let cells: string[] = [];
  let cell: string[] = [];
  let quoted = false;
  let afterQuote = false;
  /** A carriage return at the end of a chunk: whether it ends a record, the next character tells. */
  let held = '';

  const endCell = () => {
    cells.push(ownCopy(cell.join('')));
    cell = [];
    afterQuote = false;
  };
  const endRecord = (rows: Row[], rejected: RejectedRow[]): void => {
    endCell();
    const record = cells;
    cells = [];
    const at = recordLine;
    recordLine = line;
    if (record.length === 1 && record[0]!.trim() === '') return;
    if (names === undefined) {
      if (isHeader(record)) {
        names = record.map((name, i) => name.trim() || `column${i + 1}`);
        named = true;
        return;
      }
      names = record.map((_, i) => `column${i + 1}`);
    }
    if (record.length !== names.length) {
      const params = { found: record.length, expected: names.length };
      rejected.push({ file, line: at, code: 'import.column-count', params });
      return;
    }
    const texts = quoting ? record : record.map(withoutDoubledQuotes);
    // Without names nothing says that a cell is more than its text.
    const values = named ? texts.map(cellValue) : texts;
    rows.push({ line: at, value: Object.fromEntries(names.map((name, i) => [name, values[i]])) });
  };

  const read = (chunk: string): ParsedChunk => {
    const rows: Row[] = [];
    const rejected: RejectedRow[] = [];
    let from = 0;
    const keep = (end: number) => {
      if (end > from) cell.push(chunk.slice(from, end));
    };
    for (let i = 0; i < chunk.length; i++) {
      const char = chunk[i]!;
      if (char === '\n') line++;
      if (quoted) {
        if (char !== '"') continue;
        keep(i);
        from = i + 1;
        quoted = false;
        afterQuote = true;
      } else if (quoting && char === '"' && (afterQuote || (cell.length === 0 && i === from))) {
        if (afterQuote) cell.push('"');
        quoted = true;
        afterQuote = false;
        from = i + 1;
      } else if (char === delimiter) {
        keep(i);
        from = i + 1;
        endCell();
      } else if (char === '\n') {
        keep(i > from && chunk[i - 1] === '\r' ? i - 1 : i);
        from = i + 1;
        endRecord(rows, rejected);
      } else if (afterQuote && char !== '\r') afterQuote = false;
    }
    keep(chunk.length);
    return { rows, rejected };
  };

  return {
    push(chunk) {
      const text = held + chunk;
      held = text.endsWith('\r') ? '\r' : '';
      return read(held === '' ? text : text.slice(0, -1));
    },
    finish() {
      const rows: Row[] = [];
      const rejected: RejectedRow[] = [];
      read(held);
      if (quoted) {
        rejected.push({ file, line: recordLine, code: 'import.quote-not-closed', params: {} });
      } else if (cells.length > 0 || cell.length > 0) {
        endRecord(rows, rejected);
      }
      return { rows, rejected };
    },
  };
}
