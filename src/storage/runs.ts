/** Single runs that came to their end: kept whole when they end, with every item's verdicts, so that two of them can be compared. */

import type { KeptRun } from '../lab/study/kept.ts';
import { LabError } from '../lib/errors.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';
import { deleteJournal, JOURNAL_STORES } from './history.ts';

/** Gives the entry's id: a new one, or that of the open run which has come to its end and whose journal goes. */
export function keepRun(database: Database, run: KeptRun, id: string = crypto.randomUUID()): Promise<string> {
  const { name, createdAt, result, examples } = run;
  return database.use(async (db) => {
    const stores = ['entries', 'runs', ...JOURNAL_STORES] as const;
    const transaction = db.transaction(stores, 'readwrite');
    await committed(transaction, [
      ...(await deleteJournal(transaction, id)),
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
