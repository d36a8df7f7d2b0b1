/**
 * Rows that say of themselves that their answer does not hold: questions made unanswerable (MuSiQue's `answerable: false`,
 * SQuAD 2's `is_impossible: true`), and those that a review found faulty (MMLU-Redux's `error_type`).
 */

import type { Item, RejectedRow } from '../types.ts';
import { isRejected, type RowObject, reject, type Where } from './row.ts';

const ANSWERABLE = ['answerable', 'is_answerable'];
const UNANSWERABLE = ['is_impossible', 'unanswerable', 'is_unanswerable'];
const NO = /^(?:false|0|no)$/i;
const YES = /^(?:true|1|yes)$/i;

/** The item, unless its row says that it has no right answer or a wrong one. */
export function unlessDisowned(item: Item | RejectedRow, row: RowObject, where: Where): Item | RejectedRow {
  if (isRejected(item)) return item;
  const says = (word: RegExp) => (name: string) => word.test(String(row[name]));
  const unanswerable = ANSWERABLE.find(says(NO)) ?? UNANSWERABLE.find(says(YES));
  if (unanswerable !== undefined) return reject(where, 'import.unanswerable', { field: unanswerable });
  const { error_type: fault } = row;
  return typeof fault === 'string' && 'choices' in row && !/^(?:ok)?$/i.test(fault.trim())
    ? reject(where, 'import.found-faulty', { field: 'error_type', fault })
    : item;
}
