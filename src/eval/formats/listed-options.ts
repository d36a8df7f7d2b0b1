/**
 * Options inside the text: BIG-Bench Hard `{input: "...\nOptions:\n(A) ...", target: "(B)"}` (also "- Yes" lists), and
 * llm-foundry's CommonsenseQA `{query: "Question: ...\nChoices:\nA. ...\nAnswer:", choices: ["A", ...], gold}`.
 *
 * The list is cut out of the question and listed again in the required form.
 */

import { readListedOptions } from './option-text.ts';
import { closedItem, type Gold } from './options.ts';
import { bareQuestion } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

const questionField = (row: RowObject): 'input' | 'query' =>
  typeof row.input === 'string' ? 'input' : 'query';

/** The choices are only the letters of the options listed in the query. */
function lettersOnly(row: RowObject): boolean {
  const choices = textList(row.choices);
  return (
    choices !== undefined && choices.length > 1 && choices.every((choice) => /^[A-Z]$/.test(choice.trim()))
  );
}

export const listedOptions: RowShape = {
  kind: 'listed-options',
  task: 'closed',
  recognise: (row) => {
    const source = row[questionField(row)];
    if (typeof source !== 'string' || readListedOptions(source) === undefined) return false;
    return questionField(row) === 'input' ? scalarText(row.target) !== undefined : lettersOnly(row);
  },
  fields: (row) => {
    const question = questionField(row);
    return { question, options: `${question} (listed)`, answer: question === 'input' ? 'target' : 'gold' };
  },
  toItem(row, where) {
    const field = questionField(row);
    const listed = readListedOptions(text(row[field])!)!;
    const question = text(bareQuestion(listed.question));
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    let gold: Gold;
    if (field === 'input') {
      const target = scalarText(row.target)!;
      const letter = /^\s*\(?([A-Z])\)?\s*$/.exec(target)?.[1];
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
      { id: rowId(row, where), question, texts: listed.texts, labels: listed.labels, gold },
      where,
    );
  },
};
