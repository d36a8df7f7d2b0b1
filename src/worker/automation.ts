/**
 * `window.softPromptLab`: runs and checks without the page's controls, for the headless lab and the end-to-end tests.
 *
 * Everything goes through the same client, benchmark readers and defaults as the page; arguments are plain data, so
 * that a driver outside the page can hand them in. Holds no engine code.
 */

import type { Condition, FieldGuess, Language, Task } from '../eval/types.ts';
import type { CaseJson, CaseReport } from '../lab/checks/check-case.ts';
import type { GoldenTuning, TuningReport } from '../lab/checks/check-tuning.ts';
import type { ExampleRecord, RunEvent, RunResult, TuningConfig } from '../lab/types.ts';
import type { NamedBlob } from '../lib/data-files.ts';
import { LabError } from '../lib/errors.ts';
import { benchmarkForWorker, forgetData, joinDataFiles, readDataFile } from '../store/benchmarks.ts';
import { makeSampleLog } from '../store/export-actions.ts';
import { labClient } from '../store/lab-client.ts';
import { conditionsFor } from '../store/run-actions.ts';
import {
  type BenchmarkChoice,
  type DataFile,
  DEFAULT_MODEL_FILE,
  DEFAULT_SETTINGS,
  DEFAULT_TEST_SHARE,
  type RunSettings,
  toRunConfig,
} from '../store/setup.ts';
import { makeLink } from '../store/share-actions.ts';
import {
  type AutomationStudyModel,
  type AutomationStudyResult,
  type AutomationStudySettings,
  runStudyInPage,
} from './automation-study.ts';
import type { FileFacts, ModelSource, WorkerBatch } from './protocol.ts';

/** A model by name, or the files of a folder by addresses the page can fetch. */
export type AutomationModel =
  | { readonly kind: 'embedded'; readonly id: string }
  | { readonly kind: 'hub'; readonly id: string; readonly revision?: string }
  | {
      readonly kind: 'folder';
      readonly id: string;
      readonly files: readonly { readonly path: string; readonly url: string }[];
    };

export interface AutomationFile {
  readonly name: string;
  readonly url: string;
  /** The file with the labels of its rows, where that is another one. */
  readonly labels?: { readonly name: string; readonly url: string };
  /** Files with prompts that it names. */
  readonly prompts?: readonly { readonly name: string; readonly url: string }[];
  readonly role?: 'train' | 'test';
}

/** What a run and a study are made on. */
interface AutomationData {
  /** Benchmark files; without them the embedded benchmark of `task`. */
  readonly files?: readonly AutomationFile[];
  /** Which of the files' prompts asks the questions, from 0; without it the first that is written out. */
  readonly promptIndex?: number;
  /** Of questions and answers; without it as rows and file names tell, else English. */
  readonly language?: Language;
  readonly task?: Task;
}

/** Everything is optional: without it the run is the page's default. */
export interface AutomationRun extends AutomationData {
  readonly model?: AutomationModel;
  /** Path of the ONNX file; without it the best of the model. */
  readonly modelFile?: string;
  /** Whether the sample log of each condition is wanted. */
  readonly samples?: boolean;
  /** Kernel variant to compute with; without it the fastest by measurement. */
  readonly kernels?: string;
  readonly settings?: Partial<Omit<RunSettings, 'tuning'>> & { readonly tuning?: Partial<TuningConfig> };
}

export interface AutomationResult {
  readonly result: RunResult;
  readonly examples: readonly ExampleRecord[];
  /** The share link without examples, and whether it is longer than links may be. */
  readonly link: string;
  readonly linkTooLong: boolean;
  /** Sample logs as JSON Lines, where they were asked for. */
  readonly samples: Partial<Record<Condition, string>>;
  /** Engine bytes on the GPU before the run and after its memory was freed. */
  readonly memory: { readonly before: number; readonly after: number };
}

