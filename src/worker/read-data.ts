/**
 * A benchmark file to items, streamed: JSON Lines, JSON, CSV and TSV as text, Parquet by row groups, each also gzipped.
 * Neither the text nor the parsed rows stand in memory at once (YAML's, which cannot be streamed, do). Runs in the worker,
 * and in Node for the command line.
 *
 * Data never throws (bad rows are listed); a container that cannot be opened does.
 */

import {
  binaryKind,
  createPromptFiller,
  createRecogniser,
  createRowParser,
  createTextStream,
  decodeText,
  isKnownRow,
  isMappedRow,
  isRowObject,
  mappedShape,
  noDataCode,
  type Row,
  type RowObject,
  unwrapped,
} from '../eval/index.ts';
import type { FieldGuess, RecognisedFile, RejectedRow } from '../eval/types.ts';
import { createSha256, sha256Hex } from '../hub/sha256.ts';
import { type Companions, labelsFor, type NamedBlob, promptFileName } from '../lib/data-files.ts';
import { LabError } from '../lib/errors.ts';
import { createLabelJoin, labelsIn } from './label-lines.ts';
import { parquetRows } from './parquet.ts';
import { MAXIMUM_CHARACTERS, yamlRows } from './yaml.ts';

export interface ReadProgress {
  /** Bytes of the file. */
  readonly loaded: number;
  readonly total: number;
  readonly rows: number;
}

export interface ReadOptions extends Companions {
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

/** What a file of labels is, and which file is missing beside it. */
function labelsAlone(name: string, stem: string, count: number): RecognisedFile {
  const rejected = { file: name, line: 1, code: 'import.labels-alone', params: { count, data: stem } };
  const fields = { question: '', answer: '' };
  return {
    file: name,
    kind: 'labels',
    task: 'closed',
    fields,
    rowCount: count,
    items: [],
    rejected: [rejected],
  };
}

/** A small file as it is, unpacked, with its hash. */
async function wholeFile({ name, blob }: NamedBlob): Promise<{ bytes: Uint8Array; hash: string }> {
  const gzipped = binaryKind(new Uint8Array(await blob.slice(0, 4).arrayBuffer())) === 'gzip';
  const parts: Blob[] = [];
  for await (const chunk of bytesOf(name, blob, gzipped, () => undefined)) parts.push(new Blob([chunk]));
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), hash: await sha256Hex(blob) };
}

/** What puts the prompts of their own files into rows, and the hashes of those that were named, by their names. */
async function readPrompts(files: readonly NamedBlob[]): Promise<{
  fill(rows: readonly Row[]): readonly Row[];
  hashes(): readonly string[];
}> {
  const known = new Map<string, { readonly text: string; readonly hash: string } | undefined>();
  for (const file of files) {
    const { bytes, hash } = await wholeFile(file);
    const name = promptFileName(file.name);
    // Of two files with one name neither is taken for the other.
    known.set(name, known.has(name) ? undefined : { text: decodeText(bytes), hash });
  }
  const named = new Set<string>();
  const fill = createPromptFiller((name) => {
    const file = known.get(name);
    if (file) named.add(name);
    return file?.text;
  });
  return {
    fill: (rows) => (files.length > 0 ? rows.map(({ line, value }) => ({ line, value: fill(value) })) : rows),
    hashes: () => [...named].sort().map((name) => known.get(name)!.hash),
  };
}

type Feed = (chunk: { readonly rows: readonly Row[]; readonly rejected: readonly RejectedRow[] }) => void;
type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/** The text of a YAML file, and its rows once it is whole. */
async function feedYaml(
  name: string,
  isRow: (value: unknown) => boolean,
  texts: AsyncGenerator<string>,
  feed: Feed,
): Promise<void> {
  const parts: string[] = [];
  let length = 0;
  for await (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length > MAXIMUM_CHARACTERS) break;
  }
  const source = parts.join('');
  const code = noDataCode(source);
  if (code === undefined) feed(await yamlRows(name, source, isRow));
  else feed({ rows: [], rejected: [{ file: name, line: 1, code, params: {} }] });
}

/**
 * Reads, recognises and hashes a file. Throws `import.gzip-broken`, `import.parquet-broken`, `import.unreadable`
 * {name}, what yamlRows and the joining of labels throw, and the signal's reason.
 */
export async function readData(fileName: string, blob: Blob, options: ReadOptions = {}): Promise<ReadData> {
  const { mapping, labels, prompts = [], onProgress, signal } = options;
  const gzipped = binaryKind(new Uint8Array(await blob.slice(0, 4).arrayBuffer())) === 'gzip';
  const name = gzipped ? fileName.replace(/\.gz$/i, '') : fileName;
  const stem = labelsFor(name);
  if (stem !== undefined) {
    const { bytes, hash } = await wholeFile({ name, blob });
    return { recognised: labelsAlone(name, stem, labelsIn(bytes).length), hash, samples: [] };
  }
  const shape = mapping && mapping.kind === undefined ? mappedShape(mapping) : undefined;
  const isRow = shape ? isMappedRow(shape, name) : isKnownRow(name);
  const recogniser = createRecogniser(name, shape, mapping);
  const labelFile = labels && (await wholeFile(labels));
  const allLabels = labelFile && labelsIn(labelFile.bytes);
  const join = allLabels && createLabelJoin({ name, labelsName: labels!.name }, allLabels);
  const prompting = await readPrompts(prompts);
  const samples: RowObject[] = [];
  let rowCount = 0;
  let rejectedCount = 0;
  let loaded = 0;
  const report = () => onProgress?.({ loaded, total: blob.size, rows: rowCount });
  const feed: Feed = ({ rows: read, rejected }) => {
    const labelled = join ? join.join(read, rejected) : read;
    const rows = prompting.fill(labelled);
    if (samples.length < SAMPLES) samples.push(...samplesOf(rows.slice(0, SAMPLES - samples.length)));
    rowCount += rows.length;
    rejectedCount += rejected.length;
    recogniser.push(rows);
    if (rejected.length > 0) recogniser.reject(rejected);
  };

  const digest = createSha256();
  const chunks: Chunks = bytesOf(name, blob, gzipped, (bytes) => {
    loaded += bytes.length;
    digest.update(bytes);
  });
  const first = await chunks.next();
  /** The decoded text, chunk by chunk. */
  async function* texts(): AsyncGenerator<string> {
    const decoder = createTextStream();
    for (let next = first; !next.done; next = await chunks.next()) {
      yield decoder.push(next.value);
      report();
      signal?.throwIfAborted();
    }
    yield decoder.finish();
  }
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
      feed({ rows: rows.map((value, i) => ({ line: rowCount + i + 1, value })), rejected: [] });
      loaded = share * blob.size;
      report();
      signal?.throwIfAborted();
    }
  } else if (/\.ya?ml$/i.test(name)) {
    await feedYaml(name, isRow, texts(), feed);
  } else {
    const parser = createRowParser(name, isRow);
    for await (const text of texts()) feed(parser.push(text));
    feed(parser.finish());
  }
  if (rowCount === 0 && rejectedCount === 0) {
    feed({ rows: [], rejected: [{ file: name, line: 1, code: 'import.no-rows', params: {} }] });
  } else join?.finish();
  const hashes = [hash ?? digest.hex(), ...(labelFile ? [labelFile.hash] : []), ...prompting.hashes()];
  const recognised = {
    ...recogniser.finish(),
    ...(allLabels ? { labels: { name: labels!.name, count: allLabels.length } } : {}),
  };
  return { recognised, hash: hashes.join('+'), samples };
}
