/**
 * Natural Questions (Kwiatkowski et al. 2019) with its annotations: hub `{question: {text}, annotations: {short_answers:
 * [{text[]}]}}`, the simplified original `{question_text, document_text, annotations: [{short_answers: [{start_token,
 * end_token}]}]}`; and NarrativeQA (Kočiský et al. 2018) `{question: {text}, answers: [{text}]}`, in its table
 * `{question, answer1, answer2, answer1_tokenized ...}`.
 *
 * As in the official evaluation a question has a short answer where two of several annotators gave one; one annotator's
 * several spans are one answer of several parts, which cannot be one required answer.
 */

import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import {
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  textList,
} from './row.ts';

/** Annotators who must have given a short answer, where there are several. */
const LEAST = 2;

/** The spans of each annotator's short answer. */
function annotations(row: RowObject): readonly (readonly string[])[] | undefined {
  const { annotations: given } = row;
  if (isRowObject(given) && Array.isArray(given.short_answers)) {
    return given.short_answers.map((spans) => (isRowObject(spans) ? (textList(spans.text) ?? []) : []));
  }
  if (!Array.isArray(given) || typeof row.document_text !== 'string') return undefined;
  const tokens = row.document_text.split(' ');
  const textOf = (span: unknown): string | readonly string[] =>
    isRowObject(span) ? tokens.slice(Number(span.start_token), Number(span.end_token)).join(' ') : [];
  return given.map((one) =>
    isRowObject(one) && Array.isArray(one.short_answers) ? one.short_answers.flatMap(textOf) : [],
  );
}

const questionOf = (row: RowObject) => (isRowObject(row.question) ? row.question.text : row.question_text);

export const naturalQuestions: RowShape = {
  kind: 'natural-questions',
  task: 'open',
  recognise: (row) => typeof questionOf(row) === 'string' && annotations(row) !== undefined,
  fields: (row) => ({
    question: isRowObject(row.question) ? 'question.text' : 'question_text',
    answer: 'annotations.short_answers',
  }),
  toItem(row, where) {
    const question = text(questionOf(row))?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question.text' });
    const all = annotations(row)!;
    const answered = all.filter((spans) => spans.length > 0);
    if (answered.length < Math.min(LEAST, Math.max(all.length, 1))) {
      return reject(where, 'import.no-answer', { field: 'annotations.short_answers' });
    }
    const accepted = answered.flatMap((spans) => (new Set(spans).size === 1 ? spans[0]! : []));
    if (accepted.length === 0) {
      return reject(where, 'import.several-golds', { count: new Set(answered[0]).size });
    }
    return openItem({ id: scalarText(row.example_id) ?? rowId(row, where), question, accepted }, where);
  },
};

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? textList(value.map((one) => (isRowObject(one) ? one.text : undefined))) : undefined;

const isTable = (row: RowObject): boolean => typeof row.answer1_tokenized === 'string';

export const narrativeQa: RowShape = {
  kind: 'narrative-qa',
  task: 'open',
  recognise: (row) =>
    isTable(row)
      ? typeof row.question === 'string'
      : isRowObject(row.question) &&
        typeof row.question.text === 'string' &&
        textsIn(row.answers) !== undefined,
  fields: (row) =>
    isTable(row)
      ? { question: 'question', answer: 'answer1, answer2' }
      : { question: 'question.text', answer: 'answers.text' },
  toItem(row, where) {
    const question = text(isTable(row) ? row.question : questionOf(row))?.trim();
    if (question === undefined) {
      return reject(where, 'import.empty-question', { field: isTable(row) ? 'question' : 'question.text' });
    }
    const summary = isRowObject(row.document) ? row.document.summary : undefined;
    return openItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        context: isRowObject(summary) ? text(summary.text) : undefined,
        accepted: isTable(row)
          ? [row.answer1, row.answer2].flatMap((answer) => text(answer) ?? [])
          : textsIn(row.answers)!,
      }),
      where,
    );
  },
};
