/**
 * Yes/no questions: BoolQ `{question, passage, answer: bool}`, SuperGLUE's BoolQ with `label: 0|1|bool`, StrategyQA
 * `{qid, question, answer: bool}`. Options are "no" and "yes", in that order; a row with options
 * of its own is none.
 */

import { optionField } from './has-options.ts';
import { judgementField } from './judged-answer.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, text } from './row.ts';

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false };

/** A written truth value is one only beside a passage: without it "True" may be an answer like any other. */
function truth(row: RowObject): boolean | undefined {
  if (typeof row.answer === 'boolean') return row.answer;
  if (passage(row) === undefined) return undefined;
  if (typeof row.answer === 'string') return WORDS[row.answer.trim().toLowerCase()];
  if (row.answer !== undefined) return undefined;
  if (row.label === 0 || row.label === 1) return row.label === 1;
  return typeof row.label === 'boolean' ? row.label : undefined;
}

const passage = (row: RowObject) => text(row.passage) ?? text(row.paragraph);

export const boolQ: RowShape = {
  kind: 'yes-no',
  task: 'closed',
  recognise: (row) =>
    typeof row.question === 'string' &&
    truth(row) !== undefined &&
    (typeof row.answer !== 'string' || judgementField(row, 'answer') === undefined) &&
    optionField(row) === undefined &&
    !Array.isArray(row.answers),
  fields: (row) => ({ question: 'question', answer: row.answer === undefined ? 'label' : 'answer' }),
  toItem(row, where) {
    const question = text(row.question)?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question: question.endsWith('?') ? question : `${question}?`,
        context: passage(row),
        texts: ['no', 'yes'],
        gold: { kind: 'index' as const, index: truth(row) ? 1 : 0 },
      }),
      where,
    );
  },
};
