/**
 * What a study is, as data: one benchmark over several models and conditions, to see which base model will be best after
 * post-training without post-training it. Configuration in, events out, a result that is complete without the page.
 */

import type { ModelDescription } from '../../engine/model/types.ts';
import type { Compression, Gap, PairGap } from '../../eval/ranking/index.ts';
import type { Condition, Metrics, Task } from '../../eval/types.ts';
import type { ErrorData } from '../../lib/errors.ts';
import type { RunEvent, RunResult, Side, TuningConfig } from '../types.ts';

export type { Compression, Gap, PairGap };

/** What a study runs a model under: a run's conditions, and placebos of its soft prompt. */
export type StudyCondition = Side;

export type StudyRole = 'base' | 'post-trained';

export interface StudyModel {
  /** Embedded id, hub id or local folder name; one entry an id. */
  readonly id: string;
  /** Path of the ONNX file. */
  readonly file: string;
  readonly role: StudyRole;
  /** Models of one family form a pair: the base and what was post-trained from it. '' = none. */
  readonly family: string;
  readonly useChatTemplate: boolean;
}

export interface StudyConfig {
  readonly benchmarkName: string;
  readonly task: Task;
  readonly models: readonly StudyModel[];
  /** A placebo only beside the soft prompt it controls. */
  readonly conditions: readonly StudyCondition[];
  /** Seeds of few-shot pairs, batches and start vectors; each gives every seeded condition one more score. */
  readonly seeds: readonly number[];
  /** Seed of the item sample, which is the same for all models, conditions and seeds. */
  readonly itemSeed: number;
  /** Test items used; 0 = all. */
  readonly itemLimit: number;
  readonly fewShotCount: number;
  /** Steps at which soft prompts are evaluated; the last one counts. */
  readonly evalSteps: readonly number[];
  readonly tuning: TuningConfig;
  /** As in RunConfig. */
  readonly maxNewTokens: number;
}

export type ModelStatus = 'waiting' | 'running' | 'done' | 'skipped' | 'failed';

export interface ModelState {
  readonly status: ModelStatus;
  /** Why it failed. */
  readonly error?: ErrorData;
}

/** What one model contributed. */
export interface StudyModelResult {
  readonly state: ModelState;
  /** null where no run of it came to its end. */
  readonly description: ModelDescription | null;
  readonly hashes: RunResult['hashes']['model'];
  readonly adapter: string;
  readonly backend: RunResult['backend'] | null;
  readonly seconds: number;
  readonly secondsPerStep: number;
  readonly peakGpuBytes: number;
}

/** A model under a condition: one Metrics a seed, in the order of the seeds that have one. */
export interface StudyCell {
  /** Index into config.models. */
  readonly model: number;
  readonly condition: StudyCondition;
  /** Tuning step of the evaluation; 0 for untuned conditions. */
  readonly step: number;
  readonly seeds: readonly number[];
  readonly metrics: readonly Metrics[];
}

export interface StudyFamily {
  readonly name: string;
  /** Indices into config.models. */
  readonly base: number;
  readonly postTrained: number;
}

export type RankedMetric = 'exactMatch' | 'knowledge';

/** Families ranked by one side of the pairs under one condition. Lists are in the order of `families`. */
export interface StudyRanking {
  readonly role: StudyRole;
  readonly condition: StudyCondition;
  readonly metric: RankedMetric;
  /** Mean share over items and seeds. */
  readonly scores: readonly number[];
  /** 1 = best; ties share the mean of their places. */
  readonly ranks: readonly number[];
  readonly compression: Compression;
}

/** A base ranking against the post-trained models' exact match under `reference`, which is never a placebo. */
export interface StudyAgreement {
  readonly condition: StudyCondition;
  readonly metric: RankedMetric;
  readonly reference: Condition;
  /** Swaps; ties count a half. */
  readonly distance: number;
  /** 95 % bootstrap interval over items. */
  readonly low: number;
  readonly high: number;
  /** Swaps if ties were broken alphabetically, for comparison. */
  readonly alphabetical: number;
  /** How often the best post-trained family is on top of the base ranking, over resampled items. */
  readonly bestNamed: number;
}

/** Post-trained minus base under the same condition; pairs in the order of `families`. */
export interface StudyGap {
  readonly condition: StudyCondition;
  readonly pairs: readonly PairGap[];
  readonly mean: Gap;
}

export interface StudyAnalysis {
  /** Pairs of which both sides are complete. */
  readonly families: readonly StudyFamily[];
  readonly rankings: readonly StudyRanking[];
  readonly agreements: readonly StudyAgreement[];
  readonly gaps: readonly StudyGap[];
}

export interface StudyResult {
  readonly schemaVersion: 1;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly config: StudyConfig;
  readonly hashes: { readonly train: string; readonly test: string };
  readonly counts: {
    readonly train: number;
    readonly test: number;
    readonly evaluated: number;
    readonly rejectedRows: number;
  };
  readonly versions: Readonly<Record<string, string>>;
  /** In the order of config.models. */
  readonly models: readonly StudyModelResult[];
  readonly cells: readonly StudyCell[];
  readonly analysis: StudyAnalysis;
}

export type StudyEvent =
  /** Where the whole stands; `secondsLeft` is null until something was measured. */
  | {
      readonly type: 'progress';
      readonly states: readonly ModelState[];
      readonly secondsLeft: number | null;
    }
  /** An event of the run that is on; without its examples. */
  | { readonly type: 'run'; readonly model: number; readonly seed: number; readonly event: RunEvent }
  /** The table so far. */
  | { readonly type: 'cells'; readonly cells: readonly StudyCell[] }
  /** Engine bytes on the GPU after a model was given back. */
  | { readonly type: 'freed'; readonly model: number; readonly liveBytes: number }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'result'; readonly result: StudyResult }
  /** Stopped on demand; what is finished is kept. */
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly error: ErrorData };
