/** The judge's protocol against a server that speaks it: Node's own http server with scripted answers, on localhost. */

import { describe, expect, it } from 'vitest';
import { parseReply } from '../../eval/index.ts';
import { LabError } from '../../lib/errors.ts';
import { createEndpointJudge, type EndpointSpec } from './endpoint.ts';
import { listJudgeModels } from './models.ts';
import { completion, scriptedServer, status } from './testing/scripted-server.ts';

const KEY = 'sk-very-secret-1234';
const PAGE = 'http://localhost:5000/lab/';
const server = scriptedServer();
const never = new AbortController().signal;

const judgeAt = (changes: Partial<EndpointSpec> = {}, timeoutMs = 5_000, backoffMs = 1) =>
  createEndpointJudge(
    {
      kind: 'endpoint',
      address: server.address,
      model: 'judge-7b',
      key: KEY,
      concurrency: 2,
      maxTokens: 1024,
      ...changes,
    },
    { pageUrl: PAGE, timeoutMs, backoffMs },
  );

async function failureOf(work: () => Promise<unknown> | unknown): Promise<LabError> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(LabError);
    const whole = `${(error as LabError).message} ${JSON.stringify((error as LabError).params)} ${(error as LabError).cause}`;
    expect(whole).not.toContain(KEY);
    expect(whole).not.toContain(`localhost:${new URL(server.address).port}`);
    return error as LabError;
  }
  throw new Error('nothing was thrown');
}

const paths = () => server.seen.map(({ path }) => path);

