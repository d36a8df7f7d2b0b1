/**
 * SQuAD and XQuAD (Rajpurkar et al. 2016, Artetxe et al. 2020): hub rows `{id, context, question, answers: {text[]}}`, or
 * the original file's articles `{title, paragraphs: [{context, qas: [{id, question, answers: [{text}]}]}]}`, of which
 * one row makes many items.
 *
 * Questions without an answer (SQuAD 2; CANNOTANSWER in QuAC) are rejected: no required output can be made from them.
 * Quoref (Dasigi et al. 2019), told by its articles' addresses or its contexts' ids, has this form too, but the spans of
 * one question are parts of one answer.
 */

import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { isRowObject, type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

function answers(value: unknown): readonly string[] | undefined {
  if (isRowObject(value)) return textList(value.text);
  if (!Array.isArray(value)) return undefined;
  return textList(value.map((answer) => (isRowObject(answer) ? answer.text : undefined)));
}

/** QuAC's mark of a question that its text does not answer. */
const NONE = 'CANNOTANSWER';

const isQuoref = (row: RowObject): boolean =>
  text(row.url) !== undefined || text(row.context_id) !== undefined;

/** The questions of an article as hub rows. */
function questions(row: RowObject): RowObject[] {
  const paragraphs = (row.paragraphs as unknown[]).filter(isRowObject);
  return paragraphs.flatMap((paragraph) =>
    (Array.isArray(paragraph.qas) ? paragraph.qas.filter(isRowObject) : []).map((qa) => ({
      ...qa,
      title: row.title,
      context: paragraph.context,
      context_id: paragraph.context_id,
    })),
  );
}

export const squad: RowShape = {
  kind: 'squad',
  task: 'open',
  recognise: (row) =>
    Array.isArray(row.paragraphs) ||
    (typeof row.context === 'string' &&
      typeof row.question === 'string' &&
      answers(row.answers) !== undefined),
  expand: (row) => (Array.isArray(row.paragraphs) ? questions(row) : [row]),
  fields: () => ({ question: 'question (with context)', answer: 'answers.text' }),
  toItem(row, where) {
    const question = text(row.question);
    const context = text(row.context);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    if (context === undefined) return reject(where, 'import.empty-question', { field: 'context' });
    const golds = answers(row.answers);
    if (golds === undefined || golds.every((gold) => gold === NONE))
      return reject(where, 'import.no-answer', { field: 'answers' });
    const parts = new Set(golds).size;
    if (parts > 1 && isQuoref(row)) return reject(where, 'import.several-golds', { count: parts });
    return openItem(
      withoutUndefined({
        id: rowId(row, where),
        question: question.trim(),
        context,
        accepted: golds.filter((gold) => gold !== NONE),
        group: text(row.title),
      }),
      where,
    );
  },
};
