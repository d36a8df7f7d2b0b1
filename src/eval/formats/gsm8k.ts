/**
 * GSM8K (Cobbe et al. 2021): `{question, answer}`, the answer being a worked solution whose last line is `#### 72`; also
 * under the field names of instruction data (`{prompt, completion}` ...), as the set is often passed on.
 *
 * The gold is what follows the last `####`; the solution before it, without its calculator notes `<<48/2=24>>`, is kept
 * as rationale.
 */

import { openItem } from './open-item.ts';
import { bareQuestion } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, text } from './row.ts';

const MARKER = '####';
const QUESTIONS = ['question', 'problem', 'prompt', 'instruction', 'query', 'input'];
const ANSWERS = ['answer', 'ground_truth', 'solution', 'output', 'response', 'completion', 'target'];

const questionField = (row: RowObject) => QUESTIONS.find((name) => typeof row[name] === 'string');
/** The field that holds a marker; a filled `answer` without one stands for itself, whatever a solution beside it says. */
const marked = (row: RowObject) => {
  const found = ANSWERS.find((name) => typeof row[name] === 'string' && row[name].includes(MARKER));
  return found === 'answer' || row.answer === undefined || row.answer === null ? found : undefined;
};

export const gsm8k: RowShape = {
  kind: 'gsm8k',
  task: 'open',
  recognise: (row) => questionField(row) !== undefined && marked(row) !== undefined,
  fields: (row) => ({ question: questionField(row)!, answer: marked(row)! }),
  toItem(row, where) {
    const [asked, answered] = [questionField(row)!, marked(row)!];
    const question = text(asked === 'question' ? row[asked] : bareQuestion(String(row[asked])));
    if (question === undefined) return reject(where, 'import.empty-question', { field: asked });
    const answer = String(row[answered]);
    const at = answer.lastIndexOf(MARKER);
    const solution = answer
      .slice(0, at)
      .replace(/<<[^<>\n]*>>/g, '')
      .trim();
    return openItem(
      {
        id: rowId(row, where),
        question,
        accepted: [answer.slice(at + MARKER.length)],
        ...(solution === '' ? {} : { rationale: solution }),
      },
      where,
    );
  },
};