/** Everything is optional: without it the study is the embedded one. */
export interface AutomationStudy extends AutomationData {
  readonly models?: readonly (Omit<AutomationStudyModel, 'source' | 'file'> & {
    readonly model: AutomationModel;
    readonly file?: string;
  })[];
  readonly settings?: AutomationStudySettings;
  /** Goes on with the same study where this browser has one. */
  readonly resume?: boolean;
}

export interface SoftPromptLab {
  /** Rejects with an Error whose message begins with the code, e.g. "hub.no-onnx {…}". */
  run(request?: AutomationRun, onEvents?: (batch: WorkerBatch) => void): Promise<AutomationResult>;
  study(request?: AutomationStudy, onEvents?: (batch: WorkerBatch) => void): Promise<AutomationStudyResult>;
  checkModel(model: AutomationModel, path: string, testCase: CaseJson): Promise<CaseReport>;
  checkTuning(model: AutomationModel, golden: GoldenTuning, path?: string): Promise<TuningReport>;
}

declare global {
  interface Window {
    softPromptLab?: SoftPromptLab;
  }
}

async function fetchBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new LabError('page.file-missing', { name: url, status: response.status });
  return response.blob();
}

async function fetchNamed({
  name,
  url,
}: {
  readonly name: string;
  readonly url: string;
}): Promise<NamedBlob> {
  return { name, blob: await fetchBlob(url) };
}

async function toSource(model: AutomationModel): Promise<ModelSource> {
  if (model.kind === 'embedded') return model;
  if (model.kind === 'hub') return { kind: 'hub', id: model.id, revision: model.revision ?? 'main' };
  const files = await Promise.all(
    model.files.map(async ({ path, url }) => ({ path, blob: await fetchBlob(url) })),
  );
  return { kind: 'local', id: model.id, files };
}

/** The file to load: the one asked for, the embedded default, or the best the model offers. */
async function modelFile(source: ModelSource, asked: string | undefined): Promise<string> {
  if (asked !== undefined) return asked;
  if (source.kind === 'embedded') return DEFAULT_MODEL_FILE;
  return (await (await labClient()).listVariants(source)).preselected;
}

/** Golden sequences are float32: the file without rounded weights, where the model offers one. */
async function preciseFile(source: ModelSource, asked: string | undefined): Promise<string> {
  if (asked !== undefined || source.kind === 'embedded') return modelFile(source, asked);
  const { variants, preselected } = await (await labClient()).listVariants(source);
  return variants.find((variant) => variant.dtype === 'fp32')?.path ?? preselected;
}

/** The shape that was recognised, as a mapping for what is chosen beside it. */
const readAs = ({ kind, fields }: FileFacts): FieldGuess => ({ ...fields, kind });

/** Throws `import.no-prompts` {name} and `import.no-such-prompt` {number, count} where the choice fits no file. */
function promptChoice(facts: FileFacts, promptIndex: number): FieldGuess {
  const { file, prompts } = facts;
  if (prompts === undefined) throw new LabError('import.no-prompts', { name: file });
  const count = prompts.names.length;
  if (promptIndex >= count) throw new LabError('import.no-such-prompt', { number: promptIndex + 1, count });
  return { ...readAs(facts), promptIndex };
}

async function toBenchmark(
  { files, promptIndex, language, task = 'closed' }: AutomationData,
  seed: number,
): Promise<BenchmarkChoice> {
  if (!files) return { kind: 'embedded', task };
  const read = [];
  let mapping: FieldGuess | undefined;
  for (const { name, url, labels, prompts, role } of files) {
    const file: DataFile = {
      ...(await fetchNamed({ name, url })),
      ...(labels ? { labels: await fetchNamed(labels) } : {}),
      ...(prompts ? { prompts: await Promise.all(prompts.map(fetchNamed)) } : {}),
      ...(role ? { role } : {}),
    };
    const { blob } = file;
    let facts = await readDataFile(name, blob, file);
    if (promptIndex !== undefined || language !== undefined) {
      mapping = {
        ...(promptIndex === undefined ? readAs(facts) : promptChoice(facts, promptIndex)),
        ...(language === undefined ? {} : { language }),
      };
      await forgetData([facts.id]);
      facts = await readDataFile(name, blob, { ...file, mapping });
    }
    read.push({ ...file, facts });
  }
  const benchmark = await joinDataFiles(read, {
    seed,
    testShare: DEFAULT_TEST_SHARE,
    ...(mapping ? { mapping } : {}),
  });
  await forgetData(read.map(({ facts }) => facts.id));
  return { kind: 'file', benchmark };
}

