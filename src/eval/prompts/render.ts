/**
 * An item under a condition as text. The soft prompt is no text: its condition renders as zero-shot and the vectors are
 * put before it by the model. The chat template is applied afterwards, by the tokenizer's owner.
 */

import { contentKey } from '../normalise.ts';
import type { Condition, Item } from '../types.ts';
import { fewShotPrefix } from './few-shot.ts';

/** The rendered prompt, ending in the cue without trailing space; `shots` count in 'few-shot' only. */
export function renderPrompt(item: Item, condition: Condition, shots: readonly Item[] = []): string {
  return (
    promptPrefix(
      condition,
      shots.filter((shot) => contentKey(shot) !== contentKey(item)),
    ) + item.prompt
  );
}

/** The text that all items of a condition share before their own prompt. */
export function promptPrefix(condition: Condition, shots: readonly Item[]): string {
  return condition === 'few-shot' ? fewShotPrefix(shots) : '';
}
