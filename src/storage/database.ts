/** The open database, shared by all who ask: opened when first needed, and again after the browser closed it. */

import { LabError } from '../lib/errors.ts';
import { guarded } from './errors.ts';
import { DATABASE_NAME, type LabDatabase, openDatabase } from './schema.ts';

export interface Database {
  /** Runs `work` on the open database; throws the codes of `guarded`. */
  use<T>(work: (db: LabDatabase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createDatabase(name = DATABASE_NAME): Database {
  let opening: Promise<LabDatabase> | undefined;
  const open = (): Promise<LabDatabase> => {
    if (globalThis.indexedDB === undefined) {
      throw new LabError('storage.unavailable', { reason: 'IndexedDB' });
    }
    opening ??= openDatabase(name, () => {
      opening = undefined;
    });
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    use: (work) => guarded(async () => work(await open())),
    close: async () => {
      const db = await opening;
      opening = undefined;
      db?.close();
    },
  };
}
