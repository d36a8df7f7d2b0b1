/**
 * What a run is, as data: configuration in, events out, a result that is complete without the page that made it.
 */

import type { ModelDescription } from '../engine/model/types.ts';
import type { Condition, Metrics, Task, Verdict } from '../eval/types.ts';
import type { ErrorData } from '../lib/errors.ts';

export type OptimizerName = 'adam' | 'adamw' | 'adafactor';
export type ScheduleName = 'constant' | 'linear' | 'cosine';
export type InitName = 'sample-vocab' | 'random' | 'text';

export interface TuningConfig {
  readonly numVirtualTokens: number;
  readonly steps: number;
  readonly batchSize: number;
  readonly optimizer: OptimizerName;
  readonly learningRate: number;
  readonly schedule: ScheduleName;
  readonly init: InitName;
  /** Used by init 'text'. */
  readonly initText: string;
  /** Maximum gradient norm; 0 = no clipping. */
  readonly clipNorm: number;
}

export interface RunConfig {
  /** Embedded id ('micro/m1-base'), hub id ('owner/name') or local folder name. */
  readonly modelId: string;
  readonly modelFile: string;
  readonly benchmarkName: string;
  readonly task: Task;
  readonly conditions: readonly Condition[];
  readonly fewShotCount: number;
  /** Steps at which the soft prompt is evaluated, ascending, within 0..steps. */
  readonly evalSteps: readonly number[];
  /** Test items used: a seeded sample, or 0 = all. */
  readonly itemLimit: number;
  readonly tuning: TuningConfig;
  /** New tokens a generation may have; 0 = from the task and the longest required output (lab/config.ts). */
  readonly maxNewTokens: number;
  readonly useChatTemplate: boolean;
  /** One seed; named streams are derived from it: 'init', 'batches', 'few-shot', 'items', 'split'. */
  readonly seed: number;
}

export const DEFAULT_EVAL_STEPS: readonly number[] = [0, 2, 5, 10, 15, 20, 40, 60, 80];

export const DEFAULT_TUNING: TuningConfig = {
  numVirtualTokens: 10,
  steps: 80,
  batchSize: 8,
  optimizer: 'adam',
  learningRate: 0.03,
  schedule: 'constant',
  init: 'sample-vocab',
  initText: 'Answer in the required format.',
  clipNorm: 0,
};

export interface EvalPoint {
  readonly condition: Condition;
  /** Tuning step; 0 for untuned conditions. */
  readonly step: number;
  readonly metrics: Metrics;
  readonly seconds: number;
}

export interface LossPoint {
  /** Updates made before: the loss belongs to the soft prompt that an evaluation at this step would use. */
  readonly step: number;
  /** Mean cross-entropy over the label tokens of the step's batch, natural log. */
  readonly loss: number;
  readonly gradientNorm: number;
  readonly seconds: number;
}

/** onnxruntime against our engine on the same prompts. */
export interface SelfCheck {
  readonly prompts: number;
  readonly positions: number;
  readonly maxAbsDifference: number;
  readonly tolerance: number;
  readonly argmaxAgreement: number;
}

export interface ExampleRecord {
  readonly itemId: string;
  readonly prompt: string;
  readonly answer: string;
  readonly verdicts: Readonly<Partial<Record<Condition, Verdict>>>;
}

export interface RunResult {
  readonly schemaVersion: 1;
  readonly startedAt: string;
  readonly config: RunConfig;
  readonly model: ModelDescription;
  readonly hashes: {
    readonly model: readonly { readonly path: string; readonly sha256: string }[];
    readonly train: string;
    readonly test: string;
  };
  readonly counts: {
    readonly train: number;
    readonly test: number;
    readonly evaluated: number;
    readonly rejectedRows: number;
  };
  readonly versions: Readonly<Record<string, string>>;
  readonly adapter: string;
  readonly backend: 'webgpu' | 'onnxruntime-wasm';
  readonly selfCheck: SelfCheck | null;
  readonly points: readonly EvalPoint[];
  readonly losses: readonly LossPoint[];
  /** First evaluated step from which format stays saturated (rule: see eval/metrics/saturation.ts); null = never or not measured. */
  readonly saturationStep: number | null;
  readonly cost: {
    readonly softPromptParameters: number;
    readonly modelParameters: number;
    readonly secondsPerStep: number;
    readonly totalSeconds: number;
    readonly peakGpuBytes: number;
  };
  /** [numVirtualTokens, hiddenSize] after the last step; kept out of links. */
  readonly softPrompt?: Float32Array;
}

export type Phase = 'loading' | 'self-check' | 'zero-shot' | 'few-shot' | 'tuning' | 'soft-prompt' | 'done';

export type RunEvent =
  | {
      readonly type: 'phase';
      readonly phase: Phase;
      readonly step: number;
      readonly done: number;
      readonly total: number;
      readonly secondsLeft: number | null;
    }
  | { readonly type: 'self-check'; readonly check: SelfCheck }
  | { readonly type: 'loss'; readonly point: LossPoint }
  | { readonly type: 'eval'; readonly point: EvalPoint }
  /** Verdicts of the last evaluation of a condition, for the example viewer. */
  | { readonly type: 'examples'; readonly examples: readonly ExampleRecord[] }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'result'; readonly result: RunResult }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly error: ErrorData };
