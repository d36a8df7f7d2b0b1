/** Keeps direct labels apart: one-dimensional, order kept. Pure. */

/**
 * Moves label centres so that neighbours are at least `gap` apart and all lie within [low, high], staying as near to
 * their wishes as a single pass down and one pass up allow. Positions come back in the order of the input.
 */
export function spreadLabels(wished: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wished.map((_, i) => i).sort((a, b) => wished[a]! - wished[b]!);
  const placed = new Array<number>(wished.length);
  let floor = low;
  for (const i of order) {
    placed[i] = Math.max(wished[i]!, floor);
    floor = placed[i] + gap;
  }
  let ceiling = high;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i]!, ceiling);
    ceiling = placed[i] - gap;
  }
  return placed;
}
