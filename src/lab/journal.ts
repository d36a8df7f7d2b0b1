/**
 * What an interrupted run had finished, and where a run keeps what it finishes; types only. A run with a journal that
 * was cut off between any two promises goes on from there and gives the numbers of an uninterrupted one.
 */

import type { Verdict } from '../eval/types.ts';
import type { TunerState } from './tuning.ts';
import type { LossPoint, Placebo, RunResult, Side } from './types.ts';

/** A finished part of an evaluation; where parts begin and end follows from the number of items alone. */
export interface KeptPart {
  readonly verdicts: readonly Verdict[];
  readonly seconds: number;
}

export interface KeptTuning {
  readonly tuner: TunerState;
  /** One a step made so far. */
  readonly losses: readonly LossPoint[];
}

export interface RunJournal {
  /** Called before anything is computed; rejects where what is kept came from other model files. */
  begin(files: RunResult['hashes']['model']): Promise<void>;
  /** Parts of an evaluation kept earlier, from the first on, without gaps. */
  parts(side: Side, step: number): readonly KeptPart[];
  /** Resolves once the part is safe; rejects when it cannot be kept, which ends the run. */
  keepPart(side: Side, step: number, index: number, part: KeptPart): Promise<void>;
  /** Of the real tuning, or of a placebo's. */
  tuning(placebo?: Placebo): KeptTuning | undefined;
  /** As keepPart; replaces what was kept of the same tuning before. */
  keepTuning(kept: KeptTuning, placebo?: Placebo): Promise<void>;
}
