/**
 * Flat multiple choice: `{question, choices|options[], answer}`, the answer being an index (MMLU), a letter or the text
 * of the option (also as label, gold, correct, target ...).
 *
 * Indices count from 0. A file whose answers never are 0 and reach the number of options counts from 1, if it has enough
 * rows to tell; with fewer, its rows are rejected, because a wrong guess would give wrong golds throughout.
 */

import { stripLabels } from './option-text.ts';
import { closedItem, type Gold } from './options.ts';
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

const QUESTIONS = ['question', 'query', 'prompt', 'problem', 'input', 'stem', 'Question'];
const OPTIONS = ['choices', 'options', 'answers', 'endings', 'candidates', 'Options', 'Choices'];
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
  'ideal',
  'Answer',
];
const CONTEXTS = ['context', 'passage', 'article'];

type Base = 0 | 1;
/** Rows with an index from which a missing 0 is no accident: (3/4)^20 = 0.3 %. */
const ROWS_TO_TELL = 20;

/** The answer as an integer, where it is a number or a string of digits that is not itself an option's text. */
function writtenIndex(value: unknown, texts: readonly string[]): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*\d+\s*$/.test(value)) return undefined;
  return texts.some((option) => option.trim() === value.trim()) ? undefined : Number(value);
}

/** An answer as gold: an index (a number, or digits that are no option's text), else as written; undefined otherwise. */
export function readGold(value: unknown, texts: readonly string[], base: Base): Gold | undefined {
  const index = writtenIndex(value, texts);
  if (index !== undefined) return { kind: 'index', index: index - base };
  const written = scalarText(value);
  return written === undefined ? undefined : { kind: 'written', written };
}

function optionsOf(row: RowObject): { field: string; texts: readonly string[] } | undefined {
  for (const field of OPTIONS) {
    const texts = textList(row[field]);
    if (texts && texts.length > 0) return { field, texts };
  }
  return undefined;
}

/** What the sampled indices count from; undefined when they could be either. */
function indexBase(rows: readonly RowObject[]): Base | undefined {
  const seen = rows.flatMap((row) => {
    const options = optionsOf(row);
    const field = firstField(row, ANSWERS);
    const index = options && field ? writtenIndex(row[field], options.texts) : undefined;
    return index === undefined ? [] : [{ index, count: options!.texts.length }];
  });
  if (seen.some(({ index }) => index === 0) || !seen.some(({ index, count }) => index === count)) return 0;
  return seen.length >= ROWS_TO_TELL ? 1 : undefined;
}

function shape(base: Base | undefined): RowShape {
  return {
    kind: 'multiple-choice',
    task: 'closed',
    recognise: (row) => optionsOf(row) !== undefined && firstField(row, QUESTIONS) !== undefined,
    fields: (row) => ({
      question: firstField(row, QUESTIONS) ?? 'question',
      options: optionsOf(row)?.field ?? 'choices',
      answer: firstField(row, ANSWERS) ?? 'answer',
    }),
    prepare: (rows) => shape(indexBase(rows)),
    toItem(row, where) {
      const questionField = firstField(row, QUESTIONS) ?? 'question';
      const question = text(row[questionField]);
      if (question === undefined) return reject(where, 'import.empty-question', { field: questionField });
      const options = optionsOf(row);
      if (options === undefined) return reject(where, 'import.bad-options', { field: 'choices' });
      const answerField = firstField(row, ANSWERS);
      if (answerField === undefined) return reject(where, 'import.no-answer', { field: 'answer' });
      if (base === undefined && writtenIndex(row[answerField], options.texts) !== undefined) {
        return reject(where, 'import.index-base-unclear', { field: answerField });
      }
      const gold = readGold(row[answerField], options.texts, base ?? 0);
      if (gold === undefined) return reject(where, 'import.bad-answer', { field: answerField });
      const context = text(row[firstField(row, CONTEXTS) ?? '']);
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
