/**
 * The rows inside a file that is one JSON object: an array of rows (`{data: [...]}`, `{examples: [...]}`), rows by key
 * (`{"0": {...}, "1": {...}}`), or columns (`{question: [...], answer: [...]}`, as `to_dict` and `to_json` of Python's
 * data libraries write them).
 */

import { configRows, isPromptfooConfig } from './promptfoo-config.ts';
import { isRowObject } from './row.ts';

/** Names of an array that is all the rows there are. */
export const STREAMED_ARRAYS = ['data', 'Data', 'examples', 'rows', 'questions', 'tests', 'items'] as const;
const ROW_ARRAYS = [...STREAMED_ARRAYS, 'test', 'train', 'validation'];

/** Splits in one file are read together: a seeded split is made of them, and no row is lost. */
const SPLITS = ['train', 'validation', 'valid', 'dev', 'test'];

export interface InnerRows {
  /** The field that holds them, where it is an array. */
  readonly name?: string;
  readonly rows: readonly unknown[];
}

const isRows = (entry: unknown): entry is unknown[] =>
  Array.isArray(entry) && entry.length > 0 && entry.every(isRowObject);
/** Under a usual name: what is no object among the rows is listed. */
const beginsRows = (entry: unknown): entry is unknown[] => Array.isArray(entry) && isRowObject(entry[0]);

type Column = readonly [name: string, values: readonly unknown[]];

/** Columns of equal length as rows. */
function transposed(columns: readonly Column[]): unknown[] {
  const [first] = columns;
  return first![1].map((_, i) => Object.fromEntries(columns.map(([name, values]) => [name, values[i]])));
}

const digits = /^\d+$/;

/** The rows of a parsed document: its elements, the rows inside it, or itself as the only one. */
export function rowsIn(value: unknown, isRow: (value: unknown) => boolean): InnerRows {
  if (Array.isArray(value)) return { rows: value };
  return (isRow(value) ? undefined : innerRows(value)) ?? { rows: [value] };
}

/** Arrays under known names first, else the only one; then columns; then rows by key. */
export function innerRows(value: unknown): InnerRows | undefined {
  if (!isRowObject(value)) return undefined;
  if (isPromptfooConfig(value)) {
    const rows = configRows(value);
    return Array.isArray(value.tests) && value.scenarios === undefined ? { name: 'tests', rows } : { rows };
  }
  const splits = SPLITS.filter((name) => beginsRows(value[name]));
  if (splits.length > 1) return { rows: splits.flatMap((name) => value[name] as unknown[]) };
  const known = ROW_ARRAYS.find((name) => beginsRows(value[name]));
  if (known !== undefined) return { name: known, rows: value[known] as unknown[] };
  const entries = Object.entries(value);
  const arrays = entries.filter(([, entry]) => isRows(entry));
  if (arrays.length === 1) return { name: arrays[0]![0], rows: arrays[0]![1] as unknown[] };
  if (entries.length < 2) return undefined;
  if (entries.every((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))) {
    const [first] = entries;
    const length = first![1].length;
    return length > 0 && entries.every(([, column]) => column.length === length)
      ? { rows: transposed(entries) }
      : undefined;
  }
  if (!entries.every(([, entry]) => isRowObject(entry))) return undefined;
  const inner = entries.map(([name, entry]) => [name, Object.entries(entry as object)] as const);
  const [first] = inner;
  const keys = first![1].map(([key]) => key);
  const isColumns =
    keys.length > 0 &&
    keys.every((key) => digits.test(key)) &&
    inner.every(([, cells]) => cells.length === keys.length && cells.every(([key], i) => key === keys[i]));
  return {
    rows: isColumns
      ? transposed(inner.map(([name, cells]) => [name, cells.map(([, cell]) => cell)]))
      : entries.map(([, entry]) => entry),
  };
}
