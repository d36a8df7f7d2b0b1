/**
 * What a browser keeps of runs and studies, as plain data: the form in which storage hands it out, exports carry it and
 * imports bring it back. Types only.
 */

import type { Benchmark } from '../../eval/types.ts';
import type { KeptPart, KeptTuning } from '../journal.ts';
import type { ExampleRecord, Placebo, RunResult } from '../types.ts';
import type { ModelState, StudyCondition, StudyConfig, StudyResult } from './types.ts';

/** Where a model comes from, without its files: those of a local folder have to be given again. */
export type KeptSource =
  | { readonly kind: 'embedded' | 'local'; readonly id: string }
  | { readonly kind: 'hub'; readonly id: string; readonly revision: string };

export interface KeptRun {
  readonly kind: 'run';
  readonly name: string;
  readonly createdAt: string;
  readonly result: RunResult;
  /** Every evaluated item with its verdicts. */
  readonly examples: readonly ExampleRecord[];
}

export interface KeptEvaluationPart {
  readonly condition: StudyCondition;
  readonly step: number;
  readonly index: number;
  readonly part: KeptPart;
}

/** One run of a study, finished or not. */
export interface KeptStudyRun {
  readonly model: number;
  readonly seed: number;
  readonly result: RunResult | null;
  readonly tuning: KeptTuning | null;
  /** Of placebos; absent in exports of older versions. */
  readonly placebos?: readonly { readonly placebo: Placebo; readonly tuning: KeptTuning }[];
  readonly parts: readonly KeptEvaluationPart[];
}

export interface KeptStudy {
  readonly kind: 'study';
  readonly name: string;
  readonly createdAt: string;
  readonly config: StudyConfig;
  /** One a model, as the states and file hashes. */
  readonly sources: readonly KeptSource[];
  readonly states: readonly ModelState[];
  readonly files: readonly (RunResult['hashes']['model'] | null)[];
  readonly benchmark: Benchmark;
  readonly runs: readonly KeptStudyRun[];
  /** null until the study came to its end. */
  readonly result: StudyResult | null;
}

export type KeptEntry = KeptRun | KeptStudy;
