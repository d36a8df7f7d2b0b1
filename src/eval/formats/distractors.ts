/**
 * A right answer and wrong ones in fields of their own: SciQ `{question, correct_answer, distractor1..3, support}`, GPQA
 * `{Question, Correct Answer, Incorrect Answer 1..3}`, TruthfulQA's generation rows `{question, best_answer,
 * incorrect_answers[]}`.
 *
 * The right one has a fixed place in the row; the options are put in an order by a hash of the question.
 */

import { createRng, shuffled } from '../../lib/rng.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

interface Names {
  readonly question: string;
  readonly right: string;
  /** One field each, or one field with a list. */
  readonly wrong: readonly string[];
}

const NUMBERS = [1, 2, 3, 4];
const FORMS: readonly Names[] = [
  { question: 'question', right: 'correct_answer', wrong: NUMBERS.map((n) => `distractor${n}`) },
  { question: 'question', right: 'correct_answer', wrong: ['incorrect_answers'] },
  { question: 'question', right: 'correct_answer', wrong: ['distractors'] },
  { question: 'Question', right: 'Correct Answer', wrong: NUMBERS.map((n) => `Incorrect Answer ${n}`) },
  { question: 'question', right: 'best_answer', wrong: ['incorrect_answers'] },
];

function wrongAnswers(row: RowObject, names: Names): readonly string[] {
  return names.wrong.flatMap((name) => textList(row[name]) ?? scalarText(row[name]) ?? []);
}

const namesOf = (row: RowObject): Names | undefined =>
  FORMS.find(
    (names) =>
      typeof row[names.question] === 'string' &&
      scalarText(row[names.right]) !== undefined &&
      wrongAnswers(row, names).length > 0,
  );

export const distractors: RowShape = {
  kind: 'distractors',
  task: 'closed',
  recognise: (row) => namesOf(row) !== undefined,
  fields: (row) => {
    const { question, right, wrong } = namesOf(row)!;
    const options = [right, ...wrong.filter((name) => row[name] !== undefined)].join(', ');
    return { question, options, answer: right };
  },
  toItem(row, where) {
    const names = namesOf(row)!;
    const question = text(row[names.question])?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: names.question });
    const choices = [scalarText(row[names.right])!, ...wrongAnswers(row, names)];
    const order = shuffled([...choices.keys()], createRng(0, `options\n${question}`));
    return closedItem(
      withoutUndefined({
        id: scalarText(row['Record ID']) ?? rowId(row, where),
        question,
        context: text(row.support),
        texts: order.map((i) => choices[i]!),
        gold: { kind: 'index' as const, index: order.indexOf(0) },
        group: text(row.category) ?? text(row.Subdomain),
      }),
      where,
    );
  },
};
