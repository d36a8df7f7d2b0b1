/**
 * TriviaQA (Joshi et al. 2017) in three published forms: hub `{question, answer: {value, aliases[]}}`, original
 * `{Question, Answer: {Value, Aliases[]}}`, llm-foundry `{context: "Question: ...\nAnswer:", answer, aliases[]}`; also
 * MuSiQue `{question, answer, answer_aliases[]}`.
 *
 * Accepted: the value, then every alias (the value is added where the list lacks it, lm-evaluation-harness #726).
 */

import { openItem } from './open-item.ts';
import { bareQuestion } from './question-text.ts';
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

interface Source {
  readonly questionField: string;
  readonly answerField: string;
  readonly value: unknown;
  readonly aliases: unknown;
}

function source(row: RowObject): Source | undefined {
  if (isRowObject(row.answer) && row.answer.value !== undefined) {
    const { value, aliases } = row.answer;
    return { questionField: 'question', answerField: 'answer.value', value, aliases };
  }
  if (isRowObject(row.Answer) && row.Answer.Value !== undefined) {
    const { Value, Aliases } = row.Answer;
    return { questionField: 'Question', answerField: 'Answer.Value', value: Value, aliases: Aliases };
  }
  const aliases = row.aliases ?? row.answer_aliases;
  if (Array.isArray(aliases) && row.answer !== undefined) {
    const questionField = typeof row.context === 'string' ? 'context' : 'question';
    return { questionField, answerField: 'answer', value: row.answer, aliases };
  }
  return undefined;
}

export const triviaQa: RowShape = {
  kind: 'trivia-qa',
  task: 'open',
  recognise: (row) => {
    const found = source(row);
    return found !== undefined && typeof row[found.questionField] === 'string';
  },
  fields: (row) => {
    const found = source(row)!;
    return { question: found.questionField, answer: found.answerField };
  },
  toItem(row, where) {
    const { questionField, answerField, value, aliases } = source(row)!;
    const question = text(row[questionField]);
    if (question === undefined) return reject(where, 'import.empty-question', { field: questionField });
    const gold = scalarText(value);
    if (gold === undefined) return reject(where, 'import.no-answer', { field: answerField });
    const id = scalarText(row.QuestionId) ?? rowId(row, where);
    return openItem(
      { id, question: bareQuestion(question), accepted: [gold, ...(textList(aliases) ?? [])] },
      where,
    );
  },
};
