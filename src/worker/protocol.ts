/**
 * What crosses the worker border; types only. Codes and numbers travel, never sentences.
 */

import type { KernelChoice } from '../engine/model/types.ts';
import type { RowObject, SplitRole } from '../eval/index.ts';
import type {
  Benchmark,
  Condition,
  FieldGuess,
  Item,
  RecognisedFile,
  RejectedRow,
  Task,
} from '../eval/types.ts';
import type { CaseJson, CaseReport } from '../lab/checks/check-case.ts';
import type { GoldenTuning, TuningReport } from '../lab/checks/check-tuning.ts';
import type { JudgeOutcome, JudgeProgress, JudgeTask } from '../lab/judge/types.ts';
import type { KeptSource } from '../lab/study/kept.ts';
import type { StudyEvent } from '../lab/study/types.ts';
import type { PromptPreview, RunConfig, RunEvent } from '../lab/types.ts';
import type { Companions, NamedBlob } from '../lib/data-files.ts';
import type { ErrorData } from '../lib/errors.ts';

/** Where a model's files come from. */
export type ModelSource =
  | { readonly kind: 'embedded'; readonly id: string }
  | { readonly kind: 'hub'; readonly id: string; readonly revision: string }
  | {
      readonly kind: 'local';
      readonly id: string;
      readonly files: readonly { readonly path: string; readonly blob: Blob }[];
    };

export interface DownloadProgress {
  readonly file: string;
  readonly loaded: number;
  /** undefined where the server names no length. */
  readonly total: number | undefined;
  readonly fileIndex: number;
  readonly fileCount: number;
  readonly fromCache: boolean;
}

/** Rungs of the capability ladder; the page says what still works on each. */
export type Capability =
  | {
      readonly kind: 'webgpu';
      readonly adapter: string;
      readonly software: boolean;
      readonly features: readonly string[];
    }
  | {
      readonly kind: 'wasm-only';
      readonly reason: 'no-navigator-gpu' | 'no-adapter' | 'limits' | 'no-device';
      readonly detail: string;
    };

/** One ONNX file a model offers. */
export interface ModelVariant {
  /** transformers.js name of the precision ('fp32', 'fp16', 'q4', …), or 'other' for a name outside its convention. */
  readonly dtype: string;
  readonly path: string;
  /** Proto and its external data; undefined where the server names no size. */
  readonly bytes: number | undefined;
}

export interface ModelVariants {
  readonly variants: readonly ModelVariant[];
  /** Path of the one to start with. */
  readonly preselected: string;
}

/** A benchmark that the worker holds; its items do not cross the border. */
export interface HeldBenchmark {
  readonly held: string;
}

/** Where a single run is written down while it is on. */
export interface KeepRun {
  /** Of its entry in the browser's database. */
  readonly id: string;
  readonly name: string;
  readonly source: KeptSource;
  /** Whether the entry is there already, with what an earlier session finished. */
  readonly resumed: boolean;
}

export interface DataProgress {
  readonly loaded: number;
  readonly total: number;
  readonly rows: number;
}

/** What the page learns of a file the worker has read. */
export interface FileFacts extends Omit<RecognisedFile, 'items' | 'rejected'> {
  readonly id: string;
  /** sha-256 (hex) of the bytes. */
  readonly hash: string;
  readonly itemCount: number;
  readonly firstItems: readonly Item[];
  readonly rejectedCount: number;
  /** The first of them. */
  readonly rejected: readonly RejectedRow[];
  /** First rows as they stand in the file, for naming fields by hand. */
  readonly samples: readonly RowObject[];
}

/** What the page learns of a benchmark made from read files. */
export interface BenchmarkFacts extends HeldBenchmark {
  readonly name: string;
  readonly task: Task;
  readonly train: number;
  readonly test: number;
  readonly rejected: number;
  readonly duplicates?: number;
  /** Of its questions, by the first of them; absent = English. */
  readonly language?: Item['language'];
  readonly split: Benchmark['split'];
  readonly hashes: Benchmark['hashes'];
}

/** Which judge model is asked. Address and key go to the worker and to the judge, and nowhere else. */
export type JudgeSpec =
  | {
      readonly kind: 'endpoint';
      /** OpenAI-compatible, e.g. http://localhost:11434/v1. */
      readonly address: string;
      readonly model: string;
      /** Empty = none is sent. */
      readonly key: string;
      /** Questions that may wait for an answer at a time. */
      readonly concurrency: number;
      /** Most tokens of a reply, thoughts included; a longer one is cut and has no verdict. */
      readonly maxTokens: number;
    }
  /** Loaded into the worker by transformers.js. */
  | { readonly kind: 'page'; readonly source: ModelSource };

/** Kernel variants that the adapter can run, by name; none without one. */
export interface KernelFacts {
  readonly names: readonly string[];
}

