/**
 * Flat multiple choice: `{question, choices|options[], answer}`, the answer being an index (MMLU), a letter or the text
 * of the option (also as label, gold, correct, target ...). What the indices count from: index-base.ts.
 *
 * Where the options are bare letters and the question lists what they stand for, the listed texts are the options.
 */

import { withAgreeingAnswers } from './agreeing-answers.ts';
import {
  type AnswerStyle,
  answerStyle,
  bareLetter,
  isAmbiguous,
  isText,
  type OptionTexts,
} from './answer-style.ts';
import { OPTION_LISTS } from './has-options.ts';
import { type Base, type Counted, indexBase, tallyOf } from './index-base.ts';
import { isMisplaced, readListedOptions, splitOptions, stripLabels } from './option-text.ts';
import { closedItem, type Gold, withoutUndefined } from './options.ts';
import { bareQuestion, contextOf } from './question-text.ts';
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

const QUESTIONS = ['question', 'query', 'prompt', 'problem', 'input', 'stem', 'Question', 'frage', 'Frage'];
const OPTIONS = ['choices', 'options', 'answers', ...OPTION_LISTS];
/** Names that lists of right answers have too. */
const ALSO_ACCEPTED = ['answers', 'antworten', 'Antworten'];
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
  'correct_answer_id',
  'correct_idx',
  'gold_index',
  'gold_label',
  'antwort',
  'Antwort',
  'ideal',
  'Answer',
];

/**
 * The answer as an integer: a number among texts; and a number among numbers, or a string of digits, that is not itself
 * an option or is known for an index.
 */
function writtenIndex(
  value: unknown,
  { texts, areNumbers }: OptionTexts,
  style: AnswerStyle | undefined,
): number | undefined {
  if (typeof value === 'number' && !areNumbers) return value;
  const written = String(scalarText(value)).trim();
  if (typeof value !== 'number' && !/^\d+$/.test(written)) return undefined;
  return style !== 'index' && isText(written, texts) ? undefined : Number(written);
}

const TRUTHS = { true: /^(?:true|yes|wahr|ja)$/i, false: /^(?:false|no|falsch|nein)$/i };

/**
 * An answer as gold: an index (a number, or digits that are no option's text), a truth value as the option that says so,
 * else as written; undefined otherwise. `base`: given wherever the value is an index.
 */
export function readGold(
  value: unknown,
  options: OptionTexts,
  base: Base | undefined,
  style?: AnswerStyle,
): Gold | undefined {
  const { texts } = options;
  if (typeof value === 'boolean') {
    const places = texts.flatMap((option, i) => (TRUTHS[`${value}`].test(option.trim()) ? [i] : []));
    return places.length === 1 ? { kind: 'index', index: places[0]! } : undefined;
  }
  const index = writtenIndex(value, options, style);
  if (index !== undefined) return { kind: 'index', index: index - base! };
  const letter =
    style === 'letter' && typeof value === 'string' ? bareLetter(value, texts.length) : undefined;
  if (letter !== undefined) return { kind: 'index', index: letter };
  const written = scalarText(value);
  return written === undefined ? undefined : { kind: 'written', written };
}

interface Options extends OptionTexts {
  readonly field: string;
  /** The question without the options that it lists. */
  readonly question?: string;
}

export const areNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

/** Options as texts, numbers or truth values. */
const optionTexts = (value: unknown): readonly string[] | undefined =>
  textList(Array.isArray(value) ? value.map((one) => (typeof one === 'boolean' ? String(one) : one)) : value);

function optionsOf(row: RowObject): Options | undefined {
  for (const field of OPTIONS) {
    const value = row[field];
    const texts =
      typeof value === 'string' ? (readWrittenList(value) ?? splitOptions(value)) : optionTexts(value);
    if (texts && texts.length > 0) {
      return { field, texts, areNumbers: areNumbers(value), ...listedIn(row, texts) };
    }
  }
  return undefined;
}

const BARE_LETTER = /^\s*\(?([A-Z])[).:]?\s*$/;

