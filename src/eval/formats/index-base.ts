/**
 * Whether the indices in a file count from 0 or from 1, told from its rows, also where a form is known to count from one
 * of them: people write files of their own in that form.
 *
 * A 0 tells that they count from 0; indices that never are 0 and reach the number of options count from 1. Both can only
 * be told from enough rows, and not where both are common. Else the convention of the form decides; without one it stays
 * open, because a wrong guess would give wrong golds throughout.
 */

import type { Item, RejectedRow } from '../types.ts';
import { type RowObject, type RowShape, reject, type Where } from './row.ts';

export type Base = 0 | 1;

/** An index as written, and the number of options it points into. */
export interface Counted {
  readonly index: number;
  readonly count: number;
}

/** Indices counted over a file: all, those that are 0, and those that equal the number of options. */
export interface Tally {
  rows: number;
  zeros: number;
  tops: number;
}

/** Rows with an index from which a missing 0 is no accident: (3/4)^20 = 0.3 %. */
const ROWS_TO_TELL = 20;
/** One row, and up to one in so many, may be a mistake. */
const ROWS_PER_STRAY = 20;

export function addTo(tally: Tally, seen: Counted | undefined): void {
  if (seen === undefined) return;
  tally.rows++;
  if (seen.index === 0) tally.zeros++;
  if (seen.index === seen.count) tally.tops++;
}

export function tallyOf(seen: readonly (Counted | undefined)[]): Tally {
  const tally = { rows: 0, zeros: 0, tops: 0 };
  for (const one of seen) addTo(tally, one);
  return tally;
}

/** `usual`: what such rows count from where they do not contradict it. Undefined: it cannot be told. */
export function indexBase({ rows, zeros, tops }: Tally, usual?: Base): Base | undefined {
  const stray = (count: number) => count <= 1 || count * ROWS_PER_STRAY <= rows;
  if (zeros > 0 && tops > 0) {
    if (usual === 1 && stray(zeros)) return 1;
    return usual !== 1 && stray(tops) ? 0 : undefined;
  }
  if (zeros > 0) return 0;
  if (usual === 1) return 1;
  if (tops > 0) return rows >= ROWS_TO_TELL ? 1 : undefined;
  return rows >= ROWS_TO_TELL ? undefined : usual;
}

/** A shape of which the reader of a row is told what indices count from. */
export interface CountedShape extends RowShape {
  toItem(row: RowObject, where: Where & { readonly base: Base }): Item | RejectedRow;
}

/** `shape` made to count as its file does. `at`: the index a row has, as written. */
export function countedShape(
  shape: CountedShape,
  usual: Base,
  at: (row: RowObject) => Counted | undefined,
): RowShape {
  const counting = (base: Base | undefined): RowShape => ({
    ...shape,
    counting: { base, usual, at },
    prepare: (rows) => counting(indexBase(tallyOf(rows.map(at)), usual)),
    toItem(row, where): Item | RejectedRow {
      const from = where.base ?? base;
      if (from === undefined && at(row) !== undefined) {
        return reject(where, 'import.index-base-unclear', { field: shape.fields(row).answer });
      }
      return shape.toItem(row, { ...where, base: from ?? usual });
    },
  });
  return counting(usual);
}

/** A label that is a whole number, as a number or as text. */
export function countedLabel(label: unknown, count: number): Counted | undefined {
  const written = typeof label === 'number' ? String(label) : label;
  return typeof written === 'string' && /^\s*\d+\s*$/.test(written)
    ? { index: Number(written), count }
    : undefined;
}
