/**
 * One run from files to result: opens the model, loads it on the GPU (or into onnxruntime where there is none), checks
 * it against onnxruntime, runs the lab, and gives everything back.
 */

import { loadCausalLM } from '../engine/model/causal-lm.ts';
import type { CausalLM, InferenceModel, ModelDescription } from '../engine/model/types.ts';
import { describeGraph } from '../hub/describe-graph.ts';
import { type OpenedModel, openModel } from '../hub/open-model.ts';
import { loadOrtModel } from '../hub/ort.ts';
import type { Site } from '../hub/site.ts';
import { evaluatedItems } from '../lab/items.ts';
import type { PauseGate } from '../lab/pause-gate.ts';
import { encodeCondition } from '../lab/prompts.ts';
import { type RunDeps, type RunFacts, runLab } from '../lab/run.ts';
import { assertSelfCheck, checkRows, compareLogits } from '../lab/self-check.ts';
import type { RunEvent, SelfCheck } from '../lab/types.ts';
import { LabError } from '../lib/errors.ts';
import { isRefusal, type OwnedDevice, type Refusal } from './device-owner.ts';
import type { DownloadProgress, WorkerCommand } from './protocol.ts';
import { VERSIONS } from './versions.ts';

export type RunCommand = Extract<WorkerCommand, { type: 'run' }>;

export interface SessionDeps {
  readonly site: Site;
  readonly device: OwnedDevice | Refusal;
  readonly signal: AbortSignal;
  readonly pauseGate: PauseGate;
  readonly onDownload: (progress: DownloadProgress) => void;
  /** Runs to make one after another on the loaded model; without it the command's only. */
  readonly runs?: readonly Pick<RunDeps, 'config' | 'journal'>[];
}

/** Prompts of the self-check. */
const CHECK_PROMPTS = 3;
/** Larger files are not loaded twice: wasm has 4 GiB for the file, its copy and the activations. */
const MAX_CHECKED_BYTES = 1024 ** 3;

const phase = (name: 'loading' | 'self-check', done: number, total: number): RunEvent => ({
  type: 'phase',
  phase: name,
  step: 0,
  done,
  total,
  secondsLeft: null,
});

/** Prompts of the first items the run will evaluate, as the model will see them. */
function promptsToCheck({ benchmark, config }: RunCommand, opened: OpenedModel, vocabSize: number) {
  const items = evaluatedItems(benchmark, config).slice(0, CHECK_PROMPTS);
  const { tokenizer } = opened;
  const encoded = encodeCondition(items, 'zero-shot', () => [], {
    tokenizer,
    useChatTemplate: config.useChatTemplate,
  });
  return checkRows(
    encoded.items.map(({ prompt }) => [...encoded.prefix, ...prompt]),
    vocabSize,
  );
}

/** The original file in onnxruntime, with what the file says about itself. */
async function loadReference(opened: OpenedModel) {
  const { files, onnxPath: path, config } = opened;
  const { description, externalData } = await describeGraph(files, path, config);
  const model = await loadOrtModel({ files, path, externalData, headDim: description.headDim });
  return { model, description };
}

/**
 * Null where onnxruntime cannot give a second opinion: the file is too large for wasm, it does not load, or an operator
 * of it has no CPU kernel.
 */
async function secondOpinion(
  command: RunCommand,
  opened: OpenedModel,
  model: CausalLM,
): Promise<SelfCheck | null> {
  if (model.description.fileBytes > MAX_CHECKED_BYTES) return null;
  const rows = promptsToCheck(command, opened, model.vocabSize);
  let reference: InferenceModel | undefined;
  let expected: Float32Array[];
  try {
    reference = (await loadReference(opened)).model;
    expected = await reference.logits(rows);
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  } finally {
    await reference?.dispose();
  }
  const check = compareLogits(await model.logits(rows), expected, model.description);
  await model.releaseScratch();
  return check;
}

async function facts(
  opened: OpenedModel,
  model: ModelDescription,
  adapter: string,
  check: SelfCheck | null,
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
  };
}

async function* makeRuns(
  command: RunCommand,
  opened: OpenedModel,
  model: InferenceModel,
  runFacts: RunFacts,
  { signal, pauseGate, runs = [{ config: command.config }] }: SessionDeps,
): AsyncGenerator<RunEvent> {
  for (const run of runs) {
    yield* runLab({
      ...run,
      model,
      tokenizer: opened.tokenizer,
      benchmark: command.benchmark,
      facts: runFacts,
      signal,
      pauseGate,
      clock: () => performance.now(),
    });
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
    signal,
  });
  try {
    yield phase('self-check', 0, 1);
    const check = await secondOpinion(command, opened, model);
    signal.throwIfAborted();
    if (check) {
      yield { type: 'self-check', check };
      assertSelfCheck(check);
    }
    const adapter = owned.gpu.facts.description;
    const runFacts = await facts(opened, model.description, adapter, check, startedAt, signal);
    yield* makeRuns(command, opened, model, runFacts, deps);
  } finally {
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
  const { model, description } = await loadReference(opened);
  try {
    const runFacts = await facts(opened, description, 'none', null, startedAt, signal);
    yield* makeRuns(command, opened, model, runFacts, deps);
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
