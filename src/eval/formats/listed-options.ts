/**
 * Options inside the text: BIG-Bench Hard `{input: "...\nOptions:\n(A) ...", target: "(B)"}` (also "- Yes" lists), and
 * llm-foundry's CommonsenseQA `{query: "Question: ...\nChoices:\nA. ...\nAnswer:", choices: ["A", ...], gold}`; and
 * plain rows whose question lists lettered options and whose answer is one of the letters (ARC's tables).
 *
 * The list is cut out of the question and listed again in the required form.
 */

import { readListedOptions } from './option-text.ts';
import { closedItem, type Gold, withoutUndefined } from './options.ts';
import { bareQuestion, contextOf } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

const QUESTIONS = ['input', 'query', 'question', 'prompt', 'problem', 'Question'];
const ANSWERS = [
  'target',
  'answer',
  'completion',
  'response',
  'output',
  'label',
  'ideal',
  'answerKey',
  'AnswerKey',
  'Answer',
];

const questionField = (row: RowObject) => QUESTIONS.find((name) => typeof row[name] === 'string') ?? 'input';
const answerField = (row: RowObject) => ANSWERS.find((name) => scalarText(row[name]) !== undefined);

const letterOf = (written: string): string | undefined => /^\s*\(?([A-Z]|[1-9])[).]?\s*$/.exec(written)?.[1];

/** The choices are only the letters of the options listed in the query. */
function lettersOnly(row: RowObject): boolean {
  const choices = textList(row.choices);
  return (
    choices !== undefined && choices.length > 1 && choices.every((choice) => /^[A-Z]$/.test(choice.trim()))
  );
}

const isFoundry = (row: RowObject) => typeof row.query === 'string' && lettersOnly(row);

export const listedOptions: RowShape = {
  kind: 'listed-options',
  task: 'closed',
  recognise: (row) => {
    const source = row[questionField(row)];
    const listed = typeof source === 'string' ? readListedOptions(source) : undefined;
    if (listed === undefined) return false;
    if (isFoundry(row)) return true;
    const field = answerField(row);
    if (field === undefined || row.choices !== undefined || row.options !== undefined) return false;
    // Big-Bench Hard's own fields; under others, an answer that is no letter may be an answer in words.
    if (questionField(row) === 'input' && field === 'target') return true;
    return listed.labels.includes(letterOf(scalarText(row[field])!) ?? '');
  },
  fields: (row) => {
    const question = questionField(row);
    const answer = isFoundry(row) ? 'gold' : (answerField(row) ?? 'target');
    return { question, options: `${question} (listed)`, answer };
  },
  toItem(row, where) {
    const field = questionField(row);
    const listed = readListedOptions(text(row[field])!)!;
    const question = text(bareQuestion(listed.question));
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    let gold: Gold;
    if (!isFoundry(row)) {
      const answered = answerField(row);
      const target = answered === undefined ? undefined : scalarText(row[answered]);
      if (target === undefined) return reject(where, 'import.no-answer', { field: 'target' });
      const letter = letterOf(target);
      gold =
        letter && listed.labels.includes(letter)
          ? { kind: 'label', label: letter }
          : { kind: 'written', written: target };
    } else {
      const choices = textList(row.choices)!;
      if (choices.length !== listed.texts.length) {
        return reject(where, 'import.option-count', { listed: listed.texts.length, choices: choices.length });
      }
      gold =
        typeof row.gold === 'number'
          ? { kind: 'index', index: row.gold }
          : { kind: 'label', label: String(row.gold) };
    }
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        context: contextOf(row, question),
        texts: listed.texts,
        labels: listed.labels,
        gold,
      }),
      where,
    );
  },
};
