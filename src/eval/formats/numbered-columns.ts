/**
 * Options in fields of their own, as spreadsheets have them: `{question, A, B, C, D, answer: "C"}` (C-Eval, CMMLU, MMLU
 * with a header), `option_a ...` (Global-MMLU), `opa ...` (MedMCQA), `option1 ...`, `answerA ...` (SocialIQA),
 * `answer0 ...` (CosmosQA), `ans0 ...` (BBQ), `mc_answer1 ...` (Belebele), `option#1 ...` (CSAT-QA).
 *
 * The answer is the field's letter, the option's text, or a number. Numbered fields are counted as they are numbered,
 * unless a 0 shows that they are not; numbers beside lettered fields count from what index-base.ts tells.
 */

import { withAgreeingAnswers } from './agreeing-answers.ts';
import { type AnswerStyle, answerStyle, bareLetter, isAmbiguous } from './answer-style.ts';
import { type Base, type Counted, indexBase, tallyOf } from './index-base.ts';
import { closedItem, type Gold, LETTERS, withoutUndefined } from './options.ts';
import { firstField, type RowObject, type RowShape, reject, rowId, scalarText, text } from './row.ts';

const QUESTIONS = [
  'question',
  'Question',
  'query',
  'prompt',
  'sentence',
  'stem',
  'problem',
  'input',
  'instruction',
];
const ANSWERS = [
  'answer',
  'Answer',
  'answerKey',
  'answer_key',
  'correct',
  'correct_answer',
  'correct_option',
  'correct_answer_num',
  'label',
  'target',
  'gold',
  'cop',
];
const CONTEXTS = ['context', 'passage', 'article', 'flores_passage', 'paragraph'];
const GROUPS = ['subject', 'Subject', 'category', 'Category', 'subject_name'];

interface Family {
  /** Field name of the option at `index`. */
  readonly name: (index: number) => string;
  /** What a number in the answer counts from; absent where the form does not say. */
  readonly base?: Base;
}

/** A to Z, then AA, AB ... as spreadsheets go on. */
const upper = (index: number): string =>
  index < LETTERS.length ? LETTERS[index]! : `A${upper(index - LETTERS.length)}`;
const lower = (index: number) => upper(index).toLowerCase();
const FAMILIES: readonly Family[] = [
  { name: upper },
  { name: lower },
  { name: (i) => `option_${lower(i)}` },
  { name: (i) => `option_${upper(i)}` },
  { name: (i) => `Option ${upper(i)}` },
  { name: (i) => `option${upper(i)}` },
  { name: (i) => `choice_${lower(i)}` },
  { name: (i) => `op${lower(i)}` },
  // SocialIQA's labels are 1, 2, 3 in every published copy.
  { name: (i) => `answer${upper(i)}`, base: 1 },
  // Before those that count from 1, of which they hold a part.
  { name: (i) => `answer${i}`, base: 0 },
  { name: (i) => `ans${i}`, base: 0 },
  { name: (i) => `option${i}`, base: 0 },
  { name: (i) => `choice${i}`, base: 0 },
  { name: (i) => `option${i + 1}`, base: 1 },
  { name: (i) => `option_${i + 1}`, base: 1 },
  { name: (i) => `Option ${i + 1}`, base: 1 },
  { name: (i) => `option#${i + 1}`, base: 1 },
  { name: (i) => `choice${i + 1}`, base: 1 },
  { name: (i) => `choice_${i + 1}`, base: 1 },
  { name: (i) => `mc_answer${i + 1}`, base: 1 },
];

interface Found {
  readonly family: Family;
  readonly names: readonly string[];
}

/**
 * The fields of the first family that the row has two and more of, without the empty ones at the end; an empty one before
 * them is an option without text.
 */
export function optionFields(row: RowObject): Found | undefined {
  const isFilled = (name: string) => scalarText(row[name]) !== undefined;
  for (const family of FAMILIES) {
    if (!isFilled(family.name(0)) || !isFilled(family.name(1))) continue;
    const names: string[] = [];
    while (family.name(names.length) in row) names.push(family.name(names.length));
    return { family, names: names.slice(0, names.findLastIndex(isFilled) + 1) };
  }
  return undefined;
}

/** The field with the answer; one that is an option (`answer1`) is none. */
const answerField = (row: RowObject) => firstField(row, ANSWERS);

