/**
 * MMLU's original CSV (Hendrycks et al. 2021): no header, question, four options, the letter of the right one; also
 * with another number of options.
 */

import { closedItem, LETTERS } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, text } from './row.ts';

function cells(row: RowObject): readonly string[] | undefined {
  const names = Object.keys(row);
  if (names.length < 4 || !names.every((name, i) => name === `column${i + 1}`)) return undefined;
  return names.map((name) => String(row[name]));
}

const isLetter = (cell: string, count: number) => cell.length === 1 && LETTERS.slice(0, count).includes(cell);

export const mmluCsv: RowShape = {
  kind: 'mmlu-csv',
  task: 'closed',
  recognise: (row) => {
    const all = cells(row);
    return all !== undefined && isLetter(all.at(-1)!.trim(), all.length - 2);
  },
  fields: (row) => {
    const count = Object.keys(row).length;
    return { question: 'column1', options: `column2 ... column${count - 1}`, answer: `column${count}` };
  },
  toItem(row, where) {
    const all = cells(row)!;
    const question = text(all[0]);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'column1' });
    const gold = { kind: 'label', label: all.at(-1)!.trim() } as const;
    return closedItem(
      { id: rowId(row, where), question: question.trim(), texts: all.slice(1, -1), gold },
      where,
    );
  },
};
