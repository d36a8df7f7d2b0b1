/**
 * Where a prompt's tokens end and a continuation's begin.
 *
 * Rule: lm-evaluation-harness, `TemplateLM._encode_pair`: trailing spaces of the context belong to the continuation
 * (tokenizers put a space at the head of a word), context and continuation are encoded together, and what follows the
 * context's own tokens is the continuation. Two deviations: the harness moves newlines as well, but a rendered chat
 * ends in one that belongs to it; and the harness cuts by count even where a token spans the join, and then scores
 * other text than was asked for. Here such a pair is encoded in two parts, so that all options of a question keep
 * the same prompt tokens.
 */

export interface EncodedPair {
  readonly prompt: readonly number[];
  readonly continuation: readonly number[];
  /** Whether a token of the joint encoding spans the join, so that the parts were encoded apart. */
  readonly split: boolean;
}

/**
 * Token ids of `prompt` and of `continuation` after it.
 *
 * `encode` adds no special tokens of its own beyond what every text gets at its start. The continuation is never
 * empty when its text is not.
 */
export function encodePair(
  encode: (text: string) => readonly number[],
  encodeContinuation: (text: string) => readonly number[],
  prompt: string,
  continuation: string,
): EncodedPair {
  const context = prompt.replace(/ +$/, '');
  const rest = prompt.slice(context.length) + continuation;
  const promptIds = encode(context);
  const joint = encode(context + rest);
  const intact = joint.length > promptIds.length && promptIds.every((id, index) => joint[index] === id);
  return intact
    ? { prompt: promptIds, continuation: joint.slice(promptIds.length), split: false }
    : { prompt: promptIds, continuation: encodeContinuation(rest), split: true };
}

/**
 * Length of the longest common start of all rows, at least one token short of the shortest row: what a shared KV
 * cache may hold while every row keeps a token of its own to compute.
 */
export function commonPrefixLength(rows: readonly (readonly number[])[]): number {
  const first = rows[0];
  if (!first) return 0;
  let length = Math.max(0, Math.min(...rows.map((row) => row.length)) - 1);
  for (const row of rows) {
    let same = 0;
    while (same < length && row[same] === first[same]) same++;
    length = same;
  }
  return length;
}
