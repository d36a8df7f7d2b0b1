/** SVAMP (Patel et al. 2021): `{ID, Body, Question, Equation, Answer}`; the answer is a number, the question has two parts. */

import { openItem } from './open-item.ts';
import { type RowShape, reject, rowId, scalarText, text } from './row.ts';

export const svamp: RowShape = {
  kind: 'svamp',
  task: 'open',
  recognise: (row) =>
    typeof row.Body === 'string' && typeof row.Question === 'string' && row.Answer !== undefined,
  fields: () => ({ question: 'Body + Question', answer: 'Answer' }),
  toItem(row, where) {
    const question = text(row.Question);
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'Question' });
    const gold = scalarText(row.Answer);
    if (gold === undefined) return reject(where, 'import.no-answer', { field: 'Answer' });
    const body = text(row.Body)?.trim() ?? '';
    const whole = [body === '' || /[.!?,]$/.test(body) ? body : `${body}.`, question.trim()].join(' ').trim();
    return openItem({ id: rowId(row, where), question: whole, accepted: [gold.replace(/\.0+$/, '')] }, where);
  },
};
