/**
 * A run: zero-shot, few-shot and soft-prompt on one model and one benchmark, as a generator of events.
 *
 * Knows a model by its interface and evaluation by its functions; no GPU, no DOM, no files. Loading, the self-check and
 * what happens on failure belong to the caller (`settle.ts` turns a throw into the last event).
 */

import type { CausalLM } from '../engine/model/types.ts';
import { LabError } from '../lib/errors.ts';
import { ActiveRun } from './active-run.ts';
import { isCausalLM, type RunDeps } from './run-deps.ts';
import { runResult } from './run-result.ts';
import type { Track } from './track.ts';
import type { RunConfig, RunEvent } from './types.ts';

/** The longest examples a step could meet. Throws `lab.memory` {needBytes, haveBytes} where they do not fit. */
function memoryPlan(model: CausalLM, tracks: readonly Track[], { tuning }: RunConfig): RunEvent {
  const longest = tracks
    .flatMap(({ examples }) => examples)
    .sort((a, b) => b.ids.length - a.ids.length)
    .slice(0, tuning.batchSize);
  const plan = model.predictTraining(tuning.numVirtualTokens, longest);
  if (!plan.fits) {
    throw new LabError('lab.memory', { needBytes: plan.peakBytes, haveBytes: plan.budgetBytes ?? 0 });
  }
  return { type: 'memory-plan', plan };
}

/**
 * Runs the configured conditions in the order zero-shot, few-shot, soft-prompt, placebo controls and ends with 'result'.
 *
 * Throws `lab.bad-config`, `lab.stop-in-answer`, `lab.no-control-rows`, `lab.too-long`, `lab.tuning-needs-webgpu`, `lab.not-finite`, what the model throws, and the
 * signal's reason when cancelled.
 */
export async function* runLab(deps: RunDeps): AsyncGenerator<RunEvent> {
  const run = new ActiveRun(deps);
  const { config, model } = deps;
  if (isCausalLM(model) && run.tracks.length > 0) yield memoryPlan(model, run.tracks, config);
  await deps.journal?.begin(deps.facts.modelHashes);
  for (const condition of ['zero-shot', 'few-shot'] as const) {
    if (config.conditions.includes(condition)) yield* run.evaluate(condition, 0);
  }
  let softPrompt: Float32Array | undefined;
  if (config.conditions.includes('soft-prompt') && isCausalLM(model)) {
    for (const track of run.tracks) {
      const tuner = yield* run.tune(model, track);
      if (!track.control) softPrompt = tuner.softPrompt();
    }
  }
  yield run.phase('done', config.tuning.steps, 1, 1, 0);
  yield { type: 'result', result: runResult(run, softPrompt) };
}
