/** Starting and steering a run. The worker client is loaded with the first run, not with the page. */

import type { ExampleRecord, RunConfig, RunResult } from '../lab/types.ts';
import { toErrorData } from '../lib/errors.ts';
import type { LabClient } from '../worker/client-types.ts';
import type { Capability, WorkerBatch } from '../worker/protocol.ts';
import { benchmarkForWorker } from './benchmarks.ts';
import { toKeptSource } from './kept-source.ts';
import { labClient } from './lab-client.ts';
import { labStore } from './lab-store.ts';
import { readOpenRun, refreshOpenRuns } from './open-runs.ts';
import { applyWorkerEvent, failedRun, hasData, isBusy, type RunState, startedRun } from './run-state.ts';
import { isRunnable, toRunConfig } from './setup.ts';
import { leaveLink } from './view-actions.ts';

export { labClient } from './lab-client.ts';

/** "m1-base · micro-closed" */
export function runName({ modelId, benchmarkName }: Pick<RunConfig, 'modelId' | 'benchmarkName'>): string {
  return `${modelId.split('/').at(-1)} · ${benchmarkName}`;
}

function updateRun(change: (run: RunState) => RunState): void {
  labStore.setState((state) => ({ run: change(state.run) }));
}

/** Without WebGPU there is no tuning: the soft-prompt condition is left out, and the page says so. */
export function conditionsFor(config: RunConfig, capability: Capability): RunConfig {
  if (capability.kind === 'webgpu') return config;
  const { controls: _needTuning, ...rest } = config;
  return { ...rest, conditions: config.conditions.filter((condition) => condition !== 'soft-prompt') };
}

export async function startRun(): Promise<void> {
  const state = labStore.getState();
  const { setup, run } = state;
  if (isBusy(run.status) || !isRunnable(state)) return;
  labStore.setState({ run: startedRun(null), notice: null });
  try {
    const [lab, benchmark] = await Promise.all([labClient(), benchmarkForWorker(setup.benchmark)]);
    const capability = await lab.probe();
    const config = conditionsFor(toRunConfig(setup), capability);
    labStore.setState({ run: startedRun(config), capability });
    const { source } = setup;
    // Pages of plain http have no such ids: there a run is kept when it ends, and not before.
    keptId = crypto.randomUUID?.();
    const keep = keptId && {
      id: keptId,
      name: runName(config),
      source: toKeptSource(source),
      resumed: false,
    };
    await lab.start({ source, benchmark, config, ...(keep ? { keep } : {}) }, receive);
  } catch (thrown) {
    updateRun((state) => failedRun(state, toErrorData(thrown)));
  }
}

/** Goes on with a run of this browser that was cut off; it comes to the numbers of one that was not. */
export async function continueRun(id: string): Promise<void> {
  if (isBusy(labStore.getState().run.status)) return;
  labStore.setState({ run: startedRun(null), notice: null });
  try {
    const { name, config, source, kept, benchmark } = await readOpenRun(id);
    labStore.setState({ run: startedRun(config) });
    keptId = id;
    const keep = { id, name, source: kept, resumed: true };
    await (await labClient()).start({ source, benchmark, config, keep }, receive);
  } catch (thrown) {
    updateRun((state) => failedRun(state, toErrorData(thrown)));
  }
}

/** Where the run that is on is written down. */
let keptId: string | undefined;

/** One commit a batch. What was on screen stays until the run has something to show in its place. */
function receive(batch: WorkerBatch): void {
  const at = performance.now();
  const before = labStore.getState().run.result;
  labStore.setState((state) => {
    const run = batch.reduce((next, event) => applyWorkerEvent(next, event, at), state.run);
    const begins = hasData(run) && !hasData(state.run);
    if (begins) void leaveLink();
    return begins ? { run, viewed: { origin: 'live' }, sharedExamples: [] } : { run };
  });
  const { result, examples } = labStore.getState().run;
  if (result && result !== before) void keep(result, examples);
  else if (batch.some((event) => event.type === 'ended')) void refreshOpenRuns();
}

/** A finished run goes into the history of this browser. */
async function keep(result: RunResult, examples: readonly ExampleRecord[]): Promise<void> {
  const { keepFinishedRun } = await import('./keep-run.ts');
  await keepFinishedRun(result, examples, runName(result.config), keptId);
  await refreshOpenRuns();
}

/** Asks the worker; the status changes to a fact only when its confirmation arrives as an event. */
async function order(
  asked: 'pausing' | 'resuming' | 'cancelling',
  send: (lab: LabClient) => Promise<unknown>,
) {
  updateRun((run) => ({ ...run, status: asked }));
  try {
    await send(await labClient());
  } catch (thrown) {
    updateRun((run) => failedRun(run, toErrorData(thrown)));
  }
}

export async function pauseRun(): Promise<void> {
  if (labStore.getState().run.status === 'running') await order('pausing', (lab) => lab.pause());
}

export async function resumeRun(): Promise<void> {
  if (labStore.getState().run.status === 'paused') await order('resuming', (lab) => lab.resume());
}

export async function cancelRun(): Promise<void> {
  const { status } = labStore.getState().run;
  if (['running', 'pausing', 'paused', 'resuming'].includes(status)) {
    await order('cancelling', (lab) => lab.cancel());
  }
}

/** Takes the failure off the screen. */
export function dismissRunError(): void {
  updateRun((run) => ({ ...run, error: null }));
}
