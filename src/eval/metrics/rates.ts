/** Verdicts to rates, each with n and its interval. */

import type { Metrics, Outcome, Rate, Verdict } from '../types.ts';
import { wilson } from './wilson.ts';

/** The share of verdicts for which `holds`. */
export function rateOf(verdicts: readonly Verdict[], holds: (verdict: Verdict) => boolean): Rate {
  return wilson(verdicts.filter(holds).length, verdicts.length);
}

export function metricsOf(verdicts: readonly Verdict[]): Metrics {
  return {
    exactMatch: rateOf(verdicts, (verdict) => verdict.exactMatch),
    knowledge: rateOf(verdicts, (verdict) => verdict.knowledge),
    format: rateOf(verdicts, (verdict) => verdict.format),
    shape: rateOf(verdicts, (verdict) => verdict.shape),
  };
}

export function outcomeCounts(verdicts: readonly Verdict[]): Readonly<Record<Outcome, number>> {
  const counts = { correct: 0, uncaptured: 0, wrong: 0 };
  for (const verdict of verdicts) counts[verdict.outcome]++;
  return counts;
}
