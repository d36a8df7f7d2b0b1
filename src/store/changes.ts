/**
 * What may be said of a change between two rates on the same items: shown, within the margin of equivalence, or neither.
 * From paired counts where a result keeps them, else from the two rates alone. Loads no statistics: the tests of paired
 * counts are done in analysis.ts.
 */

import type { Rate } from '../eval/types.ts';
import type { ComparedMetric, Side } from '../lab/types.ts';
import type { ComparisonRow } from './analysis.ts';

export interface Change {
  /** after - before, as a share. */
  readonly difference: number;
  /** 95 % interval of the difference. */
  readonly low: number;
  readonly high: number;
  readonly n: number;
  /** The interval leaves out 0 and the exact test says so, too. */
  readonly shown: boolean;
  /** Equivalence within ±MARGIN is shown. */
  readonly within: boolean;
}

/** As a share; the equivalence margin of the evaluation. */
export const MARGIN = 0.03;
const LEVEL = 0.05;

const leavesOutZero = (low: number, high: number) => low > 0 || high < 0;

/**
 * From the rates alone: the interval of two independent shares (Newcombe 1998, Statistics in Medicine 17: 873-890,
 * method 10), wider than the paired one as long as both get mostly the same items right. How many items changed is not
 * known, so `shown` also asks that McNemar's exact test would find the change if all of them had changed the same way.
 */
export function rateChange(before: Rate, after: Rate): Change {
  const difference = after.rate - before.rate;
  const low = difference - Math.hypot(after.rate - after.low, before.high - before.rate);
  const high = difference + Math.hypot(after.high - after.rate, before.rate - before.low);
  const smallestP = 2 ** (1 - Math.abs(after.successes - before.successes));
  return {
    difference,
    low,
    high,
    n: after.n,
    shown: leavesOutZero(low, high) && smallestP < LEVEL,
    within: low > -MARGIN && high < MARGIN,
  };
}

function pairedChange({ difference, low, high, n, p, equivalent }: ComparisonRow): Change {
  return { difference, low, high, n, shown: leavesOutZero(low, high) && p < LEVEL, within: equivalent };
}

/** The paired comparison where there is one, else the two rates. */
export function changeOf(
  comparisons: readonly ComparisonRow[],
  [first, second, metric]: readonly [Side, Side, ComparedMetric],
  before: Rate,
  after: Rate,
): Change {
  const row = comparisons.find(
    (one) => one.first === first && one.second === second && one.metric === metric,
  );
  return row ? pairedChange(row) : rateChange(before, after);
}
