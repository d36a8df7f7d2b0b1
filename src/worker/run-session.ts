/**
 * One run from files to result: opens the model, loads it on the GPU (or into onnxruntime where there is none), checks
 * it against onnxruntime, runs the lab, and gives everything back.
 */

import { loadCausalLM } from '../engine/model/causal-lm.ts';
import type { CausalLM, InferenceModel, ModelDescription } from '../engine/model/types.ts';
import type { Benchmark } from '../eval/types.ts';
import { type OpenedModel, openModel } from '../hub/open-model.ts';
import type { Site } from '../hub/site.ts';
import { chooseEvaluator, trialRequests } from '../lab/choose-evaluator.ts';
import { evaluatedItems } from '../lab/items.ts';
import type { PauseGate } from '../lab/pause-gate.ts';
import { type EncodedCondition, encodeCondition } from '../lab/prompts.ts';
import { runLab } from '../lab/run.ts';
import type { RunDeps, RunFacts } from '../lab/run-deps.ts';
import { assertSelfCheck } from '../lab/self-check.ts';
import { reports } from '../lab/stream.ts';
import type { EvaluationFacts, RunEvent } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { isRefusal, type OwnedDevice, type Refusal } from './device-owner.ts';
import type { SessionKernels } from './kernels.ts';
import { deviceMemory, memoryBudget } from './memory-budget.ts';
import type { DownloadProgress, WorkerCommand } from './protocol.ts';
import { askSecondModel, loadInOrt, type SecondOpinion } from './second-model.ts';
import { VERSIONS } from './versions.ts';

/** A run with its benchmark's items at hand. */
export type RunCommand = Extract<WorkerCommand, { type: 'run' }> & { readonly benchmark: Benchmark };

export interface SessionDeps {
  readonly site: Site;
  readonly device: OwnedDevice | Refusal;
  readonly signal: AbortSignal;
  readonly pauseGate: PauseGate;
  readonly onDownload: (progress: DownloadProgress) => void;
  readonly kernels: SessionKernels;
  /** GPU bytes for the model; absent: by what the browser says of the machine (memory-budget.ts). */
  readonly budgetBytes?: number;
  /** Runs to make one after another on the loaded model; without it the command's only. */
  readonly runs?: readonly Pick<RunDeps, 'config' | 'journal'>[];
  readonly keepSamples?: RunDeps['keepSamples'];
}

/** Prompts of the self-check and of the evaluators' trial. */
const FIRST_PROMPTS = 4;

const phase = (name: 'loading' | 'self-check', done: number, total: number): RunEvent => ({
  type: 'phase',
  phase: name,
  step: 0,
  done,
  total,
  secondsLeft: null,
});

/** The first items the run will evaluate, as the model will see them. */
function firstPrompts({ benchmark, config }: RunCommand, { tokenizer }: OpenedModel): EncodedCondition {
  const items = evaluatedItems(benchmark, config).slice(0, FIRST_PROMPTS);
  return encodeCondition(items, 'zero-shot', () => [], {
    tokenizer,
    useChatTemplate: config.useChatTemplate,
  });
}

async function facts(
  opened: OpenedModel,
  model: ModelDescription,
  adapter: string,
  { check, skipped }: Pick<SecondOpinion, 'check' | 'skipped'>,
  evaluation: EvaluationFacts,
  startedAt: string,
  signal: AbortSignal,
): Promise<RunFacts> {
  return {
    startedAt,
    model,
    maxPositions: model.maxPositions ?? opened.maxPositions,
    modelHashes: await opened.fileHashes(signal),
    versions: VERSIONS,
    adapter,
    selfCheck: check,
    ...(skipped ? { selfCheckSkipped: skipped } : {}),
    evaluation,
  };
}

async function* makeRuns(
  command: RunCommand,
  opened: OpenedModel,
  model: InferenceModel,
  evaluator: InferenceModel,
  runFacts: RunFacts,
  { signal, pauseGate, keepSamples, runs = [{ config: command.config }] }: SessionDeps,
): AsyncGenerator<RunEvent> {
  for (const run of runs) {
    yield* runLab({
      ...run,
      model,
      evaluator,
      tokenizer: opened.tokenizer,
      benchmark: command.benchmark,
      facts: runFacts,
      signal,
      pauseGate,
      ...(keepSamples ? { keepSamples } : {}),
      clock: () => performance.now(),
    });
  }
}

