/**
 * LogiQA's original text files (Liu et al. 2020) to rows: records of eight lines, a blank one, the letter of the right
 * option, the context, the question, and four options `A.` to `D.`.
 *
 * A record that is not so becomes a rejected row; the next blank line begins another. Options that were printed out of
 * order keep their letters where these and their places make different golds.
 */

import type { RejectedRow } from '../types.ts';
import { isMisplaced } from './option-text.ts';
import type { ParsedChunk, RowParser } from './parse-jsonl.ts';
import type { Row } from './row.ts';

const START = /^[a-d]\s*\r?\n[^\r\n]+\r?\n[^\r\n]+\r?\nA\.[^\r\n]+\r?\nB\./i;

/** The files are not of one mind about what follows the letter. */
const LABEL = /^[A-D](?:\s*[.．、:：)]\s*|\s+)/;

/** Whether a file begins with such a record, blanks before it left out. */
export const isLogiQa = (start: string): boolean => START.test(start);

export function createLogiQaParser(file: string): RowParser {
  let pending = '';
  let line = 0;
  let record: string[] = [];
  let first!: number;

  const end = (rows: Row[], rejected: RejectedRow[]): void => {
    const [answer, context, question, ...options] = record;
    if (options.length === 4) {
      const bare = options.map((option) => option.replace(LABEL, ''));
      const shown = isMisplaced(options, answer!) ? options : bare;
      rows.push({ line: first, value: { context, question, options: shown, answer } });
    } else if (record.length > 0) {
      rejected.push({
        file,
        line: first,
        code: 'import.column-count',
        params: { found: record.length, expected: 7 },
      });
    }
    record = [];
  };
  const take = (text: string): ParsedChunk => {
    const rows: Row[] = [];
    const rejected: RejectedRow[] = [];
    const lines = (pending + text).split('\n');
    pending = lines.pop()!;
    for (const one of lines) {
      line++;
      const body = one.trim();
      if (body === '') end(rows, rejected);
      else {
        if (record.length === 0) first = line;
        record.push(body);
      }
    }
    return { rows, rejected };
  };
  return {
    push: take,
    // The last record may lack its newline; a blank line ends it.
    finish: () => take('\n\n'),
  };
}
