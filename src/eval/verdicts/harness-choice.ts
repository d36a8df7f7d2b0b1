/**
 * The letter of an option as lm-evaluation-harness 0.4.13 takes it out of a text: its filter `multi_choice_regex` with the
 * settings of its generative multiple choice tasks (mmlu_flan_cot_zeroshot, gpqa_cot_zeroshot): `(\([A-Z]\))`, the last
 * match, case and punctuation ignored. Faithful, its weaknesses included.
 */

/** Without punctuation (Unicode categories P*), lower case. */
const bare = (text: string) => text.toLowerCase().replace(/\p{P}/gu, '');

const lastMatch = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern)).at(-1);

/** `(A)` for 0; the harness has no letters beyond the alphabet. */
export const choiceLabel = (index: number) => `(${String.fromCharCode(65 + index)})`;

/**
 * The last `(B)`; else the last text of an option; else the last letter behind a colon; as `(B)`. A text that is no
 * option's but for blanks stays itself. Undefined where nothing is found. `texts` are without label.
 */
export function choiceIn(output: string, texts: readonly string[]): string | undefined {
  const labelled = lastMatch(output, /\([A-Z]\)/g)?.[0];
  if (labelled !== undefined) return labelled;
  const options = texts.map((text) => bare(text.trim()));
  // Of the signs that mean something in a pattern these are no punctuation, so that they are still there.
  const alternatives = options
    .map((text) => text.replace(/[+^$|]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|');
  const written = lastMatch(bare(output), new RegExp(alternatives, 'g'))?.[0].trim();
  if (written) {
    const index = options.lastIndexOf(written);
    return index < 0 ? written : choiceLabel(index);
  }
  const last = choiceLabel(Math.min(texts.length, 26) - 1)[1];
  const behindColon = lastMatch(output, new RegExp(`:\\s*([A-${last}])`, 'g'))?.[1];
  return behindColon === undefined ? undefined : `(${behindColon})`;
}
