/**
 * Kernel measurements of earlier visits. A database of its own beside runs and studies: losing it costs a second of measuring,
 * so it is no part of what is exported, listed or counted.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { KernelStore } from '../engine/model/types.ts';
import { guarded } from './errors.ts';

interface KernelSchema extends DBSchema {
  kernels: { key: string; value: unknown };
}

export interface ClearableKernelStore extends KernelStore {
  /** Forgets all measurements. */
  clear(): Promise<void>;
}

export const KERNEL_DATABASE = 'soft-prompt-lab kernels';

/** Rejects with the codes of `guarded`, for example where storage is switched off. */
export function createKernelStore(name = KERNEL_DATABASE): ClearableKernelStore {
  const use = <T>(work: (db: IDBPDatabase<KernelSchema>) => Promise<T>): Promise<T> =>
    guarded(async () => {
      const db = await openDB<KernelSchema>(name, 1, {
        upgrade: (created) => {
          created.createObjectStore('kernels');
        },
      });
      try {
        return await work(db);
      } finally {
        db.close();
      }
    });
  return {
    read: (key) => use((db) => db.get('kernels', key)),
    write: (key, value) =>
      use(async (db) => {
        await db.put('kernels', value, key);
      }),
    clear: () => use((db) => db.clear('kernels')),
  };
}
