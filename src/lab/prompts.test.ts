import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../eval/types.ts';
import { openModel } from '../hub/open-model.ts';
import { createSite } from '../hub/site.ts';
import { encodeCondition, encodeExamples, longestRow } from './prompts.ts';
import { embeddedSource, microBenchmark } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';

const { train, test } = microBenchmark('closed');
const items = test.slice(0, 6);
let base: LabTokenizer;
let chat: LabTokenizer;

beforeAll(async () => {
  const options = { site: createSite('http://localhost/') };
  base = (await openModel(embeddedSource('micro/m1-base'), undefined, options)).tokenizer;
  chat = (await openModel(embeddedSource('micro/m1-chat'), undefined, options)).tokenizer;
});

describe('encodeCondition', () => {
  it('splits every prompt into a shared start and its own rest', () => {
    const encoded = encodeCondition(items, 'few-shot', () => train.slice(0, 3), {
      tokenizer: base,
      useChatTemplate: false,
    });
    expect(encoded.prefix.length).toBeGreaterThan(50);
    encoded.items.forEach(({ item, prompt, text, options }) => {
      expect(prompt.length).toBeGreaterThan(0);
      expect(base.decode([...encoded.prefix, ...prompt])).toBe(text);
      expect(text.endsWith(item.prompt)).toBe(true);
      expect(options.map((ids) => base.decode(ids))).toEqual(item.options!.map((option) => ` ${option}`));
    });
  });

  it('lets the chat template say where the prompt ends', () => {
    const encoded = encodeCondition(items, 'zero-shot', () => [], { tokenizer: chat, useChatTemplate: true });
    const [first] = encoded.items;
    expect(first!.text).toBe(`<|user|>${items[0]!.prompt}<|end|><|assistant|>`);
    expect(chat.decode(first!.options[0]!)).toBe(` ${items[0]!.options![0]}`);
    // <|assistant|> is the last token of the prompt.
    expect(first!.prompt.at(-1)).toBe(chat.encode('<|assistant|>')[0]);
  });

  it('puts the tokenizer’s start token before every prompt exactly once, whether the chat template writes it or not', () => {
    const withStart = (tokenizer: LabTokenizer): LabTokenizer => ({ ...tokenizer, startIds: [99] });
    const plain = encodeCondition(items, 'zero-shot', () => [], {
      tokenizer: withStart(base),
      useChatTemplate: false,
    });
    expect([...plain.prefix, ...plain.items[0]!.prompt].filter((id) => id === 99)).toEqual([99]);
    expect(plain.prefix[0]).toBe(99);
    const opening = chat.encode('<|user|>')[0]!;
    for (const start of [99, opening]) {
      const tokenizer = { ...chat, startIds: [start] };
      const rendered = encodeCondition(items, 'zero-shot', () => [], { tokenizer, useChatTemplate: true });
      const ids = [...rendered.prefix, ...rendered.items[0]!.prompt];
      expect(ids[0]).toBe(start);
      expect(ids.filter((id) => id === start)).toHaveLength(1);
      const [example] = encodeExamples(items, { tokenizer, useChatTemplate: true });
      expect(example!.ids.filter((id) => id === start)).toHaveLength(1);
    }
  });

  it('has no options for open items', () => {
    const open: Item[] = microBenchmark('open').test.slice(0, 3);
    const encoded = encodeCondition(open, 'zero-shot', () => [], { tokenizer: base, useChatTemplate: false });
    expect(encoded.items.map(({ options }) => options)).toEqual([[], [], []]);
  });

  it('counts soft prompt, prefix, prompt and answer as positions', () => {
    const encoded = encodeCondition(items, 'soft-prompt', () => [], {
      tokenizer: base,
      useChatTemplate: false,
    });
    const longest = Math.max(...encoded.items.map(({ prompt }) => prompt.length));
    expect(longestRow(encoded, 10, 100)).toBe(10 + encoded.prefix.length + longest + 100);
  });
});

describe('encodeExamples', () => {
  it('are prompt, answer and end token, with the loss on answer and end token', () => {
    const [example] = encodeExamples(items, { tokenizer: base, useChatTemplate: false });
    const answer = example!.ids.slice(-example!.answerTokens);
    expect(answer.at(-1)).toBe(base.endId);
    expect(base.decode(answer)).toBe(` ${items[0]!.answer}`);
    expect(base.decode(example!.ids.slice(0, -example!.answerTokens))).toBe(items[0]!.prompt);
    // The recipe's tune.py encodes prompt and answer apart; here nothing spans the join.
    expect(example!.ids).toEqual([
      ...base.encode(items[0]!.prompt),
      ...base.encode(` ${items[0]!.answer}`),
      base.endId,
    ]);
  });

  it('end chats in the template’s own end token', () => {
    const [example] = encodeExamples(items, { tokenizer: chat, useChatTemplate: true });
    expect(example!.ids.at(-1)).toBe(chat.encode('<|end|>')[0]);
  });
});
