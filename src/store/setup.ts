/** What the next run will be: model, benchmark and settings, with the rules that keep them valid. Pure. */

import type { Condition, Task } from '../eval/types.ts';
import { type DataConfig, DEFAULT_EVAL_STEPS, DEFAULT_TUNING, type RunConfig } from '../lab/types.ts';
import type { Companions, NamedBlob } from '../lib/data-files.ts';
import type { BenchmarkFacts, ModelSource } from '../worker/protocol.ts';
import { type Drafts, draftFields } from './drafts.ts';
import { embeddedBenchmarkName } from './embedded.ts';
import { FORM_KINDS } from './forms.ts';

/** Settings a person can change; model and benchmark are chosen beside them. */
export type RunSettings = Omit<RunConfig, 'modelId' | 'modelFile' | 'benchmarkName' | 'task' | 'data'>;

/** A benchmark file as it was given, with its role where there are two. */
export interface DataFile extends NamedBlob, Companions {
  readonly role?: 'train' | 'test';
}

/** A benchmark from files: its items are in the worker, and what it takes to read them again is here. */
export interface FileBenchmark extends BenchmarkFacts {
  readonly files: readonly DataFile[];
  readonly data: DataConfig;
  readonly options: { readonly seed: number; readonly testShare: number };
}

export type BenchmarkChoice =
  | { readonly kind: 'embedded'; readonly task: Task }
  | { readonly kind: 'file'; readonly benchmark: FileBenchmark };

export interface Setup {
  readonly source: ModelSource;
  /** Path inside the model, e.g. `onnx/model_fp16.onnx`. */
  readonly modelFile: string;
  readonly benchmark: BenchmarkChoice;
  readonly settings: RunSettings;
}

export const ALL_CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
export const DEFAULT_ITEM_LIMIT = 60;
/** Of a single benchmark file. */
export const DEFAULT_TEST_SHARE = 0.25;
export const DEFAULT_MODEL_FILE = 'onnx/model_fp16.onnx';

export const DEFAULT_SETTINGS: RunSettings = {
  conditions: ALL_CONDITIONS,
  fewShotCount: 3,
  evalSteps: DEFAULT_EVAL_STEPS,
  itemLimit: DEFAULT_ITEM_LIMIT,
  tuning: DEFAULT_TUNING,
  maxNewTokens: 0,
  useChatTemplate: false,
  seed: 0,
};

export const DEFAULT_SETUP: Setup = {
  source: { kind: 'embedded', id: 'micro/m1-base' },
  modelFile: DEFAULT_MODEL_FILE,
  benchmark: { kind: 'embedded', task: 'closed' },
  settings: DEFAULT_SETTINGS,
};

export function taskOf(choice: BenchmarkChoice): Task {
  return choice.kind === 'embedded' ? choice.task : choice.benchmark.task;
}

/** Evaluation steps for a changed number of tuning steps: those that still fit, and always the last one. */
export function fitEvalSteps(evalSteps: readonly number[], steps: number): readonly number[] {
  return [...new Set([...evalSteps.filter((step) => step <= steps), steps])].sort((a, b) => a - b);
}

/** Reads "0, 2, 5 10"; null where something is no whole number within 0..steps or nothing is given. */
export function parseStepList(text: string, steps: number): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const values = parts.map(Number);
  if (values.length === 0 || parts.some((part) => !/^\d+$/.test(part))) return null;
  if (values.some((value) => value > steps)) return null;
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Patches the settings and keeps the evaluation steps within the tuning steps. */
export function withSettings(settings: RunSettings, patch: Partial<RunSettings>): RunSettings {
  const next = { ...settings, ...patch };
  if (patch.tuning && patch.tuning.steps !== settings.tuning.steps) {
    return { ...next, evalSteps: fitEvalSteps(next.evalSteps, patch.tuning.steps) };
  }
  return next;
}

/** Post-trained models answer through their chat template, base models without; told by the usual parts of names. */
export function suggestsChatTemplate(modelId: string): boolean {
  return /(^|[-_./])(chat|instruct|it|sft|dpo)([-_.]|$)/i.test(modelId);
}

export function defaultSettings(modelId: string): RunSettings {
  return { ...DEFAULT_SETTINGS, useChatTemplate: suggestsChatTemplate(modelId) };
}

export function isDefaultSettings(settings: RunSettings, modelId: string): boolean {
  return JSON.stringify(settings) === JSON.stringify(defaultSettings(modelId));
}

/** A local folder or a benchmark's files, which a link and the history name but do not hold. */
export type AwaitedData =
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'file'; readonly name: string; readonly hashes: BenchmarkFacts['hashes'] };

/** Whether a benchmark is the one a result was made with: the same bytes, whatever its files are called. */
export function isSameData(choice: BenchmarkChoice, hashes: BenchmarkFacts['hashes']): boolean {
  if (choice.kind !== 'file') return false;
  const { train, test } = choice.benchmark.hashes;
  return train === hashes.train && test === hashes.test;
}

/**
 * A run needs a condition; a hub model that is asked for must have been found, a file that is asked for be there, and
 * no field of the settings may hold what is no value: the run would silently take the value from before.
 */
export function isRunnable(state: {
  readonly setup: Setup;
  readonly hubPending: boolean;
  readonly drafts: Drafts;
  readonly awaited: AwaitedData | null;
}): boolean {
  const { setup, hubPending, drafts, awaited } = state;
  return (
    setup.settings.conditions.length > 0 &&
    !hubPending &&
    awaited === null &&
    draftFields(drafts).length === 0
  );
}

/** A form chosen for another task is not asked of this one. */
function promptOf({ prompt }: RunSettings, task: Task): Pick<RunSettings, 'prompt'> {
  if (!prompt?.form || FORM_KINDS[task].includes(prompt.form.kind)) return {};
  const { form: _, ...rest } = prompt;
  return { prompt: rest };
}

/** The configuration the worker gets. */
export function toRunConfig({ source, modelFile, benchmark, settings }: Setup): RunConfig {
  const own = benchmark.kind === 'file' ? benchmark.benchmark : null;
  const task = taskOf(benchmark);
  const decided = own !== null && Object.keys(own.data).length > 0;
  return {
    modelId: source.id,
    modelFile,
    benchmarkName:
      benchmark.kind === 'file' ? benchmark.benchmark.name : embeddedBenchmarkName(benchmark.task),
    task,
    ...settings,
    ...promptOf(settings, task),
    ...(decided ? { data: own.data } : {}),
  };
}

/** The settings of a finished run, for "Run again". */
export function settingsOf(config: RunConfig): RunSettings {
  const { modelId: _m, modelFile: _f, benchmarkName: _b, task: _t, data: _d, ...settings } = config;
  return settings;
}
