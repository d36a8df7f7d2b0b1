/** Whether a placebo taught the form before it taught its answers. Pure. */

import type { Rate } from '../../eval/types.ts';
import type { ControlResult } from '../../lab/types.ts';
import { rateChange } from '../../store/changes.ts';

export interface FormFirst {
  readonly step: number;
  readonly shape: Rate;
  readonly knowledge: Rate;
}

/** Outputs in the right shape from which the form counts as there. */
const FORMED = 0.9;

/**
 * The first evaluated step at which the form was there while knowledge had still to fall;
 * null where there was none: the two came together, or no later fall of knowledge is shown.
 */
export function formFirst({ points }: Pick<ControlResult, 'points'>): FormFirst | null {
  const curve = [...points].sort((a, b) => a.step - b.step);
  const last = curve.at(-1);
  const formed = curve.find(({ metrics }) => metrics.shape.rate >= FORMED);
  if (!last || !formed) return null;
  const { shape, knowledge } = formed.metrics;
  const later = rateChange(knowledge, last.metrics.knowledge);
  if (!later.shown || later.difference > 0) return null;
  return { step: formed.step, shape, knowledge };
}
