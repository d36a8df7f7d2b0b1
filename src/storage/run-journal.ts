/** The journal of one run in the browser's database: of a study's run, or of a single run as its model 0. */

import type { KeptPart, KeptTuning, RunJournal } from '../lab/journal.ts';
import type { Placebo } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';
import { keysBelow, type ModelRecord, type TuningKey } from './schema.ts';

/** A model nothing is kept of. */
export const FRESH_MODEL: ModelRecord = { state: { status: 'waiting' }, files: null };

/** Parts of one run by side and step, each list in its order. */
async function readParts(database: Database, id: string, model: number, seed: number) {
  return database.use(async (db) => {
    const found = new Map<string, KeptPart[]>();
    let cursor = await db.transaction('parts').store.openCursor(keysBelow(id, model, seed));
    while (cursor) {
      const [, , , side, step, index] = cursor.key;
      const list = found.get(`${side} ${step}`) ?? [];
      // Cursors go by key, so indices ascend; after a gap nothing counts as kept.
      if (index === list.length) found.set(`${side} ${step}`, [...list, cursor.value]);
      cursor = await cursor.continue();
    }
    return found;
  });
}

/** What is kept of a run's tunings, by placebo; undefined is the real one. */
export async function readTunings(database: Database, id: string, model: number, seed: number) {
  return database.use(async (db) => {
    const found = new Map<Placebo | undefined, KeptTuning>();
    let cursor = await db.transaction('tuning').store.openCursor(keysBelow(id, model, seed));
    while (cursor) {
      const [, , , placebo] = cursor.key as readonly [string, number, number, Placebo?];
      found.set(placebo, cursor.value);
      cursor = await cursor.continue();
    }
    return found;
  });
}

export async function changeModel(
  database: Database,
  id: string,
  model: number,
  change: (record: ModelRecord) => ModelRecord,
): Promise<void> {
  await database.use(async (db) => {
    const transaction = db.transaction('models', 'readwrite');
    const record = (await transaction.store.get([id, model])) ?? FRESH_MODEL;
    await committed(transaction, [transaction.store.put(change(record), [id, model])]);
  });
}

/** With what earlier sessions kept read in. Its begin throws `study.model-changed` {model: modelId}. */
export async function openRunJournal(
  database: Database,
  id: string,
  { model, seed, modelId }: { readonly model: number; readonly seed: number; readonly modelId: string },
): Promise<RunJournal> {
  const [parts, tunings] = await Promise.all([
    readParts(database, id, model, seed),
    readTunings(database, id, model, seed),
  ]);
  return {
    async begin(files) {
      await changeModel(database, id, model, (record) => {
        if (record.files && JSON.stringify(record.files) !== JSON.stringify(files)) {
          throw new LabError('study.model-changed', { model: modelId });
        }
        return { ...record, files };
      });
    },
    parts: (side, step) => parts.get(`${side} ${step}`) ?? [],
    async keepPart(side, step, index, part) {
      await database.use((db) => db.put('parts', part, [id, model, seed, side, step, index]));
    },
    tuning: (placebo) => tunings.get(placebo),
    async keepTuning(kept, placebo) {
      const key: TuningKey = placebo ? [id, model, seed, placebo] : [id, model, seed];
      await database.use((db) => db.put('tuning', kept, key));
    },
  };
}
