/**
 * What a run is, as data: configuration in, events out, a result that is complete without the page that made it.
 */

import type { ModelDescription, TrainingPlan } from '../engine/model/types.ts';
import type {
  Condition,
  Control,
  FieldGuess,
  GenerationCounts,
  JudgedItem,
  Metrics,
  PairedCounts,
  Rate,
  RequiredForm,
  Task,
  Verdict,
} from '../eval/index.ts';
import type { ErrorData } from '../lib/errors.ts';
import type { JudgeSummary } from './judge/types.ts';

export type OptimizerName = 'adam' | 'adamw' | 'adafactor';
export type ScheduleName = 'constant' | 'linear' | 'cosine';
export type InitName = 'sample-vocab' | 'random' | 'text';

/**
 * A placebo: one more tuning on train rows with answers that carry no knowledge, at the tuning's learning rate or, as
 * 'slow', at a tenth of it, where the form comes some steps before what the answers say (the micro recipe's control).
 */
export type Placebo = Control | `${Control}-slow`;
/** Of a 'slow' placebo, as a share of the tuning's learning rate: 0.003 beside the default 0.03, as in the micro recipe. */
export const SLOW_RATE = 0.1;
export const PLACEBOS: readonly Placebo[] = ['wrong', 'random', 'wrong-slow', 'random-slow'];

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

/** Prompts made anew from the items' parts, in place of the benchmark's own. */
export interface PromptConfig {
  /** With {format}, {context}, {question}, {options}; absent = the default of each item's language. */
  readonly template?: string;
  /** Whether the prompt says which form the answer must have. */
  readonly statesFormat: boolean;
  /** open: the form the answer must have; absent = as the benchmark asks. */
  readonly form?: RequiredForm;
}

/** How benchmark files became items: what a person decided. */
export interface DataConfig {
  /** Fields named by hand for files of no known shape. */
  readonly mapping?: FieldGuess;
  /** One file, split by seed. */
  readonly split?: { readonly seed: number; readonly testShare: number };
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
  /** Absent = prompts as the benchmark gives them. */
  readonly prompt?: PromptConfig;
  /** Few-shot pairs drawn anew for each item; absent = the same for all, so that their prefix is shared. */
  readonly fewShotPerItem?: boolean;
  /** Placebo controls tuned and evaluated beside the soft prompt. */
  readonly controls?: readonly Placebo[];
  /** Absent for benchmarks that need no decision. */
  readonly data?: DataConfig;
  /** One seed; named streams are derived from it: 'init', 'batches', 'few-shot', 'items', 'control', 'bootstrap'. */
  readonly seed: number;
}

/** One item under one condition as the model will see it. */
export interface PromptPreview {
  readonly itemId: string;
  /** Among the evaluated items, from 0. */
  readonly index: number;
  readonly count: number;
  /** Chat template included; the soft prompt's vectors, which are no text, stand before it. */
  readonly text: string;
  readonly tokens: number;
  /** Tokens the tokenizer puts at the start (BOS), counted in `tokens`. */
  readonly startTokens: number;
  /** The required answer. */
  readonly required: string;
  readonly stopRule: 'newline' | 'new-question';
  /** New tokens a generation may have. */
  readonly maxNewTokens: number;
  /** Evaluated items whose required answer the stop rule would cut: a run refuses them. */
  readonly conflicts: number;
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

/** What is compared: a condition at its last evaluation, or a placebo control at its last. */
export type Side = Condition | `placebo-${Placebo}`;

/** Which placebo a side is; undefined for a condition. */
export function placeboOf(side: Side): Placebo | undefined {
  return PLACEBOS.find((placebo) => side === `placebo-${placebo}`);
}

export function isCondition(side: Side): side is Condition {
  return placeboOf(side) === undefined;
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
  /** By lm-evaluation-harness's names; closed tasks have acc_norm and acc_bytes as well. */
  readonly rates: Readonly<Record<string, Rate>>;
  /** closed: items whose highest log-likelihood is shared; null for open tasks. */
  readonly ties: number | null;
  /** closed: mean probability of the options together; null for open tasks. */
  readonly probabilityMass: number | null;
}

export interface RunAnalysis {
  readonly comparisons: readonly Comparison[];
  /** Knowledge at each later step of the curve against its first step, item by item. */
  readonly drift: readonly { readonly step: number; readonly counts: PairedCounts }[];
  readonly scoring: readonly ScoringDetail[];
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
