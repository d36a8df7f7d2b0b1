/**
 * NQ-open (Lee et al. 2019) and other open questions with a list of right answers: `{question, answer: [..]}`, the list
 * also written as text (`"['a', 'b']"`), also in a file of two columns without a header (DPR's question files), PopQA
 * `{question, possible_answers}`, WebQuestions `{utterance, targetValue: "(list (description a))"}`.
 */

import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { contextOf } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';
import { readWrittenList } from './written-value.ts';

const ANSWERS = ['answer', 'answers', 'possible_answers', 'column2'];

const listOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'string' ? readWrittenList(value) : Array.isArray(value) ? textList(value) : undefined;

/** `(list (description "Jazmyn Bieber") (description X))`. */
function described(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('(list ')) return undefined;
  return Array.from(
    value.matchAll(/\(description (?:"((?:[^"\\]|\\.)*)"|([^()\s]+))\)/g),
    (m) => m[1] ?? m[2]!,
  );
}

function source(row: RowObject): { question: string; answer: string; golds: readonly string[] } | undefined {
  const question = ['question', 'utterance', 'column1'].find((name) => typeof row[name] === 'string');
  if (question === undefined) return undefined;
  if (question === 'utterance') {
    const golds = described(row.targetValue);
    return golds && { question, answer: 'targetValue', golds };
  }
  if (question === 'column1' && row.column3 !== undefined) return undefined;
  for (const answer of ANSWERS) {
    const golds = listOf(row[answer]);
    if (golds !== undefined) return { question, answer, golds };
  }
  return undefined;
}

export const nqOpen: RowShape = {
  kind: 'nq-open',
  task: 'open',
  recognise: (row) =>
    source(row) !== undefined &&
    row.choices === undefined &&
    row.options === undefined &&
    row.label === undefined,
  fields: (row) => {
    const { question, answer } = source(row)!;
    return { question, answer };
  },
  toItem(row, where) {
    const { question: field, golds } = source(row)!;
    const question = text(row[field]);
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    const context = contextOf(row, question.trim());
    return openItem(
      withoutUndefined({ id: rowId(row, where), question: question.trim(), context, accepted: golds }),
      where,
    );
  },
};
