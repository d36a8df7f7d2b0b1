/** A judge in the page: the embedded chat model through transformers.js on wasm, in a real browser. */

import { describe, expect, it } from 'vitest';
import { cutReply } from '../../eval/index.ts';
import { browserSite } from '../../hub/browser-site.ts';
import type { Judge } from '../../lab/judge/types.ts';
import { openPageJudge } from './page-model.ts';

const site = browserSite(`${window.origin}/`, undefined);
const never = new AbortController().signal;
const open = (id: string): Promise<Judge> =>
  openPageJudge({ kind: 'page', source: { kind: 'embedded', id } }, { site, signal: never });

const QUESTION = 'Question: What is the capital of France?\nAnswer:';
type Changes = Readonly<Record<string, (content: never) => object>>;

/** A dropped folder with an embedded model's files, some of them changed. */
async function openFolder(id: string, changes: Changes = {}): Promise<Judge> {
  const paths = [
    'config.json',
    'generation_config.json',
    'tokenizer.json',
    'tokenizer_config.json',
    'onnx/model_fp16.onnx',
  ];
  const files = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`/models/micro/${id}/${path}`);
      const change = changes[path];
      const blob = change
        ? new Blob([JSON.stringify(change((await response.json()) as never))])
        : await response.blob();
      return { path: `${id}/${path}`, blob };
    }),
  );
  return openPageJudge({ kind: 'page', source: { kind: 'local', id, files } }, { site, signal: never });
}

describe('a judge in the page', () => {
  it('writes greedily, counts its tokens, and is the same judge each time', async () => {
    const judge = await open('micro/m1-base');
    const question = 'Question: What is the capital of France?\nAnswer:';
    const first = await judge.ask(question, never);
    expect(first.text.trim()).not.toBe('');
    expect(first.text).not.toContain('Question: What is the capital of France?');
    expect(first.tokens!.prompt).toBeGreaterThan(5);
    expect(first.tokens!.completion).toBeGreaterThan(0);
    expect(await judge.ask(question, never)).toEqual(first);
    const again = await open('micro/m1-base');
    expect(again.identity).toBe(judge.identity);
    expect((await open('micro/m2-base')).identity).not.toBe(judge.identity);
    await judge.dispose();
    await again.dispose();
  });

  it('marks a reply that its positions cut, and no other', async () => {
    const judge = await open('micro/m1-base');
    const marked = (text: string) => cutReply('') === text.slice(-cutReply('').length);
    const question = 'Question: What is the capital of France?\nAnswer:';
    const whole = await judge.ask(question, never);
    expect(marked(whole.text)).toBe(false);
    // The same question after so many others that the reply no longer fits.
    const asked = whole.tokens!.prompt;
    const before = `${question} Paris\n\n`;
    const step = (await judge.ask(before + question, never)).tokens!.prompt - asked;
    const cut = await judge.ask(before.repeat(Math.floor((512 - 16 - asked) / step)) + question, never);
    expect(cut.tokens!.prompt).toBeGreaterThan(512 - 40);
    expect(marked(cut.text)).toBe(true);
    await judge.dispose();
  });

  it('says when a question is too long for its positions, and when a model is not there', async () => {
    const judge = await open('micro/m1-base');
    await expect(judge.ask('word '.repeat(600), never)).rejects.toMatchObject({
      code: 'judge.too-long',
      params: { limit: 512 },
    });
    await judge.dispose();
    const missing = await open('micro/m9-base').catch((error: unknown) => error);
    const failure =
      missing instanceof Error
        ? missing
        : await (missing as Judge).ask('x', never).catch((error: unknown) => error);
    expect(String((failure as { code?: string }).code)).toMatch(/^(hub|judge)\./);
  });

  it('runs a dropped folder, and asks a chat model in its own template', async () => {
    const dropped = await openFolder('m1-chat');
    const embedded = await open('micro/m1-chat');
    const reply = await dropped.ask(QUESTION, never);
    expect(reply.text.trim()).not.toBe('');
    expect(reply).toEqual(await embedded.ask(QUESTION, never));
    // The template stands around the question: a mark for the user, one for the end, one for the model.
    const plain = await open('micro/m1-base');
    const ending = (await plain.ask(`${QUESTION}\n\n`, never)).tokens!.prompt;
    const bare = (await plain.ask(QUESTION, never)).tokens!.prompt;
    expect(reply.tokens!.prompt).toBe(bare - (ending - bare) + 3);
    for (const judge of [dropped, embedded, plain]) await judge.dispose();
  });

  it('begins a text once, by the template or by the tokenizer', async () => {
    // <|endoftext|> has the id 0 and no meaning at the beginning for these models: only the count tells.
    const begins = {
      'tokenizer.json': (tokenizer: object) => ({
        ...tokenizer,
        post_processor: {
          type: 'TemplateProcessing',
          single: [
            { SpecialToken: { id: '<|endoftext|>', type_id: 0 } },
            { Sequence: { id: 'A', type_id: 0 } },
          ],
          pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
          special_tokens: { '<|endoftext|>': { id: '<|endoftext|>', ids: [0], tokens: ['<|endoftext|>'] } },
        },
      }),
    };
    const written = {
      'tokenizer_config.json': ({ chat_template, ...config }: { chat_template?: string }) => ({
        ...config,
        bos_token: '<|endoftext|>',
        ...(chat_template ? { chat_template: `{{ bos_token }}${chat_template}` } : {}),
      }),
    };
    for (const id of ['m1-chat', 'm1-base']) {
      const [plain, begun] = [await openFolder(id), await openFolder(id, { ...begins, ...written })];
      const { prompt } = (await plain.ask(QUESTION, never)).tokens!;
      expect((await begun.ask(QUESTION, never)).tokens!.prompt).toBe(prompt + 1);
      for (const judge of [plain, begun]) await judge.dispose();
    }
  });

  it('is not led by what a folder says of chatting, and reads a question to its end', async () => {
    const [plain, led] = [
      await openFolder('m1-chat'),
      await openFolder('m1-chat', {
        'generation_config.json': (config: object) => ({
          ...config,
          do_sample: true,
          temperature: 5,
          repetition_penalty: 20,
        }),
        'tokenizer_config.json': (config: object) => ({ ...config, model_max_length: 4 }),
      }),
    ];
    expect(await led.ask(QUESTION, never)).toEqual(await plain.ask(QUESTION, never));
    for (const judge of [plain, led]) await judge.dispose();
  });

  it('can be stopped while it writes', async () => {
    const judge = await open('micro/m1-base');
    await judge.ask('a', never);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 0);
    await expect(judge.ask('Tell a long story.', stop.signal)).rejects.toThrow('enough');
    await judge.dispose();
  });
});