describe('an OpenAI-compatible judge', () => {
  it('is asked for one greedy chat completion, and its usage is read', async () => {
    server.script = [completion('VERDICT: YES', { prompt_tokens: 210, completion_tokens: 5 })];
    const judge = judgeAt({ maxTokens: 300 });
    expect(await judge.ask('Is it so?', never)).toEqual({
      text: 'VERDICT: YES',
      tokens: { prompt: 210, completion: 5 },
    });
    expect(server.seen).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'judge-7b',
          messages: [{ role: 'user', content: 'Is it so?' }],
          temperature: 0,
          max_tokens: 300,
          stream: false,
        },
      },
    ]);
    expect(judge.sent()).toBe(1);
  });

  it('sends no key where there is none, and takes the address as people write it', async () => {
    server.script = [completion('x')];
    const { address } = server;
    const { origin } = new URL(address);
    const same = [
      address,
      `${address}/`,
      ` ${address}/chat/completions `,
      `${address}/models`,
      origin,
      `${origin}/`,
    ];
    for (const written of same) {
      expect(await judgeAt({ key: '', address: written }).ask('q', never)).toEqual({ text: 'x' });
    }
    expect(server.seen.map(({ path, authorization }) => `${path} ${authorization}`)).toEqual(
      same.map(() => '/v1/chat/completions undefined'),
    );
    expect(new Set(same.map((written) => judgeAt({ address: written }).identity)).size).toBe(1);
    // Other paths are taken as they are.
    server.seen = [];
    for (const path of ['/chat/completions', '/api/v1', '/v1beta/openai/?v=2']) {
      await judgeAt({ address: origin + path }).ask('q', never);
    }
    expect(paths()).toEqual([
      '/chat/completions',
      '/api/v1/chat/completions',
      '/v1beta/openai/chat/completions?v=2',
    ]);
  });

  it('takes a message without text as a reply that says nothing', async () => {
    server.script = [completion(null)];
    expect((await judgeAt().ask('q', never)).text).toBe('');
  });

  it('has no verdict in a reply that its budget cut', async () => {
    const text = 'It says Paris.\nVERDICT: YES';
    server.script = [completion(text, undefined, 'stop'), completion(text, undefined, 'length')];
    const judge = judgeAt();
    const [whole, cut] = [await judge.ask('q', never), await judge.ask('q', never)];
    expect(whole.text).toBe(text);
    expect(cut.text.startsWith(text)).toBe(true);
    expect([parseReply(whole.text), parseReply(cut.text)]).toEqual([true, null]);
  });

  it.each([
    ['?key=SECRETKEY1', '', 'Invalid api key SECRETKEY1'],
    ['/chat/completions?v=1&api-key=SECRETKEY1', '', 'Invalid api key secretkey1'],
    ['?SECRETKEY1', '', 'Invalid api key SECRETKEY1'],
    ['?key=SECRET%2FKEY+1', '', 'Invalid api key SECRET/KEY 1'],
    ['?key=SECRET%2FKEY+1', '', 'Invalid api key SECRET%2FKEY+1'],
    ['?key=SECRET%2fKEY+1', '', 'Invalid api key SECRET%2FKEY%201'],
    ['', 'sk-abc/def+1', 'Invalid api key sk-abc/def+1'],
    ['', 'sk-abc/def+1', 'Invalid api key sk-abc%2Fdef%2B1'],
    ['', 'sk-abc/def+1', 'Invalid api key sk-abc%2fdef%2b1'],
  ])('does not repeat the secrets of %j and %j in %j', async (search, key, said) => {
    server.script = [status(400, { error: { message: said } })];
    const address = server.address + search;
    const { params } = await failureOf(() => judgeAt({ address, key }).ask('q', never));
    expect(params.message).toBe('Invalid api key …');
    const listed = listJudgeModels({ address, key }, { pageUrl: PAGE });
    expect((await failureOf(() => listed)).params.message).toBe('Invalid api key …');
  });

  it('does not repeat a key that an error quotes as JSON', async () => {
    const key = 'sk-"a\\b"';
    server.script = [status(400, { error: { given: key } })];
    const { params } = await failureOf(() => judgeAt({ key }).ask('q', never));
    expect(params.message).not.toContain('a\\');
    expect(params.message).toContain('…');
  });

  it('leaves out what a newer model does not take', async () => {
    server.script = [
      status(400, {
        error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." },
      }),
      // LiteLLM says it of its o-series models.
      status(400, {
        error: { message: "litellm.UnsupportedParamsError: O-series models don't support temperature=0." },
      }),
      completion('VERDICT: YES'),
    ];
    const judge = judgeAt();
    await judge.ask('q', never);
    await judge.ask('r', never);
    expect(server.seen).toHaveLength(4);
    expect(server.seen.at(-1)!.body).toEqual({
      model: 'judge-7b',
      messages: [{ role: 'user', content: 'r' }],
      max_completion_tokens: 1024,
      stream: false,
    });
  });

  it('remembers what questions on their way together learnt, each a part', async () => {
    const refuse = (words: string) => status(422, { detail: words });
    server.script = [
      (response, { body }) => {
        if ('max_tokens' in body) refuse("Use 'max_completion_tokens'.")(response, undefined as never);
        else if ('temperature' in body) refuse("'temperature' must be 1.")(response, undefined as never);
        else completion('VERDICT: NO')(response, undefined as never);
      },
    ];
    const judge = judgeAt();
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((prompt) => judge.ask(prompt, never)));
    expect(replies.map(({ text }) => text)).toEqual(Array(4).fill('VERDICT: NO'));
    const before = judge.sent();
    await judge.ask('e', never);
    expect(judge.sent()).toBe(before + 1);
  });

  it('goes on after a busy answer, and waits as long as the server says', async () => {
    server.script = [status(429, {}, { 'retry-after': '0' }), status(503), completion('VERDICT: NO')];
    const judge = judgeAt();
    expect((await judge.ask('q', never)).text).toBe('VERDICT: NO');
    expect(judge.sent()).toBe(3);
    // A wait of a minute can be cut short.
    const stop = new AbortController();
    server.script = [
      (response, seen) => {
        response.once('close', () => setTimeout(() => stop.abort(new Error('enough')), 50));
        status(429, {}, { 'retry-after': '60' })(response, seen);
      },
    ];
    await expect(judge.ask('q', stop.signal)).rejects.toThrow('enough');
  });

  it('waits out a limit that is counted over a minute, and gives up where nobody is answered any more', async () => {
    // LiteLLM names no wait that a page may read.
    const limited = status(429, { error: { message: 'RPM limit=2, current usage=3', code: '429' } });
    server.script = [limited, limited, limited, limited, limited, limited, completion('VERDICT: YES')];
    const judge = judgeAt();
    expect((await judge.ask('q', never)).text).toBe('VERDICT: YES');
    // Waits of 1, 2, 4, … units: the sixth ends after 63.
    expect(judge.sent()).toBe(7);
    server.script = [limited];
    const { code, params } = await failureOf(() => judgeAt().ask('q', never));
    expect([code, params]).toEqual(['judge.rate-limit', { message: 'RPM limit=2, current usage=3' }]);
    expect(server.seen).toHaveLength(14);
  });

  it('does not give a question up that keeps losing its turn to others', async () => {
    const judge = judgeAt();
    let refused = 0;
    server.script = [
      (response, { body }) => {
        const unlucky = JSON.stringify(body).includes('unlucky') && ++refused <= 10;
        (unlucky ? status(429) : completion('VERDICT: YES'))(response, undefined as never);
        // Another one is answered while this one waits.
        if (unlucky) void judge.ask('other', never);
      },
    ];
    expect((await judge.ask('unlucky', never)).text).toBe('VERDICT: YES');
    expect(refused).toBe(11);
  });

  it('asks again after a body that was an error', async () => {
    server.script = [
      status(200, { error: { message: 'Provider returned error', code: 502 } }),
      completion('VERDICT: NO'),
    ];
    expect((await judgeAt().ask('q', never)).text).toBe('VERDICT: NO');
  });

  it('gives up after two timeouts', async () => {
    server.script = [() => undefined];
    const { code } = await failureOf(() => judgeAt({}, 500).ask('q', never));
    expect(code).toBe('judge.timeout');
    expect(server.seen).toHaveLength(2);
  });

  it('takes an answer whose body never ends as none', async () => {
    server.script = [(response) => response.writeHead(200).write('{"choices":')];
    expect((await failureOf(() => judgeAt({}, 500).ask('q', never))).code).toBe('judge.timeout');
  });

  it('survives a connection that breaks in the middle', async () => {
    const judge = judgeAt();
    server.script = [completion('a')];
    await judge.ask('q', never);
    server.script = [(response) => response.destroy(), completion('b')];
    expect((await judge.ask('q', never)).text).toBe('b');
  });

  it('ends at once when it is cancelled', async () => {
    const stop = new AbortController();
    server.script = [() => stop.abort(new Error('enough'))];
    await expect(judgeAt().ask('q', stop.signal)).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    [{ address: 'localhost:11434/v1' }, 'judge.bad-address'],
    [{ address: '' }, 'judge.bad-address'],
    [{ address: 'ftp://localhost/v1' }, 'judge.bad-address'],
    [{ address: 'http://me:secret@localhost/v1' }, 'judge.bad-address'],
    [{ key: 'sk a' }, 'judge.bad-key'],
    [{ key: 'schlüssel' }, 'judge.bad-key'],
    [{ model: ' ' }, 'judge.no-model'],
  ] as const)('%j is %s', async (changes, code) => {
    expect((await failureOf(() => judgeAt(changes))).code).toBe(code);
    if (code === 'judge.no-model') return;
    const wanted = { address: server.address, key: KEY, ...changes };
    expect((await failureOf(() => listJudgeModels(wanted, { pageUrl: PAGE }))).code).toBe(code);
  });

  it('knows what a page of https may ask', async () => {
    const pageUrl = 'https://lab.example/x/';
    const at = (address: string) => () =>
      createEndpointJudge(
        { kind: 'endpoint', address, model: 'm', key: KEY, concurrency: 1, maxTokens: 64 },
        { pageUrl },
      );
    expect((await failureOf(at('http://judge.example/v1'))).code).toBe('judge.mixed-content');
    for (const fine of [
      'http://localhost:11434/v1',
      'http://lab.localhost/v1',
      'http://127.0.0.1/v1',
      'http://[::1]:1/v1',
      'https://judge.example/v1',
    ])
      expect(at(fine)).not.toThrow();
  });

  it('is another judge at another address, with another model or another way of asking', () => {
    expect(judgeAt().identity).toBe(judgeAt({ key: '', concurrency: 1 }).identity);
    expect(judgeAt().identity).not.toBe(judgeAt({ model: 'b' }).identity);
    expect(judgeAt().identity).not.toBe(judgeAt({ address: 'http://localhost:1/v1' }).identity);
    expect(judgeAt().identity).not.toBe(judgeAt({ maxTokens: 2048 }).identity);
  });
});

