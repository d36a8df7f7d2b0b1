/**
 * What users of evaluation harnesses saw go wrong with tokenizers: no BOS (lm-eval #2676: arc_easy 0.26 instead of 0.85),
 * BOS twice behind a chat template (ukrainian-llm-leaderboard #5), and SentencePiece's `▁` at the join of prompt and
 * option (lighteval #45).
 */

import { describe, expect, it } from 'vitest';
import { recogniseFile, withForm } from '../eval/index.ts';
import { encodeCondition, encodeExamples, type PromptOptions } from '../lab/prompts.ts';
import { createModelReader } from './reader.ts';
import { createSite } from './site.ts';
import { type SmallTokenizer, SPECIALS, smallTokenizerSource, tokenText } from './testing/small-tokenizer.ts';
import { loadTokenizer } from './tokenizer.ts';

const site = createSite('http://localhost/');

function load(tokenizer: SmallTokenizer) {
  const source = smallTokenizerSource(tokenizer);
  return loadTokenizer(source, createModelReader(source, { site }), site, {}, {});
}

const SPACES = ['metaspace-always', 'metaspace-first', 'metaspace-never', 'normalizer'] as const;
const TURNS = "{% for m in messages %}{{ '<|' + m.role + '|>' + m.content }}{% endfor %}";
const ANSWERS = "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";
const TEMPLATES = {
  'writes it': `{{ bos_token }}${TURNS}${ANSWERS}`,
  'leaves it out': `${TURNS}${ANSWERS}`,
} as const;

const items = recogniseFile('f', [
  { question: 'Capital?', choices: ['Paris', 'Rome', 'Bonn'], answer: 0 },
  { question: 'Question?', choices: ['Rome', 'Paris'], answer: 1 },
]).items;
const lettered = items.map((item) => withForm(item, { kind: 'letter' }, { statesFormat: false }));

/** Ids of each item: prefix, prompt and option. */
function rows(given: typeof items, options: PromptOptions) {
  const { prefix, items: encoded } = encodeCondition(given, 'zero-shot', () => [], options);
  return encoded.flatMap(({ item, prompt, options: ids }) =>
    ids.map((option, i) => ({ item, text: item.options![i]!, prompt: [...prefix, ...prompt], option })),
  );
}

const written = (ids: readonly number[]) =>
  ids
    .map((id) => tokenText(id))
    .join('')
    .replaceAll('▁', ' ');
const count = (ids: readonly number[]) => ids.filter((id) => id === SPECIALS.bos).length;

describe.each(SPACES)('spaces by %s', (spaces) => {
  it.each([true, false])(
    'BOS stands once before plain text where the tokenizer puts it: %s',
    async (addsBos) => {
      const tokenizer = await load({ spaces, addsBos });
      expect(tokenizer.startIds).toEqual(addsBos ? [SPECIALS.bos] : []);
      const options = { tokenizer, useChatTemplate: false };
      for (const { prompt, option } of rows(items, options)) {
        expect(prompt.indexOf(SPECIALS.bos)).toBe(addsBos ? 0 : -1);
        expect(count([...prompt, ...option])).toBe(addsBos ? 1 : 0);
      }
      for (const { ids, answerTokens } of encodeExamples(items, options)) {
        expect([count(ids), ids.indexOf(SPECIALS.bos)]).toEqual(addsBos ? [1, 0] : [0, -1]);
        expect(ids.at(-1)).toBe(SPECIALS.eos);
        expect(written(ids.slice(-answerTokens, -1))).toMatch(/^ [AB]\. (?:Paris|Paris)$/);
      }
    },
  );

  it.each(Object.entries(TEMPLATES))(
    'BOS stands once before a chat whose template %s',
    async (_, chatTemplate) => {
      const tokenizer = await load({ spaces, addsBos: true, chatTemplate });
      const options = { tokenizer, useChatTemplate: true };
      for (const { prompt, option } of rows(items, options)) {
        expect(prompt.slice(0, 2)).toEqual([SPECIALS.bos, SPECIALS.user]);
        expect(count([...prompt, ...option])).toBe(1);
        expect(prompt.at(-1)).toBe(SPECIALS.assistant);
      }
      for (const { ids } of encodeExamples(items, options)) {
        expect(ids.slice(0, 2)).toEqual([SPECIALS.bos, SPECIALS.user]);
        expect(count(ids)).toBe(1);
      }
    },
  );

  it('a chat template that writes BOS is followed where the tokenizer itself puts none', async () => {
    const chatTemplate = TEMPLATES['writes it'];
    const tokenizer = await load({ spaces, addsBos: false, chatTemplate });
    for (const { prompt } of rows(items, { tokenizer, useChatTemplate: true })) {
      expect([count(prompt), prompt[0]]).toEqual([1, SPECIALS.bos]);
    }
  });

  it('the space between prompt and option stands once and belongs to the option', async () => {
    const tokenizer = await load({ spaces, addsBos: true });
    for (const { item, text, prompt, option } of rows(items, { tokenizer, useChatTemplate: false })) {
      expect(written(option)).toBe(` ${text}`);
      expect(written(prompt).replace('<s>', '').trimStart()).toBe(item.prompt);
      expect(tokenizer.decode(option).trim()).toBe(text);
    }
  });

  it('a letter is one token, the same one that the model would write behind the cue', async () => {
    const tokenizer = await load({ spaces, addsBos: true });
    const found = rows(lettered, { tokenizer, useChatTemplate: false });
    expect(found.slice(0, 2).map(({ option }) => option.map((id) => tokenText(id)))).toEqual([
      ['▁A'],
      ['▁B'],
    ]);
    for (const { prompt, option } of found) {
      const start = tokenizer.startIds;
      const joint = tokenizer.encode(written([...prompt.slice(start.length), ...option]).trimStart());
      expect([...prompt, ...option]).toEqual([...start, ...joint]);
    }
  });
});

describe.each(SPACES)('a token over the join (":▁A"), spaces by %s', (spaces) => {
  it('parts prompt and option without another space between', async () => {
    const tokenizer = await load({ spaces, addsBos: true, spans: true });
    const texts = (ids: readonly number[]) => ids.map((id) => tokenText(id, true));
    expect(texts(tokenizer.encode('x: A')).at(-1)).toBe(':▁A');
    const found = rows(lettered, { tokenizer, useChatTemplate: false });
    expect(found.slice(0, 2).map(({ option }) => texts(option))).toEqual([['▁A'], ['▁B']]);
    for (const { prompt } of found) expect(texts(prompt).at(-1)).toBe(':');
  });
});
