/**
 * Flat multiple choice: `{question, choices|options[], answer}`, the answer being an index (MMLU), a letter or the text
 * of the option (also as label, gold, correct, target ...). What the indices count from: index-base.ts.
 */

import { type AnswerStyle, answerStyle, bareLetter } from './answer-style.ts';
import { type Base, indexBase } from './index-base.ts';
import { stripLabels } from './option-text.ts';
import { closedItem, type Gold } from './options.ts';
import { contextOf } from './question-text.ts';
import {
  firstField,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  textList,
} from './row.ts';
import { readWrittenList } from './written-value.ts';

const QUESTIONS = ['question', 'query', 'prompt', 'problem', 'input', 'stem', 'Question'];
const OPTIONS = [
  'choices',
  'options',
  'answers',
  'endings',
  'candidates',
  'answer_choices',
  'alternatives',
  'Options',
  'Choices',
];
const ANSWERS = [
  'answer',
  'gold',
  'label',
  'correct',
  'target',
  'answer_index',
  'answer_idx',
  'answerKey',
  'correct_answer',
  'correct_option',
  'correct_index',
  'correctAnswer',
  'ideal',
  'Answer',
];

/** The answer as an integer: a number, or a string of digits that is not itself an option's text or is known for one. */
function writtenIndex(
  value: unknown,
  texts: readonly string[],
  style: AnswerStyle | undefined,
): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*\d+\s*$/.test(value)) return undefined;
  const asText = style !== 'index' && texts.some((option) => option.trim() === value.trim());
  return asText ? undefined : Number(value);
}

/** An answer as gold: an index (a number, or digits that are no option's text), else as written; undefined otherwise. */
export function readGold(
  value: unknown,
  texts: readonly string[],
  base: Base,
  style?: AnswerStyle,
): Gold | undefined {
  const index = writtenIndex(value, texts, style);
  if (index !== undefined) return { kind: 'index', index: index - base };
  const letter =
    style === 'letter' && typeof value === 'string' ? bareLetter(value, texts.length) : undefined;
  if (letter !== undefined) return { kind: 'index', index: letter };
  const written = scalarText(value);
  return written === undefined ? undefined : { kind: 'written', written };
}

interface Options {
  readonly field: string;
  readonly texts: readonly string[];
}

function optionsOf(row: RowObject): Options | undefined {
  for (const field of OPTIONS) {
    const value = row[field];
    const texts = typeof value === 'string' ? readWrittenList(value) : textList(value);
    if (texts && texts.length > 0) return { field, texts };
  }
  return undefined;
}

/** How the rows name the right option, and what their indices count from. */
function conventions(rows: readonly RowObject[]): {
  base: Base | undefined;
  style: AnswerStyle | undefined;
} {
  const answered = rows.flatMap((row) => {
    const options = optionsOf(row);
    const field = answerField(row, options);
    return options && field ? [{ value: answerOf(row, field), texts: options.texts }] : [];
  });
  const style = answerStyle(
    answered.flatMap(({ value, texts }) => (typeof value === 'string' ? [{ answer: value, texts }] : [])),
  );
  const seen = answered.flatMap(({ value, texts }) => {
    const index = writtenIndex(value, texts, style);
    return index === undefined ? [] : [{ index, count: texts.length }];
  });
  return { base: indexBase(seen, 0), style };
}

/** The field with the answer; one that lists the options is none. */
const answerField = (row: RowObject, options: Options | undefined): string | undefined =>
  firstField(
    row,
    ANSWERS.filter((name) => name !== options?.field),
  );

/** A list of one index is that index. */
function answerOf(row: RowObject, field: string): unknown {
  const value = row[field];
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function shape(base: Base | undefined, style?: AnswerStyle): RowShape {
  return {
    kind: 'multiple-choice',
    task: 'closed',
    recognise: (row) => {
      const options = optionsOf(row);
      if (options === undefined || firstField(row, QUESTIONS) === undefined) return false;
      // A list of right answers (WebQuestions) is named so too.
      return options.field !== 'answers' || answerField(row, options) !== undefined;
    },
    fields: (row) => {
      const options = optionsOf(row);
      return {
        question: firstField(row, QUESTIONS) ?? 'question',
        options: options?.field ?? 'choices',
        answer: answerField(row, options) ?? 'answer',
      };
    },
    prepare: (rows) => {
      const found = conventions(rows);
      return shape(found.base, found.style);
    },
    toItem(row, where) {
      const questionField = firstField(row, QUESTIONS) ?? 'question';
      const question = text(row[questionField]);
      if (question === undefined) return reject(where, 'import.empty-question', { field: questionField });
      const options = optionsOf(row);
      if (options === undefined) return reject(where, 'import.bad-options', { field: 'choices' });
      const field = answerField(row, options);
      if (field === undefined) return reject(where, 'import.no-answer', { field: 'answer' });
      const answer = answerOf(row, field);
      if (Array.isArray(answer) && answer.length > 1) {
        return reject(where, 'import.several-golds', { count: answer.length });
      }
      const from = where.base ?? base;
      if (from === undefined && writtenIndex(answer, options.texts, style) !== undefined) {
        return reject(where, 'import.index-base-unclear', { field });
      }
      const gold = readGold(answer, options.texts, from ?? 0, style);
      if (gold === undefined) return reject(where, 'import.bad-answer', { field });
      const context = contextOf(row, question);
      const group = text(row.subject) ?? text(row.category);
      return closedItem(
        {
          id: rowId(row, where),
          question,
          texts: stripLabels(options.texts) ?? options.texts,
          gold,
          ...(context === undefined ? {} : { context }),
          ...(group === undefined ? {} : { group }),
        },
        where,
      );
    },
  };
}

export const multipleChoice: RowShape = shape(0);
