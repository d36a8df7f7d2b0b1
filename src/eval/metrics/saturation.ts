/**
 * The step at which format-following saturates.
 *
 * Rule: the first evaluated step s from which on every later evaluated point, s included, has a format rate of at
 * least 95 % of the plateau, where the plateau is the highest format rate of the last three points (fewer when there
 * are fewer). Null when there are fewer than two points, when the plateau lies under 50 %, or when only the last point
 * qualifies: then saturation was not observed. Single dips move the step to after the dip on purpose: before it, the
 * format had not settled. Step 0 means that the untuned model already followed the format. The answer is as fine as the
 * evaluated steps.
 *
 * Its uncertainty: the items are drawn with replacement, each with all its steps (paired bootstrap, Efron 1979, seeded),
 * and the rule is applied to every replicate.
 */

import { createRng } from '../../lib/rng.ts';
import { BOOTSTRAP_REPLICATES } from './bootstrap.ts';

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

export interface SaturationInterval {
  /** Ends of the central 95 % of the replicates, themselves evaluated steps; null = no saturation within the run. */
  readonly low: number | null;
  readonly high: number | null;
  /** Share of the replicates without saturation, in [0, 1]. */
  readonly never: number;
  readonly replicates: number;
  readonly n: number;
}

/**
 * `follows`: by step, whether each item's output followed the format, items in one order. Undefined without items or with
 * fewer than two steps. Throws RangeError where steps differ in their items.
 */
export function saturationInterval(
  follows: ReadonlyMap<number, readonly boolean[]>,
  seed: number,
  replicates = BOOTSTRAP_REPLICATES,
): SaturationInterval | undefined {
  const steps = [...follows.keys()];
  const n = follows.get(steps[0]!)?.length ?? 0;
  if (steps.length < 2 || n === 0) return undefined;
  const lists = [...follows.values()];
  if (lists.some((list) => list.length !== n)) throw new RangeError('saturationInterval: unequal items');
  const rng = createRng(seed, 'saturation');
  const found: number[] = [];
  for (let r = 0; r < replicates; r++) {
    const counts = new Array<number>(steps.length).fill(0);
    for (let draw = 0; draw < n; draw++) {
      const item = rng.int(n);
      for (let s = 0; s < lists.length; s++) if (lists[s]![item]) counts[s]!++;
    }
    const points = steps.map((step, s) => ({ step, rate: counts[s]! / n }));
    found.push(saturationStep(points) ?? Number.POSITIVE_INFINITY);
  }
  found.sort((a, b) => a - b);
  // Steps have nothing between them: the nearest replicate outwards.
  const at = (index: number) => {
    const step = found[index]!;
    return Number.isFinite(step) ? step : null;
  };
  return {
    low: at(Math.floor(0.025 * (replicates - 1))),
    high: at(Math.ceil(0.975 * (replicates - 1))),
    never: found.filter((step) => !Number.isFinite(step)).length / replicates,
    replicates,
    n,
  };
}
