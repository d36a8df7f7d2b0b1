/**
 * Rule and judge side by side: counts of both over the same items, and the rates before and after a judge was asked.
 *
 * An item whose reply could not be read, or never came, is unscored: the rate counts it as not credited over unchanged n,
 * so that a judge that credits nothing never raises it; the upper bound says what it could have been.
 * A yes of the rule stands whatever became of the judge's reply (rule first).
 */

import { wilson } from '../metrics/wilson.ts';
import type { Rate } from '../types.ts';

/** One item: `judge` is its reply, null for one that cannot be read, 'failed' for none; absent = not asked. */
export interface JudgedEntry {
  readonly rule: boolean;
  readonly judge?: boolean | null | 'failed';
}

/** Counts over the items of one condition. Asked = the four cells + unparsable + failed. */
export interface JudgedCounts {
  readonly n: number;
  readonly ruleYes: number;
  readonly bothYes: number;
  readonly ruleOnly: number;
  readonly judgeOnly: number;
  readonly bothNo: number;
  readonly unparsable: number;
  /** Asked for, but no reply came (refused by the judge, or not reached before the end). */
  readonly failed: number;
  /** Items the rule says no to and the judge did not score. */
  readonly unscoredMisses: number;
}

export function countJudged(entries: readonly JudgedEntry[]): JudgedCounts {
  const counts = {
    n: entries.length,
    ruleYes: 0,
    bothYes: 0,
    ruleOnly: 0,
    judgeOnly: 0,
    bothNo: 0,
    unparsable: 0,
    failed: 0,
    unscoredMisses: 0,
  };
  for (const { rule, judge } of entries) {
    if (rule) counts.ruleYes++;
    if (judge === undefined) continue;
    if (judge === null || judge === 'failed') {
      counts[judge === null ? 'unparsable' : 'failed']++;
      if (!rule) counts.unscoredMisses++;
    } else if (judge) counts[rule ? 'bothYes' : 'judgeOnly']++;
    else counts[rule ? 'ruleOnly' : 'bothNo']++;
  }
  return counts;
}

export interface JudgedRates {
  /** The rule alone, over all items. */
  readonly before: Rate;
  /** Rule or judge, over all items; unscored ones count as not credited. */
  readonly after: Rate;
  /** `after` if every unscored item were credited. */
  readonly upper: Rate;
  /** Items a judge was asked about. */
  readonly asked: number;
  /** Share of the judge's readable replies that agree with the rule. */
  readonly agreement: Rate;
}

export function judgedRates(counts: JudgedCounts): JudgedRates {
  const { n, ruleYes, bothYes, ruleOnly, judgeOnly, bothNo, unparsable, failed, unscoredMisses } = counts;
  const yes = ruleYes + judgeOnly;
  const read = bothYes + ruleOnly + judgeOnly + bothNo;
  return {
    before: wilson(ruleYes, n),
    after: wilson(yes, n),
    upper: wilson(yes + unscoredMisses, n),
    asked: read + unparsable + failed,
    agreement: wilson(bothYes + bothNo, read),
  };
}