export type WorkerCommand =
  /** First message: where the site lies, so that relative files are found from a worker script in another folder. */
  | { readonly type: 'init'; readonly baseUrl: string; readonly hubUrl: string | undefined }
  | { readonly type: 'probe' }
  /** Which kernels models get that are loaded from now on (null: the fastest); `again` forgets what was measured. */
  | {
      readonly type: 'kernels';
      readonly requestId: number;
      readonly pinned: string | null;
      readonly again: boolean;
    }
  | { readonly type: 'list-variants'; readonly requestId: number; readonly source: ModelSource }
  | {
      readonly type: 'check-model';
      readonly requestId: number;
      readonly source: ModelSource;
      readonly path: string;
      readonly case: CaseJson;
    }
  | {
      readonly type: 'check-tuning';
      readonly requestId: number;
      readonly source: ModelSource;
      readonly path: string;
      readonly golden: GoldenTuning;
    }
  /** Reads a benchmark file; the worker keeps its items under `id`. */
  | ({
      readonly type: 'read-data';
      readonly requestId: number;
      readonly id: string;
      readonly mapping?: FieldGuess;
    } & NamedBlob &
      Companions)
  /** Makes a benchmark of read files; the worker keeps it under `id`. */
  | {
      readonly type: 'join-data';
      readonly requestId: number;
      readonly id: string;
      readonly name: string;
      readonly files: readonly { readonly id: string; readonly role?: SplitRole }[];
      readonly seed: number;
      readonly testShare: number;
    }
  | { readonly type: 'drop-data'; readonly ids: readonly string[] }
  /** The whole benchmark, for what needs its items on the page's side. */
  | { readonly type: 'fetch-data'; readonly requestId: number; readonly benchmark: HeldBenchmark }
  | {
      readonly type: 'preview';
      readonly requestId: number;
      readonly source: ModelSource;
      readonly benchmark: Benchmark | HeldBenchmark;
      readonly config: RunConfig;
      readonly condition: Condition;
      /** Among the evaluated items. */
      readonly index: number;
    }
  /** The last run's sample log of a condition. */
  | {
      readonly type: 'sample-log';
      readonly requestId: number;
      readonly condition: Condition;
      readonly provenance: Readonly<Record<string, unknown>>;
      /** Fields by item id, e.g. a judge's verdicts. */
      readonly ofItem?: Readonly<Record<string, object>>;
    }
  /** Asks a judge model; answered by an outcome, also when it was cancelled or failed. */
  | {
      readonly type: 'judge';
      readonly requestId: number;
      readonly judge: JudgeSpec;
      readonly tasks: readonly JudgeTask[];
    }
  | { readonly type: 'cancel-judge'; readonly requestId: number }
  /** Asks a judge's server which models it offers; answered by their names. */
  | {
      readonly type: 'judge-models';
      readonly requestId: number;
      readonly address: string;
      readonly key: string;
    }
  | {
      readonly type: 'run';
      readonly runId: number;
      readonly source: ModelSource;
      readonly benchmark: Benchmark | HeldBenchmark;
      readonly config: RunConfig;
      /** Absent = nothing of it is kept before it ends. */
      readonly keep?: KeepRun;
    }
  /** Begins or goes on with a study that is in the browser's database. */
  | {
      readonly type: 'study';
      readonly runId: number;
      readonly studyId: string;
      /** One a model; a local folder without files is one the page was not given in this visit. */
      readonly sources: readonly ModelSource[];
      /** Models, by index, to take up again although they failed or were skipped. */
      readonly again: readonly number[];
    }
  /** Leaves out a model of a study while it is on; one that came to its end meanwhile stays as it is. */
  | { readonly type: 'skip'; readonly runId: number; readonly model: number }
  | { readonly type: 'pause'; readonly runId: number }
  | { readonly type: 'resume'; readonly runId: number }
  | { readonly type: 'cancel'; readonly runId: number };

/** Answers to kernels, read-data, join-data, fetch-data, preview, sample-log, judge and judge-models. */
export type WorkerAnswer =
  | FileFacts
  | BenchmarkFacts
  | Benchmark
  | PromptPreview
  | Blob
  | JudgeOutcome
  | readonly string[]
  | KernelFacts;

export type WorkerEvent =
  | { readonly type: 'capability'; readonly capability: Capability }
  | { readonly type: 'download'; readonly runId: number; readonly progress: DownloadProgress }
  | { readonly type: 'run'; readonly runId: number; readonly event: RunEvent }
  | { readonly type: 'study'; readonly runId: number; readonly event: StudyEvent }
  /** After a run's GPU memory was freed: what the engine still holds, next to what it held before the run. */
  | {
      readonly type: 'memory';
      readonly runId: number;
      readonly liveBytes: number;
      readonly liveBytesBefore: number;
    }
  /** A model is loaded: what it is computed with. */
  | { readonly type: 'kernels'; readonly runId: number; readonly choice: KernelChoice }
  /** The worker took the run; events follow. */
  | { readonly type: 'started'; readonly runId: number }
  /** The last message of a run, after its resources were freed. */
  | { readonly type: 'ended'; readonly runId: number }
  | { readonly type: 'variants'; readonly requestId: number; readonly variants: ModelVariants }
  | { readonly type: 'data-progress'; readonly requestId: number; readonly progress: DataProgress }
  | { readonly type: 'judge-progress'; readonly requestId: number; readonly progress: JudgeProgress }
  | { readonly type: 'answer'; readonly requestId: number; readonly answer: WorkerAnswer }
  | { readonly type: 'check'; readonly requestId: number; readonly report: CaseReport | TuningReport }
  /** A request failed (requestId), or the worker itself (none). A run's failure is a run event. */
  | { readonly type: 'error'; readonly requestId?: number; readonly error: ErrorData };

/** Messages travel in batches: at most ten a second, confirmations and ends at once. */
export type WorkerBatch = readonly WorkerEvent[];
