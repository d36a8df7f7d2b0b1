/** Benchmark files to benchmarks; the readers and rules of `eval` are loaded when first needed. */

import type { SplitFile, SplitRole } from '../eval/splits.ts';
import type { Benchmark, Task } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import { embeddedBenchmarkName } from './embedded.ts';
import type { BenchmarkChoice } from './setup.ts';

/** A file read to its end: what it was recognised as, and its hash. */
export type ReadFile = Omit<SplitFile, 'role'>;

/** Lets the page draw and answer between two pieces of work. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Streams a file through the reader, so that a large one neither blocks the page nor stands in memory as text. */
export async function readBenchmarkFile(name: string, blob: Blob): Promise<ReadFile> {
  const [{ createFileReader, createTextStream }, { sha256Hex }] = await Promise.all([
    import('../eval/index.ts'),
    import('../hub/sha256.ts'),
  ]);
  const text = createTextStream();
  const reader = createFileReader(name);
  const stream = blob.stream().getReader();
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    reader.push(text.push(value));
    await nextTask();
  }
  reader.push(text.finish());
  return { recognised: reader.finish(), hash: await sha256Hex(blob) };
}

/** The benchmark's name for results: the file's own without its ending, or what two names have in common. */
export function benchmarkName(fileNames: readonly string[]): string {
  const bases = fileNames.map((name) => name.replace(/\.[^.]*$/, ''));
  const [first = '', second] = bases;
  if (second === undefined) return first;
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  // "arc-train" and "arc-test" share "arc-t": the begun word does not count.
  const common = first.slice(0, length);
  return common.replace(/[\s._-]+[^\s._-]*$/, '') || common || first;
}

export async function joinBenchmark(
  files: readonly (ReadFile & { readonly role?: SplitRole })[],
  options: { readonly seed: number; readonly testShare?: number },
): Promise<Benchmark> {
  const { buildBenchmark } = await import('../eval/index.ts');
  return buildBenchmark(benchmarkName(files.map((file) => file.recognised.file)), files, options);
}

const embedded = new Map<Task, Promise<Benchmark>>();

async function fetchEmbedded(task: Task): Promise<Benchmark> {
  const { buildBenchmark } = await import('../eval/index.ts');
  const files = await Promise.all(
    (['train', 'test'] as const).map(async (role) => {
      const name = `${task}_${role}.jsonl`;
      const response = await fetch(new URL(`benchmarks/micro/${name}`, document.baseURI));
      if (!response.ok) throw new LabError('page.file-missing', { name, status: response.status });
      return { ...(await readBenchmarkFile(name, await response.blob())), role };
    }),
  );
  return buildBenchmark(embeddedBenchmarkName(task), files, { seed: 0 });
}

export function loadBenchmark(choice: BenchmarkChoice): Promise<Benchmark> {
  if (choice.kind === 'file') return Promise.resolve(choice.benchmark);
  const { task } = choice;
  let loading = embedded.get(task);
  if (!loading) {
    loading = fetchEmbedded(task);
    // A failed download must not stay the answer.
    loading.catch(() => embedded.delete(task));
    embedded.set(task, loading);
  }
  return loading;
}

/** Which of two files is for tuning and which for testing, as far as their names tell; else in the order given. */
export async function suggestRoles(files: readonly ReadFile[]): Promise<('train' | 'test')[]> {
  if (files.length < 2) return [];
  const { assignRoles } = await import('../eval/index.ts');
  const told = assignRoles(files);
  if (told[0] === 'test') return ['test', 'train'];
  return ['train', 'test'];
}
