/**
 * Plain question and answer under common names: `{question|prompt|input|query|problem ..., answer|target|ideal|output
 * ...}`; the answer is a text, a number, or a list of right answers. The last shape tried.
 */

import { optionField, possibleOptionField, singleOptionFields } from './has-options.ts';
import { judgementField } from './judged-answer.ts';
import { isLatex, openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { bareQuestion, contextOf } from './question-text.ts';
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

const QUESTIONS = [
  'question',
  'prompt',
  'input',
  'query',
  'problem',
  'Question',
  'Problem',
  'instruction',
  'context',
  'frage',
  'Frage',
  'original_text',
];
const ANSWERS = [
  'answer',
  'target',
  'ideal',
  'gold',
  'output',
  'response',
  'completion',
  'continuation',
  'expected',
  'expected_output',
  'expected_answer',
  'expectedAnswer',
  'reference',
  'label',
  'answers',
  'final_ans',
  'ground_truth',
  'reference_answer',
  'correct_answer',
  'final_answer',
  'Answer',
  'antwort',
  'Antwort',
  'ans',
];

const questionField = (row: RowObject) => QUESTIONS.find((name) => typeof row[name] === 'string');
/** A number under the name of a class, also written as text, is no answer; an empty field is named only where no other is filled. */
const answerField = (row: RowObject) => filledAnswer(row) ?? ANSWERS.find((name) => row[name] === null);

const filledAnswer = (row: RowObject) =>
  ANSWERS.find(
    (name) =>
      row[name] !== undefined &&
      row[name] !== null &&
      !(name === 'label' && (typeof row[name] !== 'string' || /^\s*-?\d+\s*$/.test(row[name]))),
  );

/** An answer that names an option the row does not seem to have. */
const LETTER = /^\s*\(?[A-H][).]?\s*$/i;
const DIGIT = /^\s*\d\s*$/;
/** The field of the options that the answer may name by its letter or number; undefined where there seem to be none. */
function namedOptions(row: RowObject, answered: string, gold: string): string | undefined {
  const others = { ...row, [answered]: null };
  if (DIGIT.test(gold)) return singleOptionFields(others)[0];
  return LETTER.test(gold) ? possibleOptionField(others) : undefined;
}

/** A text with other texts to continue it, or the input of a program with its output, is no question by itself. */
const isPart = (row: RowObject): boolean =>
  (questionField(row) === 'context' && isRowObject(row.sentences)) ||
  (questionField(row) === 'input' && answerField(row) === 'output' && text(row.code) !== undefined);

export const plain: RowShape = {
  kind: 'question-answer',
  task: 'open',
  // A row with options that no shape before this one could read: its answer may be a letter or an index of them.
  recognise: (row) =>
    questionField(row) !== undefined &&
    answerField(row) !== undefined &&
    optionField(row) === undefined &&
    !isPart(row),
  fields: (row) => ({ question: questionField(row)!, answer: answerField(row)! }),
  toItem(row, where) {
    const [asked, answered] = [questionField(row)!, answerField(row)!];
    const question = text(bareQuestion(String(row[asked])));
    if (question === undefined) return reject(where, 'import.empty-question', { field: asked });
    if (row[answered] === null) return reject(where, 'import.no-answer', { field: answered });
    const judged = judgementField(row, answered);
    if (judged !== undefined) return reject(where, 'import.judged-answer', { field: judged });
    const one = typeof row[answered] === 'string' ? row[answered] : scalarText(row[answered]);
    const golds = one === undefined ? textList(row[answered]) : [one];
    if (golds === undefined) return reject(where, 'import.bad-answer', { field: answered });
    const listed = namedOptions(row, answered, String(golds[0]));
    if (listed !== undefined) {
      return reject(where, 'import.letter-without-options', { gold: golds[0]!.trim(), field: listed });
    }
    return openItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        context: contextOf(row, question),
        accepted: golds,
        grading: isLatex(String(golds[0])) ? ('math' as const) : undefined,
        group: text(row.subject) ?? text(row.category),
      }),
      where,
    );
  },
};
