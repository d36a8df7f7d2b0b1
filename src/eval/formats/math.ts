/**
 * MATH (Hendrycks et al. 2021) and MATH-500: `{problem, solution, level, subject|type}` with the gold in the solution's
 * last balanced `\boxed`, or given as `answer`; and llm-foundry's `{context, answer, chain_of_thought, category}`.
 *
 * Golds are LaTeX and compared as mathematics (verdicts/math-equivalence.ts); line breaks inside a gold become spaces.
 */

import { boxedAnswers } from '../verdicts/stated-answer.ts';
import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text } from './row.ts';

const isFoundry = (row: RowObject): boolean =>
  typeof row.context === 'string' &&
  typeof row.answer === 'string' &&
  typeof row.chain_of_thought === 'string';

export const math: RowShape = {
  kind: 'math',
  task: 'open',
  recognise: (row) => (typeof row.problem === 'string' && typeof row.solution === 'string') || isFoundry(row),
  fields: (row) => ({
    question: isFoundry(row) ? 'context' : 'problem',
    answer: row.answer === undefined ? 'solution (\\boxed)' : 'answer',
  }),
  toItem(row, where) {
    const foundry = isFoundry(row);
    const question = text(foundry ? row.context : row.problem);
    if (question === undefined) {
      return reject(where, 'import.empty-question', { field: foundry ? 'context' : 'problem' });
    }
    const solution = text(foundry ? row.chain_of_thought : row.solution);
    const gold = scalarText(row.answer) ?? boxedAnswers(solution ?? '').at(-1);
    if (gold === undefined)
      return reject(where, 'import.no-marked-answer', { field: 'solution', marker: '\\boxed' });
    return openItem(
      withoutUndefined({
        id: rowId(row, where),
        question: bareQuestion(question),
        accepted: [gold.replace(/\s*\n\s*/g, ' ')],
        rationale: solution,
        group: text(row.category) ?? text(row.subject) ?? text(row.type),
        grading: 'math' as const,
      }),
      where,
    );
  },
};
