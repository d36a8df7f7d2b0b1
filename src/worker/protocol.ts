/**
 * What crosses the worker border; types only. Codes and numbers travel, never sentences.
 */

import type { Benchmark } from '../eval/types.ts';
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

export type WorkerCommand =
  | { readonly type: 'probe' }
  | {
      readonly type: 'run';
      readonly runId: number;
      readonly source: ModelSource;
      readonly benchmark: Benchmark;
      readonly config: RunConfig;
    }
  | { readonly type: 'pause'; readonly runId: number }
  | { readonly type: 'resume'; readonly runId: number }
  | { readonly type: 'cancel'; readonly runId: number };

export type WorkerEvent =
  | { readonly type: 'capability'; readonly capability: Capability }
  | { readonly type: 'download'; readonly runId: number; readonly progress: DownloadProgress }
  | { readonly type: 'run'; readonly runId: number; readonly event: RunEvent }
  | { readonly type: 'memory'; readonly runId: number; readonly liveBytes: number }
  | { readonly type: 'error'; readonly error: ErrorData };
