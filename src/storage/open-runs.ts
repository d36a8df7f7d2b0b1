/**
 * Single runs that have not come to their end: written down when they start, journalled while they run, taken up again
 * after a closed tab. A run that ends becomes an entry of the history (runs.ts) in the same place.
 */

import type { Benchmark } from '../eval/types.ts';
import type { RunJournal } from '../lab/journal.ts';
import type { KeptSource } from '../lab/study/kept.ts';
import type { RunConfig } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { keepBenchmark } from './benchmarks.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';
import { openRunJournal } from './run-journal.ts';

export interface OpenRun {
  readonly name: string;
  readonly config: RunConfig;
  /** Without the files of a local folder. */
  readonly source: KeptSource;
  readonly benchmark: Benchmark;
}

/** Under an id that the page chose; a run of that id that is there already stays as it is. */
export function createOpenRun(
  database: Database,
  id: string,
  { name, config, source, benchmark }: OpenRun,
  createdAt: string,
): Promise<void> {
  return database.use(async (db) => {
    const stores = ['entries', 'openRuns', 'benchmarks'] as const;
    const transaction = db.transaction(stores, 'readwrite');
    if (await transaction.objectStore('entries').get(id)) return;
    const { key, writing } = await keepBenchmark(transaction, benchmark);
    await committed(transaction, [
      ...writing,
      transaction.objectStore('openRuns').put({ id, config, source, benchmarkKey: key }),
      transaction.objectStore('entries').put({
        id,
        kind: 'run',
        name,
        createdAt,
        updatedAt: createdAt,
        benchmarkName: config.benchmarkName,
        modelIds: [config.modelId],
        complete: false,
      }),
    ]);
  });
}

/** Throws `storage.missing`. */
export function readOpenRun(database: Database, id: string): Promise<OpenRun> {
  return database.use(async (db) => {
    const [entry, run] = await Promise.all([db.get('entries', id), db.get('openRuns', id)]);
    const benchmark = run && (await db.get('benchmarks', run.benchmarkKey));
    if (!entry || !run || !benchmark) throw new LabError('storage.missing');
    return { name: entry.name, config: run.config, source: run.source, benchmark };
  });
}

/** With what earlier sessions kept. */
export function openSingleJournal(database: Database, id: string, config: RunConfig): Promise<RunJournal> {
  return openRunJournal(database, id, { model: 0, seed: config.seed, modelId: config.modelId });
}