function toSettings(request: AutomationRun): RunSettings {
  const { tuning, ...settings } = request.settings ?? {};
  return { ...DEFAULT_SETTINGS, ...settings, tuning: { ...DEFAULT_SETTINGS.tuning, ...tuning } };
}

async function run(
  request: AutomationRun = {},
  onEvents: (batch: WorkerBatch) => void = () => undefined,
): Promise<AutomationResult> {
  const settings = toSettings(request);
  const client = await labClient();
  const [source, choice, capability] = await Promise.all([
    toSource(request.model ?? { kind: 'embedded', id: 'micro/m1-base' }),
    toBenchmark(request, settings.seed),
    client.probe(),
    client.kernels({ pinned: request.kernels ?? null, again: false }),
  ]);
  const setup = {
    source,
    modelFile: await modelFile(source, request.modelFile),
    benchmark: choice,
    settings,
  };
  const config = conditionsFor(toRunConfig(setup), capability);
  const benchmark = await benchmarkForWorker(choice);

  let result: RunResult | undefined;
  let examples: readonly ExampleRecord[] = [];
  let memory = { before: 0, after: 0 };
  const take = (event: RunEvent): void => {
    if (event.type === 'result') result = event.result;
    if (event.type === 'examples') examples = event.examples;
    if (event.type === 'cancelled') throw new LabError('worker.cancelled');
    if (event.type === 'failed') {
      const { code, params, detail } = event.error;
      throw new LabError(code, params, detail === undefined ? undefined : { cause: new Error(detail) });
    }
  };
  await new Promise<void>((resolve, reject) => {
    const listen = (batch: WorkerBatch): void => {
      onEvents(batch);
      try {
        for (const event of batch) {
          if (event.type === 'memory') memory = { before: event.liveBytesBefore, after: event.liveBytes };
          if (event.type === 'run') take(event.event);
        }
      } catch (error) {
        reject(error);
      }
      if (batch.some((event) => event.type === 'ended')) resolve();
    };
    client.start({ source, benchmark, config }, listen).catch(reject);
  });
  if (!result) throw new LabError('worker.no-result');
  const { url, tooLong } = await makeLink(result, []);
  const samples: Partial<Record<Condition, string>> = {};
  for (const condition of request.samples ? config.conditions : []) {
    const { blob } = await makeSampleLog(result, condition);
    samples[condition] = await blob.text();
  }
  return { result, examples, link: url, linkTooLong: tooLong, samples, memory };
}

async function study(
  request: AutomationStudy = {},
  onEvents: (batch: WorkerBatch) => void = () => undefined,
): Promise<AutomationStudyResult> {
  const models =
    request.models &&
    (await Promise.all(
      request.models.map(async ({ model, file, known }) => {
        const source = await toSource(model);
        return { source, file: await modelFile(source, file), known };
      }),
    ));
  const benchmark = await toBenchmark(request, request.settings?.itemSeed ?? 0);
  return runStudyInPage(models, benchmark, request.settings ?? {}, request.resume ?? false, onEvents);
}

/** Puts the entry points on the window. */
export function installAutomation(target: Window = window): void {
  target.softPromptLab = {
    run,
    study,
    checkModel: async (model, path, testCase) =>
      (await labClient()).checkModel(await toSource(model), path, testCase),
    checkTuning: async (model, golden, path) => {
      const source = await toSource(model);
      return (await labClient()).checkTuning(source, await preciseFile(source, path), golden);
    },
  };
}
