/**
 * Endings in fields of their own: SWAG `{sent1, sent2, ending0..3, label}` and multiple-choice data saved in its form
 * (MedQA: sent1 is the question, sent2 empty), KoBEST's HellaSwag `{context, ending_1..4, label}`, and Story Cloze `{InputSentence1..4, RandomFifthSentenceQuiz1..2,
 * AnswerRightEnding}`, XStoryCloze `{input_sentence_1..4, sentence_quiz1..2, answer_right_ending}`.
 *
 * SWAG's and KoBEST's label counts from 0, the story's from 1, unless the rows contradict.
 */

import { type CountedShape, countedLabel, countedShape } from './index-base.ts';
import { closedItem, withoutUndefined } from './options.ts';
import { type RowObject, reject, rowId, scalarText, text } from './row.ts';

const FITS = 'Which continuation fits best?';

/** The texts of `name(0)`, `name(1)` ... as far as the row has them. */
function series(row: RowObject, name: (index: number) => string): readonly string[] {
  const texts: string[] = [];
  for (let value = text(row[name(0)]); value !== undefined; value = text(row[name(texts.length)]))
    texts.push(value);
  return texts;
}

const isKobest = (row: RowObject) => 'ending_1' in row;
const swagEndings = (row: RowObject) =>
  series(row, (i) => (isKobest(row) ? `ending_${i + 1}` : `ending${i}`));

const swagShape: CountedShape = {
  kind: 'swag',
  task: 'closed',
  recognise: (row) =>
    typeof (isKobest(row) ? row.context : row.sent1) === 'string' && swagEndings(row).length >= 2,
  fields: (row) =>
    isKobest(row)
      ? { question: 'context', options: 'ending_1, ending_2, ...', answer: 'label' }
      : { question: 'sent1 + sent2', options: 'ending0, ending1, ...', answer: 'label' },
  toItem(row, where) {
    const field = isKobest(row) ? 'context' : 'sent1';
    const [first, second] = [text(row[field])?.trim(), text(row.sent2)?.trim()];
    if (first === undefined) return reject(where, 'import.empty-question', { field });
    const label = scalarText(row.label);
    if (label === undefined) return reject(where, 'import.no-answer', { field: 'label' });
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        ...(second === undefined && !isKobest(row)
          ? { question: first }
          : { question: FITS, context: [first, second ?? ''].join(' ').trim() }),
        texts: swagEndings(row),
        gold: { kind: 'index' as const, index: Number(label) - where.base },
      }),
      where,
    );
  },
};

export const swag = countedShape(swagShape, 0, (row) => countedLabel(row.label, swagEndings(row).length));

interface StoryNames {
  readonly sentence: (index: number) => string;
  readonly ending: (index: number) => string;
  readonly answer: string;
}

const STORIES: readonly StoryNames[] = [
  {
    sentence: (i) => `InputSentence${i + 1}`,
    ending: (i) => `RandomFifthSentenceQuiz${i + 1}`,
    answer: 'AnswerRightEnding',
  },
  {
    sentence: (i) => `input_sentence_${i + 1}`,
    ending: (i) => `sentence_quiz${i + 1}`,
    answer: 'answer_right_ending',
  },
];

const storyNames = (row: RowObject) =>
  STORIES.find((names) => series(row, names.sentence).length > 1 && series(row, names.ending).length > 1);

const storyShape: CountedShape = {
  kind: 'story-cloze',
  task: 'closed',
  recognise: (row) => storyNames(row) !== undefined,
  fields: (row) => {
    const { sentence, ending, answer } = storyNames(row)!;
    return { question: `${sentence(0)} ...`, options: `${ending(0)}, ${ending(1)}`, answer };
  },
  toItem(row, where) {
    const { sentence, ending, answer } = storyNames(row)!;
    const label = scalarText(row[answer]);
    if (label === undefined) return reject(where, 'import.no-answer', { field: answer });
    return closedItem(
      {
        id: scalarText(row.InputStoryid) ?? scalarText(row.story_id) ?? rowId(row, where),
        context: series(row, sentence).join(' '),
        question: FITS,
        texts: series(row, ending),
        gold: { kind: 'index', index: Number(label) - where.base },
      },
      where,
    );
  },
};

export const storyCloze = countedShape(storyShape, 1, (row) => {
  const { ending, answer } = storyNames(row)!;
  return countedLabel(row[answer], series(row, ending).length);
});
