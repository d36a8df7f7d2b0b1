/** What the placebos of a study did to form and knowledge, over its models. Pure. */

import type { Rate } from '../../eval/types.ts';
import type { StudyCondition, StudyResult, StudyRole } from '../../lab/study/types.ts';
import { isCondition } from '../../lab/types.ts';
import { type PlaceboOutcome, placeboOutcome } from '../../store/analysis.ts';
import { type Change, rateChange } from '../../store/changes.ts';
import { meanRate, pooled } from './study-view.ts';

export const PLACEBO_METRICS = ['format', 'shape', 'knowledge'] as const;
type Metric = (typeof PLACEBO_METRICS)[number];

/** Untuned, tuned on the placebo's answers, tuned on the real ones. */
export type PlaceboSide = 'before' | 'placebo' | 'real';

/** As meanRate over the models: of one its interval, of several their mean with the lowest and the highest. */
export type PlaceboMeans = Readonly<Record<Metric, ReturnType<typeof meanRate>>>;

export interface PlaceboSummary {
  readonly condition: StudyCondition;
  readonly role: StudyRole;
  readonly models: number;
  /** All over the same models; `before` only where the study has zero-shot. */
  readonly sides: readonly { readonly side: PlaceboSide; readonly means: PlaceboMeans }[];
  /** What can be said of form and knowledge against the untuned model; null without one. */
  readonly outcome: PlaceboOutcome | null;
  /** Of knowledge against the untuned model, no surer than one model alone. */
  readonly change: Change | null;
  /** Test items of a model. */
  readonly n: number;
}

/** One entry a placebo and role, over the models that have all sides. */
export function placeboSummaries({ config, cells }: Pick<StudyResult, 'config' | 'cells'>): PlaceboSummary[] {
  const cellOf = (model: number, condition: StudyCondition) =>
    cells.find((cell) => cell.model === model && cell.condition === condition);
  const untuned = config.conditions.includes('zero-shot');
  /** A model's rate, over its seeds. */
  const ratesOf = (models: readonly number[], condition: StudyCondition, metric: Metric): Rate[] =>
    models.map((model) => pooled(cellOf(model, condition)!.metrics.map((one) => one[metric])));
  const placebos = config.conditions.filter((condition) => !isCondition(condition));
  return placebos.flatMap((condition) =>
    (['base', 'post-trained'] as const).flatMap((role): PlaceboSummary[] => {
      const sides: readonly (readonly [PlaceboSide, StudyCondition])[] = [
        ...(untuned ? [['before', 'zero-shot'] as const] : []),
        ['placebo', condition],
        ['real', 'soft-prompt'],
      ];
      const models = [...config.models.keys()].filter(
        (model) =>
          config.models[model]!.role === role && sides.every(([, side]) => cellOf(model, side) !== undefined),
      );
      if (models.length === 0) return [];
      const change = (metric: Metric) =>
        rateChange(pooled(ratesOf(models, 'zero-shot', metric)), pooled(ratesOf(models, condition, metric)));
      const knowledge = untuned ? change('knowledge') : null;
      const means = (side: StudyCondition): PlaceboMeans => ({
        format: meanRate(ratesOf(models, side, 'format')),
        shape: meanRate(ratesOf(models, side, 'shape')),
        knowledge: meanRate(ratesOf(models, side, 'knowledge')),
      });
      return [
        {
          condition,
          role,
          models: models.length,
          sides: sides.map(([side, of]) => ({ side, means: means(of) })),
          outcome: knowledge && placeboOutcome([change('format'), change('shape')], knowledge),
          change: knowledge,
          n: cellOf(models[0]!, condition)!.metrics[0]!.knowledge.n,
        },
      ];
    }),
  );
}
