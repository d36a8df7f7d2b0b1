/**
 * What comes out of a run, as data: evaluations, analysis, events, and a result that is complete without the page that
 * made it. Types only; taken from types.ts.
 */

import type { ModelDescription, TrainingPlan } from '../engine/model/types.ts';
import type {
  Condition,
  GenerationCounts,
  JudgedItem,
  Metrics,
  PairedCounts,
  Rate,
  SaturationInterval,
  Verdict,
  ZeroDiagnosis,
} from '../eval/index.ts';
import type { ErrorData } from '../lib/errors.ts';
import type { JudgeSummary } from './judge/types.ts';
import type { Placebo, RunConfig, Side } from './types.ts';

export interface EvalPoint {
  readonly condition: Condition;
  /** Tuning step; 0 for untuned conditions. */
  readonly step: number;
  readonly metrics: Metrics;
  /** How the generations ended; absent in results of older versions. */
  readonly generation?: GenerationCounts;
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

/** onnxruntime against our engine on the same prompts. The optional fields are absent in results of older versions. */
export interface SelfCheck {
  readonly prompts: number;
  readonly positions: number;
  readonly maxAbsDifference: number;
  readonly tolerance: number;
  readonly argmaxAgreement: number;
  /** Parts of the graph that onnxruntime ran one after the other; 1 = whole. */
  readonly pieces?: number;
  /** Whether onnxruntime was given narrower arithmetic of the file (fp16, bf16, rounded activations) in float32. */
  readonly widened?: boolean;
  /** Whether one prompt stood behind a soft prompt. */
  readonly softPrompt?: boolean;
}

/** Why onnxruntime could not be asked. */
export interface SelfCheckSkip {
  /** Of the error (`hub.ort-…`), with what its text names. */
  readonly code: string;
  readonly params: Readonly<Record<string, string>>;
  /** onnxruntime's own words, where it had any. */
  readonly detail: string;
}

/** Who computed the evaluations, and why. */
export interface EvaluationFacts {
  readonly backend: RunResult['backend'];
  /** Seconds each took for the same small batch of the run's prompts; null where there was one only. */
  readonly trial: { readonly webgpu: number; readonly wasm: number } | null;
}

export interface ExampleRecord {
  readonly itemId: string;
  readonly prompt: string;
  readonly answer: string;
  readonly verdicts: Readonly<Partial<Record<Condition, Verdict>>>;
  /** What a judge model needs to know of the item; absent in results of older versions and in links. */
  readonly item?: JudgedItem;
}

export type ComparedMetric = 'exactMatch' | 'knowledge' | 'format';

/** Two sides on the same items. Exact test and equivalence follow from the counts. */
export interface Comparison {
  readonly first: Side;
  readonly second: Side;
  readonly metric: ComparedMetric;
  readonly counts: PairedCounts;
  /** 95 % paired bootstrap interval of second - first, as shares. */
  readonly low: number;
  readonly high: number;
}

/** Verdicts of a condition's last evaluation under the rules of other schools. */
export interface ScoringDetail {
  readonly condition: Condition;
  readonly step: number;
  /** By lm-evaluation-harness's names; closed tasks have acc, acc_norm, acc_bytes and acc_mutual_info as well. */
  readonly rates: Readonly<Record<string, Rate>>;
  /** closed: items whose highest log-likelihood is shared; null for open tasks. */
  readonly ties: number | null;
  /** closed: mean probability of the options together; null for open tasks. */
  readonly probabilityMass: number | null;
  /** Why hardly any output is an exact match; absent where some are. */
  readonly zero?: ZeroDiagnosis;
}

export interface RunAnalysis {
  readonly comparisons: readonly Comparison[];
  /** Knowledge at each later step of the curve against its first step, item by item. */
  readonly drift: readonly { readonly step: number; readonly counts: PairedCounts }[];
  readonly scoring: readonly ScoringDetail[];
  /** How sure the saturation step is; absent without a curve, and in results older than this field. */
  readonly saturation?: SaturationInterval;
}

/** A soft prompt tuned on train rows whose answers carry no knowledge; evaluated on the true test rows. */
export interface ControlResult {
  readonly control: Placebo;
  /** Train rows that have another answer to be given. */
  readonly train: number;
  readonly points: readonly EvalPoint[];
  readonly losses: readonly LossPoint[];
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
    /** Test rows left out because their question is among the train rows; absent = not counted. */
    readonly duplicates?: number;
  };
  readonly versions: Readonly<Record<string, string>>;
  readonly adapter: string;
  /** What held the model: tuning is WebGPU's. */
  readonly backend: 'webgpu' | 'onnxruntime-wasm';
  /** What evaluated; absent in results older than this field. */
  readonly evaluation?: EvaluationFacts;
  /** null: not made, for the reason beside it; without one, onnxruntime itself computed the run. */
  readonly selfCheck: SelfCheck | null;
  readonly selfCheckSkipped?: SelfCheckSkip;
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
  /** Absent in results of older versions. */
  readonly analysis?: RunAnalysis;
  readonly controls?: readonly ControlResult[];
  /** A judge model's second opinion on the outputs, asked for after the run. */
  readonly judge?: JudgeSummary;
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
      /** The placebo control that is being tuned or evaluated. */
      readonly control?: Placebo;
    }
  | { readonly type: 'self-check'; readonly check: SelfCheck }
  /** Before anything is computed: what the largest tuning step of the run will take on the GPU. */
  | { readonly type: 'memory-plan'; readonly plan: TrainingPlan }
  | { readonly type: 'loss'; readonly point: LossPoint }
  | { readonly type: 'eval'; readonly point: EvalPoint }
  /** All placebo controls as far as they have come. */
  | { readonly type: 'controls'; readonly controls: readonly ControlResult[] }
  /** Verdicts of the last evaluation of a condition, for the example viewer. */
  | { readonly type: 'examples'; readonly examples: readonly ExampleRecord[] }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'result'; readonly result: RunResult }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly error: ErrorData };
