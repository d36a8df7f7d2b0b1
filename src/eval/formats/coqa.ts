/**
 * CoQA (Reddy et al. 2019), conversations about a story: hub `{story, questions[], answers: {input_text[]}}`, original
 * `{story, questions: [{input_text}], answers: [{input_text}]}`. Each turn is an item; the story and the turns before it
 * are its context, since later questions refer to earlier answers.
 */

import { openItem } from './open-item.ts';
import { isRowObject, type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

const inputs = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? textList(value.map((turn) => (isRowObject(turn) ? turn.input_text : turn)))
    : undefined;

function turnsOf(row: RowObject): readonly (readonly [question: string, answer: string])[] | undefined {
  const questions = inputs(row.questions);
  const answers = isRowObject(row.answers) ? inputs(row.answers.input_text) : inputs(row.answers);
  if (questions === undefined || answers === undefined || questions.length !== answers.length)
    return undefined;
  return questions.map((question, i) => [question, answers[i]!]);
}

export const coqa: RowShape = {
  kind: 'coqa',
  task: 'open',
  recognise: (row) => typeof row.story === 'string' && turnsOf(row) !== undefined,
  expand: (row) => {
    const turns = turnsOf(row)!;
    const said = turns.map(([question, answer]) => `Q: ${question}\nA: ${answer}`);
    return turns.map(([question, answer], i) => ({
      id: `${String(row.id ?? '')}:${i + 1}`,
      question,
      answer,
      context: [row.story, ...said.slice(0, i)].join('\n'),
    }));
  },
  fields: () => ({ question: 'questions (with story)', answer: 'answers' }),
  toItem(row, where) {
    const question = text(row.question)?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'questions' });
    const answer = text(row.answer);
    if (answer === undefined) return reject(where, 'import.empty-answer');
    const id = String(row.id).startsWith(':')
      ? `${where.file}:${where.line}${String(row.id)}`
      : rowId(row, where);
    return openItem({ id, question, context: String(row.context), accepted: [answer] }, where);
  },
};
