/**
 * From evaluation and loss points to what charts and tables show. Pure; knows no chart library.
 */

import type { Condition, Rate } from '../eval/types.ts';
import type { EvalPoint, LossPoint } from '../lab/types.ts';
import type { Change } from './changes.ts';

export const METRICS = ['knowledge', 'format', 'exactMatch'] as const;
export type MetricName = (typeof METRICS)[number];

/** One evaluation of the soft prompt: x is the tuning step. */
export type CurveRow = { readonly step: number } & Readonly<Record<MetricName, Rate>>;

/** The soft prompt's evaluations, by step. */
export function curveRows(points: readonly EvalPoint[]): readonly CurveRow[] {
  return points
    .filter((point) => point.condition === 'soft-prompt')
    .map(({ step, metrics }) => ({
      step,
      knowledge: metrics.knowledge,
      format: metrics.format,
      exactMatch: metrics.exactMatch,
    }))
    .sort((a, b) => a.step - b.step);
}

/** The last evaluation of a condition; null where it was not run (yet). */
export function finalPoint(points: readonly EvalPoint[], condition: Condition): EvalPoint | null {
  let last: EvalPoint | null = null;
  for (const point of points) {
    if (point.condition === condition && (last === null || point.step >= last.step)) last = point;
  }
  return last;
}

export interface Baseline {
  readonly condition: 'zero-shot' | 'few-shot';
  readonly metric: 'exactMatch' | 'format';
  readonly rate: Rate;
}

/** Untuned conditions as reference lines: exact match and, where it differs, format. */
export function baselines(points: readonly EvalPoint[]): readonly Baseline[] {
  const lines: Baseline[] = [];
  for (const condition of ['zero-shot', 'few-shot'] as const) {
    const point = finalPoint(points, condition);
    if (!point) continue;
    lines.push({ condition, metric: 'exactMatch', rate: point.metrics.exactMatch });
    if (point.metrics.format.successes !== point.metrics.exactMatch.successes) {
      lines.push({ condition, metric: 'format', rate: point.metrics.format });
    }
  }
  return lines;
}

/** The numbers of the headline: what the untuned score says, what the model knows, what the tuned score says. */
export interface Finding {
  readonly untuned: Rate;
  readonly fewShot: Rate | null;
  /** Knowledge before tuning (zero-shot). */
  readonly knowledge: Rate;
  readonly tuned: Rate | null;
  readonly tunedKnowledge: Rate | null;
  readonly step: number;
}

export function finding(points: readonly EvalPoint[]): Finding | null {
  const zero = finalPoint(points, 'zero-shot');
  if (!zero) return null;
  const soft = finalPoint(points, 'soft-prompt');
  return {
    untuned: zero.metrics.exactMatch,
    fewShot: finalPoint(points, 'few-shot')?.metrics.exactMatch ?? null,
    knowledge: zero.metrics.knowledge,
    tuned: soft?.metrics.exactMatch ?? null,
    tunedKnowledge: soft?.metrics.knowledge ?? null,
    step: soft?.step ?? 0,
  };
}

/** At most `limit` rows, evenly spaced, with the first and the last kept. */
export function decimate<T>(rows: readonly T[], limit: number): readonly T[] {
  if (rows.length <= limit) return rows;
  const last = rows.length - 1;
  return Array.from({ length: limit }, (_, i) => rows[Math.round((i * last) / (limit - 1))]!);
}

/** Chart points stay few: above this the eye gains nothing and the browser loses. */
export const MAX_CHART_POINTS = 500;

export function lossRows(losses: readonly LossPoint[]): readonly LossPoint[] {
  return decimate(losses, MAX_CHART_POINTS);
}

/** Smallest gain in score and largest change in knowledge for which the page says "the gap was form". */
const CLEAR_GAIN = 0.2;
const FLAT_KNOWLEDGE = 0.05;

/**
 * Whether most of the gain in score was form: the gain is shown, and even its lower bound is more than twice of what
 * knowledge may have changed by.
 */
export function isFormGap(gain: Change, knowledge: Change): boolean {
  const drift = Math.max(Math.abs(knowledge.low), Math.abs(knowledge.high));
  return (
    gain.shown &&
    gain.difference >= CLEAR_GAIN &&
    Math.abs(knowledge.difference) <= FLAT_KNOWLEDGE &&
    gain.low > 2 * drift
  );
}
