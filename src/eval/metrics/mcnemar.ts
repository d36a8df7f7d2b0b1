/**
 * Exact McNemar test for two conditions on the same items (McNemar 1947; exact binomial form): are gains and losses
 * equally likely?
 */

export interface McNemar {
  /** Items only the second condition got right. */
  readonly gains: number;
  /** Items only the first condition got right. */
  readonly losses: number;
  /** Pairs compared. */
  readonly n: number;
  /** Two-sided exact p value; 1 when no pair differs. */
  readonly p: number;
}

/** ln n! for n = 0.., summed once. */
function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1);
  for (let i = 2; i <= n; i++) logs[i] = logs[i - 1]! + Math.log(i);
  return logs;
}

/** Two-sided p of `k` successes in `m` fair trials: twice the smaller tail, at most 1. */
export function fairBinomialP(k: number, m: number): number {
  const tail = Math.min(k, m - k);
  const logs = logFactorials(m);
  let sum = 0;
  for (let i = 0; i <= tail; i++) sum += Math.exp(logs[m]! - logs[i]! - logs[m - i]! - m * Math.LN2);
  return Math.min(1, 2 * sum);
}

/** `first[i]` and `second[i]` belong to the same item. */
export function mcnemar(first: readonly boolean[], second: readonly boolean[]): McNemar {
  if (first.length !== second.length)
    throw new RangeError(`mcnemar: ${first.length} against ${second.length}`);
  const gains = second.filter((right, i) => right && !first[i]).length;
  const losses = first.filter((right, i) => right && !second[i]).length;
  return { gains, losses, n: first.length, p: fairBinomialP(gains, gains + losses) };
}
