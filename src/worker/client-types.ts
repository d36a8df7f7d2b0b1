/** What the page can ask of the worker, and what it hears back; types only. */

import type { Benchmark } from '../eval/types.ts';
import type { CaseJson, CaseReport } from '../lab/checks/check-case.ts';
import type { GoldenTuning, TuningReport } from '../lab/checks/check-tuning.ts';
import type { JudgeOutcome, JudgeProgress } from '../lab/judge/types.ts';
import type { PromptPreview, RunConfig } from '../lab/types.ts';
import type {
  BenchmarkFacts,
  Capability,
  DataProgress,
  FileFacts,
  HeldBenchmark,
  KeepRun,
  KernelFacts,
  ModelSource,
  ModelVariants,
  WorkerBatch,
  WorkerCommand,
} from './protocol.ts';

export interface RunRequest {
  readonly source: ModelSource;
  readonly benchmark: Benchmark | HeldBenchmark;
  readonly config: RunConfig;
  readonly keep?: KeepRun;
}

export type CommandOf<T extends WorkerCommand['type']> = Omit<
  Extract<WorkerCommand, { type: T }>,
  'type' | 'requestId'
>;

/** A study that is in the browser's database; sources as in the worker's command. */
export interface StudyRequest {
  readonly studyId: string;
  readonly sources: readonly ModelSource[];
  readonly again: readonly number[];
}

/** Events of one run or study, oldest first; within a batch only the newest phase and the newest progress of a file are kept. */
export type RunListener = (events: WorkerBatch) => void;

/** How an order ended: the worker did it, a later one took it back before, or the run was over before. */
export type Confirmation = 'confirmed' | 'taken-back' | 'run-over';

/** The part of Worker the client uses, so that tests can connect it to a host without a thread. */
export interface WorkerPort {
  postMessage(command: WorkerCommand): void;
  onmessage: ((event: MessageEvent<WorkerBatch>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface LabClient {
  /** Counts the workers: what an earlier one held (benchmark files) is gone when this has grown. */
  readonly generation: number;
  /** Which rung of the capability ladder this browser stands on. */
  probe(): Promise<Capability>;
  /** The ONNX files of a model, with sizes where the server names them. */
  listVariants(source: ModelSource): Promise<ModelVariants>;
  /** Which kernels models get from now on, also in a worker started later; gives the names there are. */
  kernels(wanted: CommandOf<'kernels'>): Promise<KernelFacts>;
  /** Reads a benchmark file; the worker holds its items. */
  readData(wanted: CommandOf<'read-data'>, onProgress?: (progress: DataProgress) => void): Promise<FileFacts>;
  /** Makes a benchmark of read files; the worker holds it. */
  joinData(wanted: CommandOf<'join-data'>): Promise<BenchmarkFacts>;
  /** Lets the worker forget files or benchmarks. */
  dropData(ids: readonly string[]): void;
  fetchData(benchmark: HeldBenchmark): Promise<Benchmark>;
  preview(wanted: CommandOf<'preview'>): Promise<PromptPreview>;
  /** The last run's samples as JSON Lines. */
  sampleLog(wanted: CommandOf<'sample-log'>): Promise<Blob>;
  /** Asks a judge model; `cancel` ends the pass, and what it learnt until then is its outcome. */
  judge(
    wanted: CommandOf<'judge'>,
    onProgress: (progress: JudgeProgress) => void,
  ): { readonly outcome: Promise<JudgeOutcome>; cancel(): void };
  /** The models that a judge's server offers. */
  judgeModels(wanted: CommandOf<'judge-models'>): Promise<readonly string[]>;
  /** Resolves with the run's id once the worker took it; rejects with `worker.busy` while another run is on. */
  start(request: RunRequest, listener: RunListener): Promise<number>;
  /** As start; pause, resume and cancel then steer the study. */
  startStudy(request: StudyRequest, listener: RunListener): Promise<number>;
  /** Leaves out this model of the study that is on; nothing happens where it is not the one that runs. */
  skipModel(model: number): void;
  pause(): Promise<Confirmation>;
  resume(): Promise<Confirmation>;
  /** Resolves when the run has ended and its memory is free. */
  cancel(): Promise<Confirmation>;
  checkModel(source: ModelSource, path: string, testCase: CaseJson): Promise<CaseReport>;
  checkTuning(source: ModelSource, path: string, golden: GoldenTuning): Promise<TuningReport>;
  /** Ends the worker; the next command starts a new one. */
  dispose(): void;
}

export interface ClientOptions {
  readonly createWorker?: () => WorkerPort;
  /** Where the site lies; the page's base by default. */
  readonly baseUrl?: string;
  /** A server with the hub's URL layout instead of huggingface.co. */
  readonly hubUrl?: string;
  /** Kernels that are pinned from the start. */
  readonly kernels?: string;
}
