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
import { bytesOf, createTurns, wholeFile } from './file-bytes.ts';
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

/** Rows inside the rows of a viewer or a log: their field names count. */
function samplesOf(rows: readonly Row[]): RowObject[] {
  return rows.flatMap(({ value }) => (isRowObject(value) ? [unwrapped(value)] : []));
}

/** What a file of labels is, and which file is missing beside it. */
function labelsAlone(name: string, stem: string, count: number): RecognisedFile {
  const rejected = {
    file: name,
    line: 1,
    code: 'import.labels-alone',
    params: { count, data: stem || 'train' },
  };
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
  const turn = createTurns();
  const report = async () => {
    onProgress?.({ loaded, total: blob.size, rows: rowCount });
    await turn();
    signal?.throwIfAborted();
  };
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
      await report();
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
      await report();
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
