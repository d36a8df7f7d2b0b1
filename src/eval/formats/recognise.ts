/**
 * Which shape the rows of a file have, and the items they make.
 *
 * The shape is decided on the first rows: the most specific one that at least half of them have. Every later row
 * becomes an item or a rejected row with its reason. What indices count from must hold for the whole file: rows wait
 * until it can be told, and golds that later rows put in doubt are withdrawn.
 */

import type { FieldGuess, Item, PromptList, ReadingChoices, RecognisedFile, RejectedRow } from '../types.ts';
import { unlessDisowned } from './disowned-row.ts';
import { addTo, indexBase, type Tally } from './index-base.ts';
import { withoutUndefined } from './options.ts';
import { type Container, createRowParser } from './parse-rows.ts';
import { withNamedParts } from './passage-choices.ts';
import { plain } from './plain.ts';
import { isRejected, isRowObject, type Row, type RowObject, type RowShape } from './row.ts';
import { SHAPES } from './shapes.ts';

/** Rows looked at before the shape is decided. */
export const SAMPLE_ROWS = 200;

const NO_FIELDS: FieldGuess = { question: '', answer: '' };

/**
 * The shape of `rows`, specialised to them: the first in the list that at least half of them have (or more, where it asks
 * for more), else the one that most have; undefined when none fits any row.
 */
export function chooseShape(
  rows: readonly unknown[],
  shapes: readonly RowShape[] = SHAPES,
  file = '',
): RowShape | undefined {
  const objects = rows.map(rowOf).filter((row) => row !== undefined);
  let best: RowShape | undefined;
  let most = 0;
  for (const shape of shapes) {
    const count = objects.filter((row) => shape.recognise(row, file)).length;
    if (count < (shape.least ?? 0) * objects.length) continue;
    if (count > most) {
      best = shape;
      most = count;
    }
    if (count > 0 && 2 * count >= objects.length) {
      best = shape;
      break;
    }
  }
  return best?.prepare?.(objects.filter((row) => best.recognise(row, file))) ?? best;
}

/**
 * The row inside a row of the hub's dataset viewer (`{row_idx, row}`), of lm-evaluation-harness's sample log
 * (`{doc_id, doc}`), or of MMLU's auxiliary file (`{train}`).
 */
export function unwrapped(row: RowObject): RowObject {
  if ('row_idx' in row && isRowObject(row.row)) return row.row;
  if ('doc_id' in row && isRowObject(row.doc)) return row.doc;
  return isRowObject(row.train) && Object.keys(row).length === 1 ? row.train : row;
}

/** A row as shapes know it; undefined for a value that is none. */
function rowOf(value: unknown): RowObject | undefined {
  const named = withNamedParts(value);
  return isRowObject(named) ? unwrapped(named) : undefined;
}

/** The viewer's page cuts long cells and names them: such a row is not the row. */
const isCut = (row: unknown): boolean =>
  isRowObject(row) &&
  'row_idx' in row &&
  Array.isArray(row.truncated_cells) &&
  row.truncated_cells.length > 0;

/**
 * Whether one object alone is a row of a known shape. Plain question and answer are no sign of one where the object
 * holds rows under a usual name: any description of a task may have such fields.
 */
export function isKnownRow(file: string): (value: unknown) => boolean {
  return (value) => {
    const shape = chooseShape([value], SHAPES, file);
    return shape !== undefined && shape !== plain;
  };
}

/** The same where a person named the fields. */
export function isMappedRow(shape: RowShape, file: string): (value: unknown) => boolean {
  return (value) => isRowObject(value) && shape.recognise(unwrapped(value), file);
}

export interface Recogniser {
  push(rows: readonly Row[]): void;
  reject(rows: readonly RejectedRow[]): void;
  finish(): RecognisedFile;
}

/**
 * Collects rows chunk by chunk; give `shape` where it is known (a mapping made by the user), `choices` for what a person
 * decided.
 */
