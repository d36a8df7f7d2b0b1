/** Evaluation points and losses as columns, as links carry them since version 1. Frozen. */

import type { Condition, Metrics } from '../eval/types.ts';
import type { EvalPoint, LossPoint } from '../lab/types.ts';
import { fromDifferences, fromFixedColumn, rounded, toDifferences, toFixedColumn } from './columns.ts';
import { malformed, numbers, rows } from './compact-rows.ts';

export const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
const METRICS = ['exactMatch', 'knowledge', 'format', 'shape'] as const;

/** Columns: condition, step, seconds, the four success counts, the four n (one number where all are equal). */
export function packPoints(points: readonly EvalPoint[]): unknown[] {
  const totals = METRICS.map((metric) => points.map((point) => point.metrics[metric].n));
  const first = totals[0]?.[0] ?? 0;
  const same = totals.every((column) => column.every((n) => n === first));
  return [
    points.map((point) => CONDITIONS.indexOf(point.condition)),
    points.map((point) => point.step),
    points.map((point) => rounded(point.seconds, 3)),
    METRICS.map((metric) => points.map((point) => point.metrics[metric].successes)),
    same ? first : totals,
  ];
}

export function unpackPoints(value: unknown): unknown[] {
  const [conditions, steps, seconds, successes, totals] = rows(value, 'points');
  const stepColumn = numbers(steps, 'points.step');
  const secondsColumn = numbers(seconds, 'points.seconds');
  const successColumns = rows(successes, 'points').map((column) => numbers(column, 'points'));
  const n = (metric: number, i: number) =>
    typeof totals === 'number' ? totals : numbers(rows(totals, 'points.n')[metric], 'points.n')[i];
  return numbers(conditions, 'points.condition').map((code, i) => ({
    condition: CONDITIONS[code],
    step: stepColumn[i],
    seconds: secondsColumn[i],
    metrics: Object.fromEntries(
      METRICS.map((metric, m): [keyof Metrics, unknown] => {
        const count = successColumns[m]?.[i];
        const total = n(m, i);
        if (count === undefined || total === undefined) return malformed(`points.${metric}`);
        return [metric, { successes: count, n: total, rate: 0, low: 0, high: 0 }];
      }),
    ),
  }));
}

/** Columns: differences of steps, then loss, gradient norm and seconds as [decimals, differences]. */
export function packLosses(losses: readonly LossPoint[]): unknown[] {
  const column = (field: keyof LossPoint, digits: number) =>
    toFixedColumn(
      losses.map((point) => point[field]),
      digits,
    );
  return [
    toDifferences(losses.map((point) => point.step)),
    column('loss', 6),
    column('gradientNorm', 3),
    column('seconds', 2),
  ];
}

export function unpackLosses(value: unknown): unknown[] {
  const [steps, ...measured] = rows(value, 'losses');
  const [losses, norms, seconds] = measured.map((column) => {
    const [decimals, differences] = rows(column, 'losses');
    const scale = typeof decimals === 'number' ? decimals : malformed('losses');
    return fromFixedColumn(scale, numbers(differences, 'losses'));
  });
  if (!losses || !norms || !seconds) return malformed('losses');
  return fromDifferences(numbers(steps, 'losses.step')).map((step, i) => ({
    step,
    loss: losses[i],
    gradientNorm: norms[i],
    seconds: seconds[i],
  }));
}
