/**
 * The default base prompt of an item, made when it is read: of half a million items a run shows a few hundred, and
 * their prompts would be the larger half of what they hold.
 *
 * An own, enumerable property like any other, so that copies, comparisons and JSON see the text.
 */

import { basePrompt, type PromptParts } from '../prompts/templates.ts';

const PROMPT: PropertyDescriptor = {
  get(this: PromptParts) {
    return basePrompt(this);
  },
  enumerable: true,
};

/** Adds `prompt` to the item's parts. */
export function withDefaultPrompt<T extends PromptParts>(parts: T): T & { readonly prompt: string } {
  return Object.defineProperty(parts, 'prompt', PROMPT) as T & { readonly prompt: string };
}
