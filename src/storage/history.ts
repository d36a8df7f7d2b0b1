/** Runs and studies of this browser: list, rename, delete, sizes. What is inside them is in runs.ts and studies.ts. */

import type { IDBPTransaction, StoreNames } from 'idb';
import { LabError } from '../lib/errors.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';
import { type EntryRecord, keysBelow, type LabDatabase, type LabSchema, STUDY_STORES } from './schema.ts';

/** Newest first. */
export function listEntries(database: Database): Promise<readonly EntryRecord[]> {
  return database.use(async (db) => {
    const entries = await db.getAll('entries');
    return entries.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  });
}

/** Throws `storage.missing`. */
export async function changeEntry(
  db: LabDatabase,
  id: string,
  change: Partial<Pick<EntryRecord, 'name' | 'complete'>>,
): Promise<void> {
  const transaction = db.transaction('entries', 'readwrite');
  const entry = await transaction.store.get(id);
  if (!entry) throw new LabError('storage.missing');
  const updatedAt = new Date().toISOString();
  await committed(transaction, [transaction.store.put({ ...entry, ...change, updatedAt })]);
}

export function renameEntry(database: Database, id: string, name: string): Promise<void> {
  return database.use((db) => changeEntry(db, id, { name }));
}

/** Where what runs and studies need to go on is kept. */
export const JOURNAL_STORES = ['studies', 'openRuns', 'benchmarks', ...STUDY_STORES] as const;

/** Deletes what an entry needed to go on; a benchmark goes with the last that uses it. To be awaited by `committed`. */
export async function deleteJournal(
  transaction: IDBPTransaction<LabSchema, readonly StoreNames<LabSchema>[], 'readwrite'>,
  id: string,
): Promise<Promise<unknown>[]> {
  const users = (
    await Promise.all(
      (['studies', 'openRuns'] as const).map((name) => transaction.objectStore(name).getAll()),
    )
  ).flat();
  const key = users.find((user) => user.id === id)?.benchmarkKey;
  const shared = users.some((other) => other.id !== id && other.benchmarkKey === key);
  return [
    transaction.objectStore('studies').delete(id),
    transaction.objectStore('openRuns').delete(id),
    ...STUDY_STORES.map((store) => transaction.objectStore(store).delete(keysBelow(id))),
    ...(key !== undefined && !shared ? [transaction.objectStore('benchmarks').delete(key)] : []),
  ];
}

/** Deletes an entry with all that belongs to it. */
export function deleteEntry(database: Database, id: string): Promise<void> {
  return database.use(async (db) => {
    const transaction = db.transaction(['entries', 'runs', ...JOURNAL_STORES], 'readwrite');
    await committed(transaction, [
      ...(await deleteJournal(transaction, id)),
      transaction.objectStore('entries').delete(id),
      transaction.objectStore('runs').delete(id),
    ]);
  });
}

/** Bytes of a value as text and numbers; the database's own form differs by little. */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = 0;
  for (const [key, inner] of Object.entries(value)) {
    bytes += (Array.isArray(value) ? 0 : key.length) + approximateBytes(inner);
  }
  return bytes;
}

/** About how many bytes an entry takes, its benchmark included. */
export function entryBytes(database: Database, id: string): Promise<number> {
  return database.use(async (db) => {
    const open = (await db.get('studies', id)) ?? (await db.get('openRuns', id));
    const values: unknown[] = [
      await db.get('runs', id),
      open,
      open && (await db.get('benchmarks', open.benchmarkKey)),
    ];
    let bytes = values.reduce<number>((sum, value) => sum + (value ? approximateBytes(value) : 0), 0);
    if (!open) return bytes;
    for (const store of STUDY_STORES) {
      // One value at a time: a study's verdicts need not be in memory together.
      for (let cursor = await db.transaction(store).store.openCursor(keysBelow(id)); cursor; ) {
        bytes += approximateBytes(cursor.value);
        cursor = await cursor.continue();
      }
    }
    return bytes;
  });
}
