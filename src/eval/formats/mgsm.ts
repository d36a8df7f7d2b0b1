/**
 * MGSM (Shi et al. 2022), translated GSM8K: tab-separated `question, number` without a header, or the hub's
 * `{question, answer, answer_number}` whose answer is a worked solution or null.
 *
 * The language comes from the file's name (`mgsm_de.tsv`); questions of the hub's train rows carry a label ("Frage:").
 */

import { openItem } from './open-item.ts';
import { bareQuestion } from './question-text.ts';
import { type RowShape, reject, rowId, scalarText, text } from './row.ts';

const NUMBER = /^\s*-?[\d.,]+\s*$/;

export const mgsm: RowShape = {
  kind: 'mgsm',
  task: 'open',
  recognise: (row) =>
    (NUMBER.test(String(row.column2)) && row.column3 === undefined) ||
    (typeof row.question === 'string' && row.answer_number !== undefined),
  fields: (row) =>
    row.column1 === undefined
      ? { question: 'question', answer: 'answer_number' }
      : { question: 'column1', answer: 'column2' },
  toItem(row, where) {
    const question = text(row.column1 ?? row.question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    const gold = scalarText(row.column2 ?? row.answer_number);
    if (gold === undefined) return reject(where, 'import.no-answer', { field: 'answer_number' });
    return openItem({ id: rowId(row, where), question: bareQuestion(question), accepted: [gold] }, where);
  },
};
