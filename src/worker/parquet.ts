/**
 * Rows of a Parquet file, row group by row group, as plain JSON values: whole numbers of 64 bits as numbers where they
 * fit, dates as text. The reader is loaded with the first such file.
 */

import type { Compressors, RowGroup, SchemaElement } from 'hyparquet';
import type { RowObject } from '../eval/index.ts';
import { LabError } from '../lib/errors.ts';

/** What JSON would hold in place of a Parquet value. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plainValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plainValue(entry)]));
  }
  return value;
}

/** The shortest decimal that is this number of 32 bits: 0.1, where its double is 0.10000000149011612. */
export function shortFloat(value: number): number {
  if (Math.fround(value) !== value || !Number.isFinite(value)) return value;
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Names of the columns with numbers of 32 bits, in whatever depth. */
function floatColumns(schema: readonly SchemaElement[]): ReadonlySet<string> {
  const found = new Set<string>();
  let at = 1;
  const visit = (column: string): void => {
    const { type, num_children: children = 0 } = schema[at++]!;
    if (type === 'FLOAT') found.add(column);
    for (let i = 0; i < children; i++) visit(column);
  };
  while (at < schema.length) visit(schema[at]!.name);
  return found;
}

function withShortFloats(value: unknown): unknown {
  if (typeof value === 'number') return shortFloat(value);
  if (Array.isArray(value)) return value.map(withShortFloats);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withShortFloats(entry)]));
}

/** Rows handed on at a time: a row group may hold the whole file. */
const ROWS_AT_ONCE = 20_000;

type Cells = ArrayLike<unknown>;

/** Row groups of together no more rows and bytes than these are read in one go: of small ones a file may have thousands. */
const TOGETHER = { rows: 2_000, bytes: 4 * 2 ** 20 } as const;

/** The rows at which a reading ends, in their order. */
export function readingEnds(groups: readonly RowGroup[]): readonly number[] {
  const ends: number[] = [];
  let [end, rows, bytes] = [0, 0, 0];
  for (const group of groups) {
    const [more, size] = [Number(group.num_rows), Number(group.total_byte_size)];
    if (rows > 0 && (rows + more > TOGETHER.rows || bytes + size > TOGETHER.bytes)) {
      ends.push(end);
      [rows, bytes] = [0, 0];
    }
    end += more;
    rows += more;
    bytes += size;
  }
  return rows > 0 ? [...ends, end] : ends;
}

/** A part of a column as it was decoded, with the number of its first row in the file. */
interface Piece {
  readonly rowStart: number;
  readonly cells: Cells;
}

/** The cells of a column in their order, from row `from` on. */
function* cellsFrom(pieces: readonly Piece[], from: number): Generator<unknown> {
  for (const { rowStart, cells } of pieces.toSorted((a, b) => a.rowStart - b.rowStart)) {
    for (let i = Math.max(0, from - rowStart); i < cells.length; i++) yield cells[i];
  }
}

/** Bytes read at a time where less is asked for: a file may have thousands of small row groups. */
const WINDOW_BYTES = 1 << 20;

/** The bytes of a blob by ranges; neighbouring small ranges come from one reading. */
function rangesOf(blob: Blob): {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
} {
  let window = { from: 0, to: 0, bytes: Promise.resolve(new ArrayBuffer(0)) };
  return {
    byteLength: blob.size,
    async slice(start, end = blob.size) {
      if (end - start > WINDOW_BYTES) return blob.slice(start, end).arrayBuffer();
      if (start < window.from || end > window.to) {
        const to = Math.min(blob.size, start + WINDOW_BYTES);
        window = { from: start, to, bytes: blob.slice(start, to).arrayBuffer() };
      }
      const { from, bytes } = window;
      return (await bytes).slice(start - from, end - from);
    },
  };
}

/** A column without any value packs nothing, which the reader's LZ4 takes for a fault. */
function withEmptyPages(compressors: Compressors): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([codec, unpack]) => [
      codec,
      (input: Uint8Array, length: number) => (length === 0 ? new Uint8Array(0) : unpack(input, length)),
    ]),
  );
}

/**
 * Yields the rows in their order with the share of them read so far. Row groups are decoded once, column by column:
 * reading it in ranges of rows would decode its lists again for each range. Throws `import.parquet-broken` {name, reason}.
 */
export async function* parquetRows(
  name: string,
  blob: Blob,
): AsyncGenerator<{ readonly rows: readonly RowObject[]; readonly share: number }> {
  const [{ parquetMetadataAsync, parquetRead }, { compressors: unpack }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const compressors = withEmptyPages(unpack);
  const file = rangesOf(blob);
  try {
    const metadata = await parquetMetadataAsync(file);
    const total = Number(metadata.num_rows);
    const floats = floatColumns(metadata.schema);
    const plain = (column: string, value: unknown) =>
      floats.has(column) ? withShortFloats(plainValue(value)) : plainValue(value);
    let rowStart = 0;
    for (const rowEnd of readingEnds(metadata.row_groups)) {
      const columns = new Map<string, Piece[]>();
      await parquetRead({
        file,
        metadata,
        compressors,
        rowStart,
        rowEnd,
        onChunk: ({ columnName, columnData, rowStart: first }) => {
          const pieces = columns.get(columnName) ?? [];
          pieces.push({ rowStart: first, cells: columnData });
          columns.set(columnName, pieces);
        },
      });
      const readers = [...columns].map(([column, pieces]) => [column, cellsFrom(pieces, rowStart)] as const);
      columns.clear();
      for (let at = rowStart; at < rowEnd; ) {
        const rows: RowObject[] = [];
        for (; rows.length < ROWS_AT_ONCE && at < rowEnd; at++) {
          rows.push(
            Object.fromEntries(readers.map(([column, cells]) => [column, plain(column, cells.next().value)])),
          );
        }
        yield { rows, share: at / total };
      }
      rowStart = rowEnd;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LabError('import.parquet-broken', { name, reason }, { cause });
  }
}
