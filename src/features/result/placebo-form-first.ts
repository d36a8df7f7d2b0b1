/** Whether a placebo taught the form before it taught its answers. Pure. */

import type { ControlResult } from '../../lab/types.ts';

export interface FormFirst {
  readonly step: number;
  readonly shape: number;
  readonly knowledge: number;
}

/** Outputs in the right shape from which the form counts as there. */
const FORMED = 0.9;
/** Knowledge above the last step's from which it counts as still there; as the page's other falls. */
const STILL_THERE = 0.05;

/**
 * The first evaluated step at which the form was there while knowledge had still to fall, shares of the test items;
 * null where there was none: the two came together, or knowledge did not fall.
 */
export function formFirst({ points }: Pick<ControlResult, 'points'>): FormFirst | null {
  const curve = [...points].sort((a, b) => a.step - b.step);
  const last = curve.at(-1);
  const formed = curve.find(({ metrics }) => metrics.shape.rate >= FORMED);
  if (!last || !formed) return null;
  const { shape, knowledge } = formed.metrics;
  if (knowledge.rate - last.metrics.knowledge.rate <= STILL_THERE) return null;
  return { step: formed.step, shape: shape.rate, knowledge: knowledge.rate };
}
