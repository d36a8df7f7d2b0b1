/** The whole worker in Chromium: embedded model and benchmark, engine on the software adapter, onnxruntime beside it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBenchmark, recogniseText } from '../eval/index.ts';
import type { Benchmark } from '../eval/types.ts';
import { DEFAULT_TUNING, type RunConfig, type RunEvent } from '../lab/types.ts';
import { createLabClient } from './client.ts';
import type { LabClient } from './client-types.ts';
import type { ModelSource, WorkerEvent } from './protocol.ts';

const MODEL_FILE = 'onnx/model_fp16.onnx';
const source: ModelSource = { kind: 'embedded', id: 'micro/m1-base' };

const config: RunConfig = {
  modelId: source.id,
  modelFile: MODEL_FILE,
  benchmarkName: 'micro-closed',
  task: 'closed',
  conditions: ['zero-shot', 'few-shot', 'soft-prompt'],
  fewShotCount: 3,
  evalSteps: [0, 4],
  itemLimit: 6,
  tuning: { ...DEFAULT_TUNING, steps: 4 },
  maxNewTokens: 8,
  useChatTemplate: false,
  seed: 1,
};

let client: LabClient;
let benchmark: Benchmark;

beforeAll(async () => {
  client = createLabClient({ baseUrl: `${window.origin}/` });
  const files = await Promise.all(
    (['train', 'test'] as const).map(async (role) => {
      const file = `closed_${role}.jsonl`;
      const text = await (await fetch(`/benchmarks/micro/${file}`)).text();
      return { recognised: recogniseText(file, text), role, hash: '0'.repeat(64) };
    }),
  );
  benchmark = buildBenchmark('micro-closed', files, { seed: 1 });
});
afterAll(() => client.dispose());

interface Finished {
  readonly events: readonly WorkerEvent[];
  readonly run: readonly RunEvent[];
}

/** Starts a run and collects everything until its end; `react` may steer it. */
async function collect(changes: Partial<RunConfig>, react?: (event: RunEvent) => void): Promise<Finished> {
  const events: WorkerEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    client
      .start({ source, benchmark, config: { ...config, ...changes } }, (batch) => {
        events.push(...batch);
        for (const event of batch) if (event.type === 'run') react?.(event.event);
        if (batch.some((event) => event.type === 'ended')) resolve();
      })
      .catch(reject);
  });
  return { events, run: events.flatMap((event) => (event.type === 'run' ? [event.event] : [])) };
}

function resultOf({ run }: Finished) {
  const last = run.find((event) => event.type === 'result' || event.type === 'failed');
  if (last?.type !== 'result') throw new Error(JSON.stringify(last));
  return last.result;
}

