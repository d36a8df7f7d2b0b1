/**
 * Options inside the text: BIG-Bench Hard `{input: "...\nOptions:\n(A) ...", target: "(B)"}` (also "- Yes" lists), and
 * llm-foundry's CommonsenseQA `{query: "Question: ...\nChoices:\nA. ...\nAnswer:", choices: ["A", ...], gold}`; and
 * plain rows whose question lists lettered options, one a line or in running text, and whose answer is one of the letters.
 *
 * Only for files of which nearly all rows have such a list: the others are then left out with the reason. The list is cut
 * out of the question and listed again in the required form.
 */

import type { ListedOptions } from './inline-options.ts';
import { askedIn } from './messages.ts';
import { readListedOptions } from './option-text.ts';
import { closedItem, type Gold, withoutUndefined } from './options.ts';
import { bareQuestion, contextOf } from './question-text.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text, textList } from './row.ts';

/** Share of the rows that must have the list: fewer may be questions that mention (A) and (B). */
const NEARLY_ALL = 0.9;

const QUESTIONS = ['input', 'query', 'question', 'prompt', 'problem', 'Question', 'instruction'];
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

const questionField = (row: RowObject) =>
  QUESTIONS.find((name) => text(row[name]) !== undefined) ??
  QUESTIONS.find((name) => typeof row[name] === 'string') ??
  'input';
const answerField = (row: RowObject) => ANSWERS.find((name) => scalarText(row[name]) !== undefined);

const LETTER = /^\s*\(?(\S)[).]?\s*$/;
/** `B) text`, `(B) text`, `B. text`. */
const LETTER_AND_TEXT = /^\s*\(?(\S)[).:](.+)/s;

/** The label that an answer names: alone, or before the text that it stands for. */
function labelOf(written: string, { labels, texts }: ListedOptions): string | undefined {
  const found = LETTER.exec(written) ?? LETTER_AND_TEXT.exec(written);
  if (found === null) return undefined;
  const [, letter, words] = found;
  const at = labels.findIndex((label) => label.toUpperCase() === letter!.toUpperCase());
  return words === undefined || texts[at] === words.trim() ? labels[at] : undefined;
}

/** The choices are only the letters of the options listed in the query. */
function lettersOnly(row: RowObject): boolean {
  const choices = textList(row.choices);
  return (
    choices !== undefined && choices.length > 1 && choices.every((choice) => /^[A-Z]$/.test(choice.trim()))
  );
}

const isFoundry = (row: RowObject) => 'gold' in row && lettersOnly(row);

/** The text that lists the options: a field, or the user's message of OpenAI evals. */
function sourceOf(
  row: RowObject,
): { readonly text: string; readonly context?: string | undefined } | undefined {
  const source = row[questionField(row)];
  if (typeof source === 'string') return { text: source };
  const asked = 'ideal' in row ? askedIn(row.input) : undefined;
  return asked && { text: asked.question, context: asked.context };
}

function listIn(row: RowObject): ListedOptions | undefined {
  const source = sourceOf(row);
  return source && readListedOptions(source.text);
}

/** Big-Bench Hard's own fields: its answer is an option in any case. */
const isHard = (row: RowObject, answered: string | undefined) =>
  questionField(row) === 'input' && answered === 'target';

const hasFields = (row: RowObject) =>
  isFoundry(row) || (answerField(row) !== undefined && (row.choices ?? row.options ?? null) === null);

function goldOf(row: RowObject, listed: ListedOptions): Gold {
  if (isFoundry(row)) {
    return typeof row.gold === 'number'
      ? { kind: 'index', index: row.gold }
      : { kind: 'label', label: String(row.gold) };
  }
  const field = answerField(row)!;
  const target = scalarText(row[field])!;
  const label = labelOf(target, listed);
  if (label !== undefined) return { kind: 'label', label };
  return isHard(row, field) ? { kind: 'written', written: target } : { kind: 'label', label: target };
}

const shape: RowShape = {
  kind: 'listed-options',
  task: 'closed',
  least: NEARLY_ALL,
  recognise: (row) => {
    const listed = hasFields(row) ? listIn(row) : undefined;
    if (listed === undefined) return false;
    const field = answerField(row);
    // Under other names an answer that is no letter may be an answer in words.
    return isFoundry(row) || isHard(row, field) || labelOf(scalarText(row[field!])!, listed) !== undefined;
  },
  fields: (row) => {
    const question = questionField(row);
    const answer = isFoundry(row) ? 'gold' : answerField(row)!;
    return { question, options: `${question} (listed)`, answer };
  },
  // In such a file a row without the list is one of it all the same.
  prepare: () => ({
    ...shape,
    recognise: (row) => hasFields(row) && sourceOf(row) !== undefined,
  }),
  toItem(row, where) {
    const field = questionField(row);
    const listed = listIn(row);
    if (listed === undefined) return reject(where, 'import.options-not-listed', { field });
    const question = text(bareQuestion(listed.question));
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    const choices = isFoundry(row) ? textList(row.choices)! : listed.texts;
    if (choices.length !== listed.texts.length) {
      return reject(where, 'import.option-count', { listed: listed.texts.length, choices: choices.length });
    }
    const { texts, labels } = listed;
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        context:
          field === 'instruction'
            ? undefined
            : (sourceOf(row)!.context ?? text(row.instruction) ?? contextOf(row, question)),
        texts,
        labels,
        gold: goldOf(row, listed),
      }),
      where,
    );
  },
};

export const listedOptions: RowShape = shape;
