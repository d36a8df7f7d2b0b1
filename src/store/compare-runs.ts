/** Two runs on the same items: what changed, item by item, with McNemar's exact test. Pure. */

import type { Condition, Verdict } from '../eval/types.ts';
import type { KeptRun } from '../lab/study/kept.ts';

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
  readonly rates: readonly [number, number];
  readonly gains: number;
  readonly losses: number;
  /** Items both runs have. */
  readonly n: number;
  /** Two-sided exact p. */
  readonly p: number;
  readonly flips: readonly Flip[];
}

export interface RunComparison {
  readonly names: readonly [string, string];
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

/** `pValue` is McNemar's exact test, handed in so that the rules of evaluation load only when needed. */
export function compareRuns(
  first: KeptRun,
  second: KeptRun,
  pValue: (first: readonly boolean[], second: readonly boolean[]) => number,
): RunComparison {
  const conditions = first.result.config.conditions.filter((condition) =>
    second.result.config.conditions.includes(condition),
  );
  return {
    names: [first.name, second.name],
    sameData: first.result.hashes.test === second.result.hashes.test,
    conditions: conditions.flatMap((condition) => {
      const pairs = pairsOf(first, second, condition);
      if (pairs.length === 0) return [];
      return METRICS.map((metric): ConditionComparison => {
        const [a, b] = [pairs.map((pair) => pair.first[metric]), pairs.map((pair) => pair.second[metric])];
        const share = (list: readonly boolean[]) => list.filter(Boolean).length / list.length;
        const flips = pairs.flatMap(({ first: one, second: two, ...item }) =>
          one[metric] === two[metric]
            ? []
            : [{ ...item, first: one.output, second: two.output, gained: two[metric] }],
        );
        const gains = flips.filter(({ gained }) => gained).length;
        return {
          condition,
          metric,
          rates: [share(a), share(b)],
          gains,
          losses: flips.length - gains,
          n: pairs.length,
          p: pValue(a, b),
          flips,
        };
      });
    }),
  };
}
