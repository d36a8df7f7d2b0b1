/** What a run will do, counted before it does it: whether every row fits the model, and how much work each kind is. */

import type { Condition } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import type { PlannedWork } from './progress.ts';
import { type EncodedCondition, longestRow } from './prompts.ts';
import type { Track } from './track.ts';
import type { RunConfig } from './types.ts';

export interface RunPlan {
  readonly config: RunConfig;
  readonly conditions: ReadonlyMap<Condition, EncodedCondition>;
  /** Tunings: the real one and its placebo controls. */
  readonly tracks: readonly Track[];
  readonly maxNewTokens: number;
  /** Steps at which each tuning is evaluated. */
  readonly steps: readonly number[];
}

/** Forward and backward through a frozen model: about twice a forward pass for activations, once more for recomputing. */
const TUNING_TOKEN_COST = 3;

/**
 * Rows that do not fit would fail minutes later, or be cut silently: neither happens. `limit` in positions, undefined =
 * not stated. Throws `lab.too-long` {condition, longest, limit}.
 */
export function assertRoom(plan: RunPlan, limit: number | undefined): void {
  if (limit === undefined) return;
  const virtualTokens = plan.config.tuning.numVirtualTokens;
  for (const [condition, encoded] of plan.conditions) {
    const virtual = condition === 'soft-prompt' ? virtualTokens : 0;
    const longest = longestRow(encoded, virtual, plan.maxNewTokens);
    if (longest > limit) throw new LabError('lab.too-long', { condition, longest, limit });
  }
  let longest = 0;
  for (const { examples } of plan.tracks) {
    for (const { ids } of examples) longest = Math.max(longest, ids.length);
  }
  const needed = longest + virtualTokens;
  if (needed > limit) throw new LabError('lab.too-long', { condition: 'tuning', longest: needed, limit });
}

export function plannedWork({ config, conditions, tracks, maxNewTokens, steps }: RunPlan): PlannedWork[] {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const evaluations = [...conditions].map(([condition, { items }]) => ({
    kind: condition,
    units: items.length * (condition === 'soft-prompt' ? steps.length * tracks.length : 1),
    tokensPerUnit: mean(
      items.map(({ prompt, options }) =>
        options.reduce((sum, option) => sum + option.length, prompt.length + maxNewTokens),
      ),
    ),
  }));
  const { batchSize, numVirtualTokens } = config.tuning;
  const exampleTokens = mean((tracks[0]?.examples ?? []).map(({ ids }) => ids.length)) + numVirtualTokens;
  return [
    ...evaluations,
    {
      kind: 'tuning',
      units: config.tuning.steps * tracks.length,
      tokensPerUnit: TUNING_TOKEN_COST * batchSize * exampleTokens,
    },
  ];
}
