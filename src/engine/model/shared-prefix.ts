/**
 * Splits a call into what all rows share and what each row adds.
 */
import { LabError } from '../../lib/errors.ts';
import { virtualTokenId } from './batch.ts';
import { assertTokens, virtualTokenCount } from './errors.ts';
import type { SharedPrefix } from './kv-cache.ts';
import type { Prefix } from './types.ts';

export interface SplitCall {
  readonly shared: SharedPrefix;
  /** Each at least one token long; virtual tokens as -1-v. */
  readonly prompts: readonly (readonly number[])[];
}

/**
 * Validates a prefix and its prompts. Where a prompt is empty, its first prediction comes from the prefix's last token,
 * so that token moves from the shared part into every row: a row must feed at least one token to have logits.
 * Throws `model.bad-token`, `model.soft-prompt-shape`, `model.not-finite`, `model.empty-prompt` {row}.
 */
export function splitCall(
  prefix: Prefix,
  prompts: readonly (readonly number[])[],
  model: { readonly vocabSize: number; readonly hiddenSize: number },
): SplitCall {
  const virtual = virtualTokenCount(prefix.softPrompt, model.hiddenSize);
  assertTokens(prefix.ids, model.vocabSize, 0);
  prompts.forEach((prompt, row) => {
    assertTokens(prompt, model.vocabSize, row);
  });
  const tokens = [...Array.from({ length: virtual }, (_, v) => virtualTokenId(v)), ...prefix.ids];
  const empty = prompts.findIndex((prompt) => prompt.length === 0);
  if (empty < 0) return { shared: { softPrompt: prefix.softPrompt, tokens }, prompts };
  const last = tokens.pop();
  if (last === undefined) throw new LabError('model.empty-prompt', { row: empty });
  return {
    shared: { softPrompt: prefix.softPrompt, tokens },
    prompts: prompts.map((prompt) => [last, ...prompt]),
  };
}
