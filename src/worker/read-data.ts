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
  isKnownRow,
  isMappedRow,
  isRowObject,
  mappedShape,
  type Row,
  type RowObject,
  unwrapped,
} from '../eval/index.ts';
import type { FieldGuess, RecognisedFile } from '../eval/types.ts';
import { createSha256, sha256Hex } from '../hub/sha256.ts';
import { LabError } from '../lib/errors.ts';
import { parquetRows } from './parquet.ts';

export interface ReadProgress {
  /** Bytes of the file. */
  readonly loaded: number;
  readonly total: number;
  readonly rows: number;
}

export interface ReadOptions {
  /** Fields named by a person instead of recognising the shape, or what was chosen for a recognised one. */
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

/** Bytes read at a time. */
const PIECE_BYTES = 1 << 20;

/**
 * The bytes of a blob piece by piece, all in one buffer: a piece is valid until the next one is asked for. (Pieces of
 * their own would pile up to the size of the file before they are collected.)
 */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = byteReader(blob);
  if (!reader) {
    for (let at = 0; at < blob.size; at += PIECE_BYTES) {
      yield new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    }
    return;
  }
  let buffer = new ArrayBuffer(PIECE_BYTES);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A reader into buffers of ours; undefined where the browser's blobs have none. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

/** The bytes of a file, unpacked where they are gzipped; `onBytes` sees those of the file itself. */
async function* bytesOf(
  name: string,
  blob: Blob,
  gzipped: boolean,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    if (!gzipped) {
      for await (const piece of piecesOf(blob)) {
        onBytes(piece);
        yield piece;
      }
      return;
    }
    const packed = piecesOf(blob);
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await packed.next();
        if (done) return controller.close();
        onBytes(value);
        // The unpacker may hold on to what it was given.
        controller.enqueue(value.slice());
      },
      cancel: () => void packed.return(undefined),
    });
    yield* source.pipeThrough(new DecompressionStream('gzip'));
  } catch (cause) {
    throw new LabError(gzipped ? 'import.gzip-broken' : 'import.unreadable', { name }, { cause });
  }
}

/** Rows inside the rows of a viewer or a log: their field names count. */
function samplesOf(rows: readonly Row[]): RowObject[] {
  return rows.flatMap(({ value }) => (isRowObject(value) ? [unwrapped(value)] : []));
}

/**
 * Reads, recognises and hashes a file. Throws `import.gzip-broken`, `import.parquet-broken`, `import.unreadable`
 * {name}, and the signal's reason.
 */
export async function readData(fileName: string, blob: Blob, options: ReadOptions = {}): Promise<ReadData> {
  const { mapping, onProgress, signal } = options;
  const gzipped = binaryKind(new Uint8Array(await blob.slice(0, 4).arrayBuffer())) === 'gzip';
  const name = gzipped ? fileName.replace(/\.gz$/i, '') : fileName;
  const shape = mapping && mapping.kind === undefined ? mappedShape(mapping) : undefined;
  const recogniser = createRecogniser(name, shape, mapping);
  const samples: RowObject[] = [];
  let rowCount = 0;
  let loaded = 0;
  const report = () => onProgress?.({ loaded, total: blob.size, rows: rowCount });
  const take = (rows: readonly Row[]): void => {
    if (samples.length < SAMPLES) samples.push(...samplesOf(rows.slice(0, SAMPLES - samples.length)));
    rowCount += rows.length;
    recogniser.push(rows);
  };

  const digest = createSha256();
  const chunks = bytesOf(name, blob, gzipped, (bytes) => {
    loaded += bytes.length;
    digest.update(bytes);
  });
  const first = await chunks.next();
  const isParquet = !first.done && binaryKind(first.value) === 'parquet';
  let hash: string | undefined;
  if (isParquet) {
    let file = blob;
    if (gzipped) {
      const parts = [new Blob([first.value])];
      for await (const chunk of chunks) parts.push(new Blob([chunk]));
      file = new Blob(parts);
    } else {
      await chunks.return(undefined);
      hash = await sha256Hex(blob, signal);
    }
    for await (const { rows, share } of parquetRows(name, file)) {
      take(rows.map((value, i) => ({ line: rowCount + i + 1, value })));
      loaded = share * blob.size;
      report();
      signal?.throwIfAborted();
    }
  } else {
    const text = createTextStream();
    const parser = createRowParser(name, shape ? isMappedRow(shape, name) : isKnownRow(name));
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
  return { recognised: recogniser.finish(), hash: hash ?? digest.hex(), samples };
}
