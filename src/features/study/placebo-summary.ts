/** What the placebos of a study did to form and knowledge, over its models. Pure. */

import type { Rate } from '../../eval/types.ts';
import type { StudyCondition, StudyResult, StudyRole } from '../../lab/study/types.ts';
import { isCondition } from '../../lab/types.ts';
import { type PlaceboOutcome, placeboOutcome } from '../../store/analysis.ts';
import { rateChange } from '../../store/changes.ts';
import { pooled } from './study-view.ts';

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
  /** What can be said of form and knowledge against the untuned model; null without one. */
  readonly outcome: PlaceboOutcome | null;
  /** Test items of a model. */
  readonly n: number;
}

const shares = ({ format, shape, knowledge }: Record<keyof PlaceboShares, Rate>): PlaceboShares => ({
  format: format.rate,
  shape: shape.rate,
  knowledge: knowledge.rate,
});

/** One entry a placebo and role, over the models that have all sides. */
export function placeboSummaries({ config, cells }: Pick<StudyResult, 'config' | 'cells'>): PlaceboSummary[] {
  const cellOf = (model: number, condition: StudyCondition) =>
    cells.find((cell) => cell.model === model && cell.condition === condition);
  const untuned = config.conditions.includes('zero-shot');
  const ratesOf = (models: readonly number[], condition: StudyCondition) => {
    const mean = (metric: keyof PlaceboShares) =>
      pooled(models.map((model) => pooled(cellOf(model, condition)!.metrics.map((one) => one[metric]))));
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
      const placebo = ratesOf(models, condition);
      const before = untuned ? ratesOf(models, 'zero-shot') : null;
      const change = (metric: keyof PlaceboShares) => rateChange(before![metric], placebo[metric]);
      return [
        {
          condition,
          role,
          models: models.length,
          placebo: shares(placebo),
          real: shares(ratesOf(models, 'soft-prompt')),
          before: before && shares(before),
          outcome: before && placeboOutcome([change('format'), change('shape')], change('knowledge')),
          n: placebo.knowledge.n,
        },
      ];
    }),
  );
}
