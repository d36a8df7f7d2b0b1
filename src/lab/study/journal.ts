/** What a study keeps and finds again; types only. The storage room implements it in the browser's database. */

import type { Verdict } from '../../eval/types.ts';
import type { RunJournal } from '../journal.ts';
import type { RunResult } from '../types.ts';
import type { ModelState, StudyCondition, StudyResult } from './types.ts';

export interface StudyJournal {
  readonly startedAt: string;
  /** One a model, as kept by an earlier session. */
  readonly states: readonly ModelState[];
  /** The journal of one run, with what an earlier session kept of it read in. */
  openRun(model: number, seed: number): Promise<RunJournal>;
  /** The result of a run that came to its end; undefined otherwise. */
  result(model: number, seed: number): Promise<RunResult | undefined>;
  keepResult(model: number, seed: number, result: RunResult): Promise<void>;
  /** Kept verdicts of an evaluation in the order of the items. */
  verdicts(model: number, seed: number, condition: StudyCondition, step: number): Promise<readonly Verdict[]>;
  keepState(model: number, state: ModelState): Promise<void>;
  /** Drops all that is kept of a model, so that it begins anew. */
  forget(model: number): Promise<void>;
  /** The end of the study. */
  keepStudyResult(result: StudyResult): Promise<void>;
}
