/**
 * Ops between token rows and selected rows, and over rows of logits, in float64.
 */
import type { CrossEntropyAttrs, RowStatsAttrs, SelectRowsAttrs } from '../graph/program.ts';
import { type Reference, rowLength } from './types.ts';

export const selectRows: Reference<SelectRowsAttrs> = (_, [x], { batch, rows }) => {
  const n = rowLength(x!);
  return [
    Float64Array.from(
      { length: rows('selected') * n },
      (_v, i) => x!.data[batch.selected[Math.floor(i / n)]! * n + (i % n)]!,
    ),
  ];
};

export const scatterRows: Reference<SelectRowsAttrs> = (_, [g], { batch, rows }) => {
  const n = rowLength(g!);
  const dx = new Float64Array(rows('tokens') * n);
  g!.data.forEach((v, i) => {
    dx[batch.selected[Math.floor(i / n)]! * n + (i % n)]! += v;
  });
  return [dx];
};

function logSumExp(row: Float64Array): number {
  const top = row.reduce((a, b) => Math.max(a, b));
  return top + Math.log(row.reduce((sum, v) => sum + Math.exp(v - top), 0));
}

export const crossEntropy: Reference<CrossEntropyAttrs> = (_, [logits], { batch, lossScale }) => {
  const n = rowLength(logits!);
  const loss = new Float64Array(logits!.rows);
  const gradient = new Float64Array(logits!.data.length);
  for (let row = 0; row < logits!.rows; row++) {
    const target = batch.targets[row]!;
    if (target < 0) continue;
    const values = logits!.data.subarray(row * n, (row + 1) * n);
    const lse = logSumExp(values);
    loss[row] = lse - values[target]!;
    values.forEach((v, i) => {
      gradient[row * n + i] = lossScale * (Math.exp(v - lse) - (i === target ? 1 : 0));
    });
  }
  return [loss, gradient];
};

export const rowStats: Reference<RowStatsAttrs> = (_, [logits], { batch }) => {
  const n = rowLength(logits!);
  const stats: number[] = [];
  for (let row = 0; row < logits!.rows; row++) {
    const values = logits!.data.subarray(row * n, (row + 1) * n);
    const best = values.reduce((a, b) => Math.max(a, b));
    stats.push(logSumExp(values), values[batch.targets[row]!] ?? 0, values.indexOf(best), best);
  }
  return [Float64Array.from(stats)];
};