describe('the worker', () => {
  it('names the adapter', async () => {
    expect(await client.probe()).toMatchObject({ kind: 'webgpu', software: true });
  });

  it('lists the files of the embedded model', async () => {
    const { preselected, variants } = await client.listVariants(source);
    expect(preselected).toBe(MODEL_FILE);
    expect(variants[0]?.bytes).toBeGreaterThan(1_000_000);
  });

  it('runs all conditions twice, gives the GPU memory back, and both runs agree', async () => {
    const first = await collect({});
    const result = resultOf(first);
    expect(result.points.map(({ condition, step }) => `${condition} ${step}`)).toEqual([
      'zero-shot 0',
      'few-shot 0',
      'soft-prompt 0',
      'soft-prompt 4',
    ]);
    expect(result.losses.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(result.losses[3]!.loss).toBeLessThan(result.losses[0]!.loss);
    expect(result.backend).toBe('webgpu');
    const { backend, trial } = result.evaluation!;
    expect(backend).toBe(trial!.wasm < trial!.webgpu ? 'onnxruntime-wasm' : 'webgpu');
    const plan = first.run.find((event) => event.type === 'memory-plan')!.plan;
    expect(plan).toMatchObject({ fits: true, recomputedLayers: 0 });
    expect(plan.peakBytes).toBeLessThan(plan.budgetBytes!);
    expect(first.run.findIndex(({ type }) => type === 'memory-plan')).toBeLessThan(
      first.run.findIndex(({ type }) => type === 'eval'),
    );
    expect(result.selfCheck!.maxAbsDifference).toBeLessThanOrEqual(result.selfCheck!.tolerance);
    expect(result.selfCheck!.positions).toBeGreaterThan(50);
    expect(result.hashes.model.map(({ path }) => path)).toContain(MODEL_FILE);
    expect(result.cost.peakGpuBytes).toBeGreaterThan(1_000_000);
    expect(result.softPrompt).toHaveLength(10 * 128);
    const second = resultOf(await collect({}));
    expect(second.losses.map(({ loss }) => loss)).toEqual(result.losses.map(({ loss }) => loss));
    expect(second.points.map(({ metrics }) => metrics)).toEqual(result.points.map(({ metrics }) => metrics));

    const memory = first.events.find((event) => event.type === 'memory');
    expect(memory).toMatchObject({ liveBytesBefore: 0, liveBytes: 0 });
  });

  it('pauses, resumes and cancels, each confirmed', async () => {
    const orders: string[] = [];
    // More steps than are made until the orders arrive.
    const tuning = { ...config.tuning, steps: 80 };
    const finished = await collect({ evalSteps: [], conditions: ['soft-prompt'], tuning }, (event) => {
      if (event.type === 'loss' && event.point.step === 0) {
        void client.pause().then(async (paused) => {
          orders.push(`pause ${paused}`);
          orders.push(`resume ${await client.resume()}`);
          orders.push(`cancel ${await client.cancel()}`);
        });
      }
    });
    const kinds = finished.run.map(({ type }) => type);
    expect(kinds.indexOf('resumed')).toBeGreaterThan(kinds.indexOf('paused'));
    expect(kinds.at(-1)).toBe('cancelled');
    await expect.poll(() => orders).toEqual(['pause confirmed', 'resume confirmed', 'cancel confirmed']);
    const memory = finished.events.find((event) => event.type === 'memory');
    expect(memory).toMatchObject({ liveBytes: 0 });
  });

  it('computes with the kernels that are pinned, says so, and knows their names', async () => {
    const { names } = await client.kernels({ pinned: 'tiled', again: true });
    expect(names).toEqual(expect.arrayContaining(['register', 'tiled']));
    const short = { conditions: ['zero-shot'] as const, itemLimit: 1, maxNewTokens: 1 };
    const pinned = await collect(short);
    expect(pinned.events.find((event) => event.type === 'kernels')).toMatchObject({
      choice: { name: 'tiled', source: 'pinned' },
    });
    expect(resultOf(pinned).versions.kernels).toBe('tiled');

    await client.kernels({ pinned: 'best', again: false });
    expect((await collect(short)).run.at(-1)).toMatchObject({
      type: 'failed',
      error: { code: 'plan.unknown-kernel', params: { name: 'best' } },
    });
    await client.kernels({ pinned: null, again: false });
    expect(resultOf(await collect(short)).versions.kernels).not.toBe('tiled');
  });

  it('refuses a second run at a time', async () => {
    const running = collect({ conditions: ['zero-shot'] });
    await expect(client.start({ source, benchmark, config }, () => undefined)).rejects.toMatchObject({
      code: 'worker.busy',
    });
    resultOf(await running);
  });

  it('reports a model that is not there', async () => {
    const missing: ModelSource = { kind: 'embedded', id: 'micro/m9-base' };
    const events: RunEvent[] = [];
    await new Promise<void>((resolve) => {
      void client.start({ source: missing, benchmark, config }, (batch) => {
        for (const event of batch) if (event.type === 'run') events.push(event.event);
        if (batch.some((event) => event.type === 'ended')) resolve();
      });
    });
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'hub.file-missing' } });
  });
});