interface Conventions {
  readonly base: Base | undefined;
  /** As the fields are numbered. */
  readonly usual: Base | undefined;
  readonly style: AnswerStyle | undefined;
}

/** The answer as a number: one that is no option's text, or any where the file's answers are numbers of options. */
function writtenIndex(
  written: string,
  texts: readonly string[],
  style: AnswerStyle | undefined,
): number | undefined {
  if (!/^-?\d+$/.test(written)) return undefined;
  const asText = style !== 'index' && texts.some((option) => option.trim() === written);
  return asText ? undefined : Number(written);
}

/** The text of the first of `names` that the row has. */
function textUnder(row: RowObject, names: readonly string[]): string | undefined {
  const name = firstField(row, names);
  return name && text(row[name]);
}

const textsOf = (row: RowObject, { names }: Found) => names.map((name) => scalarText(row[name]) ?? '');

/** The answer's number with the number of options, where it is one. */
function countedAt(row: RowObject, style: AnswerStyle | undefined): Counted | undefined {
  const field = answerField(row);
  const texts = textsOf(row, optionFields(row)!);
  const index = writtenIndex(String(scalarText(field && row[field])).trim(), texts, style);
  return index === undefined ? undefined : { index, count: texts.length };
}

/** How the rows name the right option; numbers count as the fields are numbered, unless the rows say otherwise. */
function conventions(rows: readonly RowObject[]): Conventions {
  const answered = rows.flatMap((row) => {
    const found = optionFields(row)!;
    const field = answerField(row);
    const answer = field && scalarText(row[field]);
    return answer ? [{ answer, texts: textsOf(row, found), family: found.family }] : [];
  });
  const style = answerStyle(answered);
  const usual = answered[0]?.family.base;
  const base = indexBase(tallyOf(rows.map((row) => countedAt(row, style))), usual);
  return { base, usual, style };
}

function readGold(
  { names }: Found,
  texts: readonly string[],
  written: string,
  { base, style }: Partial<Conventions>,
): Gold | undefined {
  const index = writtenIndex(written, texts, style);
  if (index !== undefined) return base === undefined ? undefined : { kind: 'index', index: index - base };
  const letter = style === 'letter' ? bareLetter(written, texts.length) : undefined;
  if (letter !== undefined) return { kind: 'index', index: letter };
  // A field's own name, unless the file is known to write texts.
  const asText = style === 'text' && texts.some((option) => option.trim() === written);
  const byName = names.indexOf(written);
  return byName >= 0 && !asText ? { kind: 'index', index: byName } : { kind: 'written', written };
}

function shape(found: Partial<Conventions> = {}): RowShape {
  return {
    kind: 'option-columns',
    task: 'closed',
    recognise: (row) =>
      optionFields(row) !== undefined &&
      firstField(row, QUESTIONS) !== undefined &&
      ANSWERS.some((name) => name in row),
    fields: (row) => ({
      question: firstField(row, QUESTIONS)!,
      options: optionFields(row)!.names.join(', '),
      answer: answerField(row) ?? 'answer',
    }),
    prepare: (rows) => shape(conventions(rows)),
    counting: { base: found.base, usual: found.usual, at: (row) => countedAt(row, found.style) },
    toItem(row, where) {
      const fields = optionFields(row)!;
      const [asked, answered] = [firstField(row, QUESTIONS)!, answerField(row) ?? 'answer'];
      const question = text(row[asked])?.trim();
      if (question === undefined) return reject(where, 'import.empty-question', { field: asked });
      const written = scalarText(row[answered])?.trim();
      if (written === undefined) return reject(where, 'import.no-answer', { field: answered });
      const texts = textsOf(row, fields);
      if (isAmbiguous(row[answered], { texts, areNumbers: true }, found.style)) {
        return reject(where, 'import.number-or-text', { gold: written });
      }
      const gold = readGold(fields, texts, written, { ...found, base: where.base ?? found.base });
      if (gold === undefined) return reject(where, 'import.index-base-unclear', { field: answered });
      const item = closedItem(
        withoutUndefined({
          id: rowId(row, where),
          question,
          context: textUnder(row, CONTEXTS),
          texts,
          gold,
          group: textUnder(row, GROUPS),
        }),
        where,
      );
      return withAgreeingAnswers(item, row, answered, where);
    },
  };
}

/** Without rows to prepare on, numbers are not read. */
export const numberedColumns: RowShape = shape();
