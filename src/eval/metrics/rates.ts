/** Verdicts to rates, each with n and its interval. */

import type { Metrics, Rate, Verdict } from '../types.ts';
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
