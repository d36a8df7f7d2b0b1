/**
 * Comma-, semicolon- or tab-separated values to rows (RFC 4180 quoting for commas and semicolons; tabs are read without
 * quoting, as benchmark .tsv files carry raw quotation marks).
 *
 * With a header rows are objects by column name; without one, columns are named `column1`, `column2` ...
 */

import type { RejectedRow } from '../types.ts';
import { LIMITS, type Limits } from './bounded-text.ts';
import type { ParsedChunk, RowParser } from './parse-jsonl.ts';
import type { Row } from './row.ts';
import { readWrittenValue } from './written-value.ts';

export type Delimiter = ',' | ';' | '\t';

/** The delimiter by the first line (outside quotes) and the file's ending; undefined when nothing separates. */
export function sniffDelimiter(file: string, start: string): Delimiter | undefined {
  const line = start.split('\n')[0]!.replace(/"(?:[^"]|"")*"/g, '');
  if (/\.(tsv|tab)$/i.test(file)) return '\t';
  if (line.includes('\t')) return '\t';
  if (!/\.csv$/i.test(file)) return undefined;
  const count = (char: string) => line.split(char).length;
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
const NO_NAME = /[.?!]$|.{81}/;

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
const ownCopy = (text: string): string => ` ${text}`.slice(1);

/** Lists and objects that a table could only hold as text are what they write. */
const cellValue = (cell: string): unknown => readWrittenValue(cell) ?? cell;

/** Of a tab-separated cell: quotes around it are dropped only where doubled ones inside show that it was quoted. */
function withoutDoubledQuotes(cell: string): string {
  if (!cell.startsWith('"') || !cell.endsWith('"')) return cell;
  const inner = cell.slice(1, -1);
  return inner.includes('""') && !inner.replaceAll('""', '').includes('"')
    ? inner.replaceAll('""', '"')
    : cell;
}

/** A record as far as it is read. */
class OpenRecord {
  readonly lines: string[] = [];
  readonly cells: string[] = [];
  /** Whether its end lies within quotes. */
  isQuoted = false;
  private cell = '';

  constructor(private readonly delimiter: Delimiter) {}

  /**
   * Reads one more line; text behind a closing quote is kept as it is written. False where that follows a cell of several
   * lines: its quote was never closed, and a later one met it by chance.
   */
  read(source: string): boolean {
    this.lines.push(source);
    const end = source.endsWith('\r') ? '\r' : '';
    const line = end === '' ? source : source.slice(0, -1);
    let at = 0;
    let isResumed = this.isQuoted;
    if (isResumed) {
      this.cell += '\n';
      at = this.quoted(line, 0, end);
      if (at < line.length && line[at] !== this.delimiter) return this.isQuoted;
    }
    while (!this.isQuoted) {
      if (!isResumed && this.delimiter !== '\t' && line[at] === '"') at = this.quoted(line, at + 1, end);
      if (this.isQuoted) break;
      isResumed = false;
      const next = line.indexOf(this.delimiter, at);
      this.cells.push(ownCopy(this.cell + line.slice(at, next < 0 ? undefined : next)));
      this.cell = '';
      if (next < 0) break;
      at = next + 1;
    }
    return true;
  }

  /** Reads from behind an opening quote to behind the closing one, or to the end of the line. */
  private quoted(line: string, from: number, end: string): number {
    let close = line.indexOf('"', from);
    while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
    this.isQuoted = close < 0;
    const text = this.isQuoted ? line.slice(from) + end : line.slice(from, close);
    this.cell += text.replaceAll('""', '"');
    return this.isQuoted ? line.length : close + 1;
  }
}

/** Feeds chunks; a record may span chunks and, inside quotes, lines. */
export function createDelimitedParser(
  file: string,
  delimiter: Delimiter,
  { longest }: Limits = LIMITS,
): RowParser {
  let names: readonly string[] | undefined;
  let isNamed: boolean | undefined;
  /** No record was refused before. */
  let mayBeNames = true;
  /** Parts of a line that has not ended. */
  let pending: string[] = [];
  let line = 0;
  let open!: OpenRecord;
  /** Characters of its lines. */
  let length!: number;

  const endRecord = ({ cells, lines }: OpenRecord, rows: Row[], rejected: RejectedRow[]): void => {
    const at = line - lines.length + 1;
    if (cells.length === 1 && cells[0]!.trim() === '') return;
    if (names === undefined) {
      isNamed = mayBeNames && isHeader(cells);
      names = cells.map((name, i) => (isNamed && name.trim()) || `column${i + 1}`);
      if (isNamed) return;
    }
    if (cells.length !== names.length) {
      const params = { found: cells.length, expected: names.length };
      rejected.push({ file, line: at, code: 'import.column-count', params });
      return;
    }
    const texts = delimiter === '\t' ? cells.map(withoutDoubledQuotes) : cells;
    // Without names nothing says that a cell is more than its text.
    const values = isNamed ? texts.map(cellValue) : texts;
    rows.push({ line: at, value: Object.fromEntries(names.map((name, i) => [name, values[i]])) });
  };
  const begin = () => {
    open = new OpenRecord(delimiter);
    length = 0;
  };
  begin();
  /** Reads whole lines; of a record whose quote was never closed, the first is refused and the others are read anew. */
  const read = (source: readonly string[], isEnd: boolean): ParsedChunk => {
    const rows: Row[] = [];
    const rejected: RejectedRow[] = [];
    const todo = source.toReversed();
    for (;;) {
      const next = todo.pop();
      if (next === undefined && !(isEnd && open.isQuoted)) return { rows, rejected };
      if (next !== undefined) {
        line++;
        length += next.length;
        const isSound = open.read(next);
        if (isSound && open.isQuoted && length <= longest) continue;
        if (isSound && !open.isQuoted) {
          endRecord(open, rows, rejected);
          begin();
          continue;
        }
      }
      mayBeNames = false;
      line -= open.lines.length - 1;
      rejected.push({ file, line, code: 'import.quote-not-closed', params: {} });
      for (const again of open.lines.slice(1).reverse()) todo.push(again);
      begin();
    }
  };

  return {
    push(chunk) {
      const lines = chunk.split('\n');
      const last = lines.pop()!;
      if (lines.length > 0) {
        lines[0] = pending.join('') + lines[0];
        pending = [];
      }
      pending.push(last);
      return read(lines, false);
    },
    finish() {
      return read([pending.join('')], true);
    },
  };
}
