/**
 * From the runs of a study to its table and rankings. Pure.
 *
 * A family is ranked by its base model under each condition, and by its post-trained model under each condition as the
 * reference; placebos rank bases only, since wrong answers are no reference. A condition's score is the mean over its
 * seeds; a seed counts where every ranked model has it.
 */

import {
  alphabeticalSwapDistance,
  averageRanks,
  compareRankings,
  detectCompression,
  type ItemCounts,
  scoreGap,
  totalOf,
} from '../../eval/ranking/index.ts';
import type { Condition, Metrics } from '../../eval/types.ts';
import { isCondition } from '../types.ts';
import { countedPoint, type RunOutcome } from './outcomes.ts';
import type {
  RankedMetric,
  StudyAgreement,
  StudyAnalysis,
  StudyCell,
  StudyCondition,
  StudyConfig,
  StudyFamily,
  StudyRanking,
  StudyRole,
} from './types.ts';

/** The table: every model and condition that has a run. */
export function studyCells(config: StudyConfig, outcomes: readonly RunOutcome[]): StudyCell[] {
  return config.models.flatMap((_, model) =>
    config.conditions.flatMap((condition): StudyCell[] => {
      const measured = config.seeds.flatMap((seed): { seed: number; step: number; metrics: Metrics }[] => {
        const outcome = outcomes.find((one) => one.model === model && one.seed === seed);
        const point = outcome && countedPoint(outcome.result, condition);
        return point ? [{ seed, step: point.step, metrics: point.metrics }] : [];
      });
      if (measured.length === 0) return [];
      return [
        {
          model,
          condition,
          step: measured[0]!.step,
          seeds: measured.map(({ seed }) => seed),
          metrics: measured.map(({ metrics }) => metrics),
        },
      ];
    }),
  );
}

/** Pairs whose two models have every condition; a family with several models of a role is represented by the first. */
export function completeFamilies(config: StudyConfig, cells: readonly StudyCell[]): StudyFamily[] {
  const complete = (model: number) =>
    config.conditions.every((condition) =>
      cells.some((cell) => cell.model === model && cell.condition === condition),
    );
  const find = (family: string, role: StudyRole) =>
    config.models.findIndex((model, i) => model.family === family && model.role === role && complete(i));
  const names = [...new Set(config.models.map(({ family }) => family))].filter((name) => name !== '');
  return names
    .map((name) => ({ name, base: find(name, 'base'), postTrained: find(name, 'post-trained') }))
    .filter(({ base, postTrained }) => base >= 0 && postTrained >= 0);
}

/** Item counts of one column (role, condition, metric) over the families, and over how many seeds. */
interface Column {
  readonly counts: readonly ItemCounts[];
  readonly seeds: number;
}

class Analysis {
  readonly config: StudyConfig;
  readonly outcomes: readonly RunOutcome[];
  readonly families: readonly StudyFamily[];

  constructor(config: StudyConfig, outcomes: readonly RunOutcome[], families: readonly StudyFamily[]) {
    this.config = config;
    this.outcomes = outcomes;
    this.families = families;
  }

  #right(
    model: number,
    seed: number,
    condition: StudyCondition,
    metric: RankedMetric,
  ): Uint8Array | undefined {
    const outcome = this.outcomes.find((one) => one.model === model && one.seed === seed);
    return outcome?.right.get(condition)?.[metric];
  }

  #models(role: StudyRole): number[] {
    return this.families.map((family) => (role === 'base' ? family.base : family.postTrained));
  }

  /** The seeds that every ranked model of both sides has. */
  #seeds(condition: StudyCondition, metric: RankedMetric): number[] {
    const models = [...this.#models('base'), ...this.#models('post-trained')];
    return this.config.seeds.filter((seed) =>
      models.every((model) => this.#right(model, seed, condition, metric) !== undefined),
    );
  }

  column(role: StudyRole, condition: StudyCondition, metric: RankedMetric): Column {
    const seeds = this.#seeds(condition, metric);
    const counts = this.#models(role).map((model) => {
      const lists = seeds.map((seed) => this.#right(model, seed, condition, metric)!);
      return Array.from(lists[0] ?? [], (_, i) => lists.reduce((sum, list) => sum + list[i]!, 0));
    });
    return { counts, seeds: seeds.length };
  }

  ranking(role: StudyRole, condition: StudyCondition, metric: RankedMetric): StudyRanking {
    const { counts, seeds } = this.column(role, condition, metric);
    const totals = counts.map(totalOf);
    return {
      role,
      condition,
      metric,
      scores: totals.map((total, m) => total / Math.max(1, seeds * counts[m]!.length)),
      ranks: averageRanks(totals),
      compression: detectCompression(counts),
    };
  }

  agreement(condition: StudyCondition, metric: RankedMetric, reference: Condition): StudyAgreement {
    const base = this.column('base', condition, metric).counts;
    const best = this.column('post-trained', reference, 'exactMatch').counts;
    const names = this.families.map(({ name }) => name);
    return {
      condition,
      metric,
      reference,
      ...compareRankings(base, best, this.config.itemSeed),
      alphabetical: alphabeticalSwapDistance(base.map(totalOf), best.map(totalOf), names),
    };
  }
}

/** Rankings, swap distances and score gaps; everything is empty where no family is complete. */
export function analyse(
  config: StudyConfig,
  outcomes: readonly RunOutcome[],
  cells: readonly StudyCell[],
): StudyAnalysis {
  const families = completeFamilies(config, cells);
  if (families.length === 0) return { families, rankings: [], agreements: [], gaps: [] };
  const analysis = new Analysis(config, outcomes, families);
  const { conditions } = config;
  // Log-likelihood asks for no format: the untuned base's knowledge is the cheapest ranking there is.
  const untuned: readonly (readonly [StudyCondition, RankedMetric])[] = conditions.includes('zero-shot')
    ? [['zero-shot', 'knowledge']]
    : [];
  const references = conditions.filter(isCondition);
  const base = [...conditions.map((condition) => [condition, 'exactMatch'] as const), ...untuned];
  return {
    families,
    rankings: [
      ...base.map(([condition, metric]) => analysis.ranking('base', condition, metric)),
      ...references.map((condition) => analysis.ranking('post-trained', condition, 'exactMatch')),
    ],
    agreements: references.flatMap((reference) =>
      base.map(([condition, metric]) => analysis.agreement(condition, metric, reference)),
    ),
    gaps: conditions.map((condition) => {
      const { counts, seeds } = analysis.column('base', condition, 'exactMatch');
      const postTrained = analysis.column('post-trained', condition, 'exactMatch').counts;
      return { condition, ...scoreGap(counts, postTrained, seeds, config.itemSeed) };
    }),
  };
}
