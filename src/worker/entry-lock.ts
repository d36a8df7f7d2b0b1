/** One tab at a time works on an entry of the browser's database. */

import { LabError } from '../lib/errors.ts';
import { entryLockName } from '../storage/index.ts';

/** Keeps other tabs off a study or run until the result is called. Throws `study.running-elsewhere`. */
export function lockEntry(id: string): Promise<() => void> {
  // Pages of plain http have none; they are not kept from doing things twice.
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(entryLockName(id), { ifAvailable: true }, (lock) => {
      if (!lock) throw new LabError('study.running-elsewhere');
      return new Promise<void>((release) => resolve(release));
    });
    held.catch(reject);
  });
}
