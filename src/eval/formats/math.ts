/**
 * MATH (Hendrycks et al. 2021) and MATH-500: `{problem, solution, level, subject|type}` with the gold in the solution's
 * last balanced `\boxed`, or given as `answer`; llm-foundry's `{context, answer, chain_of_thought, category}`; and OlympiadBench `{question,
 * solution[], final_answer[]}`.
 *
 * Golds are LaTeX and compared as mathematics (verdicts/math-equivalence.ts); line breaks inside a gold become spaces.
 */

import { boxedAnswers } from '../verdicts/stated-answer.ts';
import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

const isFoundry = (row: RowObject): boolean =>
  typeof row.context === 'string' &&
  typeof row.answer === 'string' &&
  typeof row.chain_of_thought === 'string';

const isOlympiad = (row: RowObject): boolean =>
  typeof row.question === 'string' && Array.isArray(row.final_answer) && 'solution' in row;

const questionField = (row: RowObject) => {
  if (isFoundry(row)) return 'context';
  return isOlympiad(row) ? 'question' : 'problem';
};

export const math: RowShape = {
  kind: 'math',
  task: 'open',
  recognise: (row) =>
    (typeof row.problem === 'string' && typeof row.solution === 'string') ||
    isFoundry(row) ||
    isOlympiad(row),
  fields: (row) => {
    const given = row.answer === undefined ? 'solution (\\boxed)' : 'answer';
    return { question: questionField(row), answer: isOlympiad(row) ? 'final_answer' : given };
  },
  toItem(row, where) {
    const field = questionField(row);
    const question = text(row[field]);
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    const solution = text(isFoundry(row) ? row.chain_of_thought : row.solution);
    const finals = isOlympiad(row) ? (textList(row.final_answer) ?? []) : [];
    if (finals.length > 1) return reject(where, 'import.several-golds', { count: finals.length });
    const gold = finals[0] ?? scalarText(row.answer) ?? (solution && boxedAnswers(solution).at(-1));
    if (gold === undefined)
      return reject(where, 'import.no-marked-answer', { field: 'solution', marker: '\\boxed' });
    return openItem(
      withoutUndefined({
        id: rowId(row, where),
        question: bareQuestion(question),
        // What several problems of OlympiadBench share; llm-foundry's context is the question.
        context: isOlympiad(row) ? text(row.context) : undefined,
        accepted: [gold.replace(/\s*\n\s*/g, ' ')],
        rationale: solution,
        group: text(row.category) ?? text(row.subject) ?? text(row.type),
        grading: 'math' as const,
      }),
      where,
    );
  },
};
