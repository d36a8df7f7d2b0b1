/**
 * Rows that judge an answer instead of giving one: `{question, answer, label: 0 | 1}`, as candidate answers (WikiQA,
 * MultiRC) and ratings of responses (KTO) are published. The answer of such a row may be a wrong one.
 */

import { type RowObject, scalarText } from './row.ts';

const JUDGEMENTS = ['label', 'is_correct', 'isCorrect', 'correct', 'is_answer'];
const VERDICT = /^(?:\d+(?:\.\d+)?|true|false)$/i;

/** The field that says whether the answer in field `answer` is right; undefined where none does. */
export function judgementField(row: RowObject, answer: string): string | undefined {
  return JUDGEMENTS.find((name) => {
    const verdict = typeof row[name] === 'boolean' ? String(row[name]) : scalarText(row[name])?.trim();
    return VERDICT.test(String(verdict)) && scalarText(row[answer])?.trim() !== verdict;
  });
}
