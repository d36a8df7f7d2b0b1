/** Studies on real models (onnxruntime's wasm) and real rows; tuning in a study is tested in Chromium. */

import { afterAll, describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { createPauseGate } from '../pause-gate.ts';
import { runLab } from '../run.ts';
import { microBenchmark, openForNode, runConfig, testFacts } from '../testing/node-run.ts';
import { runStudy, type StudyDeps } from './run-study.ts';
import { emptyStudy, type MemoryStudy, memoryJournal } from './testing/memory-journal.ts';
import type { StudyConfig, StudyEvent, StudyResult } from './types.ts';

const benchmark = microBenchmark('closed');

function studyConfig(changes: Partial<StudyConfig> = {}): StudyConfig {
  const { tuning, fewShotCount, maxNewTokens } = runConfig();
  return {
    benchmarkName: 'micro-closed',
    task: 'closed',
    models: ['m1', 'm4'].flatMap((family) => [
      {
        id: `micro/${family}-base`,
        file: 'onnx/model_fp16.onnx',
        role: 'base',
        family,
        useChatTemplate: false,
      },
      {
        id: `micro/${family}-chat`,
        file: 'onnx/model_fp16.onnx',
        role: 'post-trained',
        family,
        useChatTemplate: true,
      },
    ]),
    conditions: ['zero-shot', 'few-shot'],
    seeds: [1, 2],
    itemSeed: 1,
    itemLimit: 4,
    fewShotCount,
    evalSteps: [],
    tuning,
    maxNewTokens,
    ...changes,
  };
}

type Opened = Awaited<ReturnType<typeof openForNode>>;
const opened = new Map<string, Promise<Opened>>();

/** A model's file is read once for all sessions. */
function openOnce(id: string): Promise<Opened> {
  const opening = opened.get(id) ?? openForNode(id);
  opened.set(id, opening);
  return opening;
}
afterAll(async () => {
  for (const { model } of await Promise.all(opened.values())) await model.dispose();
});

interface Session {
  readonly events: readonly StudyEvent[];
  /** Models loaded, in order. */
  readonly loaded: readonly string[];
  readonly last: StudyEvent;
}

interface SessionOptions {
  readonly config?: StudyConfig;
  readonly again?: readonly number[];
  readonly onKeep?: (what: string) => void;
  readonly onLoad?: (id: string, count: number) => void;
  /** A model whose session ends without a word. */
  readonly endsEarly?: string;
  readonly onEvent?: (event: StudyEvent, controls: { stop(): void; skip(): void }) => void;
}

async function session(kept: MemoryStudy, options: SessionOptions = {}): Promise<Session> {
  const config = options.config ?? studyConfig();
  const loaded: string[] = [];
  const abort = new AbortController();
  let skip = new AbortController();
  const deps: StudyDeps = {
    config,
    benchmark,
    journal: memoryJournal(kept, options.onKeep),
    again: options.again ?? [],
    runModel: async function* (model, runs, sampled, signal) {
      const { id } = config.models[model]!;
      loaded.push(id);
      options.onLoad?.(id, loaded.length);
      if (id === options.endsEarly) return;
      const opened = await openOnce(id);
      for (const run of runs) {
        yield* runLab({
          ...opened,
          ...run,
          benchmark: sampled,
          facts: testFacts,
          signal,
          pauseGate: createPauseGate(),
          clock: () => performance.now(),
        });
      }
    },
    liveBytes: () => 0,
    signal: abort.signal,
    skipSignal: () => {
      skip = new AbortController();
      return skip.signal;
    },
    versions: {},
    clock: () => performance.now(),
    now: () => new Date('2026-01-02T00:00:00.000Z'),
  };
  const events: StudyEvent[] = [];
  for await (const event of runStudy(deps)) {
    events.push(event);
    options.onEvent?.(event, { stop: () => abort.abort(), skip: () => skip.abort() });
  }
  return { events, loaded, last: events.at(-1)! };
}

/** Everything but times. */
function numbers(last: StudyEvent): Pick<StudyResult, 'cells' | 'analysis'> {
  if (last.type !== 'result') throw new Error(`ended in ${JSON.stringify(last)}`);
  return { cells: last.result.cells, analysis: last.result.analysis };
}

describe('runStudy', () => {
  it('runs every model once, seeds inside, and gives table and rankings', async () => {
    const { events, loaded, last } = await session(emptyStudy());
    expect(loaded).toEqual(['micro/m1-base', 'micro/m1-chat', 'micro/m4-base', 'micro/m4-chat']);
    const { cells, analysis } = numbers(last);
    expect(cells).toHaveLength(8);
    expect(cells.map(({ seeds }) => seeds.length)).toEqual([1, 2, 1, 2, 1, 2, 1, 2]);
    expect(cells.every(({ metrics }) => metrics.every(({ exactMatch }) => exactMatch.n === 4))).toBe(true);
    expect(analysis.families.map(({ name }) => name)).toEqual(['m1', 'm4']);
    expect(last).toMatchObject({
      result: {
        startedAt: '2026-01-01T00:00:00.000Z',
        counts: { train: 666, test: 228, evaluated: 4, rejectedRows: 0 },
        hashes: benchmark.hashes,
      },
    });
    expect(events.some(({ type }) => type === 'freed')).toBe(true);
    expect(events.some((event) => event.type === 'run' && event.event.type === 'examples')).toBe(false);
    const estimates = events.flatMap((event) => (event.type === 'progress' ? [event.secondsLeft] : []));
    expect(estimates[0]).toBeNull();
    expect(estimates.some((seconds) => seconds !== null && seconds > 0)).toBe(true);
    expect(estimates.at(-1)).toBe(0);
  }, 120_000);

  it('goes on after a cut anywhere, with the same numbers and without loading what is finished', async () => {
    const whole = numbers((await session(emptyStudy())).last);
    const kept = emptyStudy();
    let writes = 0;
    const cut = await session(kept, {
      onKeep: (what) => {
        // The third run's second part: m1-chat, seed 1, few-shot.
        if (what.startsWith('part') && ++writes === 5) throw new LabError('storage.full', {});
      },
    });
    expect(cut.last).toMatchObject({ type: 'failed', error: { code: 'storage.full' } });
    expect(cut.loaded).toEqual(['micro/m1-base', 'micro/m1-chat']);
    const resumed = await session(structuredClone(kept));
    expect(resumed.loaded).toEqual(['micro/m1-chat', 'micro/m4-base', 'micro/m4-chat']);
    expect(numbers(resumed.last)).toEqual(whole);
    const again = await session(kept, { onEvent: (event, { stop }) => event.type === 'freed' && stop() });
    expect(again.last).toEqual({ type: 'stopped' });
    const twice = await session(kept);
    expect(numbers(twice.last)).toEqual(whole);
    expect((await session(kept)).loaded).toEqual([]);
  }, 240_000);

  it('gives its result although there is no room to keep it, and again when there is', async () => {
    const config = studyConfig({ models: studyConfig().models.slice(0, 2), seeds: [1] });
    const kept = emptyStudy();
    const { events, last } = await session(kept, {
      config,
      onKeep: (what) => {
        if (what === 'study') throw new LabError('storage.full', {});
      },
    });
    expect(last).toMatchObject({ type: 'failed', error: { code: 'storage.full' } });
    const given = events.at(-2)!;
    expect(given.type).toBe('result');
    const again = await session(kept, { config });
    expect(again.loaded).toEqual([]);
    expect(numbers(again.last)).toEqual(numbers(given));
  }, 120_000);

  it('skips the model that is on, leaves out one that fails, and takes both up again when asked', async () => {
    const whole = numbers((await session(emptyStudy())).last);
    const kept = emptyStudy();
    const first = await session(kept, {
      onLoad: (id) => {
        if (id === 'micro/m4-base') throw new LabError('onnx.truncated', {});
      },
      onEvent: (event, { skip }) => {
        if (event.type === 'run' && event.model === 1 && event.event.type === 'phase') skip();
      },
    });
    expect(kept.states).toEqual([
      { status: 'done' },
      { status: 'skipped' },
      { status: 'failed', error: { code: 'onnx.truncated', params: {} } },
      { status: 'done' },
    ]);
    const { cells, analysis } = numbers(first.last);
    expect([...new Set(cells.map(({ model }) => model))]).toEqual([0, 3]);
    expect(analysis.families).toEqual([]);
    expect((await session(structuredClone(kept))).loaded).toEqual([]);
    const second = await session(kept, { again: [1, 2] });
    expect(second.loaded).toEqual(['micro/m1-chat', 'micro/m4-base']);
    expect(numbers(second.last)).toEqual(whole);
  }, 240_000);

  it('takes no model for done whose results are missing: it is made again, or fails by name', async () => {
    const whole = numbers((await session(emptyStudy())).last);
    const kept = emptyStudy();
    await session(kept);
    // As after a power cut that kept the later write and lost the earlier one.
    kept.results.delete('2,1');
    const again = await session(kept);
    expect(again.loaded).toEqual(['micro/m4-base']);
    expect(numbers(again.last)).toEqual(whole);

    const silent = emptyStudy();
    const config = studyConfig({ models: studyConfig().models.slice(0, 2), seeds: [1] });
    const ended = await session(silent, { config, endsEarly: 'micro/m1-chat' });
    expect(silent.states[1]).toMatchObject({ status: 'failed', error: { code: 'study.no-result' } });
    expect(numbers(ended.last).cells.map(({ model }) => model)).toEqual([0, 0]);
  }, 240_000);

  it('loads a model once more after a lost device, and no third time', async () => {
    const lost = (times: number) => {
      let left = times;
      return (id: string) => {
        if (id === 'micro/m1-chat' && left-- > 0) throw new LabError('gpu.device-lost', { message: '' });
      };
    };
    const once = await session(emptyStudy(), { onLoad: lost(1) });
    expect(once.loaded.filter((id) => id === 'micro/m1-chat')).toHaveLength(2);
    expect(numbers(once.last).cells).toHaveLength(8);
    const kept = emptyStudy();
    await session(kept, { onLoad: lost(2) });
    expect(kept.states[1]).toMatchObject({ status: 'failed', error: { code: 'gpu.device-lost' } });
    expect(kept.states[2]).toEqual({ status: 'done' });
  }, 240_000);

  it.each([
    [{ models: [] }, 'study.no-models'],
    [{ models: [studyConfig().models[0]!, studyConfig().models[0]!] }, 'study.same-model'],
    [{ conditions: [] }, 'study.no-conditions'],
    [{ conditions: ['zero-shot', 'placebo-wrong'] }, 'study.placebo-alone'],
    [{ seeds: [] }, 'study.bad-seeds'],
    [{ seeds: [1, 1] }, 'study.bad-seeds'],
    [{ conditions: ['soft-prompt'], evalSteps: [0] }, 'study.no-last-step'],
    [{ itemLimit: -1 }, 'lab.bad-config'],
  ] as const)('refuses %j with %s', async (changes, code) => {
    const { last } = await session(emptyStudy(), { config: studyConfig(changes) });
    expect(last).toMatchObject({ type: 'failed', error: { code } });
  });
});
