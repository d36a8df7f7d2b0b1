/**
 * NQ-open (Lee et al. 2019) and other open questions with a list of right answers: `{question, answer: [..]}`, the list
 * also written as text (`"['a', 'b']"`), also in a file of two columns without a header (DPR's question files), PopQA
 * `{question, possible_answers}`, WebQuestions `{utterance, targetValue: "(list (description a))"}`.
 */

import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { contextOf } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';
import { readWrittenList } from './written-value.ts';

const ANSWERS = ['answer', 'answers', 'possible_answers', 'column2'];

const listOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'string' ? readWrittenList(value) : Array.isArray(value) ? textList(value) : undefined;

/** `(list (description "Jazmyn Bieber") (description X))`. */
function described(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('(list ')) return undefined;
  return Array.from(
    value.matchAll(/\(description (?:"((?:[^"\\]|\\.)*)"|([^()\s]+))\)/g),
    (m) => m[1]?.replace(/\\(.)/g, '$1') ?? m[2]!,
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

/** A field that says which of the listed texts is right. */
const MARKS_ONE = /^(?:correct|gold|label|right)(?:$|[_ A-Z-])/;

/** Whether the list may be options: one of them is marked, or named by its letter or number. */
const isMarked = (row: RowObject): boolean =>
  Object.keys(row).some((name) => MARKS_ONE.test(name) && row[name] !== null) ||
  /^\s*(?:[A-Ha-h]|\d)\s*$/.test(String(scalarText(row.answer)));

/** Lists of one length with three and more different texts, each row with a text that does not hold them: options? */
function areOptions(rows: readonly RowObject[]): boolean {
  const read = rows.map((row) => {
    const { question, golds } = source(row)!;
    return { golds, context: contextOf(row, String(row[question]).trim()) };
  });
  const count = source(rows[0]!)!.golds.length;
  return (
    rows.length > 1 &&
    count >= 3 &&
    read.every(
      ({ golds, context }) =>
        context !== undefined && golds.length === count && new Set(golds).size === count,
    ) &&
    !read.every(({ golds, context }) => golds.every((gold) => context!.includes(gold)))
  );
}

const shape = (isUnclear: boolean): RowShape => ({
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
    const { question: field, answer, golds } = source(row)!;
    const question = text(row[field]);
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    if (isUnclear || isMarked(row)) return reject(where, 'import.answers-or-options', { field: answer });
    const context = contextOf(row, question.trim());
    return openItem(
      withoutUndefined({ id: rowId(row, where), question: question.trim(), context, accepted: golds }),
      where,
    );
  },
  prepare: (rows) => shape(areOptions(rows)),
});

export const nqOpen: RowShape = shape(false);
