/** Single runs: kept whole when they end, with every item's verdicts, so that two of them can be compared. */

import type { KeptRun } from '../lab/study/kept.ts';
import { LabError } from '../lib/errors.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';

/** Gives the new entry's id. */
export function keepRun(database: Database, run: KeptRun): Promise<string> {
  const id = crypto.randomUUID();
  const { name, createdAt, result, examples } = run;
  return database.use(async (db) => {
    const transaction = db.transaction(['entries', 'runs'], 'readwrite');
    await committed(transaction, [
      transaction.objectStore('runs').put({ id, result, examples }),
      transaction.objectStore('entries').put({
        id,
        kind: 'run',
        name,
        createdAt,
        updatedAt: createdAt,
        benchmarkName: result.config.benchmarkName,
        modelIds: [result.config.modelId],
        complete: true,
      }),
    ]);
    return id;
  });
}

/** Throws `storage.missing`. */
export function readRun(database: Database, id: string): Promise<KeptRun> {
  return database.use(async (db) => {
    const [entry, run] = await Promise.all([db.get('entries', id), db.get('runs', id)]);
    if (!entry || !run) throw new LabError('storage.missing');
    const { name, createdAt } = entry;
    return { kind: 'run', name, createdAt, result: run.result, examples: run.examples };
  });
}
