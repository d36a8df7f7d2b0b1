/**
 * A benchmark file to items, streamed: JSON Lines, JSON, CSV and TSV as text, Parquet by row groups, each also gzipped.
 * Neither the text nor the parsed rows stand in memory at once. Runs in the worker, and in Node for the command line.
 *
 * Data never throws (bad rows are listed); a container that cannot be opened does.
 */

import {
  binaryKind,
  createRecogniser,
  createRowParser,
  createTextStream,
  isRowObject,
  mappedShape,
  type Row,
  type RowObject,
} from '../eval/index.ts';
import type { FieldGuess, RecognisedFile } from '../eval/types.ts';
import { sha256Hex } from '../hub/sha256.ts';
import { LabError } from '../lib/errors.ts';
import { parquetRows } from './parquet.ts';

export interface ReadProgress {
  /** Bytes of the file. */
  readonly loaded: number;
  readonly total: number;
  readonly rows: number;
}

export interface ReadOptions {
  /** Fields named by a person, instead of recognising the shape. */
  readonly mapping?: FieldGuess;
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly signal?: AbortSignal;
}

/** A file read to its end. */
export interface ReadData {
  readonly recognised: RecognisedFile;
  /** sha-256 (hex) of the file's bytes. */
  readonly hash: string;
  /** The first rows as they stand in the file. */
  readonly samples: readonly RowObject[];
}

/** Rows kept for naming fields by hand. */
const SAMPLES = 5;

/** The bytes of a file chunk by chunk, unpacked where they are gzipped; `onBytes` counts those of the file itself. */
async function* bytesOf(
  name: string,
  blob: Blob,
  gzipped: boolean,
  onBytes: (loaded: number) => void,
): AsyncGenerator<Uint8Array> {
  let loaded = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.length;
      onBytes(loaded);
      controller.enqueue(chunk);
    },
  });
  const counted = blob.stream().pipeThrough(counter);
  const reader = (gzipped ? counted.pipeThrough(new DecompressionStream('gzip')) : counted).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    throw new LabError(gzipped ? 'import.gzip-broken' : 'import.unreadable', { name }, { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The hub's dataset viewer wraps rows; the field names of the row inside count. */
function samplesOf(rows: readonly Row[]): RowObject[] {
  return rows.flatMap(({ value }) => {
    if (!isRowObject(value)) return [];
    return ['row_idx' in value && isRowObject(value.row) ? value.row : value];
  });
}

/**
 * Reads, recognises and hashes a file. Throws `import.gzip-broken`, `import.parquet-broken`, `import.unreadable`
 * {name}, and the signal's reason.
 */
export async function readData(fileName: string, blob: Blob, options: ReadOptions = {}): Promise<ReadData> {
  const { mapping, onProgress, signal } = options;
  const gzipped = binaryKind(new Uint8Array(await blob.slice(0, 4).arrayBuffer())) === 'gzip';
  const name = gzipped ? fileName.replace(/\.gz$/i, '') : fileName;
  const recogniser = createRecogniser(name, mapping && mappedShape(mapping));
  const samples: RowObject[] = [];
  let rowCount = 0;
  let loaded = 0;
  const report = () => onProgress?.({ loaded, total: blob.size, rows: rowCount });
  const take = (rows: readonly Row[]): void => {
    if (samples.length < SAMPLES) samples.push(...samplesOf(rows.slice(0, SAMPLES - samples.length)));
    rowCount += rows.length;
    recogniser.push(rows);
  };

  const chunks = bytesOf(name, blob, gzipped, (bytes) => {
    loaded = bytes;
  });
  const first = await chunks.next();
  const isParquet = !first.done && binaryKind(first.value) === 'parquet';
  if (isParquet) {
    let file = blob;
    if (gzipped) {
      const parts = [first.value as Uint8Array<ArrayBuffer>];
      for await (const chunk of chunks) parts.push(chunk as Uint8Array<ArrayBuffer>);
      file = new Blob(parts);
    } else await chunks.return(undefined);
    for await (const { rows, share } of parquetRows(name, file)) {
      take(rows.map((value, i) => ({ line: rowCount + i + 1, value })));
      loaded = share * blob.size;
      report();
      signal?.throwIfAborted();
    }
  } else {
    const text = createTextStream();
    const parser = createRowParser(name);
    const feed = ({ rows, rejected }: ReturnType<typeof parser.push>): void => {
      take(rows);
      if (rejected.length > 0) recogniser.reject(rejected);
    };
    for (let next = first; !next.done; next = await chunks.next()) {
      feed(parser.push(text.push(next.value)));
      report();
      signal?.throwIfAborted();
    }
    feed(parser.push(text.finish()));
    feed(parser.finish());
  }
  return { recognised: recogniser.finish(), hash: await sha256Hex(blob, signal), samples };
}
