/**
 * What a ranking is made of. Pure data: knows no model and no run.
 *
 * Shapes: [models], [items]. Index m of every list is the same model, index i the same item.
 */

/**
 * For each item, how many of a condition's seeds got it right: 0 or 1 with one seed. Whole numbers on purpose: equal
 * scores are then exactly equal, and a tie is never an accident of rounding.
 */
export type ItemCounts = readonly number[];

/** One score a model; higher is better. Only order and equality matter here. */
export type Scores = readonly number[];

/** Sum over the items: the score that decides a model's place. */
export function totalOf(counts: ItemCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
