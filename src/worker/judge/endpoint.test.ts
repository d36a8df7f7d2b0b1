/** The judge's protocol against a server that speaks it: Node's own http server with scripted answers, on localhost. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseReply } from '../../eval/index.ts';
import { LabError } from '../../lib/errors.ts';
import { createEndpointJudge, type EndpointSpec } from './endpoint.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

const KEY = 'sk-very-secret-1234';
const PAGE = 'http://localhost:5000/lab/';

let server: Server;
let address: string;
let seen: Seen[] = [];
/** Answers of the server, first to last; the last one stays. */
let script: ((response: ServerResponse, seen: Seen) => void)[] = [];

const completion = (content: unknown, usage?: object, end?: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      choices: [{ message: { role: 'assistant', content }, ...(end ? { finish_reason: end } : {}) }],
      ...(usage ? { usage } : {}),
    }),
  );

const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const entry: Seen = {
        method: request.method!,
        path: request.url!,
        authorization: request.headers.authorization,
        body: text === '' ? {} : JSON.parse(text),
      };
      // The look whether anybody is there is no question.
      if (entry.method === 'POST') seen.push(entry);
      const answer = script.length > 1 ? script.shift()! : script[0]!;
      answer(response, entry);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  address = `http://localhost:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

const judgeAt = (changes: Partial<EndpointSpec> = {}, timeoutMs = 5_000, pageUrl = PAGE) =>
  createEndpointJudge(
    { kind: 'endpoint', address, model: 'judge-7b', key: KEY, concurrency: 2, ...changes },
    { pageUrl, timeoutMs, backoffMs: 1 },
  );
const never = new AbortController().signal;

async function failureOf(work: () => Promise<unknown> | unknown): Promise<LabError> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(LabError);
    const whole = `${(error as LabError).message} ${JSON.stringify((error as LabError).params)} ${(error as LabError).cause}`;
    expect(whole).not.toContain(KEY);
    expect(whole).not.toContain(`localhost:${new URL(address).port}`);
    return error as LabError;
  }
  throw new Error('nothing was thrown');
}

describe('an OpenAI-compatible judge', () => {
  it('is asked for one greedy chat completion, and its usage is read', async () => {
    script = [completion('VERDICT: YES', { prompt_tokens: 210, completion_tokens: 5 })];
    const judge = judgeAt();
    expect(await judge.ask('Is it so?', never)).toEqual({
      text: 'VERDICT: YES',
      tokens: { prompt: 210, completion: 5 },
    });
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'judge-7b',
          messages: [{ role: 'user', content: 'Is it so?' }],
          temperature: 0,
          max_tokens: 1024,
          stream: false,
        },
      },
    ]);
    expect(judge.sent()).toBe(1);
  });

  it('sends no key where there is none, and takes the address as people write it', async () => {
    script = [completion('x')];
    for (const written of [address, `${address}/`, ` ${address}/chat/completions `]) {
      expect(await judgeAt({ key: '', address: written }).ask('q', never)).toEqual({ text: 'x' });
    }
    expect(seen.map(({ path, authorization }) => `${path} ${authorization}`)).toEqual(
      Array(3).fill('/v1/chat/completions undefined'),
    );
  });

  it.each([null, undefined, ['parts']])(
    'takes a message without text (%j) as a reply that says nothing',
    async (content) => {
      script = [completion(content)];
      expect((await judgeAt().ask('q', never)).text).toBe('');
    },
  );

  it('has no verdict in a reply that its budget cut', async () => {
    const text = 'It says Paris.\nVERDICT: YES';
    script = [completion(text, undefined, 'stop'), completion(text, undefined, 'length')];
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
    script = [status(400, { error: { message: said } })];
    const { params } = await failureOf(() => judgeAt({ address: address + search, key }).ask('q', never));
    expect(params.message).toBe('Invalid api key …');
  });

  it('does not repeat a key that an error quotes as JSON', async () => {
    const key = 'sk-"a\\b"';
    script = [status(400, { error: { given: key } })];
    const { params } = await failureOf(() => judgeAt({ key }).ask('q', never));
    expect(params.message).toBe('{"given":"…"}');
  });

  it.each([
    [401, { error: { message: `Incorrect API key provided: ${KEY}` } }, 'judge.denied', 1],
    [403, {}, 'judge.denied', 1],
    [
      404,
      { error: { message: 'model "judge-7b" not found, try pulling it first' } },
      'judge.unknown-model',
      1,
    ],
    [400, { error: { message: `context too long for ${KEY}` } }, 'judge.refused', 1],
    [422, { detail: 'no' }, 'judge.refused', 1],
    [429, { error: 'slow down' }, 'judge.rate-limit', 5],
    [500, 'broken', 'judge.server', 5],
    [503, '<html>gateway</html>', 'judge.server', 5],
  ])('status %i: %j is %s after %i requests', async (code, body, expected, requests) => {
    script = [status(code, body)];
    const { code: found, params } = await failureOf(() => judgeAt().ask('q', never));
    expect(found).toBe(expected);
    expect(seen).toHaveLength(requests);
    if (code === 404)
      expect(params).toEqual({
        model: 'judge-7b',
        message: 'model "judge-7b" not found, try pulling it first',
      });
    if (code === 400) expect(params.message).toBe('context too long for …');
    if (code === 503) expect(params.message).toBe('');
  });

  it('goes on after a busy answer, and waits as long as the server says', async () => {
    script = [status(429, {}, { 'retry-after': '0' }), status(503), completion('VERDICT: NO')];
    const judge = judgeAt();
    expect((await judge.ask('q', never)).text).toBe('VERDICT: NO');
    expect(judge.sent()).toBe(3);
    // A wait of a minute can be cut short.
    const stop = new AbortController();
    script = [
      (response) => {
        response.once('close', () => setTimeout(() => stop.abort(new Error('enough')), 50));
        status(429, {}, { 'retry-after': '60' })(response);
      },
    ];
    await expect(judge.ask('q', stop.signal)).rejects.toThrow('enough');
  });

  it('leaves out what a newer model does not take', async () => {
    script = [
      status(400, {
        error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." },
      }),
      status(400, { error: { message: "Unsupported value: 'temperature' does not support 0." } }),
      completion('VERDICT: YES'),
    ];
    const judge = judgeAt();
    await judge.ask('q', never);
    await judge.ask('r', never);
    expect(seen).toHaveLength(4);
    expect(seen.at(-1)!.body).toEqual({
      model: 'judge-7b',
      messages: [{ role: 'user', content: 'r' }],
      max_completion_tokens: 1024,
      stream: false,
    });
    // Two that were on their way together both learn it.
    script = [
      (response, { body }) =>
        ('max_tokens' in body
          ? status(400, { error: { message: "Use 'max_completion_tokens' instead of 'max_tokens'." } })
          : completion('VERDICT: NO'))(response),
    ];
    const other = judgeAt();
    const replies = await Promise.all(['a', 'b', 'c'].map((prompt) => other.ask(prompt, never)));
    expect(replies.map(({ text }) => text)).toEqual(Array(3).fill('VERDICT: NO'));
  });

  it.each(['<!doctype html><title>hello</title>', '{"hello":1}', '{"choices":[]}', 'null'])(
    'says that %s is not the protocol',
    async (body) => {
      script = [status(200, body)];
      expect((await failureOf(() => judgeAt().ask('q', never))).code).toBe('judge.not-openai');
    },
  );

  it('gives up after two timeouts', async () => {
    script = [() => undefined];
    const { code } = await failureOf(() => judgeAt({}, 500).ask('q', never));
    expect(code).toBe('judge.timeout');
    expect(seen).toHaveLength(2);
  });

  it('tells nobody there from somebody who does not let the page in', async () => {
    const { code, params } = await failureOf(() =>
      judgeAt({ address: 'http://localhost:1/v1' }).ask('q', never),
    );
    expect([code, params]).toEqual(['judge.unreachable', { origin: 'http://localhost:5000' }]);
    // A connection that breaks although the server is there is what a browser reports of a missing CORS header.
    script = [(response) => response.destroy(), completion('')];
    expect((await failureOf(() => judgeAt().ask('q', never))).code).toBe('judge.cors');
  });

  it('survives a connection that breaks in the middle', async () => {
    const judge = judgeAt();
    script = [completion('a')];
    await judge.ask('q', never);
    // The broken request, the look whether anybody is there, and the repetition.
    script = [(response) => response.destroy(), completion(''), completion('b')];
    expect((await judge.ask('q', never)).text).toBe('b');
  });

  it('ends at once when it is cancelled', async () => {
    const stop = new AbortController();
    script = [() => stop.abort(new Error('enough'))];
    await expect(judgeAt().ask('q', stop.signal)).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
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
  });

  it('knows what a page of https may ask', async () => {
    const page = 'https://lab.example/x/';
    const at = (written: string) => () => judgeAt({ address: written }, 10, page);
    expect((await failureOf(at('http://judge.example/v1'))).code).toBe('judge.mixed-content');
    for (const fine of [
      'http://localhost:11434/v1',
      'http://127.0.0.1/v1',
      'http://[::1]:1/v1',
      'https://judge.example/v1',
    ])
      expect(at(fine)).not.toThrow();
  });

  it('is another judge at another address or with another model', () => {
    expect(judgeAt().identity).toBe(judgeAt({ key: '' }).identity);
    expect(judgeAt().identity).not.toBe(judgeAt({ model: 'b' }).identity);
    expect(judgeAt().identity).not.toBe(judgeAt({ address: 'http://localhost:1/v1' }).identity);
  });
});
