/** Studies in Chromium: real database, real worker, the engine on the software adapter, tuning included. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBenchmark, recogniseText } from '../eval/index.ts';
import type { Benchmark } from '../eval/types.ts';
import type { StudyConfig, StudyEvent, StudyResult } from '../lab/study/types.ts';
import { DEFAULT_TUNING } from '../lab/types.ts';
import {
  createDatabase,
  createStudy,
  deleteEntry,
  entryLockName,
  listEntries,
  readStudy,
} from '../storage/index.ts';
import { createLabClient } from './client.ts';
import type { LabClient } from './client-types.ts';
import type { ModelSource, WorkerEvent } from './protocol.ts';

const database = createDatabase();
const sources: readonly ModelSource[] = ['m1-base', 'm1-chat'].map((name) => ({
  kind: 'embedded',
  id: `micro/${name}`,
}));
const config: StudyConfig = {
  benchmarkName: 'micro-open',
  task: 'open',
  models: sources.map(({ id }, i) => ({
    id,
    file: 'onnx/model_fp16.onnx',
    role: i === 0 ? 'base' : 'post-trained',
    family: 'm1',
    useChatTemplate: i === 1,
  })),
  conditions: ['zero-shot', 'soft-prompt'],
  seeds: [1, 2],
  itemSeed: 1,
  itemLimit: 6,
  fewShotCount: 3,
  evalSteps: [0, 4],
  tuning: { ...DEFAULT_TUNING, steps: 4 },
  maxNewTokens: 8,
};

let benchmark: Benchmark;
let client: LabClient;

beforeAll(async () => {
  client = createLabClient({ baseUrl: `${window.origin}/` });
  const files = await Promise.all(
    (['train', 'test'] as const).map(async (role) => {
      const file = `open_${role}.jsonl`;
      const text = await (await fetch(`/benchmarks/micro/${file}`)).text();
      return { recognised: recogniseText(file, text), role, hash: '0'.repeat(64) };
    }),
  );
  benchmark = buildBenchmark('micro-open', files, { seed: 1 });
});
afterAll(async () => {
  client.dispose();
  for (const { id } of await listEntries(database)) await deleteEntry(database, id);
});

const create = (changes: Partial<StudyConfig> = {}) =>
  createStudy(
    database,
    {
      name: 'test',
      config: { ...config, ...changes },
      sources: sources.map(({ id }) => ({ kind: 'embedded', id })),
      benchmark,
    },
    '2026-01-01T00:00:00.000Z',
  );

interface Session {
  readonly study: readonly StudyEvent[];
  readonly all: readonly WorkerEvent[];
}

async function session(
  studyId: string,
  react: (event: StudyEvent) => void = () => undefined,
  { again = [], own = sources }: { again?: readonly number[]; own?: readonly ModelSource[] } = {},
): Promise<Session> {
  const all: WorkerEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    client
      .startStudy({ studyId, sources: own, again }, (batch) => {
        all.push(...batch);
        for (const event of batch) if (event.type === 'study') react(event.event);
        if (batch.some((event) => event.type === 'ended')) resolve();
      })
      .catch(reject);
  });
  return { all, study: all.flatMap((event) => (event.type === 'study' ? [event.event] : [])) };
}

function resultOf({ study }: Session): StudyResult {
  const last = study.at(-1);
  if (last?.type !== 'result') throw new Error(JSON.stringify(last));
  return last.result;
}

/** Tuning steps made in a session, as "model seed step". */
const steps = ({ study }: Session) =>
  study.flatMap((event) =>
    event.type === 'run' && event.event.type === 'loss'
      ? [`${event.model} ${event.seed} ${event.event.point.step}`]
      : [],
  );
const losses = ({ study }: Session) =>
  study.flatMap((event) =>
    event.type === 'run' && event.event.type === 'loss' ? [event.event.point.loss] : [],
  );

