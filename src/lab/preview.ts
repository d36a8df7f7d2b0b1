/** What the model will be shown, before a run: any evaluated item under any condition, with the rules its answer ends by. */

import type { Benchmark, Condition } from '../eval/types.ts';
import { newTokenBudget } from './config.ts';
import { evaluatedItems, shotPicker, stopChoice } from './items.ts';
import { encodeCondition } from './prompts.ts';
import type { LabTokenizer } from './tokenizer.ts';
import type { PromptPreview, RunConfig } from './types.ts';

/** Previews of one benchmark under one configuration; what is common to all items is computed once. */
export function createPreviewer(
  benchmark: Benchmark,
  config: RunConfig,
  tokenizer: LabTokenizer,
): (condition: Condition, index: number) => PromptPreview {
  const items = evaluatedItems(benchmark, config);
  const shots = shotPicker(benchmark, items, config);
  const maxNewTokens = newTokenBudget(config, items, (text) => tokenizer.encode(text).length);
  const { rule, widened, conflicts } = stopChoice(benchmark, config);
  const options = { tokenizer, useChatTemplate: config.useChatTemplate };
  return (condition, index) => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)]!;
    const { prefix, items: encoded } = encodeCondition([item], condition, shots, options);
    const { text, prompt } = encoded[0]!;
    return {
      itemId: item.id,
      index: items.indexOf(item),
      count: items.length,
      text,
      tokens: prefix.length + prompt.length,
      startTokens: tokenizer.startIds.length,
      required: item.answer,
      stopRule: rule,
      stopWidened: widened,
      maxNewTokens,
      conflicts: conflicts.length,
    };
  };
}
