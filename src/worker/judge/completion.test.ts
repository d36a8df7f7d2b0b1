/** Bodies that servers answer with, and the replies in them. */

import { describe, expect, it } from 'vitest';
import { cutReply, parseReply } from '../../eval/index.ts';
import { answerOf } from './completion.ts';

const body = (message: object, rest: object = {}, end = 'stop') =>
  JSON.stringify({ choices: [{ index: 0, finish_reason: end, message }], ...rest });
const textOf = (text: string): string | undefined => {
  const answer = answerOf(text);
  return answer && 'reply' in answer ? answer.reply.text : undefined;
};
const verdictOf = (message: object, end?: string): boolean | null =>
  parseReply(textOf(body(message, {}, end))!);

describe('a completion', () => {
  it('is read as llama.cpp, transformers serve and LiteLLM write it', () => {
    const llama = body(
      { role: 'assistant', content: 'It says so.\nVERDICT: YES' },
      {
        created: 1796010070,
        model: 'judge.gguf',
        system_fingerprint: 'b0-unknown',
        object: 'chat.completion',
        usage: { completion_tokens: 21, prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 0 } },
        timings: { cache_n: 0, prompt_n: 9 },
      },
    );
    expect(answerOf(llama)).toEqual({
      reply: { text: 'It says so.\nVERDICT: YES', tokens: { prompt: 9, completion: 21 } },
    });
    const two = {
      choices: [{ message: { content: 'VERDICT: NO' } }, { message: { content: 'VERDICT: YES' } }],
    };
    expect(textOf(JSON.stringify(two))).toBe('VERDICT: NO');
    const bare = body({ content: 'VERDICT: NO', role: 'assistant' }, { usage: null });
    expect(answerOf(bare)).toEqual({ reply: { text: 'VERDICT: NO' } });
    for (const usage of [{ prompt_tokens: 9 }, { completion_tokens: 9 }]) {
      expect(answerOf(body({ content: '' }, { usage }))).toEqual({ reply: { text: '' } });
    }
  });

  it('has no verdict where a model thought of one only', () => {
    // llama.cpp and vLLM put thoughts aside; Ollama and OpenRouter call them so.
    for (const aside of ['reasoning_content', 'reasoning', 'thinking']) {
      expect(verdictOf({ content: '', [aside]: 'VERDICT: YES' })).toBeNull();
      expect(verdictOf({ content: null, [aside]: 'VERDICT: YES' })).toBeNull();
      expect(verdictOf({ content: 'VERDICT: NO', [aside]: 'VERDICT: YES' })).toBe(false);
    }
    // A template that opens the thought itself leaves only its end in the text (llama.cpp, transformers serve).
    expect(verdictOf({ content: 'Perhaps VERDICT: YES\n</think>\n\nIt does not.\nVERDICT: NO' })).toBe(false);
    expect(verdictOf({ content: 'Perhaps.\nVERDICT: YES' }, 'length')).toBeNull();
    expect(verdictOf({ content: '', reasoning_content: 'So' }, 'length')).toBeNull();
  });

  it('has no verdict where it refuses, or says it in other words', () => {
    expect(verdictOf({ content: null, refusal: 'I cannot help with that. VERDICT: YES' })).toBeNull();
    expect(verdictOf({ content: 'URTEIL: JA' })).toBeNull();
    expect(verdictOf({ content: 'VERDICT: JA' })).toBeNull();
    expect(verdictOf({ content: '```json\n{"verdict": "YES"}\n```' })).toBeNull();
    expect(verdictOf({ content: '**VERDICT:** YES' })).toBe(true);
    expect(verdictOf({ content: '```\nVERDICT: NO\n```' })).toBe(false);
  });

  it('may come in parts, of which the text is read', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'VERDICT: NO' }] },
      { type: 'text', text: 'It is.\n' },
      { type: 'text', text: 'VERDICT: YES' },
      { type: 'text' },
      { type: 'text', text: 7 },
      null,
      { type: 'image_url', text: 'VERDICT: NO' },
    ];
    expect(textOf(body({ content }))).toBe('It is.\nVERDICT: YES');
    expect(textOf(body({ content: [] }))).toBe('');
    expect(textOf(body({ content: 7 }))).toBe('');
  });

  it('may come as a stream although none was asked for', () => {
    const event = (delta: object, rest: object = {}) =>
      `data: ${JSON.stringify({ choices: [{ delta, ...rest }] })}\n\n`;
    const begun = `: data: ping\n\nevent: message\n${event({ role: 'assistant' })}${event({ reasoning_content: 'VERDICT: NO' })}`;
    const stream = `${begun}${event({ content: 'VERDICT' })}${event({ content: ': YES' })}`;
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n';
    expect(answerOf(`${stream}${event({}, { finish_reason: 'stop' })}${usage}data: [DONE]\n\n`)).toEqual({
      reply: { text: 'VERDICT: YES', tokens: { prompt: 3, completion: 4 } },
    });
    expect(textOf(`${stream}${event({}, { finish_reason: 'length' })}`)).toBe(cutReply('VERDICT: YES'));
    expect(textOf(stream.replaceAll('\n', '\r\n').replaceAll('data: ', 'data:'))).toBe('VERDICT: YES');
    // A piece that cannot be read leaves nothing that could be trusted.
    expect(answerOf(`${stream}data: {"choices"\n\n`)).toBeUndefined();
    expect(answerOf(`${begun.slice(0, 30)}data: [DONE]\n\n`)).toBeUndefined();
  });

  it('may be an error that came as a success', () => {
    const error = (inner: unknown) => answerOf(JSON.stringify({ error: inner }));
    expect(error({ message: 'Provider returned error', code: 429 })).toEqual({
      error: { status: 429, body: '{"error":{"message":"Provider returned error","code":429}}' },
    });
    expect(error({ message: 'x', code: '502' })).toMatchObject({ error: { status: 502 } });
    expect(error({ message: 'x', code: 'server_error' })).toMatchObject({ error: { status: 500 } });
    for (const code of [4290, 1429]) expect(error({ code })).toMatchObject({ error: { status: 500 } });
    expect(error('overloaded')).toEqual({ error: { status: 500, body: '{"error":"overloaded"}' } });
    // In the middle of a stream.
    expect(
      answerOf('data: {"choices":[{"delta":{"content":"VERDICT"}}]}\n\ndata: {"error":{"code":503}}\n\n'),
    ).toMatchObject({ error: { status: 503 } });
    expect(textOf(body({ content: 'VERDICT: YES' }, { error: null }))).toBe('VERDICT: YES');
  });

  it.each([
    '<!doctype html><title>hello</title>',
    'hello',
    '',
    'null',
    '7',
    '[]',
    '{"hello":1}',
    '{"choices":{}}',
    '{"choices":[]}',
    '{"choices":[{}]}',
    '{"choices":[null]}',
    'data: null',
    'data: [DONE]',
    '{"choices":[{"message":null}]}',
  ])('is none in %j', (text) => {
    expect(answerOf(text)).toBeUndefined();
  });
});
