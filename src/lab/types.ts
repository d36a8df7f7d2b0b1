/**
 * What a run is, as data: here its configuration with the defaults and the sides that are compared; in run-results.ts,
 * handed on from here, what comes out of it.
 */

import type { Condition, Control, FieldGuess, RequiredForm, StopRuleName, Task } from '../eval/index.ts';

export type * from './run-results.ts';

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
  /** The form the answer must have, of closed tasks only `letter`; absent = as the benchmark asks. */
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
  readonly stopRule: StopRuleName;
  /** Whether a gold ruled out the narrower rule of the required form. */
  readonly stopWidened: boolean;
  /** New tokens a generation may have. */
  readonly maxNewTokens: number;
  /** Train and test items with a gold that every stop rule would cut: a run refuses them. */
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

/** What is compared: a condition at its last evaluation, or a placebo control at its last. */
export type Side = Condition | `placebo-${Placebo}`;

/** Which placebo a side is; undefined for a condition. */
export function placeboOf(side: Side): Placebo | undefined {
  return PLACEBOS.find((placebo) => side === `placebo-${placebo}`);
}

export function isCondition(side: Side): side is Condition {
  return placeboOf(side) === undefined;
}
