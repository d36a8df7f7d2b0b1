/** The browser's real database: what is kept comes back, and what goes wrong has a code. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeptTuning } from '../lab/journal.ts';
import type { KeptRun, KeptStudy } from '../lab/study/kept.ts';
import type { StudyResult } from '../lab/study/types.ts';
import type { RunResult } from '../lab/types.ts';
import { createDatabase, type Database } from './database.ts';
import { approximateBytes, deleteEntry, entryBytes, listEntries, renameEntry } from './history.ts';
import { createOpenRun, openSingleJournal, readOpenRun } from './open-runs.ts';
import { keepRun, readRun } from './runs.ts';
import { createStudy, openJournal, readBenchmark, readStudy } from './studies.ts';
import { benchmark, config, sources } from './testing/small-study.ts';
import { exportEntry, importEntry } from './transfer.ts';

const ownIndexedDb = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
let name: string;
let database: Database;
beforeEach(() => {
  name = `test-${crypto.randomUUID()}`;
  database = createDatabase(name);
});
afterEach(async () => {
  await database.close();
  indexedDB.deleteDatabase(name);
});

const start = (own = database) =>
  createStudy(own, { name: 'my study', config, sources, benchmark }, '2026-01-01T00:00:00.000Z');

/** Only passed through, never read. */
const runResult = { config: { modelId: 'm', benchmarkName: 'tiny', seed: 7 } } as unknown as RunResult;
const verdict = (itemId: string) => ({
  itemId,
  exactMatch: true,
  knowledge: true,
  format: true,
  shape: true,
  outcome: 'correct' as const,
  output: '#### a',
  answerLine: '#### a',
  reasons: [],
});
const part = (...ids: string[]) => ({ verdicts: ids.map(verdict), seconds: 0.5 });
const tuning = (step: number): KeptTuning => ({
  tuner: {
    step,
    parameters: Float64Array.of(Math.PI, -0, 1e-320),
    optimizer: { steps: step, moments: [Float64Array.of(1 / 3), Float64Array.of(2 / 3)] },
  },
  losses: Array.from({ length: step }, (_, i) => ({ step: i, loss: 1, gradientNorm: 1, seconds: 1 })),
});
const kept: KeptRun = {
  kind: 'run',
  name: 'a run',
  createdAt: '2026-01-03T00:00:00.000Z',
  result: runResult,
  examples: [{ itemId: '1', prompt: 'p', answer: '#### a', verdicts: { 'zero-shot': verdict('1') } }],
};

