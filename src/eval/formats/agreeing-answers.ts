/**
 * Whether the fields of one row agree about its answer: `{answer: "A", answer_index: 0}` (MMLU-Pro), `{answer: "text",
 * answer_letter: "B"}` (SuperGPQA), `{answer_idx: "D", answer: "text"}` (MedQA). A row whose fields name different options
 * has no sure gold and is left out.
 *
 * A field that names no option for certain (a rationale, an index that may count from 0 or 1, a letter that is the text of
 * one option and the label of another) contradicts nothing.
 */

import type { Item, RejectedRow } from '../types.ts';
import { LETTERS } from './options.ts';
import { isRejected, type RowObject, reject, scalarText, type Where } from './row.ts';

const NAMES = [
  'answer',
  'answer_idx',
  'answer_index',
  'answerKey',
  'answer_key',
  'answer_letter',
  'answer_choice',
  'correct_answer',
  'correct_option',
];

/** The options that a written answer may name, by their place; none where it names none. */
function namedBy(
  written: string | undefined,
  { optionTexts, options }: Item,
  labels: readonly string[],
): number[] {
  const named = [optionTexts!, options!, labels].flatMap((list) =>
    list.flatMap((one, i) => (one.trim() === written ? [i] : [])),
  );
  const number = Number(written);
  return [...named, ...[number, number - 1].filter((i) => i in options!)];
}

/** The item, unless another field than `used` names another option. `labels`: the row's own, else letters. */
export function withAgreeingAnswers(
  item: Item | RejectedRow,
  row: RowObject,
  used: string,
  where: Where,
  labels: readonly string[] = [...LETTERS],
): Item | RejectedRow {
  if (isRejected(item)) return item;
  const texts = item.optionTexts!;
  const gold = texts[item.goldIndex!];
  const other = NAMES.find((name) => {
    const named = namedBy(scalarText(row[name])?.trim(), item, labels.slice(0, texts.length));
    return named.length > 0 && named.every((i) => texts[i] !== gold);
  });
  return other === undefined ? item : reject(where, 'import.answers-contradict', { field: used, other });
}
