/** Two runs on the same items: what changed, item by item, with McNemar's exact test. Pure. */

import type { DifferenceInterval } from '../eval/metrics/paired-interval.ts';
import type { Condition, Rate, Verdict } from '../eval/types.ts';
import type { KeptRun } from '../lab/study/kept.ts';
import type { Placebo } from '../lab/types.ts';

export type ComparedMetric = 'exactMatch' | 'knowledge' | 'format';

/** An item that one run got right and the other not. */
export interface Flip {
  readonly itemId: string;
  readonly prompt: string;
  readonly answer: string;
  /** What each run wrote. */
  readonly first: string;
  readonly second: string;
  readonly gained: boolean;
}

export interface ConditionComparison {
  readonly condition: Condition;
  readonly metric: ComparedMetric;
  /** Each with its Wilson interval. */
  readonly rates: readonly [Rate, Rate];
  /** Second minus first on the same items, with its paired interval. */
  readonly difference: DifferenceInterval;
  readonly gains: number;
  readonly losses: number;
  /** Items both runs have. */
  readonly n: number;
  /** Two-sided exact p. */
  readonly p: number;
  readonly flips: readonly Flip[];
}

/** The rules of evaluation a comparison needs, handed in so that they load only when needed. */
export interface ComparisonRules {
  readonly wilson: (successes: number, n: number) => Rate;
  readonly pairedInterval: (first: readonly boolean[], second: readonly boolean[]) => DifferenceInterval;
  /** McNemar's exact test, two-sided. */
  readonly pValue: (first: readonly boolean[], second: readonly boolean[]) => number;
}

/** What tells two runs apart whose names are the same. */
export interface RunFacts {
  readonly startedAt: string;
  readonly seed: number;
  readonly steps: number;
  /** 0 = all. */
  readonly itemLimit: number;
  readonly controls: readonly Placebo[];
}

export function factsOf({ config, startedAt }: KeptRun['result']): RunFacts {
  const { seed, tuning, itemLimit, controls = [] } = config;
  return { startedAt, seed, steps: tuning.steps, itemLimit, controls };
}

export interface RunComparison {
  readonly names: readonly [string, string];
  readonly facts: readonly [RunFacts, RunFacts];
  /** False where the two runs' test files differ: the same id may then name another item. */
  readonly sameData: boolean;
  /** Conditions that both runs have, by exact match, knowledge and format. */
  readonly conditions: readonly ConditionComparison[];
}

const METRICS: readonly ComparedMetric[] = ['exactMatch', 'knowledge', 'format'];

interface Pair {
  readonly itemId: string;
  readonly prompt: string;
  readonly answer: string;
  readonly first: Verdict;
  readonly second: Verdict;
}

function pairsOf(first: KeptRun, second: KeptRun, condition: Condition): Pair[] {
  const others = new Map(second.examples.map((example) => [example.itemId, example]));
  return first.examples.flatMap(({ itemId, prompt, answer, verdicts }) => {
    const other = others.get(itemId);
    const [a, b] = [verdicts[condition], other?.verdicts[condition]];
    // The same id with another required answer is another item.
    return a && b && other?.answer === answer ? [{ itemId, prompt, answer, first: a, second: b }] : [];
  });
}

export function compareRuns(first: KeptRun, second: KeptRun, rules: ComparisonRules): RunComparison {
  const conditions = first.result.config.conditions.filter((condition) =>
    second.result.config.conditions.includes(condition),
  );
  return {
    names: [first.name, second.name],
    facts: [factsOf(first.result), factsOf(second.result)],
    sameData: first.result.hashes.test === second.result.hashes.test,
    conditions: conditions.flatMap((condition) => {
      const pairs = pairsOf(first, second, condition);
      if (pairs.length === 0) return [];
      return METRICS.map((metric): ConditionComparison => {
        const [a, b] = [pairs.map((pair) => pair.first[metric]), pairs.map((pair) => pair.second[metric])];
        const rate = (list: readonly boolean[]) => rules.wilson(list.filter(Boolean).length, list.length);
        const flips = pairs.flatMap(({ first: one, second: two, ...item }) =>
          one[metric] === two[metric]
            ? []
            : [{ ...item, first: one.output, second: two.output, gained: two[metric] }],
        );
        const gains = flips.filter(({ gained }) => gained).length;
        return {
          condition,
          metric,
          rates: [rate(a), rate(b)],
          difference: rules.pairedInterval(a, b),
          gains,
          losses: flips.length - gains,
          n: pairs.length,
          p: rules.pValue(a, b),
          flips,
        };
      });
    }),
  };
}
