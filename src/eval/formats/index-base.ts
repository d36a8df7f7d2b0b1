/**
 * Whether the indices in a file count from 0 or from 1, told from its rows where no published form says it.
 *
 * A 0 tells that they count from 0. Indices that never are 0 and reach the number of options count from 1, if there are
 * enough rows to tell. Else only a convention of the form can decide; without one it stays open, because a wrong guess
 * would give wrong golds throughout.
 */

export type Base = 0 | 1;

/** Rows with an index from which a missing 0 is no accident: (3/4)^20 = 0.3 %. */
const ROWS_TO_TELL = 20;

/** `usual`: what such rows count from where they do not contradict it. */
export function indexBase(
  seen: readonly { readonly index: number; readonly count: number }[],
  usual?: Base,
): Base | undefined {
  if (seen.some(({ index }) => index === 0)) return 0;
  if (seen.some(({ index, count }) => index === count)) return seen.length >= ROWS_TO_TELL ? 1 : undefined;
  return usual;
}
