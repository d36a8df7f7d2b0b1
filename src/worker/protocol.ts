/**
 * What crosses the worker border; types only. Codes and numbers travel, never sentences.
 */

import type { Benchmark } from '../eval/types.ts';
import type { CaseJson, CaseReport } from '../lab/checks/check-case.ts';
import type { GoldenTuning, TuningReport } from '../lab/checks/check-tuning.ts';
import type { StudyEvent } from '../lab/study/types.ts';
import type { RunConfig, RunEvent } from '../lab/types.ts';
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

export type WorkerCommand =
  /** First message: where the site lies, so that relative files are found from a worker script in another folder. */
  | { readonly type: 'init'; readonly baseUrl: string; readonly hubUrl: string | undefined }
  | { readonly type: 'probe' }
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
  | {
      readonly type: 'run';
      readonly runId: number;
      readonly source: ModelSource;
      readonly benchmark: Benchmark;
      readonly config: RunConfig;
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
  /** Leaves out the model of a study that is on. */
  | { readonly type: 'skip'; readonly runId: number }
  | { readonly type: 'pause'; readonly runId: number }
  | { readonly type: 'resume'; readonly runId: number }
  | { readonly type: 'cancel'; readonly runId: number };

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
  /** The worker took the run; events follow. */
  | { readonly type: 'started'; readonly runId: number }
  /** The last message of a run, after its resources were freed. */
  | { readonly type: 'ended'; readonly runId: number }
  | { readonly type: 'variants'; readonly requestId: number; readonly variants: ModelVariants }
  | { readonly type: 'check'; readonly requestId: number; readonly report: CaseReport | TuningReport }
  /** A request failed (requestId), or the worker itself (none). A run's failure is a run event. */
  | { readonly type: 'error'; readonly requestId?: number; readonly error: ErrorData };

/** Messages travel in batches: at most ten a second, confirmations and ends at once. */
export type WorkerBatch = readonly WorkerEvent[];
