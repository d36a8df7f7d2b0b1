/**
 * AGIEval (Zhong et al. 2023): `{passage, question, options: ["(A)2", ...], label: "D", answer: null}`. A label that is
 * a list of one letter is that letter; several letters are rejected (more than one right option cannot be scored here).
 * Cloze rows (options null, a LaTeX `answer`) are read as mathematics.
 */

import { openItem } from './open-item.ts';
import { isMisplaced, stripEachLabel } from './option-text.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

const hasFields = (row: RowObject): boolean =>
  'passage' in row && 'label' in row && 'options' in row && typeof row.question === 'string';

export const agiEval: RowShape = {
  kind: 'agi-eval',
  task: 'closed',
  // A number as label is an index, which this form does not have.
  recognise: (row) => hasFields(row) && Array.isArray(row.options) && typeof row.label !== 'number',
  fields: () => ({ question: 'question', options: 'options', answer: 'label' }),
  toItem(row, where) {
    const question = text(row.question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    const options = textList(row.options);
    if (options === undefined) return reject(where, 'import.bad-options', { field: 'options' });
    const labels = Array.isArray(row.label) ? textList(row.label) : [scalarText(row.label) ?? ''];
    if (labels === undefined || labels.length === 0 || labels[0] === '') {
      return reject(where, 'import.no-answer', { field: 'label' });
    }
    if (labels.length > 1) return reject(where, 'import.several-golds', { count: labels.length });
    if (isMisplaced(options, labels[0]!)) {
      return reject(where, 'import.letters-misplaced', { gold: labels[0]!.trim() });
    }
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question: question.trim(),
        context: text(row.passage),
        texts: stripEachLabel(options),
        gold: { kind: 'label' as const, label: labels[0]! },
      }),
      where,
    );
  },
};

export const agiEvalCloze: RowShape = {
  kind: 'agi-eval-cloze',
  task: 'open',
  recognise: (row) =>
    hasFields(row) && row.options === null && row.answer !== null && row.answer !== undefined,
  fields: () => ({ question: 'question', answer: 'answer' }),
  toItem(row, where) {
    const question = text(row.question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    const gold = scalarText(row.answer);
    if (gold === undefined) return reject(where, 'import.no-answer', { field: 'answer' });
    return openItem(
      { id: rowId(row, where), question: question.trim(), accepted: [gold], grading: 'math' },
      where,
    );
  },
};
