/** AQuA-RAT (Ling et al. 2017): `{question, options: ["A)32400", ...], rationale, correct: "E"}`. */

import { stripLabels } from './option-text.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

const labelled = (row: RowObject) => {
  const options = textList(row.options);
  return options && options.length > 0 ? stripLabels(options) : undefined;
};

export const aqua: RowShape = {
  kind: 'aqua',
  task: 'closed',
  recognise: (row) =>
    typeof row.question === 'string' && typeof row.correct === 'string' && labelled(row) !== undefined,
  fields: () => ({ question: 'question', options: 'options', answer: 'correct' }),
  toItem(row, where) {
    const question = text(row.question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        texts: labelled(row)!,
        gold: { kind: 'label' as const, label: String(row.correct) },
        rationale: text(row.rationale),
      }),
      where,
    );
  },
};
