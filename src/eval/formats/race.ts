/** RACE's original files (Lai et al. 2017): `{article, questions[], options[][], answers: ["D", ...]}`, several questions a row. */

import { closedItem } from './options.ts';
import { type RowShape, reject, text, textList } from './row.ts';

export const race: RowShape = {
  kind: 'race',
  task: 'closed',
  recognise: (row) =>
    typeof row.article === 'string' &&
    [row.questions, row.options, row.answers].every(Array.isArray) &&
    (row.options as unknown[]).every(Array.isArray),
  expand: (row) =>
    (row.questions as unknown[]).map((question, i) => ({
      id: `${String(row.id ?? '')}:${i + 1}`,
      article: row.article,
      question,
      options: (row.options as unknown[])[i],
      answer: (row.answers as unknown[])[i],
    })),
  fields: () => ({ question: 'questions (with article)', options: 'options', answer: 'answers' }),
  toItem(row, where) {
    const question = text(row.question)?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: 'questions' });
    const texts = textList(row.options);
    if (texts === undefined) return reject(where, 'import.bad-options', { field: 'options' });
    const label = text(row.answer);
    if (label === undefined) return reject(where, 'import.no-answer', { field: 'answers' });
    const own = String(row.id);
    return closedItem(
      {
        id: own.startsWith(':') ? `${where.file}:${where.line}${own}` : own,
        question,
        context: String(row.article),
        texts,
        gold: { kind: 'label', label },
      },
      where,
    );
  },
};
