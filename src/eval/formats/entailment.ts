/**
 * Natural language inference: does one text follow from another? SNLI, MNLI, XNLI, ANLI `{premise, hypothesis, label}`
 * (or sentence1 and sentence2, context and hypothesis, gold_label), XNLI in all languages `{premise: {en, de, ...},
 * hypothesis: {language[], translation[]}}`, of which one row makes an item a language, and RTE, QNLI and other pairs
 * labelled entailment or not_entailment.
 *
 * Numbers stand for other classes in other sets (1 is neutral in XNLI and contradiction in CB): they are read only where
 * the file's name or fields tell the set.
 */

import { closedItem, withoutUndefined } from './options.ts';
import {
  firstField,
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
} from './row.ts';

const THREE = ['entailment', 'neutral', 'contradiction'];
const WITHOUT_CONTRADICTION = THREE.slice(0, 2);
const TWO = ['entailment', 'not_entailment'];

const WORDS: Readonly<Record<string, string>> = {
  entailment: 'entailment',
  entails: 'entailment',
  e: 'entailment',
  neutral: 'neutral',
  n: 'neutral',
  contradiction: 'contradiction',
  contradictory: 'contradiction',
  c: 'contradiction',
  not_entailment: 'not_entailment',
  non_entailment: 'not_entailment',
};

/** Sets in which 0, 1, 2 are entailment, neutral, contradiction. */
const COUNTED_NAMES = /(?:^|[^a-z])(?:(?:afri|indic)?x|m|multi_?|a|s)nli(?:[^a-z]|$)/i;

/** What follows from what. */
const PAIRS = [
  ['premise', 'hypothesis'],
  ['sentence1', 'sentence2'],
  ['context', 'hypothesis'],
  ['sentence', 'question'],
] as const;

const LABELS = ['gold_label', 'label', 'entailment_label', 'entailment_judgment'];

const pairOf = (row: RowObject) =>
  PAIRS.find((names) => names.every((name) => typeof row[name] === 'string'));
const labelField = (row: RowObject) => firstField(row, LABELS) ?? LABELS.find((name) => name in row);
const writtenLabel = (row: RowObject) => scalarText(row[labelField(row)!])?.trim();
const wordOf = (row: RowObject): string | undefined => {
  const written = String(writtenLabel(row))
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return Object.hasOwn(WORDS, written) ? WORDS[written] : undefined;
};

/** The texts of a row in several languages, by language. */
function languagesOf({ premise, hypothesis }: RowObject): readonly string[] | undefined {
  if (!isRowObject(premise) || !isRowObject(hypothesis)) return undefined;
  return Array.isArray(hypothesis.language) && Array.isArray(hypothesis.translation)
    ? hypothesis.language.map(String)
    : undefined;
}

const isCounted = (row: RowObject, file: string): boolean =>
  COUNTED_NAMES.test(file.split(/[\\/]/).at(-1)!) ||
  // ANLI, MNLI, and a row made of several languages.
  ['uid', 'promptID', 'translated'].some((name) => name in row);

/** A label that is no class known here, no number and no dash: what the classes are cannot be told. */
const isUnknown = (row: RowObject): boolean => {
  const written = writtenLabel(row);
  return written !== undefined && wordOf(row) === undefined && !/^-?\d*$/.test(written);
};

/** Rows that tell that a file has no contradictions: (2/3)^20 = 0.03 %. */
const ROWS_TO_TELL = 20;

/** The classes of a file; none where it has others. */
function optionsFor(rows: readonly RowObject[]): readonly string[] {
  if (rows.some(isUnknown)) return [];
  const seen = new Set(rows.map(wordOf));
  // Whether a sentence answers a question has no third class.
  if (seen.has('not_entailment') || rows.every((row) => pairOf(row)?.[1] === 'question')) return TWO;
  const named = rows.filter((row) => wordOf(row) !== undefined).length;
  const bothOthers = seen.has('entailment') && seen.has('neutral') && !seen.has('contradiction');
  return bothOthers && named >= ROWS_TO_TELL ? WITHOUT_CONTRADICTION : THREE;
}

const shape = (options: readonly string[]): RowShape => ({
  kind: 'entailment',
  task: 'closed',
  recognise: (row) => {
    if (labelField(row) === undefined) return false;
    const pair = pairOf(row);
    if (pair === undefined) return languagesOf(row) !== undefined;
    // Pairs under other names are labelled with numbers for other reasons too: paraphrase, similarity.
    return pair[1] === 'hypothesis' || wordOf(row) !== undefined || writtenLabel(row) === '-';
  },
  expand: (row) =>
    languagesOf(row)?.map((language, i) => ({
      translated: language,
      premise: (row.premise as RowObject)[language],
      hypothesis: ((row.hypothesis as RowObject).translation as unknown[])[i],
      label: row.label,
    })) ?? [row],
  fields: (row) => ({
    question: (pairOf(row) ?? PAIRS[0]).join(' + '),
    options: (options.length === 0 ? THREE : options).join(', '),
    answer: labelField(row)!,
  }),
  prepare: (rows) => shape(optionsFor(rows)),
  toItem(row, where) {
    const [from, to] = pairOf(row) ?? PAIRS[0];
    const [premise, hypothesis] = [text(row[from])?.trim(), text(row[to])?.trim()];
    if (premise === undefined) return reject(where, 'import.empty-question', { field: from });
    if (hypothesis === undefined) return reject(where, 'import.empty-question', { field: to });
    const field = labelField(row)!;
    const label = writtenLabel(row);
    // A dash, or -1, where the annotators did not agree.
    if (label === undefined || label === '-' || label === '-1') {
      return reject(where, 'import.no-answer', { field });
    }
    const number = Number(label);
    const isNumber = !Number.isNaN(number);
    if (options.length === 0 || (isNumber && !isCounted(row, where.file))) {
      return reject(where, 'import.unnamed-classes', { field, label });
    }
    const asked =
      to === 'question' ? `Does the text answer “${hypothesis}”?` : `Does “${hypothesis}” follow?`;
    return closedItem(
      withoutUndefined({
        id: scalarText(row.pairID) ?? scalarText(row.uid) ?? rowId(row, where),
        context: premise,
        question: asked,
        texts: isNumber ? THREE : options,
        labels: options,
        gold: isNumber
          ? { kind: 'index' as const, index: number }
          : { kind: 'label' as const, label: wordOf(row) ?? label },
        language: row.translated === 'de' || row.language === 'de' ? ('de' as const) : undefined,
        group: text(row.genre),
      }),
      where,
    );
  },
});

export const entailment: RowShape = shape(THREE);