async function* secondOpinion(
  opened: OpenedModel,
  model: CausalLM,
  prompts: EncodedCondition,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, SecondOpinion> {
  yield phase('self-check', 0, 1);
  const asking = reports<readonly [number, number], SecondOpinion>((report) =>
    askSecondModel(opened, model, prompts, { signal, onProgress: (...progress) => report(progress) }),
  );
  for (;;) {
    const next = await asking.next();
    if (next.done) return next.value;
    yield phase('self-check', ...next.value);
  }
}

async function* runOnGpu(
  command: RunCommand,
  opened: OpenedModel,
  owned: OwnedDevice,
  deps: SessionDeps,
  startedAt: string,
): AsyncGenerator<RunEvent> {
  const { signal } = deps;
  const model = await loadCausalLM({
    gpu: owned.gpu,
    files: opened.files,
    path: opened.onnxPath,
    memoryBudget: deps.budgetBytes ?? memoryBudget(deviceMemory(), opened.fileBytes),
    kernels: deps.kernels.options,
    signal,
  });
  deps.kernels.onChoice(model.kernels);
  let second: InferenceModel | undefined;
  try {
    const prompts = firstPrompts(command, opened);
    const opinion = yield* secondOpinion(opened, model, prompts, signal);
    second = opinion.evaluator;
    signal.throwIfAborted();
    if (opinion.check) {
      yield { type: 'self-check', check: opinion.check };
      assertSelfCheck(opinion.check);
    }
    const configs = (deps.runs ?? [command]).map(({ config }) => config);
    const softPrompts = configs.some(({ conditions }) => conditions.includes('soft-prompt'));
    const evaluator = await chooseEvaluator(
      model,
      second,
      trialRequests(prompts),
      { softPrompts, signal },
      () => performance.now(),
    );
    if (evaluator.model !== second) {
      await second?.dispose();
      second = undefined;
    }
    const adapter = owned.gpu.facts.description;
    const runFacts = await facts(
      opened,
      model.description,
      adapter,
      opinion,
      evaluator.facts,
      startedAt,
      signal,
    );
    const versions = { ...runFacts.versions, kernels: model.kernels.name };
    yield* makeRuns(command, opened, model, evaluator.model, { ...runFacts, versions }, deps);
  } finally {
    await second?.dispose();
    await model.dispose();
  }
}

/** Zero-shot and few-shot by wasm; a configuration with tuning fails with `lab.tuning-needs-webgpu`. */
async function* runOnCpu(
  command: RunCommand,
  opened: OpenedModel,
  deps: SessionDeps,
  startedAt: string,
): AsyncGenerator<RunEvent> {
  const { signal } = deps;
  const { model, description } = await loadInOrt(opened);
  try {
    const evaluation: EvaluationFacts = { backend: model.backend, trial: null };
    const runFacts = await facts(opened, description, 'none', { check: null }, evaluation, startedAt, signal);
    yield* makeRuns(command, opened, model, model, runFacts, deps);
  } finally {
    await model.dispose();
  }
}

/** Events of the whole run; throws on failure and on abort. The GPU holds afterwards what it held before. */
export async function* runSession(command: RunCommand, deps: SessionDeps): AsyncGenerator<RunEvent> {
  const startedAt = new Date().toISOString();
  const { site, signal, device, onDownload } = deps;
  yield phase('loading', 0, 1);
  if (isRefusal(device) && command.config.conditions.includes('soft-prompt')) {
    throw new LabError('lab.tuning-needs-webgpu');
  }
  const opened = await openModel(command.source, command.config.modelFile || undefined, {
    site,
    signal,
    onProgress: onDownload,
  });
  if (isRefusal(device)) yield* runOnCpu(command, opened, deps, startedAt);
  else yield* runOnGpu(command, opened, device, deps, startedAt);
}
