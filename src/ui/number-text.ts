/** Differences and p values as texts, for tables and sentences. Pure. */

import type { Formatters } from '../i18n/format.ts';

type Fixed = Formatters['fixed'];

/** A difference in percentage points, with its sign. */
export function signed(fixed: Fixed, share: number): string {
  const text = fixed(Math.abs(100 * share), 1);
  return share > 0 ? `+${text}` : share < 0 ? `\u2212${text}` : text;
}

/** Small p values are bounded, not printed with digits that mean nothing. */
export function pText(p: number, fixed: Fixed): string {
  return p < 0.001 ? `< ${fixed(0.001, 3)}` : fixed(p, 3);
}
