/**
 * Items under a condition as token ids: what all items share (the prefix, computed once), each item's own prompt, and
 * the continuations that are scored. Texts come from eval, ids from the tokenizer; the soft prompt is not text and is
 * added by the caller.
 */

import type { TrainingExample } from '../engine/model/types.ts';
import { optionContinuations, renderPrompt } from '../eval/index.ts';
import type { Condition, Item } from '../eval/types.ts';
import { commonPrefixLength, encodePair } from './boundary.ts';
import type { LabTokenizer } from './tokenizer.ts';

export interface EncodedItem {
  readonly item: Item;
  /** After the shared prefix; never empty. */
  readonly prompt: readonly number[];
  /** closed: ids of each option as the model would write it; open: empty. */
  readonly options: readonly (readonly number[])[];
  /** The prompt as text, as the model sees it. */
  readonly text: string;
  /** Between prompt and answer. */
  readonly delimiter?: string;
}

export interface EncodedCondition {
  readonly prefix: readonly number[];
  readonly items: readonly EncodedItem[];
}

export interface PromptOptions {
  readonly tokenizer: LabTokenizer;
  readonly useChatTemplate: boolean;
}

interface Rendered {
  readonly text: string;
  /** Before the answer; a space unless the chat template says otherwise. */
  readonly delimiter: string;
}

function render(text: string, { tokenizer, useChatTemplate }: PromptOptions): Rendered {
  return useChatTemplate ? tokenizer.applyChatTemplate(text) : { text, delimiter: ' ' };
}

/**
 * Ids of a text that has something before it. Tokenizers as SentencePiece makes them put a space of their own before a
 * text alone (lighteval #45), so it is encoded behind a line break, whose ids are then cut off.
 */
function encodeInside(tokenizer: LabTokenizer, text: string): readonly number[] {
  const before = tokenizer.encode('\n');
  const ids = tokenizer.encode(`\n${text}`);
  return before.every((id, i) => ids[i] === id) ? ids.slice(before.length) : tokenizer.encode(text);
}

/** Encoders of one tokenizer: the last text is remembered, since every option of an item has the same prompt. */
function pairEncoder({ tokenizer, useChatTemplate }: PromptOptions) {
  const start = tokenizer.startIds;
  let last: { readonly text: string; readonly ids: readonly number[] } = { text: '', ids: start };
  const encode = (text: string): readonly number[] => {
    if (text === last.text) return last.ids;
    const ids = tokenizer.encode(text);
    // Most chat templates write the start token out, some leave it to the tokenizer: it stands there once.
    const written = useChatTemplate && start.length > 0 && start.every((id, i) => ids[i] === id);
    return written ? ids : [...start, ...ids];
  };
  return (prompt: Rendered, answer: string) => {
    const inside = (text: string) => encodeInside(tokenizer, text);
    const pair = encodePair(encode, inside, prompt.text, prompt.delimiter + answer);
    last = { text: prompt.text, ids: pair.prompt };
    return pair;
  };
}

/** Ids of every item; `shots`, the pairs of an item, are used by 'few-shot' only. */
export function encodeCondition(
  items: readonly Item[],
  condition: Condition,
  shots: (item: Item) => readonly Item[],
  options: PromptOptions,
): EncodedCondition {
  const encode = pairEncoder(options);
  const rows = items.map((item) => {
    const prompt = render(
      renderPrompt(item, condition, condition === 'few-shot' ? shots(item) : []),
      options,
    );
    const continuations = optionContinuations(item).map((text) => text.replace(/^ /, ''));
    const pairs = continuations.map((text) => encode(prompt, text));
    const ids = pairs[0]?.prompt ?? encode(prompt, item.answer).prompt;
    return {
      item,
      ids,
      text: prompt.text,
      delimiter: prompt.delimiter,
      options: pairs.map((pair) => pair.continuation),
    };
  });
  const shared = commonPrefixLength(rows.map((row) => row.ids));
  return {
    prefix: rows[0]?.ids.slice(0, shared) ?? [],
    items: rows.map(({ item, ids, text, delimiter, options: continuations }) => ({
      item,
      text,
      delimiter,
      prompt: ids.slice(shared),
      options: continuations,
    })),
  };
}

/** Prompt, answer and end token of each item; the loss is on answer and end token. */
export function encodeExamples(items: readonly Item[], options: PromptOptions): TrainingExample[] {
  const { endId } = options.tokenizer;
  const encode = pairEncoder(options);
  return items.map((item) => {
    const prompt = render(renderPrompt(item, 'soft-prompt'), options);
    const pair = encode(prompt, item.answer);
    const answer = endId === undefined ? pair.continuation : [...pair.continuation, endId];
    return { ids: [...pair.prompt, ...answer], answerTokens: answer.length };
  });
}

/** Positions the longest row of a condition takes, with `virtualTokens` before it and room for the answer. */
export function longestRow(condition: EncodedCondition, virtualTokens: number, newTokens: number): number {
  let longest = 0;
  for (const { prompt, options } of condition.items) {
    const answer = options.reduce((most, option) => Math.max(most, option.length), newTokens);
    longest = Math.max(longest, prompt.length + answer);
  }
  return virtualTokens + condition.prefix.length + longest;
}
