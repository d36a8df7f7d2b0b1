/**
 * The step at which format-following saturates.
 *
 * Rule: the first evaluated step s from which on every later evaluated point, s included, has a format rate of at
 * least 95 % of the plateau, where the plateau is the highest format rate of the last three points (fewer when there
 * are fewer). Null when there are fewer than two points, when the plateau lies under 50 %, or when only the last point
 * qualifies: then saturation was not observed. Single dips move the step to after the dip on purpose: before it, the
 * format had not settled. Step 0 means that the untuned model already followed the format. The answer is as fine as the
 * evaluated steps.
 */

export interface SaturationPoint {
  readonly step: number;
  /** Format rate, a share in [0, 1]. */
  readonly rate: number;
}

export const SATURATION_SHARE = 0.95;
export const MINIMUM_PLATEAU = 0.5;
const PLATEAU_POINTS = 3;

/** `points` in any order, one a step. */
export function saturationStep(points: readonly SaturationPoint[]): number | null {
  const ordered = [...points].sort((a, b) => a.step - b.step);
  const tail = ordered.slice(-PLATEAU_POINTS);
  const plateau = Math.max(...tail.map((point) => point.rate));
  if (!(plateau >= MINIMUM_PLATEAU)) return null;
  let first = ordered.length;
  while (first > 0 && ordered[first - 1]!.rate >= SATURATION_SHARE * plateau) first--;
  if (first >= ordered.length - 1) return null;
  return ordered[first]!.step;
}
