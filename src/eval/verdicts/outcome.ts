/**
 * From the three decisions to one of three outcomes. "Uncaptured" is what format-strict scoring loses: the model knows,
 * but its output is not what an exact match counts.
 */

import type { Outcome } from '../types.ts';

export function outcomeOf(decisions: { readonly exactMatch: boolean; readonly knowledge: boolean }): Outcome {
  if (decisions.exactMatch) return 'correct';
  return decisions.knowledge ? 'uncaptured' : 'wrong';
}
