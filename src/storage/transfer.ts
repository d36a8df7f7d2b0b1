/** Entries out of the database and into it as plain data; files and their checks are share's business. */

import type { KeptEntry, KeptEvaluationPart, KeptStudy, KeptStudyRun } from '../lab/study/kept.ts';
import type { StudyCondition } from '../lab/study/types.ts';
import { LabError } from '../lib/errors.ts';
import { keepBenchmark } from './benchmarks.ts';
import type { Database } from './database.ts';
import { committed } from './errors.ts';
import { readTunings } from './run-journal.ts';
import { keepRun, readRun } from './runs.ts';
import { keysBelow } from './schema.ts';
import { readBenchmark, readStudy } from './studies.ts';

async function readStudyRuns(database: Database, id: string): Promise<KeptStudyRun[]> {
  return database.use(async (db) => {
    const keys = await Promise.all(
      (['results', 'tuning'] as const).map((store) => db.getAllKeys(store, keysBelow(id))),
    );
    const partKeys = await db.getAllKeys('parts', keysBelow(id));
    const runs = new Map<string, readonly [model: number, seed: number]>();
    for (const [, model, seed] of [...keys.flat(), ...partKeys]) runs.set(`${model} ${seed}`, [model, seed]);
    return Promise.all(
      [...runs.values()].map(async ([model, seed]) => {
        const range = keysBelow(id, model, seed);
        const [result, tunings, parts] = await Promise.all([
          db.get('results', [id, model, seed]),
          readTunings(database, id, model, seed),
          db.getAll('parts', range),
        ]);
        const own = await db.getAllKeys('parts', range);
        const placebos = [...tunings].flatMap(([placebo, tuning]) => (placebo ? [{ placebo, tuning }] : []));
        return {
          model,
          seed,
          result: result ?? null,
          tuning: tunings.get(undefined) ?? null,
          ...(placebos.length > 0 ? { placebos } : {}),
          parts: own.map(([, , , side, step, index], i): KeptEvaluationPart => {
            return { condition: side as StudyCondition, step, index, part: parts[i]! };
          }),
        };
      }),
    );
  });
}

/** Throws `storage.missing`. */
export async function exportEntry(database: Database, id: string): Promise<KeptEntry> {
  const entry = await database.use((db) => db.get('entries', id));
  if (!entry) throw new LabError('storage.missing');
  if (entry.kind === 'run') return readRun(database, id);
  const { name, createdAt, config, sources, models, result } = await readStudy(database, id);
  return {
    kind: 'study',
    name,
    createdAt,
    config,
    sources,
    states: models.map(({ state }) => state),
    files: models.map(({ files }) => files),
    benchmark: await readBenchmark(database, id),
    runs: await readStudyRuns(database, id),
    result,
  };
}

async function importStudy(database: Database, study: KeptStudy): Promise<string> {
  const id = crypto.randomUUID();
  const { name, createdAt, config, sources, states, files, benchmark, runs, result } = study;
  await database.use(async (db) => {
    const stores = ['entries', 'studies', 'benchmarks', 'models', 'results', 'tuning', 'parts'] as const;
    // One transaction: an import that does not fit leaves nothing behind.
    const transaction = db.transaction(stores, 'readwrite');
    const { key, writing } = await keepBenchmark(transaction, benchmark);
    const operations: Promise<unknown>[] = [
      ...writing,
      transaction.objectStore('studies').put({ id, config, sources, benchmarkKey: key, result }),
      transaction.objectStore('entries').put({
        id,
        kind: 'study',
        name,
        createdAt,
        updatedAt: new Date().toISOString(),
        benchmarkName: config.benchmarkName,
        modelIds: config.models.map((model) => model.id),
        complete: states.every(({ status }) => status === 'done'),
      }),
      ...states.map((state, model) =>
        transaction.objectStore('models').put({ state, files: files[model] ?? null }, [id, model]),
      ),
    ];
    for (const { model, seed, result: runResult, tuning, placebos = [], parts } of runs) {
      if (runResult) operations.push(transaction.objectStore('results').put(runResult, [id, model, seed]));
      if (tuning) operations.push(transaction.objectStore('tuning').put(tuning, [id, model, seed]));
      for (const { placebo, tuning: own } of placebos) {
        operations.push(transaction.objectStore('tuning').put(own, [id, model, seed, placebo]));
      }
      for (const { condition, step, index, part } of parts) {
        operations.push(
          transaction.objectStore('parts').put(part, [id, model, seed, condition, step, index]),
        );
      }
    }
    await committed(transaction, operations);
  });
  return id;
}

/** As a new entry beside whatever is there; gives its id. */
export function importEntry(database: Database, entry: KeptEntry): Promise<string> {
  return entry.kind === 'run' ? keepRun(database, entry) : importStudy(database, entry);
}
