/**
 * GSM8K (Cobbe et al. 2021): `{question, answer}`, the answer being a worked solution whose last line is `#### 72`.
 *
 * The gold is what follows the last `####`; the solution before it, without its calculator notes `<<48/2=24>>`, is kept
 * as rationale.
 */

import { openItem } from './open-item.ts';
import { type RowShape, reject, rowId, text } from './row.ts';

const MARKER = '####';

export const gsm8k: RowShape = {
  kind: 'gsm8k',
  task: 'open',
  recognise: (row) =>
    typeof row.question === 'string' && typeof row.answer === 'string' && row.answer.includes(MARKER),
  fields: () => ({ question: 'question', answer: 'answer' }),
  toItem(row, where) {
    const question = text(row.question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
    const answer = text(row.answer);
    if (answer === undefined) return reject(where, 'import.empty-answer');
    const at = answer.lastIndexOf(MARKER);
    if (at < 0) return reject(where, 'import.no-marked-answer', { field: 'answer', marker: MARKER });
    const gold = answer.slice(at + MARKER.length).trim();
    const solution = answer
      .slice(0, at)
      .replace(/<<[^<>\n]*>>/g, '')
      .trim();
    return openItem(
      {
        id: rowId(row, where),
        question,
        accepted: [gold],
        ...(solution === '' ? {} : { rationale: solution }),
      },
      where,
    );
  },
};
