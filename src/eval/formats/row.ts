/**
 * What every row shape needs: the shape interface, and readers of single fields that do not guess.
 *
 * A shape turns a parsed row into an item or into a rejected row with its reason; it never throws on data.
 */

import type { FieldGuess, Item, PromptList, ReadingChoices, RejectedRow, Task } from '../types.ts';
import type { Base, Counted } from './index-base.ts';

export type RowObject = Readonly<Record<string, unknown>>;

/** Where a row stands, for ids and for the list of rejected rows, and what a person chose for the file. */
export interface Where extends Pick<ReadingChoices, 'base' | 'lines' | 'promptIndex' | 'language'> {
  readonly file: string;
  /** 1-based line (JSONL, CSV) or line on which the element starts (JSON array). */
  readonly line: number;
}

/** A parsed row that is not yet recognised. */
export interface Row {
  readonly line: number;
  readonly value: unknown;
}

export interface RowShape {
  /** Name shown to people and kept in results, e.g. 'gsm8k'. */
  readonly kind: string;
  readonly task: Task;
  /** Share of a file's first rows that must have it; absent = a half. */
  readonly least?: number;
  /** Whether a row has this shape's fields; it says nothing about their validity. */
  recognise(row: RowObject, file?: string): boolean;
  /** The rows inside a row, for shapes of which one row makes several items. */
  expand?(row: RowObject): readonly RowObject[];
  /** The fields used, for the preview. */
  fields(row: RowObject): FieldGuess;
  /** The prompts to choose from, where the row's file has several. */
  prompts?(row: RowObject, chosen: number | undefined): PromptList | undefined;
  toItem(row: RowObject, where: Where): Item | RejectedRow;
  /** The shape specialised to a file, decided on its first rows (e.g. whether indices count from 0 or 1). */
  prepare?(rows: readonly RowObject[]): RowShape;
  /** Where golds may be indices: what they count from (undefined: cannot be told), and usually do; a row's index. */
  readonly counting?: {
    readonly base: Base | undefined;
    readonly usual: Base | undefined;
    at(row: RowObject): Counted | undefined;
  };
}

export function isRowObject(value: unknown): value is RowObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRejected(result: Item | RejectedRow): result is RejectedRow {
  return 'code' in result;
}

export function reject(where: Where, code: string, params: RejectedRow['params'] = {}): RejectedRow {
  return { file: where.file, line: where.line, code, params };
}

/** A string with content, else undefined; surrounding whitespace stays. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A string or a finite number as text, else undefined. */
export function scalarText(value: unknown): string | undefined {
  if (Number.isFinite(value)) return String(value);
  return text(value);
}

/** A list of strings or numbers as texts; undefined when an entry is of another type. Empty strings are kept. */
export function textList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const out: string[] = [];
  for (const entry of value) {
    if (typeof entry === 'string') out.push(entry);
    else if (Number.isFinite(entry)) out.push(String(entry));
    else return undefined;
  }
  return out;
}

/** The first of `names` that the row has with a value other than null. */
export function firstField(row: RowObject, names: readonly string[]): string | undefined {
  return names.find((name) => row[name] !== undefined && row[name] !== null);
}

const ID_FIELDS = ['id', 'ID', 'qid', 'qID', 'question_id', 'unique_id', 'idx', 'ind'];

/** The row's own id, else `<file>:<line>`. */
export function rowId(row: RowObject, where: Where): string {
  const own = ID_FIELDS.map((name) => scalarText(row[name])).find((id) => id !== undefined);
  return own ?? `${where.file}:${where.line}`;
}