describe('the history', () => {
  it('lists newest first, renames, opens and deletes', async () => {
    const study = await start();
    const run = await keepRun(database, kept);
    const entries = await listEntries(database);
    expect(entries.map(({ id, kind, complete }) => [id, kind, complete])).toEqual([
      [run, 'run', true],
      [study, 'study', false],
    ]);
    expect(entries[1]).toMatchObject({
      name: 'my study',
      modelIds: ['x-base', 'x-chat'],
      benchmarkName: 'tiny',
    });
    await renameEntry(database, study, 'other');
    expect((await readStudy(database, study)).name).toBe('other');
    expect(await readRun(database, run)).toEqual(kept);
    await deleteEntry(database, run);
    expect((await listEntries(database)).map(({ id }) => id)).toEqual([study]);
    await expect(readRun(database, run)).rejects.toMatchObject({ code: 'storage.missing' });
    await expect(renameEntry(database, run, 'x')).rejects.toMatchObject({ code: 'storage.missing' });
  });

  it('deletes a study with all it kept, and its benchmark with the last study of it', async () => {
    const [one, two] = [await start(), await start()];
    for (const id of [one, two]) {
      const journal = await openJournal(database, id);
      const run = await journal.openRun(0, 1);
      await run.begin([]);
      await run.keepPart('zero-shot', 0, 0, part('1'));
      await run.keepTuning(tuning(1));
      await journal.keepResult(0, 1, runResult);
    }
    const counts = () =>
      database.use(async (db) =>
        Promise.all(
          (['entries', 'studies', 'benchmarks', 'models', 'results', 'tuning', 'parts'] as const).map(
            (store) => db.count(store),
          ),
        ),
      );
    expect(await counts()).toEqual([2, 2, 1, 2, 2, 2, 2]);
    await deleteEntry(database, one);
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await readBenchmark(database, two)).toEqual(benchmark);
    await deleteEntry(database, two);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('tells sizes that grow with what is kept', async () => {
    const id = await start();
    const before = await entryBytes(database, id);
    const run = await (await openJournal(database, id)).openRun(0, 1);
    await run.keepPart('zero-shot', 0, 0, part('1', '2', '3'));
    const after = await entryBytes(database, id);
    expect(before).toBeGreaterThan(JSON.stringify(benchmark).length / 2);
    expect(after - before).toBe(approximateBytes(part('1', '2', '3')));
    expect(approximateBytes({ a: new Float64Array(4), b: ['cc', 1] })).toBe(1 + 32 + 1 + 2 + 8);
  });
});

describe('a study’s journal', () => {
  it('gives back to a new page what an old one kept', async () => {
    const id = await start();
    const journal = await openJournal(database, id);
    expect(journal.states).toEqual([{ status: 'waiting' }, { status: 'waiting' }]);
    await journal.keepState(0, { status: 'done' });
    const run = await journal.openRun(1, 1);
    await run.begin([{ path: 'x.onnx', sha256: 'c'.repeat(64) }]);
    await journal.keepState(1, { status: 'running' });
    await run.keepPart('zero-shot', 0, 0, part('1', '2'));
    await run.keepPart('zero-shot', 0, 1, part('3'));
    await run.keepPart('soft-prompt', 80, 0, part('1'));
    await run.keepTuning(tuning(1));
    await run.keepTuning(tuning(2));
    await run.keepTuning(tuning(3), 'wrong');
    await journal.keepResult(0, 1, runResult);

    const page = createDatabase(name);
    const again = await openJournal(page, id);
    expect(again.startedAt).toBe('2026-01-01T00:00:00.000Z');
    expect(again.states).toEqual([{ status: 'done' }, { status: 'running' }]);
    expect(await again.result(0, 1)).toEqual(runResult);
    expect(await again.result(1, 1)).toBeUndefined();
    const resumed = await again.openRun(1, 1);
    expect(resumed.parts('zero-shot', 0)).toEqual([part('1', '2'), part('3')]);
    expect(resumed.parts('zero-shot', 80)).toEqual([]);
    expect(resumed.tuning()).toEqual(tuning(2));
    expect(resumed.tuning('wrong')).toEqual(tuning(3));
    expect(resumed.tuning('random-slow')).toBeUndefined();
    expect(Object.is(resumed.tuning()!.tuner.parameters[1], -0)).toBe(true);
    expect((await again.verdicts(1, 1, 'zero-shot', 0)).map(({ itemId }) => itemId)).toEqual(['1', '2', '3']);
    expect((await again.openRun(0, 1)).tuning()).toBeUndefined();
    await page.close();
  });

  it('keeps the runs of two seeds and two steps apart', async () => {
    const journal = await openJournal(database, await start());
    const first = await journal.openRun(0, 1);
    await first.keepPart('soft-prompt', 8, 0, part('1'));
    await first.keepPart('soft-prompt', 80, 0, part('2'));
    await (await journal.openRun(0, 11)).keepPart('soft-prompt', 8, 0, part('3'));
    const ids = async (seed: number, step: number) =>
      (await journal.verdicts(0, seed, 'soft-prompt', step)).map(({ itemId }) => itemId);
    expect([await ids(1, 8), await ids(1, 80), await ids(11, 8)]).toEqual([['1'], ['2'], ['3']]);
  });

  it('refuses to go on with other files, until what is kept is forgotten', async () => {
    const journal = await openJournal(database, await start());
    const begin = async (sha256: string) => (await journal.openRun(0, 1)).begin([{ path: 'x.onnx', sha256 }]);
    await begin('a');
    await begin('a');
    await journal.keepState(0, { status: 'failed' });
    await expect(begin('b')).rejects.toMatchObject({
      code: 'study.model-changed',
      params: { model: 'x-base' },
    });
    await (await journal.openRun(0, 1)).keepPart('zero-shot', 0, 0, part('1'));
    await (await journal.openRun(1, 1)).keepPart('zero-shot', 0, 0, part('1'));
    await journal.forget(0);
    await begin('b');
    expect((await journal.openRun(0, 1)).parts('zero-shot', 0)).toEqual([]);
    expect((await journal.openRun(1, 1)).parts('zero-shot', 0)).toHaveLength(1);
  });

  it('is complete when every model is done', async () => {
    const result = (...statuses: string[]) =>
      ({ models: statuses.map((status) => ({ state: { status } })) }) as unknown as StudyResult;
    const id = await start();
    const journal = await openJournal(database, id);
    await journal.keepStudyResult(result('done', 'failed'));
    expect((await listEntries(database))[0]!.complete).toBe(false);
    await journal.keepStudyResult(result('done', 'done'));
    expect((await listEntries(database))[0]!.complete).toBe(true);
    expect((await readStudy(database, id)).result).toEqual(result('done', 'done'));
  });
});

describe('a single run that was cut off', () => {
  const open = (name = 'mine') =>
    ({
      name,
      config: runResult.config,
      source: { kind: 'embedded', id: 'micro/m1-base' },
      benchmark,
    }) as const;

  it('is found again with its journal, and stays as it began', async () => {
    await createOpenRun(database, 'r', open(), '2026-01-01T00:00:00.000Z');
    await createOpenRun(database, 'r', open('another'), '2026-02-01T00:00:00.000Z');
    const run = await openSingleJournal(database, 'r', runResult.config);
    await run.keepPart('zero-shot', 0, 0, part('1'));
    await run.keepPart('placebo-wrong', 80, 0, part('2'));
    await run.keepTuning(tuning(4), 'wrong');
    expect(await readOpenRun(database, 'r')).toEqual(open());
    expect(await listEntries(database)).toMatchObject([
      { id: 'r', kind: 'run', name: 'mine', complete: false },
    ]);
    const again = await openSingleJournal(database, 'r', runResult.config);
    expect(again.parts('placebo-wrong', 80)).toEqual([part('2')]);
    expect([again.tuning(), again.tuning('wrong')]).toEqual([undefined, tuning(4)]);
    expect(await entryBytes(database, 'r')).toBeGreaterThan(0);
  });

  it('becomes an entry of the history when it ends, and leaves no journal', async () => {
    await createOpenRun(database, 'r', open(), '2026-01-01T00:00:00.000Z');
    const run = await openSingleJournal(database, 'r', runResult.config);
    await run.keepPart('zero-shot', 0, 0, part('1'));
    await run.keepTuning(tuning(4));
    const kept = {
      kind: 'run',
      name: 'mine',
      createdAt: '2026-01-01T00:00:00.000Z',
      result: runResult,
    } as const;
    expect(await keepRun(database, { ...kept, examples: [] }, 'r')).toBe('r');
    expect(await listEntries(database)).toMatchObject([{ id: 'r', complete: true }]);
    await expect(readOpenRun(database, 'r')).rejects.toMatchObject({ code: 'storage.missing' });
    const left = await openSingleJournal(database, 'r', runResult.config);
    expect([left.parts('zero-shot', 0), left.tuning()]).toEqual([[], undefined]);
  });

  it('shares its benchmark with studies until the last of them goes', async () => {
    const id = await start();
    await createOpenRun(database, 'r', open(), '2026-01-01T00:00:00.000Z');
    await deleteEntry(database, id);
    expect((await readOpenRun(database, 'r')).benchmark).toEqual(benchmark);
    await deleteEntry(database, 'r');
    expect(await database.use((db) => db.count('benchmarks'))).toBe(0);
  });
});

describe('transfer', () => {
  it('takes a half-done study to another browser whole', async () => {
    const id = await start();
    const journal = await openJournal(database, id);
    const run = await journal.openRun(1, 1);
    await run.begin([{ path: 'x.onnx', sha256: 'a' }]);
    await run.keepPart('zero-shot', 0, 0, part('1'));
    await run.keepTuning(tuning(3));
    await run.keepTuning(tuning(5), 'random-slow');
    await journal.keepResult(0, 1, runResult);
    await journal.keepState(0, { status: 'done' });
    const exported = (await exportEntry(database, id)) as KeptStudy;
    expect(exported.runs.map(({ model }) => model)).toEqual([0, 1]);
    const copy = await importEntry(database, exported);
    expect(copy).not.toBe(id);
    expect(await exportEntry(database, copy)).toEqual(exported);
    const again = await openJournal(database, copy);
    const resumed = await again.openRun(1, 1);
    expect(resumed.tuning()).toEqual(tuning(3));
    expect(resumed.tuning('random-slow')).toEqual(tuning(5));
    expect(again.states[0]).toEqual({ status: 'done' });
  });

  it('takes a run along', async () => {
    const id = await keepRun(database, kept);
    const copy = await importEntry(database, await exportEntry(database, id));
    expect(await readRun(database, copy)).toEqual(kept);
    await expect(exportEntry(database, 'none')).rejects.toMatchObject({ code: 'storage.missing' });
  });
});

describe('failures', () => {
  /** A part of the origin's storage with little room of its own, in which the same code keeps its database. */
  async function smallDatabase(quota: number): Promise<Database> {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open(name: string, options: object): Promise<{ readonly indexedDB: IDBFactory }> };
    };
    const bucket = await storageBuckets.open(name, { quota });
    Object.defineProperty(globalThis, 'indexedDB', { value: bucket.indexedDB, configurable: true });
    return createDatabase(name);
  }
  afterEach(() => {
    Object.defineProperty(globalThis, 'indexedDB', ownIndexedDb);
  });
  /** Browsers compress what they keep, so only noise takes up room. */
  const noise = (kilobytes: number) =>
    Array.from({ length: kilobytes }, () =>
      crypto
        .getRandomValues(new Uint8Array(512))
        .reduce((text, byte) => text + String.fromCharCode(33 + (byte % 90)), ''),
    ).join('');

  it('says that there is no room, keeps all there was and leaves no halves', async () => {
    const small = await smallDatabase(1_000_000);
    const id = await start(small);
    const large = { ...kept, examples: [{ ...kept.examples[0]!, prompt: noise(4_000) }] };
    await expect(keepRun(small, large)).rejects.toMatchObject({
      code: 'storage.full',
      params: { used: expect.any(Number), quota: expect.any(Number) },
    });
    const run = await (await openJournal(small, id)).openRun(0, 1);
    const verdicts = [{ ...verdict('1'), output: noise(4_000) }];
    await expect(run.keepPart('zero-shot', 0, 0, { verdicts, seconds: 1 })).rejects.toMatchObject({
      code: 'storage.full',
    });
    expect((await listEntries(small)).map((entry) => entry.id)).toEqual([id]);
    expect(await readBenchmark(small, id)).toEqual(benchmark);
    // The way out that the message names is open.
    expect(await exportEntry(small, id)).toMatchObject({ kind: 'study', name: 'my study' });
    await deleteEntry(small, id);
    expect(await listEntries(small)).toEqual([]);
    await small.close();
  });

  it('lets a newer page take over and says so', async () => {
    await start();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name, 99);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
    await expect(listEntries(database)).rejects.toMatchObject({ code: 'storage.newer' });
  });
});
