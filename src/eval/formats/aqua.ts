/**
 * AQuA-RAT (Ling et al. 2017): `{question, options: ["A)32400", ...], rationale, correct: "E"}`, and MathQA (Amini et al.
 * 2019), made from it: `{Problem, options: "a ) 24 , b ) 120 , ...", Rationale, correct: "a"}`.
 */

import { stripLabels } from './option-text.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

const labelled = (row: RowObject) => {
  const options =
    typeof row.options === 'string' ? row.options.split(/,\s*(?=[a-e]\s?\))/) : textList(row.options);
  return options && stripLabels(options);
};

const questionField = (row: RowObject) => (typeof row.Problem === 'string' ? 'Problem' : 'question');

export const aqua: RowShape = {
  kind: 'aqua',
  task: 'closed',
  recognise: (row) =>
    typeof row[questionField(row)] === 'string' &&
    typeof row.correct === 'string' &&
    labelled(row) !== undefined,
  fields: (row) => ({ question: questionField(row), options: 'options', answer: 'correct' }),
  toItem(row, where) {
    const field = questionField(row);
    const question = text(row[field])?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        texts: labelled(row)!,
        gold: { kind: 'label' as const, label: String(row.correct).toUpperCase() },
        rationale: text(row.rationale ?? row.Rationale),
      }),
      where,
    );
  },
};
