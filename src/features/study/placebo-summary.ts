/** What the placebos of a study did to form and knowledge, over its models. Pure. */

import type { StudyCondition, StudyResult, StudyRole } from '../../lab/study/types.ts';
import { isCondition } from '../../lab/types.ts';
import { meanRate } from './study-view.ts';

/** Mean shares over the same models. */
export interface PlaceboShares {
  readonly format: number;
  readonly shape: number;
  readonly knowledge: number;
}

export interface PlaceboSummary {
  readonly condition: StudyCondition;
  readonly role: StudyRole;
  readonly models: number;
  readonly placebo: PlaceboShares;
  /** Tuned on the real answers. */
  readonly real: PlaceboShares;
  /** Untuned; null where the study has no zero-shot. */
  readonly before: PlaceboShares | null;
  /** Whether knowledge fell clearly against the untuned model, or without one against the real tuning. */
  readonly knowledgeFalls: boolean;
}

/** A fall of the mean from which the page speaks of one; as for single runs. */
const CLEAR_FALL = 0.05;

/** One entry a placebo and role, over the models that have all sides. */
export function placeboSummaries({ config, cells }: Pick<StudyResult, 'config' | 'cells'>): PlaceboSummary[] {
  const cellOf = (model: number, condition: StudyCondition) =>
    cells.find((cell) => cell.model === model && cell.condition === condition);
  const untuned = config.conditions.includes('zero-shot');
  const sharesOf = (models: readonly number[], condition: StudyCondition): PlaceboShares => {
    const mean = (metric: keyof PlaceboShares) =>
      models.reduce((sum, model) => {
        const { metrics } = cellOf(model, condition)!;
        return sum + meanRate(metrics.map((one) => one[metric])).rate;
      }, 0) / models.length;
    return { format: mean('format'), shape: mean('shape'), knowledge: mean('knowledge') };
  };
  const placebos = config.conditions.filter((condition) => !isCondition(condition));
  return placebos.flatMap((condition) =>
    (['base', 'post-trained'] as const).flatMap((role): PlaceboSummary[] => {
      const sides = [condition, 'soft-prompt', ...(untuned ? ['zero-shot'] : [])] as const;
      const models = [...config.models.keys()].filter(
        (model) =>
          config.models[model]!.role === role &&
          sides.every((side) => cellOf(model, side as StudyCondition) !== undefined),
      );
      if (models.length === 0) return [];
      const placebo = sharesOf(models, condition);
      const real = sharesOf(models, 'soft-prompt');
      const before = untuned ? sharesOf(models, 'zero-shot') : null;
      const fall = (before ?? real).knowledge - placebo.knowledge;
      return [
        {
          condition,
          role,
          models: models.length,
          placebo,
          real,
          before,
          knowledgeFalls: fall > CLEAR_FALL,
        },
      ];
    }),
  );
}
