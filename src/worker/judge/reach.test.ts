/** What a page is told of a server that it cannot read, by the way the server treats pages. */

import { describe, expect, it } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { createEndpointJudge } from './endpoint.ts';
import { listJudgeModels } from './models.ts';
import { pageFetch } from './testing/page-fetch.ts';
import { type Answering, completion, scriptedServer, status } from './testing/scripted-server.ts';

const PAGE = 'https://lab.example/x/';
const ORIGIN = 'https://lab.example';
const server = scriptedServer();
const never = new AbortController().signal;

/** LiteLLM and transformers serve --enable-cors, both on Starlette. */
const STARLETTE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization,content-type',
};
/** An answer that was made outside the layer that lets pages in: it leaves without its header. */
const bare =
  (code: number, body: unknown): Answering =>
  (response, seen) => {
    response.removeHeader('access-control-allow-origin');
    status(code, body)(response, seen);
  };

const spec = (changes: object = {}) => ({
  kind: 'endpoint' as const,
  address: server.address,
  model: 'm',
  key: 'sk-1234567',
  concurrency: 1,
  maxTokens: 64,
  ...changes,
});
const asked = async (changes: object = {}): Promise<unknown> => {
  const judge = createEndpointJudge(spec(changes), {
    pageUrl: PAGE,
    fetch: pageFetch(ORIGIN),
    timeoutMs: 5_000,
    backoffMs: 1,
  });
  return judge.ask('q', never).catch((error: unknown) => error);
};
const listed = (changes: object = {}): Promise<unknown> =>
  listJudgeModels(spec(changes), { pageUrl: PAGE, fetch: pageFetch(ORIGIN), timeoutMs: 5_000 }).catch(
    (error: unknown) => error,
  );
const said = (outcome: unknown): unknown => {
  expect(outcome).toBeInstanceOf(LabError);
  const { code, params } = outcome as LabError;
  return [code, params];
};

describe('a judge that a page cannot read', () => {
  it('is asked and read where the page is let in', async () => {
    server.allow = STARLETTE;
    server.script = [completion('VERDICT: YES')];
    expect(await asked()).toEqual({ text: 'VERDICT: YES' });
    server.script = [status(200, { data: [] })];
    expect(await listed()).toEqual([]);
  });

  it('is there and lets no page in', async () => {
    // transformers serve without --enable-cors: 405 to the preflight, and no header anywhere.
    server.script = [completion('VERDICT: YES')];
    expect(said(await asked())).toEqual(['judge.cors', { origin: ORIGIN }]);
    expect(said(await listed())).toEqual(['judge.cors', { origin: ORIGIN }]);
    // No question was sent: the preflight stopped it.
    expect(server.seen).toEqual([]);
    // Without a key the list needs no preflight, and its answer stays hidden.
    expect(said(await listed({ key: '' }))).toEqual(['judge.cors', { origin: ORIGIN }]);
  });

  it('lets other pages in', async () => {
    // vLLM 0.32 without --allowed-origins names headers in its preflight, and no origin.
    server.allow = { 'access-control-allow-headers': 'authorization,content-type' };
    server.script = [completion('VERDICT: YES')];
    expect(said(await asked())).toEqual(['judge.cors', { origin: ORIGIN }]);
    server.allow = { ...STARLETTE, 'access-control-allow-origin': 'https://other.example' };
    expect(said(await asked())).toEqual(['judge.cors', { origin: ORIGIN }]);
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['transformers serve asked for a model that it cannot load', 500, 'Internal Server Error'],
    ['LiteLLM asked without a key', 500, 'Internal Server Error'],
    ['vLLM asked with a wrong key', 401, { error: 'Unauthorized' }],
  ])('lets pages in and does not say to them what is wrong: %s', async (_who, code, body) => {
    server.allow = STARLETTE;
    server.script = [bare(code, body)];
    expect(said(await asked())).toEqual(['judge.hidden', { origin: ORIGIN }]);
    expect(said(await listed())).toEqual(['judge.hidden', { origin: ORIGIN }]);
  });

  it('lets pages in, but no key of theirs', async () => {
    server.allow = { ...STARLETTE, 'access-control-allow-headers': 'content-type' };
    server.script = [completion('VERDICT: YES')];
    expect(said(await asked())).toEqual(['judge.hidden', { origin: ORIGIN }]);
    expect(await asked({ key: '' })).toEqual({ text: 'VERDICT: YES' });
  });

  it('is not there', async () => {
    const address = 'http://localhost:1/v1';
    expect(said(await asked({ address }))).toEqual(['judge.unreachable', { origin: ORIGIN }]);
    expect(said(await listed({ address }))).toEqual(['judge.unreachable', { origin: ORIGIN }]);
  });
});
