/** Which benchmarks share a copy in the browser's real database, and which never take each other's place. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Benchmark, Item } from '../eval/types.ts';
import type { KeptStudy } from '../lab/study/kept.ts';
import type { RunConfig } from '../lab/types.ts';
import { sameItems } from './benchmarks.ts';
import { createDatabase, type Database } from './database.ts';
import { deleteEntry } from './history.ts';
import { createOpenRun, readOpenRun } from './open-runs.ts';
import { createStudy, readBenchmark } from './studies.ts';
import { benchmark, config, sources } from './testing/small-study.ts';
import { exportEntry, importEntry } from './transfer.ts';

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

/** Only passed through, never read. */
const runConfig = { modelId: 'm', benchmarkName: 'tiny', seed: 7 } as RunConfig;

describe('benchmarks from the same files', () => {
  const item = benchmark.test[0]!;
  const reading = (change: Partial<Item>): Benchmark => ({ ...benchmark, test: [{ ...item, ...change }] });
  const run = (of: Benchmark) =>
    ({
      name: 'r',
      config: runConfig,
      source: { kind: 'embedded', id: 'micro/m1-base' },
      benchmark: of,
    }) as const;
  const study = (of: Benchmark) =>
    createStudy(database, { name: 's', config, sources, benchmark: of }, '2026-01-01T00:00:00.000Z');
  const count = () => database.use((db) => db.count('benchmarks'));
  const closed = { task: 'closed', options: ['a', 'b'], goldIndex: 0 } as const;

  it.each([
    ['another gold', closed, { ...closed, goldIndex: 1 }],
    ['another answer', {}, { answer: '#### b', accepted: ['b'] }],
    ['another form', {}, { form: { kind: 'boxed' } }],
    ['another prompt', {}, { prompt: 'Frage: q\nA:' }],
  ] as const)('read two ways (%s) stay two, for runs, studies and imports', async (_, before, after) => {
    const [one, two] = [reading(before), reading(after)];
    const mine = await study(one);
    await createOpenRun(database, 'r1', run(one), '2026-01-01T00:00:00.000Z');
    await createOpenRun(database, 'r2', run(two), '2026-01-02T00:00:00.000Z');
    const exported = (await exportEntry(database, mine)) as KeptStudy;
    const copy = await importEntry(database, { ...exported, benchmark: two });
    const other = await study(two);
    expect((await readOpenRun(database, 'r1')).benchmark).toEqual(one);
    expect((await readOpenRun(database, 'r2')).benchmark).toEqual(two);
    for (const [id, own] of [
      [mine, one],
      [copy, two],
      [other, two],
    ] as const) {
      expect(await readBenchmark(database, id)).toEqual(own);
    }
    expect(await count()).toBe(2);
    // Each goes with the last that uses it.
    for (const id of [mine, 'r2', other]) await deleteEntry(database, id);
    expect(await count()).toBe(2);
    expect((await readOpenRun(database, 'r1')).benchmark).toEqual(one);
    expect(await readBenchmark(database, copy)).toEqual(two);
    await deleteEntry(database, 'r1');
    expect(await readBenchmark(database, copy)).toEqual(two);
    await deleteEntry(database, copy);
    expect(await count()).toBe(0);
  });

  it('stay where an earlier version put them', async () => {
    const { name: own, hashes, split } = benchmark;
    const key = JSON.stringify([own, hashes.train, hashes.test, split]);
    const id = await study(benchmark);
    await database.use(async (db) => {
      expect((await db.get('studies', id))!.benchmarkKey).toBe(key);
      expect(await db.getAllKeys('benchmarks')).toEqual([key]);
    });
    await createOpenRun(database, 'r', run(reading({ prompt: 'x' })), '2026-01-01T00:00:00.000Z');
    expect(await readBenchmark(database, id)).toEqual(benchmark);
  });

  it('are the same whatever the order of their fields', async () => {
    const turned = Object.fromEntries(Object.entries(item).reverse()) as unknown as Item;
    await study(benchmark);
    await study({ ...benchmark, test: [turned] });
    expect(await count()).toBe(1);
  });

  it('are told apart by their items and files, not by the rows that were left out', () => {
    const rejected = [{ file: 'f', line: 1, code: 'c', params: {} }];
    expect(sameItems(benchmark, { ...benchmark, rejected })).toBe(true);
    expect(sameItems(benchmark, reading({ accepted: ['a', 'b'] }))).toBe(false);
    expect(sameItems(benchmark, { ...benchmark, train: [item] })).toBe(false);
    expect(sameItems(benchmark, { ...benchmark, hashes: { ...benchmark.hashes, test: 'c' } })).toBe(false);
  });
});
