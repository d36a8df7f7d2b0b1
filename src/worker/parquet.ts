/**
 * Rows of a Parquet file, row group by row group, as plain JSON values: whole numbers of 64 bits as numbers where they
 * fit, dates as text. The reader is loaded with the first such file.
 */

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

/** Rows a time: a row group may hold the whole file. */
const ROWS_AT_ONCE = 20_000;

/**
 * Yields the rows in their order with the share of them read so far. Throws `import.parquet-broken` {name, reason}.
 */
export async function* parquetRows(
  name: string,
  blob: Blob,
): AsyncGenerator<{ readonly rows: readonly RowObject[]; readonly share: number }> {
  const [{ parquetMetadataAsync, parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const file = {
    byteLength: blob.size,
    slice: (start: number, end?: number) => blob.slice(start, end).arrayBuffer(),
  };
  try {
    const metadata = await parquetMetadataAsync(file);
    const total = Number(metadata.num_rows);
    let groupStart = 0;
    for (const group of metadata.row_groups) {
      const groupEnd = groupStart + Number(group.num_rows);
      for (let rowStart = groupStart; rowStart < groupEnd; rowStart += ROWS_AT_ONCE) {
        const rowEnd = Math.min(rowStart + ROWS_AT_ONCE, groupEnd);
        const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
        yield { rows: rows.map((row) => plainValue(row) as RowObject), share: rowEnd / total };
      }
      groupStart = groupEnd;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LabError('import.parquet-broken', { name, reason }, { cause });
  }
}
