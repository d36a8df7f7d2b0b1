/**
 * What this browser keeps of judges: their replies by hash, the last pass of a run, a person's labels. A database of its
 * own, so that forgetting replies cannot touch runs and studies, and the two change their stores apart.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Condition } from '../eval/types.ts';
import type { KeptJudging, LabelSheet } from '../lab/judge/types.ts';
import { LabError } from '../lib/errors.ts';
import { committed, guarded } from './errors.ts';
import { keysBelow } from './schema.ts';

interface JudgeSchema extends DBSchema {
  /** By the hash of judge, prompt version and prompt. */
  replies: { key: string; value: string };
  /** By the run's key. */
  judgings: { key: string; value: KeptJudging };
  labels: { key: [run: string, condition: string]; value: LabelSheet };
}

type Connection = IDBPDatabase<JudgeSchema>;

export interface JudgeDatabase {
  use<T>(work: (db: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const STORES = ['replies', 'judgings', 'labels'] as const;

export function createJudgeDatabase(name = 'soft-prompt-lab-judge'): JudgeDatabase {
  let opening: Promise<Connection> | undefined;
  const forget = (): void => {
    opening = undefined;
  };
  const open = (): Promise<Connection> => {
    if (globalThis.indexedDB === undefined) {
      throw new LabError('storage.unavailable', { reason: 'IndexedDB' });
    }
    opening ??= openDB<JudgeSchema>(name, 1, {
      upgrade: (db) => {
        for (const store of STORES) db.createObjectStore(store);
      },
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    opening.catch(forget);
    return opening;
  };
  return {
    use: (work) => guarded(async () => work(await open())),
    close: async () => {
      const db = await opening;
      forget();
      db?.close();
    },
  };
}

/** What belongs to a run is found by when it began and with which model: the same in the page, the history and a file. */
export function judgeKey(startedAt: string, modelId: string): string {
  return `${startedAt} ${modelId}`;
}

export function readReply(database: JudgeDatabase, key: string): Promise<string | undefined> {
  return database.use((db) => db.get('replies', key));
}

export function writeReply(database: JudgeDatabase, key: string, reply: string): Promise<void> {
  return database.use(async (db) => {
    const transaction = db.transaction('replies', 'readwrite');
    await committed(transaction, [transaction.store.put(reply, key)]);
  });
}

export function countReplies(database: JudgeDatabase): Promise<number> {
  return database.use((db) => db.count('replies'));
}

/** Judging again then asks again. */
export function forgetReplies(database: JudgeDatabase): Promise<void> {
  return database.use(async (db) => {
    const transaction = db.transaction('replies', 'readwrite');
    await committed(transaction, [transaction.store.clear()]);
  });
}

export function readJudging(database: JudgeDatabase, run: string): Promise<KeptJudging | undefined> {
  return database.use((db) => db.get('judgings', run));
}

export function writeJudging(database: JudgeDatabase, run: string, judging: KeptJudging): Promise<void> {
  return database.use(async (db) => {
    const transaction = db.transaction('judgings', 'readwrite');
    await committed(transaction, [transaction.store.put(judging, run)]);
  });
}

export function readLabels(
  database: JudgeDatabase,
  run: string,
  condition: Condition,
): Promise<LabelSheet | undefined> {
  return database.use((db) => db.get('labels', [run, condition]));
}

export function writeLabels(
  database: JudgeDatabase,
  run: string,
  condition: Condition,
  sheet: LabelSheet,
): Promise<void> {
  return database.use(async (db) => {
    const transaction = db.transaction('labels', 'readwrite');
    await committed(transaction, [transaction.store.put(sheet, [run, condition])]);
  });
}

/** The pass and the labels of a run that is deleted. */
export function forgetJudging(database: JudgeDatabase, run: string): Promise<void> {
  return database.use(async (db) => {
    const transaction = db.transaction(['judgings', 'labels'], 'readwrite');
    await committed(transaction, [
      transaction.objectStore('judgings').delete(run),
      transaction.objectStore('labels').delete(keysBelow(run)),
    ]);
  });
}
