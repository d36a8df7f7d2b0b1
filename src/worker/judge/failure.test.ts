/** What servers say when they refuse, and what it means; their words as recorded or published. */

import { describe, expect, it } from 'vitest';
import { failureOf, fittingShape, Retry } from './failure.ts';

const of = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  failureOf(
    { status, body: typeof body === 'string' ? body : JSON.stringify(body), headers: new Headers(headers) },
    'judge-7b',
    ['sk-secret'],
  );
const error = (message: string, rest: object = {}) => ({ error: { message, ...rest } });

describe('a refusal', () => {
  it.each([
    ['llama.cpp', 401, error('Invalid API Key', { type: 'authentication_error', code: 401 }), 'judge.denied'],
    ['a proxy', 403, '<html>Forbidden</html>', 'judge.denied'],
    ['Ollama', 404, error('model "judge-7b" not found, try pulling it first'), 'judge.unknown-model'],
    [
      'vLLM',
      404,
      error('The model `nope` does not exist. Valid aliases: judge.', { type: 'NotFoundError', code: 404 }),
      'judge.unknown-model',
    ],
    ['FastAPI', 404, { detail: 'Not Found' }, 'judge.unknown-model'],
    ['a static site', 405, '', 'judge.not-openai'],
    ['Python’s http.server', 501, '<!DOCTYPE HTML><p>Unsupported method', 'judge.not-openai'],
    ['nobody knows', 304, '', 'judge.not-openai'],
    ['nobody knows', 399, '', 'judge.not-openai'],
    ['nobody knows', 400, '', 'judge.refused'],
    ['nobody knows', 499, '', 'judge.refused'],
    ['a gateway', 403, error('Insufficient credits'), 'judge.quota'],
    ['DeepSeek', 402, error('Insufficient Balance'), 'judge.quota'],
    ['OpenAI', 429, error('You exceeded your current quota', { code: 'insufficient_quota' }), 'judge.quota'],
    [
      'LiteLLM',
      400,
      error('/chat/completions: Invalid model name passed in model=nope.', { code: '400' }),
      'judge.refused',
    ],
    [
      'transformers serve',
      400,
      { detail: "Server is pinned to 'judge'; requested 'other'." },
      'judge.refused',
    ],
    [
      'llama.cpp',
      400,
      error('request (526 tokens) exceeds the available context size (256 tokens), try increasing it', {
        type: 'exceed_context_size_error',
      }),
      'judge.context',
    ],
    [
      'LiteLLM',
      400,
      error('litellm.ContextWindowExceededError: litellm.BadRequestError: too much'),
      'judge.context',
    ],
    [
      'vLLM',
      400,
      error(
        "This model's maximum context length is 1024 tokens. However, your prompt contains 15028 characters (more than 13312 characters, which is the upper bound for 1024 input tokens).",
        { type: 'BadRequestError', param: 'input_text', code: 400 },
      ),
      'judge.context',
    ],
    ['OpenAI', 400, error('too long', { code: 'context_length_exceeded' }), 'judge.context'],
    ['a server that fails on it', 500, error('the context window is too small'), 'judge.context'],
  ])('of %s, %d, is final: %j', (_who, status, body, code) => {
    const failure = of(status, body);
    expect(failure).not.toBeInstanceOf(Retry);
    expect(failure).toMatchObject({ code });
  });

  it.each([
    [402, 'no', 'judge.quota', {}],
    [404, 'no', 'judge.unknown-model', { model: 'judge-7b' }],
    [400, 'context length', 'judge.context', {}],
  ])('of %d quotes the server', (status, message, code, more) => {
    expect(of(status, error(message))).toMatchObject({ code, params: { message, ...more } });
  });

  it.each([
    [429, 'limit', 'judge.rate-limit'],
    [503, 'limit', 'judge.server'],
    [529, 'limit', 'judge.server'],
    [500, 'busy', 'judge.server'],
    [502, 'busy', 'judge.server'],
    [408, 'busy', 'judge.server'],
  ])('with %d may pass', (status, kind, code) => {
    const failure = of(status, error('later'));
    expect(failure).toBeInstanceOf(Retry);
    expect(failure).toMatchObject({ kind, waitMs: undefined, last: { code, params: { message: 'later' } } });
  });

  it.each([
    [{ error: { message: 'said' } }, 'said'],
    [{ error: 'said' }, 'said'],
    [{ detail: 'said' }, 'said'],
    [{ object: 'error', message: 'said' }, 'said'],
    [{ detail: [{ loc: ['body'], msg: 'said' }] }, '[{"loc":["body"],"msg":"said"}]'],
    ['said\n so', 'said so'],
    ['  <html>said</html>', ''],
    ['1 < 2', '1 < 2'],
    [{ error: null, message: 'said' }, 'said'],
    [{}, '""'],
    [{ error: { message: 'not sk-secret' } }, 'not …'],
  ])('is told in the server’s words: %j', (body, message) => {
    expect(of(400, body)).toMatchObject({ code: 'judge.refused', params: { status: 400, message } });
  });

  it('never tells what is said of a key', () => {
    expect(of(401, error('Incorrect API key provided: sk-se***et'))).toMatchObject({
      params: { status: 401 },
    });
    expect(of(401, error('x')).message).not.toContain('x');
  });

  it.each([
    [{ 'retry-after': '7' }, '', 7_000],
    [{ 'retry-after': '12' }, '', 12_000],
    [{ 'retry-after': '3600' }, '', 60_000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, '', 0],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{ 'retry-after': '7' }, 'Please try again in 2s.', 7_000],
    [{}, 'Rate limit reached for gpt-4o on tokens per min. Please try again in 1.5s. Visit', 1_500],
    [{}, 'Please try again in 250ms.', 250],
    [{}, 'Please retry after 20 seconds.', 20_000],
    [{}, 'Retry in 1 second', 1_000],
    [{}, 'Retry in 1.25 sec', 1_250],
    [{}, 'Retry in 90 secs', 60_000],
    [{}, 'Try again in 5 minutes', undefined],
    [{}, 'Try again later. The limit is 3 requests per 10 s', undefined],
    [{}, 'RPM limit=2, current usage=3', undefined],
  ])('says how long to wait: %j %j', (headers, said, waitMs) => {
    expect(of(429, error(said), headers as Record<string, string>)).toMatchObject({ waitMs });
  });
});

describe('a request that fits', () => {
  const first = { limit: 'max_tokens', greedy: true } as const;

  it('is told from the words', () => {
    expect(fittingShape(first, "use 'max_completion_tokens' and not temperature")).toEqual({
      limit: 'max_completion_tokens',
      greedy: true,
    });
    expect(
      fittingShape({ ...first, limit: 'max_completion_tokens' }, 'max_completion_tokens temperature'),
    ).toEqual({
      limit: 'max_completion_tokens',
      greedy: false,
    });
    expect(
      fittingShape({ limit: 'max_completion_tokens', greedy: false }, 'max_completion_tokens temperature'),
    ).toBeUndefined();
    expect(fittingShape(first, 'something else')).toBeUndefined();
  });
});
