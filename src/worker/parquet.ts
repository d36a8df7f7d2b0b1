/**
 * Rows of a Parquet file, row group by row group, as plain JSON values (parquet-value.ts). The reader is loaded with the
 * first such file.
 */

import type { Compressors, RowGroup } from 'hyparquet';
import type { RowObject } from '../eval/index.ts';
import { LabError } from '../lib/errors.ts';
import { cellReaders, PARSERS, plainValue, withTypesFor } from './parquet-value.ts';

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
 * reading it in ranges of rows would decode its lists again for each range. Throws `import.parquet-broken` {name, reason}
 * and, where two columns have one name, `import.parquet-columns` {name, column}.
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
    const found = await parquetMetadataAsync(file, { geoparquet: false });
    const total = Number(found.num_rows);
    const cellReader = cellReaders(name, found.schema);
    const metadata = withTypesFor(found);
    let rowStart = 0;
    for (const rowEnd of readingEnds(metadata.row_groups)) {
      const columns = new Map<string, Piece[]>();
      await parquetRead({
        file,
        metadata,
        compressors,
        parsers: PARSERS,
        utf8: false,
        geoparquet: false,
        rowStart,
        rowEnd,
        onChunk: ({ columnName, columnData, rowStart: first }) => {
          const pieces = columns.get(columnName) ?? [];
          pieces.push({ rowStart: first, cells: columnData });
          columns.set(columnName, pieces);
        },
      });
      const readers = [...columns].map(([column, pieces]) => {
        return [column, cellsFrom(pieces, rowStart), cellReader.get(column) ?? plainValue] as const;
      });
      columns.clear();
      for (let at = rowStart; at < rowEnd; ) {
        const rows: RowObject[] = [];
        for (; rows.length < ROWS_AT_ONCE && at < rowEnd; at++) {
          rows.push(
            Object.fromEntries(readers.map(([column, cells, read]) => [column, read(cells.next().value)])),
          );
        }
        yield { rows, share: at / total };
      }
      rowStart = rowEnd;
    }
  } catch (cause) {
    if (cause instanceof LabError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LabError('import.parquet-broken', { name, reason }, { cause });
  }
}
