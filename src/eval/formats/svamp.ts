/**
 * SVAMP (Patel et al. 2021): `{ID, Body, Question, Equation, Answer}`; the answer is a number, the question has two parts.
 * Its CSV form, made with MAWPS and ASDiv, has numbers set aside: `{Question: "... number0 ...", Numbers: "5 7", Body, Ques}`.
 * ASDiv (Miao et al. 2020) likewise, in small letters and with a unit: `{body, question, answer: "9 (apples)"}`.
 */

import { openItem } from './open-item.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text } from './row.ts';

interface Names {
  readonly body: string;
  readonly question: string;
  readonly answer: string;
}

function shape(kind: string, names: Names): RowShape {
  return {
    kind,
    task: 'open',
    recognise: (row) =>
      typeof row[names.body] === 'string' &&
      typeof row[names.question] === 'string' &&
      row[names.answer] !== undefined,
    fields: () => ({ question: `${names.body} + ${names.question}`, answer: names.answer }),
    toItem(row, where) {
      const question = text(row[names.question]);
      if (question === undefined) return reject(where, 'import.empty-question', { field: names.question });
      const gold = scalarText(row[names.answer]);
      if (gold === undefined) return reject(where, 'import.no-answer', { field: names.answer });
      const body = text(row[names.body])?.trim() ?? '';
      const whole = [body === '' || /[.!?,]$/.test(body) ? body : `${body}.`, question.trim()]
        .join(' ')
        .trim();
      // `5 (red); 3 (blue)`: an answer to each of several questions.
      if (/\);/.test(gold)) return reject(where, 'import.several-golds', { count: gold.split(/\);/).length });
      const bare = gold.replace(/\s+\([^()]*\)$/, '').replace(/\.0+$/, '');
      return openItem({ id: rowId(row, where), question: whole, accepted: [bare] }, where);
    },
  };
}

/** The parts of the question, under the names that the folds of several sets have. */
const asked = (row: RowObject) => text(row.Ques) ?? text(row.Ques_Statement);

/** The numbers in their places, and the question without its body. */
export const svampCsv: RowShape = {
  ...shape('svamp', { body: 'Body', question: 'Ques', answer: 'Answer' }),
  recognise: (row) => typeof row.Numbers === 'string' && typeof row.Question === 'string',
  expand: (row) => {
    const numbers = String(row.Numbers).split(/\s+/);
    const filled = (value: unknown) =>
      (text(value) ?? '').replace(
        /\bnumber(\d+)\b/g,
        (name, i) => numbers[Number(i)]?.replace(/\.0+$/, '') ?? name,
      );
    const question = asked(row);
    return [
      question === undefined
        ? { ...row, Body: '', Ques: filled(row.Question) }
        : { ...row, Body: filled(row.Body), Ques: filled(question) },
    ];
  },
};

export const svamp = shape('svamp', { body: 'Body', question: 'Question', answer: 'Answer' });
export const asDiv = shape('asdiv', { body: 'body', question: 'question', answer: 'answer' });
