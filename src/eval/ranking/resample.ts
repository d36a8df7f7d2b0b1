/**
 * Bootstrap over items (Efron 1979): how rankings would come out with other items of the same kind.
 *
 * Every replicate draws the items once for all models and conditions, so that what is paired stays paired. Seeded.
 * Intervals are percentiles by nearest rank, hence distances that can occur. A distance cannot fall below zero, so
 * resampling noise moves it upwards: an observed distance may lie at the lower end of its interval, or below it.
 */

import { createRng } from '../../lib/rng.ts';
import { BOOTSTRAP_REPLICATES } from '../metrics/bootstrap.ts';
import { swapDistance } from './swap-distance.ts';
import { type ItemCounts, type Scores, totalOf } from './types.ts';

/** Scores of the models in each replicate: [replicates][models]. */
export type Replicates = readonly Scores[];

/**
 * Total counts of each column on resampled items: [replicates][columns], stream 'ranking'. Columns are whatever is
 * scored on the same items: models, conditions, both; one at least.
 */
export function resampleTotals(
  columns: readonly ItemCounts[],
  seed: number,
  replicates = BOOTSTRAP_REPLICATES,
): Replicates {
  const items = columns[0]!.length;
  if (columns.some((column) => column.length !== items)) throw new RangeError('resampleTotals: other items');
  const rng = createRng(seed, 'ranking');
  const times = new Uint32Array(items);
  return Array.from({ length: replicates }, () => {
    times.fill(0);
    for (let i = 0; i < items; i++) times[rng.int(items)]!++;
    return columns.map((column) => {
      let total = 0;
      for (let i = 0; i < items; i++) total += times[i]! * column[i]!;
      return total;
    });
  });
}

/** Value at share `p`, above 0, of ascending values, by nearest rank. */
function nearestRank(sorted: readonly number[], p: number): number {
  return sorted[Math.ceil(p * sorted.length) - 1]!;
}

/**
 * The chance that taking the model on top of `ranking` takes a best one of `reference`: 1 or 0 with one on top, and the
 * share of right ones among several that tie there, since the pick is then a draw.
 */
export function namesBest(ranking: Scores, reference: Scores): number {
  const [top, best] = [Math.max(...ranking), Math.max(...reference)];
  const tops = ranking.flatMap((score, m) => (score === top ? [m] : []));
  return tops.filter((m) => reference[m] === best).length / tops.length;
}

export interface RankingAgreement {
  /** Swaps between the two rankings as measured. */
  readonly distance: number;
  /** 95 % percentile interval over resampled items. */
  readonly low: number;
  readonly high: number;
  /** How often, over resampled items, the best model of `reference` is on top of `ranking`. */
  readonly bestNamed: number;
}

/** `ranking[m]` and `reference[m]` belong to the same model (or to the two of a pair), all on the same items. */
export function compareRankings(
  ranking: readonly ItemCounts[],
  reference: readonly ItemCounts[],
  seed: number,
  replicates = BOOTSTRAP_REPLICATES,
): RankingAgreement {
  if (ranking.length === 0) throw new RangeError('compareRankings: no models');
  const models = ranking.length;
  const totals = resampleTotals([...ranking, ...reference], seed, replicates);
  const distances = totals
    .map((scores) => swapDistance(scores.slice(0, models), scores.slice(models)))
    .sort((a, b) => a - b);
  const named = totals.reduce(
    (sum, scores) => sum + namesBest(scores.slice(0, models), scores.slice(models)),
    0,
  );
  return {
    distance: swapDistance(ranking.map(totalOf), reference.map(totalOf)),
    low: nearestRank(distances, 0.025),
    high: nearestRank(distances, 0.975),
    bestNamed: named / totals.length,
  };
}
