/**
 * What a finished run leaves for the study: its result, and per item only whether it was right. Verdicts with their
 * texts stay in the journal.
 */

import type { Condition, Verdict } from '../../eval/types.ts';
import type { RunResult } from '../types.ts';
import type { RankedMetric } from './types.ts';

export interface RunOutcome {
  readonly model: number;
  readonly seed: number;
  readonly result: RunResult;
  /** Of each condition's last evaluation, in the order of the items. */
  readonly right: ReadonlyMap<Condition, Readonly<Record<RankedMetric, Uint8Array>>>;
}

/** Verdicts to one byte an item and metric. */
export function rightOf(verdicts: readonly Verdict[]): Readonly<Record<RankedMetric, Uint8Array>> {
  return {
    exactMatch: Uint8Array.from(verdicts, ({ exactMatch }) => Number(exactMatch)),
    knowledge: Uint8Array.from(verdicts, ({ knowledge }) => Number(knowledge)),
  };
}

/** The step whose evaluation counts for a condition; undefined where the run has none. */
export function countedStep({ points }: Pick<RunResult, 'points'>, condition: Condition): number | undefined {
  const steps = points.filter((point) => point.condition === condition).map(({ step }) => step);
  return steps.length > 0 ? Math.max(...steps) : undefined;
}