describe('the models of a judge’s server', () => {
  const list = (address = server.address, key = KEY) =>
    listJudgeModels({ address, key }, { pageUrl: PAGE, timeoutMs: 500 });

  it('are listed by name', async () => {
    // llama.cpp names its own beside the API's list.
    server.script = [
      status(200, {
        models: [{ name: 'x.gguf' }],
        object: 'list',
        data: [{ id: 'b/model' }, { id: 'a.gguf', aliases: ['z'] }, { id: 'b/model' }, { name: 'c' }, null],
      }),
    ];
    expect(await list()).toEqual(['a.gguf', 'b/model']);
    expect(server.seen).toMatchObject([
      { method: 'GET', path: '/v1/models', authorization: `Bearer ${KEY}` },
    ]);
    server.script = [status(200, [{ id: 'm' }])];
    expect(await list(new URL(server.address).origin, '')).toEqual(['m']);
    expect(server.seen.at(-1)).toMatchObject({ path: '/v1/models', authorization: undefined });
  });

  it.each([
    ['judge.not-openai', status(404, '<h1>Not Found</h1>')],
    ['judge.not-openai', status(200, '<html>')],
    ['judge.not-openai', status(200, 'null')],
    ['judge.not-openai', status(200, { data: 'x' })],
    ['judge.denied', status(401, { error: { message: 'Invalid API Key', code: 401 } })],
    ['judge.server', status(503, { error: { message: 'Loading model', code: 503 } })],
    ['judge.rate-limit', status(429)],
    ['judge.unreachable', () => undefined],
  ] as const)('or it is said why not: %s', async (code, answer) => {
    server.script = [answer];
    expect((await failureOf(() => list())).code).toBe(code);
    expect(server.seen).toHaveLength(1);
  });
});
