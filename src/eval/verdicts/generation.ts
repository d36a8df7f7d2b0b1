/**
 * How generations ended: end token, stop rule, or cut at the token budget; and whether a text runs in a loop. A
 * benchmark whose outputs are cut or loop measures something else (lm-evaluation-harness #3400, EuroEval #432).
 */

import type { EndReason } from '../types.ts';

export interface GenerationCounts {
  readonly n: number;
  readonly ends: Readonly<Record<EndReason, number>>;
  readonly looping: number;
}

/** Characters a repetition must cover, and how often the part must repeat, to count as a loop. */
const MINIMUM_COVER = 24;
const MINIMUM_REPEATS = 3;
/** Longest repeated part that is looked for. */
const MAXIMUM_PERIOD = 200;

/**
 * Whether the text ends in the same part at least three times over (an unfinished last copy, and no blank after it),
 * covering at least 24 characters: "Paris Paris Paris ...", or whole sentences and lines.
 */
export function isLooping(text: string): boolean {
  const body = text.trimEnd();
  const longest = Math.min(MAXIMUM_PERIOD, body.length);
  for (let period = 1; period <= longest; period++) {
    let same = 0;
    while (body[body.length - 1 - same] === body[body.length - 1 - same - period]) same++;
    const cover = same + period;
    if (cover >= MINIMUM_REPEATS * period - 1 && cover >= MINIMUM_COVER) return true;
  }
  return false;
}