describe('a study in the worker', { timeout: 300_000 }, () => {
  it('comes to the same numbers when its worker is killed on the way', async () => {
    const whole = await session(await create());
    const expected = resultOf(whole);
    expect(expected.cells.map(({ condition, metrics }) => [condition, metrics.length])).toEqual([
      ['zero-shot', 1],
      ['soft-prompt', 2],
      ['zero-shot', 1],
      ['soft-prompt', 2],
    ]);
    expect(expected.analysis.families).toHaveLength(1);
    expect(whole.all.find((event) => event.type === 'memory')).toMatchObject({
      liveBytes: 0,
      liveBytesBefore: 0,
    });
    expect(whole.study.flatMap((event) => (event.type === 'freed' ? [event.liveBytes] : []))).toEqual([0, 0]);

    const id = await create();
    let seen = 0;
    const cut = await session(id, (event) => {
      // Killed in the second model's second run, after the first of its four steps is known here.
      if (event.type === 'run' && event.event.type === 'loss' && ++seen === 13) client.dispose();
    });
    expect(cut.study.at(-1)).toMatchObject({ type: 'failed', error: { code: 'worker.disposed' } });
    const kept = await readStudy(database, id);
    expect(kept.models.map(({ state }) => state.status)).toEqual(['done', 'running']);

    const resumed = await session(id);
    const { cells, analysis } = resultOf(resumed);
    expect(cells).toEqual(expected.cells);
    expect(analysis).toEqual(expected.analysis);
    // Only the cut run was taken up, and its kept steps were handed out as they were.
    expect(steps(resumed)).toEqual(['1 2 0', '1 2 1', '1 2 2', '1 2 3']);
    expect(losses(resumed)).toEqual(losses(whole).slice(-4));
    expect((await listEntries(database)).find((entry) => entry.id === id)?.complete).toBe(true);

    const again = await session(id);
    expect(steps(again)).toEqual([]);
    expect(resultOf(again).cells).toEqual(expected.cells);
  });

  it('pauses, goes on, skips and stops, each confirmed, and takes up what was left', async () => {
    // Each order has to arrive before its model is done.
    const tuning = { ...config.tuning, steps: 12 };
    const id = await create({ seeds: [1], evalSteps: [12], tuning });
    let confirmed = '';
    const first = await session(id, (event) => {
      if (event.type !== 'run' || event.event.type !== 'loss') return;
      if (event.model === 0 && event.event.point.step === 0) {
        void client.pause().then(async (answer) => {
          confirmed += `pause ${answer} `;
          confirmed += `resume ${await client.resume()} `;
          // Another model than the one that is on stays as it is.
          client.skipModel(1);
          client.skipModel(0);
        });
      }
      if (event.model === 1 && event.event.point.step === 0) {
        void client.cancel().then((answer) => {
          confirmed += `cancel ${answer}`;
        });
      }
    });
    expect(first.study.at(-1)).toEqual({ type: 'stopped' });
    expect(confirmed).toBe('pause confirmed resume confirmed cancel confirmed');
    const kept = await readStudy(database, id);
    expect(kept.models.map(({ state }) => state.status)).toEqual(['skipped', 'running']);
    const second = await session(id, undefined, { again: [0] });
    expect(resultOf(second).models.map(({ state }) => state.status)).toEqual(['done', 'done']);
  });

  it('asks for a folder it was not given, and goes on without it', async () => {
    const id = await create({ seeds: [1], conditions: ['zero-shot'] });
    const { models } = resultOf(
      await session(id, undefined, { own: [{ kind: 'local', id: 'micro/m1-base', files: [] }, sources[1]!] }),
    );
    expect(models[0]!.state).toMatchObject({ status: 'failed', error: { code: 'study.files-needed' } });
    expect(models[1]!.state).toEqual({ status: 'done' });
  });

  it('refuses a study that another tab runs', async () => {
    const id = await create({ seeds: [1], conditions: ['zero-shot'] });
    let release: () => void = () => undefined;
    await new Promise<void>((held) => {
      void navigator.locks.request(entryLockName(id), () => {
        held();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    });
    const { study } = await session(id);
    expect(study).toEqual([{ type: 'failed', error: { code: 'study.running-elsewhere', params: {} } }]);
    release();
    await session(id);
  });
});
