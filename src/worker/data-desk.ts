/**
 * Benchmarks the worker holds: files are read here and their items stay here, so that a large file neither blocks the
 * page nor crosses the border; the page gets facts, first rows and rejected rows.
 */

import { buildBenchmark } from '../eval/index.ts';
import type { Benchmark } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import type { BenchmarkFacts, FileFacts, HeldBenchmark, WorkerCommand, WorkerEvent } from './protocol.ts';
import { type ReadData, readData } from './read-data.ts';

type ReadCommand = Extract<WorkerCommand, { type: 'read-data' }>;
type JoinCommand = Extract<WorkerCommand, { type: 'join-data' }>;

const FIRST_ITEMS = 3;
/** Rejected rows handed to the page; all are counted. */
const LISTED_REJECTIONS = 1_000;

function fileFacts(id: string, { recognised, hash, samples }: ReadData): FileFacts {
  const { items, rejected, ...facts } = recognised;
  return {
    ...facts,
    id,
    hash,
    itemCount: items.length,
    firstItems: items.slice(0, FIRST_ITEMS),
    rejectedCount: rejected.length,
    rejected: rejected.slice(0, LISTED_REJECTIONS),
    samples,
  };
}

function benchmarkFacts(held: string, benchmark: Benchmark): BenchmarkFacts {
  const { train, test, rejected, ...facts } = benchmark;
  const language = test[0]?.language;
  return {
    ...facts,
    held,
    train: train.length,
    test: test.length,
    rejected: rejected.length,
    ...(language ? { language } : {}),
  };
}

export interface DataDesk {
  /** Throws what readData throws; `onEvent` gets progress. */
  read(command: ReadCommand, onEvent: (event: WorkerEvent) => void): Promise<FileFacts>;
  /** Throws `eval.*` as buildBenchmark does, and `worker.data-gone`. */
  join(command: JoinCommand): BenchmarkFacts;
  /** Lets go of files or benchmarks; a file that is being read is no longer read. */
  drop(ids: readonly string[]): void;
  /** The benchmark itself. Throws `worker.data-gone` where a new worker does not hold what an old one did. */
  benchmark(wanted: Benchmark | HeldBenchmark): Benchmark;
}

export function createDataDesk(): DataDesk {
  const files = new Map<string, ReadData>();
  const benchmarks = new Map<string, Benchmark>();
  const reading = new Map<string, AbortController>();

  const fileOf = (id: string): ReadData => {
    const file = files.get(id);
    if (!file) throw new LabError('worker.data-gone');
    return file;
  };

  return {
    async read({ id, name, blob, labels, prompts, mapping, requestId }, onEvent) {
      const abort = new AbortController();
      reading.set(id, abort);
      try {
        const read = await readData(name, blob, {
          ...(mapping ? { mapping } : {}),
          ...(labels ? { labels } : {}),
          ...(prompts ? { prompts } : {}),
          signal: abort.signal,
          onProgress: (progress) => onEvent({ type: 'data-progress', requestId, progress }),
        });
        files.set(id, read);
        return fileFacts(id, read);
      } finally {
        reading.delete(id);
      }
    },
    join({ id, name, files: parts, seed, testShare }) {
      const benchmark = buildBenchmark(
        name,
        parts.map((part) => {
          const { recognised, hash } = fileOf(part.id);
          return { recognised, hash, ...(part.role ? { role: part.role } : {}) };
        }),
        { seed, testShare },
      );
      benchmarks.set(id, benchmark);
      return benchmarkFacts(id, benchmark);
    },
    drop(ids) {
      for (const id of ids) {
        reading.get(id)?.abort();
        files.delete(id);
        benchmarks.delete(id);
      }
    },
    benchmark(wanted) {
      if (!('held' in wanted)) return wanted;
      const benchmark = benchmarks.get(wanted.held);
      if (!benchmark) throw new LabError('worker.data-gone');
      return benchmark;
    },
  };
}
