/**
 * A run under a memory budget, from the session's first event to its end: the plan is said before anything is computed, a
 * smaller budget gives the same numbers in smaller pieces, and one that cannot do is refused with need and have.
 */

import { expect, test } from 'vitest';
import { openTestGpu } from '../engine/gpu/testing/open-test-gpu.ts';
import type { TrainingPlan } from '../engine/model/types.ts';
import { buildBenchmark, recogniseText } from '../eval/index.ts';
import { browserSite } from '../hub/browser-site.ts';
import { createPauseGate } from '../lab/pause-gate.ts';
import { DEFAULT_TUNING, type RunConfig, type RunEvent } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { runSession } from './run-session.ts';

const config: RunConfig = {
  modelId: 'micro/m1-base',
  modelFile: 'onnx/model_fp16.onnx',
  benchmarkName: 'micro-closed',
  task: 'closed',
  conditions: ['soft-prompt'],
  fewShotCount: 3,
  evalSteps: [],
  itemLimit: 2,
  tuning: { ...DEFAULT_TUNING, steps: 3 },
  maxNewTokens: 4,
  useChatTemplate: false,
  seed: 1,
};

/** Everything a run says, and what it throws. */
async function runWithin(budgetBytes: number) {
  const files = await Promise.all(
    (['train', 'test'] as const).map(async (role) => {
      const file = `closed_${role}.jsonl`;
      const text = await (await fetch(`/benchmarks/micro/${file}`)).text();
      return { recognised: recogniseText(file, text), role, hash: '0'.repeat(64) };
    }),
  );
  const events: RunEvent[] = [];
  const session = runSession(
    {
      type: 'run',
      runId: 1,
      source: { kind: 'embedded', id: 'micro/m1-base' },
      benchmark: buildBenchmark('micro-closed', files, { seed: 1 }),
      config,
    },
    {
      site: await browserSite(`${window.origin}/`, undefined),
      device: { gpu: await openTestGpu(), liveBytes: () => 0 },
      signal: new AbortController().signal,
      pauseGate: createPauseGate(),
      onDownload: () => undefined,
      kernels: { options: {}, onChoice: () => undefined },
      budgetBytes,
    },
  );
  let error: unknown;
  try {
    for await (const event of session) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const at = (type: RunEvent['type']) => events.findIndex((event) => event.type === type);
  const plan = events[at('memory-plan')] as { readonly plan: TrainingPlan } | undefined;
  const losses = events.flatMap((event) => (event.type === 'loss' ? [event.point.loss] : []));
  return { error, plan: plan?.plan, losses, saidFirst: at('memory-plan') < at('loss') };
}

test('the plan comes first; half of the memory gives the same losses; too little is refused with need and have', async () => {
  const free = await runWithin(2 ** 30);
  expect(free.error).toBeUndefined();
  expect(free.saidFirst).toBe(true);
  expect(free.plan).toMatchObject({ fits: true, runs: 1, recomputedLayers: 0, budgetBytes: 2 ** 30 });
  expect(free.losses).toHaveLength(3);

  const { weightBytes, peakBytes } = free.plan!;
  const half = await runWithin(weightBytes + Math.floor((peakBytes - weightBytes) / 2));
  expect(half.error).toBeUndefined();
  expect(half.plan!.fits).toBe(true);
  expect(half.plan!.runs).toBeGreaterThan(1);
  expect(half.plan!.peakBytes).toBeLessThanOrEqual(half.plan!.budgetBytes!);
  half.losses.forEach((loss, i) => {
    expect(Math.abs(loss - free.losses[i]!)).toBeLessThan(1e-4 * free.losses[i]!);
  });

  const refused = await runWithin(weightBytes + 100_000);
  expect(refused.losses).toEqual([]);
  expect(refused.error).toBeInstanceOf(LabError);
  const { code, params } = refused.error as LabError;
  // So little does not even hold the self-check, which comes before the plan.
  expect(code).toBe('plan.does-not-fit');
  expect(params.needBytes).toBeGreaterThan(Number(params.haveBytes));
});