export function createRecogniser(file: string, shape?: RowShape, choices: ReadingChoices = {}): Recogniser {
  const { base, lines, promptIndex, language } = choices;
  const chosenFor = withoutUndefined({ base, lines, promptIndex, language });
  let items: Item[] = [];
  const rejected: RejectedRow[] = [];
  const ids = new Set<string>();
  /** Of ids that came again: on which line last, and how often there (a file of one line has one id for all its rows). */
  const copies = new Map<string, { line: number; copy: number }>();
  /** The line of each item whose gold is an index, by the item's id. */
  const indexLines = new Map<string, number>();
  const tally: Tally = { rows: 0, zeros: 0, tops: 0 };
  let chosen: RowShape | undefined;
  let sample = SAMPLE_ROWS;
  let fields: FieldGuess | undefined;
  let prompts: PromptList | undefined;
  let waiting: Row[] = [];
  let rowCount = 0;

  const add = (result: Item | RejectedRow, line: number, byIndex: boolean): void => {
    if (isRejected(result)) {
      rejected.push(result);
      return;
    }
    let { id } = result;
    const last = copies.get(id);
    let copy = last?.line === line ? last.copy : 1;
    while (ids.has(id)) id = `${result.id} (${++copy}, line ${line})`;
    if (copy > 1) copies.set(result.id, { line, copy });
    ids.add(id);
    if (byIndex) indexLines.set(id, line);
    items.push(id === result.id ? result : { ...result, id });
  };
  const take = (row: Row): void => {
    const where = { file, line: row.line };
    const value = rowOf(row.value);
    if (value === undefined) {
      rejected.push({ ...where, code: 'import.not-an-object', params: {} });
    } else if (isCut(row.value)) {
      rejected.push({ ...where, code: 'import.cut-cells', params: {} });
    } else if (chosen === undefined || !chosen.recognise(value, file)) {
      const params = { fields: Object.keys(value).slice(0, 12).join(', ') };
      rejected.push({ ...where, code: chosen ? 'import.other-shape' : 'import.unknown-shape', params });
    } else {
      fields ??= chosen.fields(value);
      prompts ??= chosen.prompts?.(value, promptIndex);
      const inner = chosen.expand?.(value) ?? [value];
      // A row of questions without one is listed, not lost.
      if (inner.length === 0) {
        rejected.push({ ...where, code: 'import.empty-question', params: { field: fields.question } });
        return;
      }
      rowCount += inner.length - 1;
      const wanted = { ...where, ...chosenFor };
      for (const one of inner) {
        const counted = base === undefined ? chosen.counting?.at(one) : undefined;
        addTo(tally, counted);
        add(unlessDisowned(chosen.toItem(one, wanted), one, wanted), row.line, counted !== undefined);
      }
    }
  };
  /** Where the rows so far do not tell what their indices count from, more are awaited: all that there are, if need be. */
  const isOpen = (found: RowShape): boolean =>
    base === undefined &&
    found.counting !== undefined &&
    found.counting.base === undefined &&
    waiting.some(({ value }) => {
      const row = rowOf(value);
      return row !== undefined && found.recognise(row, file) && found.counting?.at(row) !== undefined;
    });
  const decide = (isEnd: boolean): void => {
    const found = chooseShape(
      waiting.map((row) => row.value),
      shape === undefined ? SHAPES : [shape],
      file,
    );
    if (!isEnd && found !== undefined && isOpen(found)) {
      sample *= 2;
      return;
    }
    chosen = found ?? shape;
    for (const row of waiting) take(row);
    waiting = [];
    sample = SAMPLE_ROWS;
  };
  /** The whole file contradicts what its first rows told: all golds by index are unclear. */
  const withdraw = (): void => {
    const counting = chosen?.counting;
    if (counting?.base === undefined || indexLines.size === 0) return;
    if (indexBase(tally, counting.usual) === counting.base) return;
    const field = fields?.answer ?? '';
    for (const line of indexLines.values()) {
      rejected.push({ file, line, code: 'import.index-base-unclear', params: { field } });
    }
    items = items.filter(({ id }) => !indexLines.has(id));
  };
  return {
    push(rows) {
      rowCount += rows.length;
      // Row by row: what is decided must not depend on how the file comes in pieces.
      for (const row of rows) {
        if (chosen !== undefined) take(row);
        else if (waiting.push(row) === sample) decide(false);
      }
    },
    reject(rows) {
      rowCount += rows.length;
      for (const row of rows) rejected.push(row);
    },
    finish() {
      if (chosen === undefined) decide(true);
      withdraw();
      rejected.sort((a, b) => a.line - b.line);
      const kind = chosen?.kind ?? 'unknown';
      const task = chosen?.task ?? 'open';
      const read = { file, kind, task, fields: fields ?? NO_FIELDS, rowCount, items, rejected };
      return prompts === undefined ? read : { ...read, prompts };
    },
  };
}

/** Recognises rows that are already parsed values (a row's line is its position). */
export function recogniseFile(file: string, rows: readonly (Row | RowObject)[]): RecognisedFile {
  const recogniser = createRecogniser(file);
  recogniser.push(
    rows.map((row, i) => ('line' in row && 'value' in row ? (row as Row) : { line: i + 1, value: row })),
  );
  return recogniser.finish();
}

/** Reads and recognises a whole file's text. */
export function recogniseText(
  file: string,
  source: string,
): RecognisedFile & { readonly container: Container } {
  const reader = createFileReader(file);
  reader.push(source);
  return reader.finish();
}

/** Reads and recognises a file fed in decoded chunks; what a worker uses for large files. */
export function createFileReader(
  file: string,
  shape?: RowShape,
  choices?: ReadingChoices,
): { push(chunk: string): void; finish(): RecognisedFile & { readonly container: Container } } {
  const parser = createRowParser(file, shape ? isMappedRow(shape, file) : isKnownRow(file));
  const recogniser = createRecogniser(file, shape, choices);
  const take = (chunk: ReturnType<typeof parser.push>): void => {
    recogniser.push(chunk.rows);
    if (chunk.rejected.length > 0) recogniser.reject(chunk.rejected);
  };
  return {
    push: (chunk) => take(parser.push(chunk)),
    finish() {
      take(parser.finish());
      return { ...recogniser.finish(), container: parser.container() };
    },
  };
}
