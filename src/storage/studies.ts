/** Studies: set up once, then read and written through a journal while they run, resumable at any moment. */

import type { Benchmark } from '../eval/types.ts';
import type { StudyJournal } from '../lab/study/journal.ts';
import type { KeptSource } from '../lab/study/kept.ts';
import type { StudyCondition, StudyConfig, StudyResult } from '../lab/study/types.ts';
import { LabError } from '../lib/errors.ts';
import { keepBenchmark } from './benchmarks.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';
import { changeEntry } from './history.ts';
import { changeModel, FRESH_MODEL, openRunJournal } from './run-journal.ts';
import { keysBelow, type ModelRecord, STUDY_STORES } from './schema.ts';

export interface NewStudy {
  readonly name: string;
  readonly config: StudyConfig;
  /** One a model. */
  readonly sources: readonly KeptSource[];
  readonly benchmark: Benchmark;
}

/** Gives the new study's id. */
export function createStudy(database: Database, study: NewStudy, createdAt: string): Promise<string> {
  const id = crypto.randomUUID();
  const { name, config, sources, benchmark } = study;
  return database.use(async (db) => {
    const transaction = db.transaction(['entries', 'studies', 'benchmarks'], 'readwrite');
    const { key, writing } = await keepBenchmark(transaction, benchmark);
    await committed(transaction, [
      ...writing,
      transaction.objectStore('studies').put({ id, config, sources, benchmarkKey: key, result: null }),
      transaction.objectStore('entries').put({
        id,
        kind: 'study',
        name,
        createdAt,
        updatedAt: createdAt,
        benchmarkName: config.benchmarkName,
        modelIds: config.models.map((model) => model.id),
        complete: false,
      }),
    ]);
    return id;
  });
}

export interface OpenedStudy {
  readonly name: string;
  readonly createdAt: string;
  readonly config: StudyConfig;
  readonly sources: readonly KeptSource[];
  readonly models: readonly ModelRecord[];
  readonly result: StudyResult | null;
}

/** All but the benchmark and what the runs left. Throws `storage.missing`. */
export function readStudy(database: Database, id: string): Promise<OpenedStudy> {
  return database.use(async (db) => {
    const [entry, study] = await Promise.all([db.get('entries', id), db.get('studies', id)]);
    if (!entry || !study) throw new LabError('storage.missing');
    const { config, sources, result } = study;
    const models = await Promise.all(
      config.models.map(async (_, model) => (await db.get('models', [id, model])) ?? FRESH_MODEL),
    );
    return { name: entry.name, createdAt: entry.createdAt, config, sources, models, result };
  });
}

/** Throws `storage.missing`. */
export function readBenchmark(database: Database, id: string): Promise<Benchmark> {
  return database.use(async (db) => {
    const study = await db.get('studies', id);
    const benchmark = study && (await db.get('benchmarks', study.benchmarkKey));
    if (!benchmark) throw new LabError('storage.missing');
    return benchmark;
  });
}

/** The journal of a study. Throws `storage.missing`. */
export async function openJournal(database: Database, id: string): Promise<StudyJournal> {
  const { config, createdAt, models } = await readStudy(database, id);
  return {
    startedAt: createdAt,
    states: models.map(({ state }) => state),
    openRun: (model, seed) =>
      openRunJournal(database, id, { model, seed, modelId: config.models[model]!.id }),
    result: (model, seed) => database.use((db) => db.get('results', [id, model, seed])),
    async keepResult(model, seed, result) {
      await database.use((db) => db.put('results', result, [id, model, seed]));
    },
    async verdicts(model: number, seed: number, condition: StudyCondition, step: number) {
      const parts = await database.use((db) =>
        db.getAll('parts', keysBelow(id, model, seed, condition, step)),
      );
      return parts.flatMap(({ verdicts }) => verdicts);
    },
    keepState: (model, state) => changeModel(database, id, model, (record) => ({ ...record, state })),
    async forget(model) {
      await database.use(async (db) => {
        const transaction = db.transaction(STUDY_STORES, 'readwrite');
        await committed(transaction, [
          transaction.objectStore('models').delete([id, model]),
          ...(['results', 'tuning', 'parts'] as const).map((store) =>
            transaction.objectStore(store).delete(keysBelow(id, model)),
          ),
        ]);
      });
    },
    async keepStudyResult(result) {
      await database.use(async (db) => {
        const study = await db.get('studies', id);
        if (!study) throw new LabError('storage.missing');
        await db.put('studies', { ...study, result });
        const complete = result.models.every(({ state }) => state.status === 'done');
        await changeEntry(db, id, { complete });
      });
    },
  };
}
