/**
 * What a finished run leaves for the study: its result, and per item only whether it was right. Verdicts with their
 * texts stay in the journal.
 */

import type { Verdict } from '../../eval/types.ts';
import { type EvalPoint, placeboOf, type RunResult } from '../types.ts';
import type { RankedMetric, StudyCondition } from './types.ts';

export interface RunOutcome {
  readonly model: number;
  readonly seed: number;
  readonly result: RunResult;
  /** Of each condition's last evaluation, in the order of the items. */
  readonly right: ReadonlyMap<StudyCondition, Readonly<Record<RankedMetric, Uint8Array>>>;
}

/** Verdicts to one byte an item and metric. */
export function rightOf(verdicts: readonly Verdict[]): Readonly<Record<RankedMetric, Uint8Array>> {
  return {
    exactMatch: Uint8Array.from(verdicts, ({ exactMatch }) => Number(exactMatch)),
    knowledge: Uint8Array.from(verdicts, ({ knowledge }) => Number(knowledge)),
  };
}

/** The evaluation that counts for a condition, its last; undefined where the run has none. */
export function countedPoint(
  { points, controls = [] }: Pick<RunResult, 'points' | 'controls'>,
  condition: StudyCondition,
): EvalPoint | undefined {
  const placebo = placeboOf(condition);
  const own = placebo
    ? (controls.find(({ control }) => control === placebo)?.points ?? [])
    : points.filter((point) => point.condition === condition);
  return own.reduce<EvalPoint | undefined>(
    (last, point) => (last && last.step > point.step ? last : point),
    undefined,
  );
}