/** What `letters` stand for in the row's question; undefined where they are no letters, or it does not list just these. */
function listedIn(
  row: RowObject,
  letters: readonly string[],
): Pick<Options, 'texts' | 'question'> | undefined {
  const bare = letters.map((letter) => BARE_LETTER.exec(letter)?.[1]);
  const name = firstField(row, QUESTIONS);
  const asked = bare.includes(undefined) ? undefined : text(name && row[name]);
  const listed = asked === undefined ? undefined : readListedOptions(asked);
  const isSame =
    listed?.labels.length === bare.length &&
    listed.labels.every((label, i) => label.toUpperCase() === bare[i]);
  return isSame ? { texts: listed.texts, question: bareQuestion(listed.question) } : undefined;
}

export interface Conventions {
  readonly base: Base | undefined;
  readonly style: AnswerStyle | undefined;
}

/** Options with the answer as the row has it. */
interface AnsweredRow extends OptionTexts {
  readonly value: unknown;
}

/** How the rows name the right option, and what their indices count from; `usual`: by the form. */
export function conventionsOf(answered: readonly AnsweredRow[], usual: Base | undefined): Conventions {
  const style = answerStyle(
    answered.flatMap(({ value, texts, areNumbers }) => {
      const answer = typeof value === 'string' || areNumbers ? scalarText(value) : undefined;
      return answer === undefined ? [] : [{ answer, texts }];
    }),
  );
  return { base: indexBase(tallyOf(answered.map((row) => countedOf(row, style))), usual), style };
}

/** The index an answer is, with the number of options. */
export function countedOf(row: AnsweredRow, style: AnswerStyle | undefined): Counted | undefined {
  const index = writtenIndex(row.value, row, style);
  return index === undefined ? undefined : { index, count: row.texts.length };
}

/** A row of this shape with its answer, where it has one. */
const answeredRow = (row: RowObject): AnsweredRow => ({
  value: answerOf(row, answerField(row)),
  ...optionsOf(row)!,
});

const answerField = (row: RowObject): string | undefined => firstField(row, ANSWERS);

/** A list of one index is that index. */
function answerOf(row: RowObject, field: string | undefined): unknown {
  const value = field && row[field];
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function shape({ base, style }: Conventions): RowShape {
  return {
    kind: 'multiple-choice',
    task: 'closed',
    recognise: (row) => {
      const options = optionsOf(row);
      if (options === undefined || firstField(row, QUESTIONS) === undefined) return false;
      // A list of right answers (WebQuestions) is named so too.
      return !ALSO_ACCEPTED.includes(options.field) || answerField(row) !== undefined;
    },
    fields: (row) => ({
      question: firstField(row, QUESTIONS)!,
      options: optionsOf(row)!.field,
      answer: answerField(row) ?? 'answer',
    }),
    prepare: (rows) => shape(conventionsOf(rows.map(answeredRow), 0)),
    counting: { base, usual: 0, at: (row) => countedOf(answeredRow(row), style) },
    toItem(row, where) {
      const questionField = firstField(row, QUESTIONS)!;
      const options = optionsOf(row)!;
      const question = text(options.question ?? row[questionField]);
      if (question === undefined) return reject(where, 'import.empty-question', { field: questionField });
      const field = answerField(row);
      if (field === undefined) return reject(where, 'import.no-answer', { field: 'answer' });
      const answer = answerOf(row, field);
      if (Array.isArray(answer) && answer.length > 1) {
        return reject(where, 'import.several-golds', { count: answer.length });
      }
      if (isAmbiguous(answer, options, style)) {
        return reject(where, 'import.number-or-text', { gold: String(answer) });
      }
      const letter = typeof answer === 'string' ? BARE_LETTER.exec(answer.toUpperCase())?.[1] : undefined;
      if (letter !== undefined && isMisplaced(options.texts, letter)) {
        return reject(where, 'import.letters-misplaced', { gold: letter });
      }
      const from = where.base ?? base;
      if (from === undefined && writtenIndex(answer, options, style) !== undefined) {
        return reject(where, 'import.index-base-unclear', { field });
      }
      const gold = readGold(answer, options, from, style);
      if (gold === undefined) return reject(where, 'import.bad-answer', { field });
      const item = closedItem(
        withoutUndefined({
          id: rowId(row, where),
          question,
          texts: stripLabels(options.texts) ?? options.texts,
          gold,
          context: contextOf(row, question),
          group: text(row.subject) ?? text(row.category),
        }),
        where,
      );
      return withAgreeingAnswers(item, row, field, where);
    },
  };
}

export const multipleChoice: RowShape = shape({ base: 0, style: undefined });
