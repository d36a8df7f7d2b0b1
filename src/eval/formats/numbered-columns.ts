/**
 * Options in fields of their own, as spreadsheets have them: `{question, A, B, C, D, answer: "C"}` (C-Eval, CMMLU, MMLU
 * with a header), `option_a ...`, `option1 ...`, `choice1 ...`, `answerA ...` (SocialIQA).
 *
 * The answer is the field's letter, the option's text, or a number. A number is read only where the fields are
 * numbered, as that number; beside lettered fields it could count from 0 or 1, and the row is rejected.
 */

import { closedItem, type Gold, LETTERS, withoutUndefined } from './options.ts';
import { firstField, type RowObject, type RowShape, reject, rowId, scalarText, text } from './row.ts';

const QUESTIONS = ['question', 'Question', 'query', 'prompt', 'sentence', 'stem', 'problem'];
const ANSWERS = [
  'answer',
  'Answer',
  'correct',
  'correct_answer',
  'correct_option',
  'label',
  'target',
  'gold',
  'cop',
];
const CONTEXTS = ['context', 'passage', 'article'];

interface Family {
  /** Field name of the option at `index`. */
  readonly name: (index: number) => string;
  readonly numbered: boolean;
}

const lower = (index: number) => LETTERS[index]!.toLowerCase();
const FAMILIES: readonly Family[] = [
  { name: (i) => LETTERS[i]!, numbered: false },
  { name: lower, numbered: false },
  { name: (i) => `option_${lower(i)}`, numbered: false },
  { name: (i) => `Option ${LETTERS[i]}`, numbered: false },
  { name: (i) => `op${lower(i)}`, numbered: false },
  { name: (i) => `answer${LETTERS[i]}`, numbered: false },
  { name: (i) => `option${i + 1}`, numbered: true },
  { name: (i) => `option_${i + 1}`, numbered: true },
  { name: (i) => `choice${i + 1}`, numbered: true },
  { name: (i) => `choice_${i + 1}`, numbered: true },
];

interface Found {
  readonly family: Family;
  readonly names: readonly string[];
}

/** The fields of the first family that the row has two and more of, without the empty ones at the end. */
function optionFields(row: RowObject): Found | undefined {
  for (const family of FAMILIES) {
    const names: string[] = [];
    while (names.length < LETTERS.length && scalarText(row[family.name(names.length)]) !== undefined) {
      names.push(family.name(names.length));
    }
    if (names.length >= 2) return { family, names };
  }
  return undefined;
}

function readGold(written: string, { family, names }: Found): Gold | undefined {
  const wanted = written.trim();
  const byName = names.indexOf(wanted);
  if (byName >= 0) return { kind: 'index', index: byName };
  if (!/^\d+$/.test(wanted)) return { kind: 'written', written: wanted };
  return family.numbered ? { kind: 'index', index: Number(wanted) - 1 } : undefined;
}

export const numberedColumns: RowShape = {
  kind: 'option-columns',
  task: 'closed',
  recognise: (row) =>
    optionFields(row) !== undefined &&
    firstField(row, QUESTIONS) !== undefined &&
    firstField(row, ANSWERS) !== undefined,
  fields: (row) => ({
    question: firstField(row, QUESTIONS)!,
    options: optionFields(row)!.names.join(', '),
    answer: firstField(row, ANSWERS)!,
  }),
  toItem(row, where) {
    const found = optionFields(row)!;
    const [asked, answered] = [firstField(row, QUESTIONS)!, firstField(row, ANSWERS)!];
    const question = text(row[asked])?.trim();
    if (question === undefined) return reject(where, 'import.empty-question', { field: asked });
    const written = scalarText(row[answered]);
    if (written === undefined) return reject(where, 'import.no-answer', { field: answered });
    const texts = found.names.map((name) => scalarText(row[name])!);
    const byText = texts.findIndex((option) => option.trim() === written.trim());
    const gold: Gold | undefined = byText >= 0 ? { kind: 'index', index: byText } : readGold(written, found);
    if (gold === undefined) return reject(where, 'import.index-base-unclear', { field: answered });
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        question,
        context: text(row[firstField(row, CONTEXTS) ?? '']),
        texts,
        gold,
        group: text(row.subject) ?? text(row.category),
      }),
      where,
    );
  },
};
