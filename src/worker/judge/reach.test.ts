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
/** A server's failure that no layer above it made an answer of: it leaves without what lets pages in. */
const bareFailure: Answering = (response) => {
  response.removeHeader('access-control-allow-origin');
  status(500, 'Internal Server Error')(response, undefined as never);
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

  it('lets pages in and failed without saying so to them', async () => {
    // transformers serve asked for a model that it cannot load, LiteLLM asked without a key.
    server.allow = STARLETTE;
    server.script = [bareFailure];
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
