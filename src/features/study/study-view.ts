/** What the result part shows, whatever it came from; and its words for conditions and scores. Pure. */

import type { Rate } from '../../eval/types.ts';
import type { Translator } from '../../i18n/translate.ts';
import type {
  ModelState,
  StudyCell,
  StudyCondition,
  StudyConfig,
  StudyRanking,
  StudyResult,
} from '../../lab/study/types.ts';
import { isCondition, placeboOf } from '../../lab/types.ts';
import type { StudyState } from '../../store/study-store.ts';

export interface StudyView {
  readonly origin: Exclude<StudyState['viewed']['origin'], 'empty'>;
  readonly config: StudyConfig;
  readonly states: readonly ModelState[];
  readonly cells: readonly StudyCell[];
  /** null while a study is on, or when it ended early. */
  readonly result: StudyResult | null;
  readonly command?: string;
  readonly name?: string;
}

export function toStudyView({ viewed, session }: Pick<StudyState, 'viewed' | 'session'>): StudyView | null {
  if (viewed.origin === 'empty') return null;
  if (viewed.origin === 'live') {
    const { config, states, cells, result } = session;
    return config && { origin: 'live', config, states, cells, result };
  }
  const { result } = viewed;
  return {
    origin: viewed.origin,
    config: result.config,
    states: result.models.map(({ state }) => state),
    cells: result.cells,
    result,
    ...(viewed.origin === 'recorded' ? { command: viewed.command } : {}),
    ...(viewed.origin === 'file' || viewed.origin === 'kept' ? { name: viewed.name } : {}),
  };
}

export const shortName = (id: string): string => id.split('/').at(-1) ?? id;

export function conditionName(
  { t }: Translator,
  condition: StudyCondition,
  { fewShotCount }: Pick<StudyConfig, 'fewShotCount'>,
): string {
  if (isCondition(condition)) return t(`condition.${condition}`, { count: fewShotCount });
  return t(`controls.${placeboOf(condition)!}`);
}

/** Tuning is WebGPU's; the others also run on the CPU. */
export const needsWebgpu = (condition: StudyCondition): boolean =>
  condition === 'soft-prompt' || !isCondition(condition);

/** The name of a base ranking: its condition, or the untuned log-likelihood. */
export function rankingName(
  i18n: Translator,
  { condition, metric }: Pick<StudyRanking, 'condition' | 'metric'>,
  config: StudyConfig,
): string {
  return metric === 'knowledge'
    ? i18n.t(`study.ranking.knowledge.${config.task}`)
    : conditionName(i18n, condition, config);
}

/** Mean over the seeds, with Wilson's interval for one seed and the seeds' range for several. */
export function meanRate(rates: readonly Rate[]): {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
} {
  const [first] = rates;
  if (first && rates.length === 1) return first;
  const values = rates.map(({ rate }) => rate);
  return {
    rate: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: Math.min(...values),
    high: Math.max(...values),
  };
}

/**
 * The mean over models or seeds with the mean of their intervals. All answer the same items, so it is held to
 * be no surer than the rate of one: successes are counted over the items of one.
 */
export function pooled(rates: readonly Rate[]): Rate {
  const mean = (of: (rate: Rate) => number) => rates.reduce((sum, rate) => sum + of(rate), 0) / rates.length;
  return {
    successes: mean(({ successes }) => successes),
    n: mean(({ n }) => n),
    rate: mean(({ rate }) => rate),
    low: mean(({ low }) => low),
    high: mean(({ high }) => high),
  };
}

/** How often items are drawn anew for swap distances and gaps (eval's BOOTSTRAP_REPLICATES). */
export const RESAMPLES = 2_000;

/**
 * The scores of a ranking with their intervals, in the order of the families: over the seeds that all ranked models have,
 * as the ranking itself.
 */
export function rankedRates(
  { analysis: { families }, cells }: Pick<StudyResult, 'analysis' | 'cells'>,
  { role, condition, metric }: Pick<StudyRanking, 'role' | 'condition' | 'metric'>,
): Rate[] {
  const cellOf = (model: number) => cells.find((one) => one.model === model && one.condition === condition);
  const sides = families.flatMap(({ base, postTrained }) => [cellOf(base), cellOf(postTrained)]);
  return families.map(({ base, postTrained }) => {
    const cell = cellOf(role === 'base' ? base : postTrained);
    const shared = cell?.metrics.filter((_, i) => sides.every((one) => one?.seeds.includes(cell.seeds[i]!)));
    return pooled((shared ?? []).map((metrics) => metrics[metric]));
  });
}

/** Models in the order of the table: family by family, base first; those without a family last. */
export function tableOrder(config: StudyConfig): number[] {
  const families = [...new Set(config.models.map(({ family }) => family))].filter((family) => family !== '');
  const place = ({ family, role }: StudyConfig['models'][number]) =>
    (family === '' ? families.length : families.indexOf(family)) * 2 + (role === 'base' ? 0 : 1);
  return config.models
    .map((_, model) => model)
    .sort((a, b) => place(config.models[a]!) - place(config.models[b]!) || a - b);
}

/** Whether this is the embedded family, whose caveats are known. */
export function isEmbeddedStudy(config: StudyConfig): boolean {
  return (
    config.models.every(({ id }) => id.startsWith('micro/')) && config.benchmarkName.startsWith('micro-')
  );
}

/** "+39.8": points with their sign. */
export function pointsText({ format }: Translator, share: number): string {
  const points = format.fixed(Math.abs(share) * 100, 1);
  return share < 0 ? `−${points}` : `+${points}`;
}
