/** NQ-open (Lee et al. 2019) and other open questions with a list of right answers: `{question, answer: [..]}`. */

import { openItem } from './open-item.ts';
import { type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

const answerField = (row: RowObject): 'answer' | 'answers' | undefined =>
  (['answer', 'answers'] as const).find(
    (name) => Array.isArray(row[name]) && textList(row[name]) !== undefined,
  );

export const nqOpen: RowShape = {
  kind: 'nq-open',
  task: 'open',
  recognise: (row) =>
    typeof row.question === 'string' &&
    answerField(row) !== undefined &&
    row.choices === undefined &&
    row.options === undefined &&
    row.label === undefined,
  fields: (row) => ({ question: 'question', answer: answerField(row)! }),
  toItem(row, where) {
    const question = text(row.question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    const golds = textList(row[answerField(row)!])!;
    return openItem({ id: rowId(row, where), question: question.trim(), accepted: golds }, where);
  },
};
