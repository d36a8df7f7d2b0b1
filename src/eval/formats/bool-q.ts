/**
 * Yes/no questions: BoolQ `{question, passage, answer: bool}`, SuperGLUE's BoolQ with `label: 0|1`, StrategyQA
 * `{qid, question, answer: bool}`. Options are "no" and "yes", in that order.
 */

import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, text } from './row.ts';

function truth(row: RowObject): boolean | undefined {
  if (typeof row.answer === 'boolean') return row.answer;
  if (row.answer === undefined && typeof row.passage === 'string' && (row.label === 0 || row.label === 1)) {
    return row.label === 1;
  }
  return undefined;
}

export const boolQ: RowShape = {
  kind: 'yes-no',
  task: 'closed',
  recognise: (row) => typeof row.question === 'string' && truth(row) !== undefined,
  fields: (row) => ({ question: 'question', answer: typeof row.answer === 'boolean' ? 'answer' : 'label' }),
  toItem(row, where) {
    const question = text(row.question)?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question: question.endsWith('?') ? question : `${question}?`,
        context: text(row.passage),
        texts: ['no', 'yes'],
        gold: { kind: 'index' as const, index: truth(row) ? 1 : 0 },
      }),
      where,
    );
  },
};
