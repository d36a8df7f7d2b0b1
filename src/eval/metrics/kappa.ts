/**
 * Agreement of two raters on yes/no labels: 2 x 2 table, percent agreement, Cohen's kappa with the large-sample standard
 * error of Fleiss, Cohen and Everitt (1969). Percent agreement alone misleads when one label prevails (arXiv 2406.12624).
 */

import type { Rate } from '../types.ts';
import { wilson, Z95 } from './wilson.ts';

export interface Agreement {
  readonly table: {
    readonly bothYes: number;
    readonly firstOnly: number;
    readonly secondOnly: number;
    readonly bothNo: number;
  };
  readonly agreement: Rate;
  /** null when both raters gave one and the same label throughout: agreement by chance is then complete. */
  readonly kappa: { readonly value: number; readonly low: number; readonly high: number } | null;
}

export function agreement(first: readonly boolean[], second: readonly boolean[]): Agreement {
  if (first.length !== second.length) throw new RangeError(`agreement: ${first.length} and ${second.length}`);
  const table = { bothYes: 0, firstOnly: 0, secondOnly: 0, bothNo: 0 };
  first.forEach((yes, i) => {
    if (yes) table[second[i] ? 'bothYes' : 'firstOnly']++;
    else table[second[i] ? 'secondOnly' : 'bothNo']++;
  });
  const n = first.length;
  const rate = wilson(table.bothYes + table.bothNo, n);
  return { table, agreement: rate, kappa: n === 0 ? null : cohen(table, n) };
}

function cohen(table: Agreement['table'], n: number): Agreement['kappa'] {
  const p = [
    [table.bothYes / n, table.firstOnly / n],
    [table.secondOnly / n, table.bothNo / n],
  ] as const;
  const rows = [p[0][0] + p[0][1], p[1][0] + p[1][1]] as const;
  const columns = [p[0][0] + p[1][0], p[0][1] + p[1][1]] as const;
  const observed = p[0][0] + p[1][1];
  const chance = rows[0] * columns[0] + rows[1] * columns[1];
  if (chance === 1) return null;
  const value = (observed - chance) / (1 - chance);
  const share = (i: 0 | 1) => p[i][i] * (1 - (rows[i] + columns[i]) * (1 - value)) ** 2;
  const diagonal = share(0) + share(1);
  const off = p[0][1] * (columns[0] + rows[1]) ** 2 + p[1][0] * (columns[1] + rows[0]) ** 2;
  const correction = (value - chance * (1 - value)) ** 2;
  const variance = (diagonal + (1 - value) ** 2 * off - correction) / (n * (1 - chance) ** 2);
  const half = Z95 * Math.sqrt(Math.max(0, variance));
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}
