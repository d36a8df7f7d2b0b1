/**
 * Benchmarks for runs: embedded ones are small and read here, files are read and held by the worker. The readers and
 * rules of `eval` are loaded when first needed.
 */

import type { Benchmark, FieldGuess, Task } from '../eval/types.ts';
import type { DataConfig } from '../lab/types.ts';
import type { Companions } from '../lib/data-files.ts';
import { LabError } from '../lib/errors.ts';
import type { LabClient } from '../worker/client-types.ts';
import type { DataProgress, FileFacts, HeldBenchmark } from '../worker/protocol.ts';
import { embeddedBenchmarkName } from './embedded.ts';
import { labClient } from './lab-client.ts';
import type { BenchmarkChoice, DataFile, FileBenchmark } from './setup.ts';

let lastId = 0;
/** Unique in this page. */
const newId = (kind: string) => `${kind}-${++lastId}`;

/** The worker, by its number, that holds each benchmark. */
const holders = new Map<string, number>();

/** The worker reads a file; it keeps the items, the page gets facts. Throws what the signal says once it aborts. */
export async function readDataFile(
  name: string,
  blob: Blob,
  options: Companions & {
    readonly mapping?: FieldGuess;
    readonly onProgress?: (progress: DataProgress) => void;
    readonly signal?: AbortSignal;
  } = {},
): Promise<FileFacts> {
  const { mapping, labels, prompts, onProgress, signal } = options;
  const wanted = {
    id: newId('file'),
    name,
    blob,
    ...(labels ? { labels } : {}),
    ...(prompts ? { prompts } : {}),
    ...(mapping ? { mapping } : {}),
  };
  const client = await labClient();
  signal?.throwIfAborted();
  // The worker stops in the middle of the file.
  const stop = () => client.dropData([wanted.id]);
  signal?.addEventListener('abort', stop);
  try {
    return await client.readData(wanted, onProgress);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

export async function forgetData(ids: readonly string[]): Promise<void> {
  for (const id of ids) holders.delete(id);
  (await labClient()).dropData(ids);
}

/** The benchmark's name for results: the file's own without its ending, or what two names have in common. */
export function benchmarkName(fileNames: readonly string[]): string {
  const bases = fileNames.map((name) => name.replace(/\.gz$/i, '').replace(/\.[^.]*$/, ''));
  const [first = '', second] = bases;
  if (second === undefined) return first;
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  // "arc-train" and "arc-test" share "arc-t": the begun word does not count.
  const common = first.slice(0, length);
  return common.replace(/[\s._-]+[^\s._-]*$/, '') || common || first;
}

export interface JoinOptions {
  readonly seed: number;
  /** Share of a single file's items that go into test. */
  readonly testShare: number;
  readonly mapping?: FieldGuess;
}

/** Makes a benchmark of read files. Throws `eval.*`. */
export async function joinDataFiles(
  read: readonly (DataFile & { readonly facts: FileFacts })[],
  { seed, testShare, mapping }: JoinOptions,
): Promise<FileBenchmark> {
  const client = await labClient();
  const { generation } = client;
  const facts = await client.joinData({
    id: newId('benchmark'),
    name: benchmarkName(read.map(({ name }) => name)),
    files: read.map(({ facts: { id }, role }) => ({ id, ...(role ? { role } : {}) })),
    seed,
    testShare,
  });
  holders.set(facts.held, generation);
  const data: DataConfig = {
    ...(mapping ? { mapping } : {}),
    ...(facts.split.kind === 'seeded' ? { split: { seed, testShare } } : {}),
  };
  return {
    ...facts,
    files: read.map(({ facts: _read, ...file }) => file),
    data,
    options: { seed, testShare },
  };
}

/** The benchmark as the present worker holds it; read again where the one that held it is gone. */
async function held(client: LabClient, benchmark: FileBenchmark): Promise<HeldBenchmark> {
  if (holders.get(benchmark.held) === client.generation) return { held: benchmark.held };
  const { mapping } = benchmark.data;
  const read = [];
  for (const file of benchmark.files) {
    const facts = await readDataFile(file.name, file.blob, { ...file, ...(mapping ? { mapping } : {}) });
    read.push({ ...file, facts });
  }
  const again = await joinDataFiles(read, { ...benchmark.options, ...(mapping ? { mapping } : {}) });
  await forgetData(read.map(({ facts }) => facts.id));
  return { held: again.held };
}

const embedded = new Map<Task, Promise<Benchmark>>();

async function fetchEmbedded(task: Task): Promise<Benchmark> {
  const [{ buildBenchmark, recogniseText }, { sha256Hex }] = await Promise.all([
    import('../eval/index.ts'),
    import('../hub/sha256.ts'),
  ]);
  const files = await Promise.all(
    (['train', 'test'] as const).map(async (role) => {
      const name = `${task}_${role}.jsonl`;
      const response = await fetch(new URL(`benchmarks/micro/${name}`, document.baseURI));
      if (!response.ok) throw new LabError('page.file-missing', { name, status: response.status });
      const blob = await response.blob();
      return { recognised: recogniseText(name, await blob.text()), hash: await sha256Hex(blob), role };
    }),
  );
  return buildBenchmark(embeddedBenchmarkName(task), files, { seed: 0 });
}

function embeddedBenchmark(task: Task): Promise<Benchmark> {
  let loading = embedded.get(task);
  if (!loading) {
    loading = fetchEmbedded(task);
    // A failed download must not stay the answer.
    loading.catch(() => embedded.delete(task));
    embedded.set(task, loading);
  }
  return loading;
}

/** What a command to the worker carries. */
export async function benchmarkForWorker(choice: BenchmarkChoice): Promise<Benchmark | HeldBenchmark> {
  return choice.kind === 'file' ? held(await labClient(), choice.benchmark) : embeddedBenchmark(choice.task);
}

/** The benchmark with its items on the page's side; large ones are better left where they are. */
export async function loadBenchmark(choice: BenchmarkChoice): Promise<Benchmark> {
  if (choice.kind === 'embedded') return embeddedBenchmark(choice.task);
  const client = await labClient();
  return client.fetchData(await held(client, choice.benchmark));
}

/** Which of two files is for tuning and which for testing, as far as their names tell; else in the order given. */
export async function suggestRoles(fileNames: readonly string[]): Promise<('train' | 'test')[]> {
  if (fileNames.length < 2) return [];
  const { detectSplit } = await import('../eval/index.ts');
  const [first, second] = fileNames.map((name) => detectSplit(name.replace(/\.gz$/i, '')));
  const swapped = first === 'test' || (second === 'train' && first !== 'train');
  return swapped ? ['test', 'train'] : ['train', 'test'];
}
