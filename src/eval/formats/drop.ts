/**
 * DROP (Dua et al. 2019): hub `{passage, question, answers_spans: {spans[]}}`, rows with the original answer `{passage,
 * question, answer: {number, date, spans[]}}`, and the original file's passages `{passage, qa_pairs: [...]}`, of which one
 * row makes many items.
 *
 * Several spans of one answer belong together (the official metric aligns them, so that an item needs all): rejected. The
 * hub's spans are those of one answer, or of several annotators' answers one after the other, and the row does not tell
 * which. A number or a date is an answer by itself; of spans only a single text is read.
 */

import type { Item, RejectedRow } from '../types.ts';
import { openItem } from './open-item.ts';
import {
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  textList,
  type Where,
} from './row.ts';

const spansOf = (row: RowObject) =>
  isRowObject(row.answers_spans) ? textList(row.answers_spans.spans) : undefined;

const isOriginal = (value: unknown): value is RowObject =>
  isRowObject(value) && 'number' in value && Array.isArray(value.spans);

/** The golds of an original answer: its number, its date, or its spans. */
function golds(answer: RowObject): readonly string[] {
  const number = scalarText(answer.number);
  if (number !== undefined) return [number];
  const { date } = answer;
  const parts = isRowObject(date)
    ? [date.day, date.month, date.year].flatMap((part) => scalarText(part) ?? [])
    : [];
  return parts.length > 0 ? [parts.join(' ')] : (textList(answer.spans) ?? []);
}

/** The answers of a list, also where the hub wrote its columns as lists. */
function answersIn(value: unknown): readonly RowObject[] | undefined {
  if (Array.isArray(value)) return value.filter(isOriginal);
  if (!isRowObject(value) || !Array.isArray(value.number)) return undefined;
  const at = (name: string, i: number) => (Array.isArray(value[name]) ? value[name][i] : undefined);
  return value.number.map((number, i) => ({ number, date: at('date', i), spans: at('spans', i) }));
}

/** What other annotators answered, where that is a single answer. */
function validated(row: RowObject): readonly string[] {
  const answers = answersIn(row.validated_answers)?.map(golds);
  return answers?.flatMap((answer) => (answer.length === 1 ? answer : [])) ?? [];
}

/** How many different texts of the hub's spans may be parts of one answer: all but numbers and dates. */
function possibleParts(spans: readonly string[], row: RowObject): number {
  const types = isRowObject(row.answers_spans) ? textList(row.answers_spans.types) : undefined;
  const isWhole = (i: number) => types?.[i] === 'number' || types?.[i] === 'date';
  return new Set(spans.map((span) => span.trim()).filter((_, i) => !isWhole(i))).size;
}

export const drop: RowShape = {
  kind: 'drop',
  task: 'open',
  recognise: (row) =>
    typeof row.passage === 'string' &&
    (Array.isArray(row.qa_pairs) ||
      (typeof row.question === 'string' && (spansOf(row) !== undefined || isOriginal(row.answer)))),
  expand: (row) =>
    Array.isArray(row.qa_pairs)
      ? row.qa_pairs.filter(isRowObject).map((pair) => ({ ...pair, passage: row.passage }))
      : [row],
  fields: (row) => ({
    question: 'question (with passage)',
    answer: spansOf(row) === undefined ? 'answer' : 'answers_spans.spans',
  }),
  toItem(row, where: Where): Item | RejectedRow {
    const [question, context] = [text(row.question)?.trim(), text(row.passage)];
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    if (context === undefined) return reject(where, 'import.empty-question', { field: 'passage' });
    const alternatives = spansOf(row);
    const accepted = alternatives ?? (isOriginal(row.answer) ? golds(row.answer) : []);
    if (accepted.length === 0) return reject(where, 'import.no-answer', { field: 'answer' });
    if (alternatives !== undefined) {
      const count = possibleParts(alternatives, row);
      if (count > 1) return reject(where, 'import.parts-or-answers', { field: 'answers_spans.spans', count });
    } else if (accepted.length > 1) {
      return reject(where, 'import.several-golds', { count: accepted.length });
    }
    const id = scalarText(row.query_id) ?? rowId(row, where);
    return openItem({ id, question, context, accepted: [...accepted, ...validated(row)] }, where);
  },
};
