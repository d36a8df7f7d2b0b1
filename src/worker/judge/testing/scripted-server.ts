/**
 * A server on localhost that answers as a test scripts it, in the place of a judge's; and the answers of real ones, as they
 * were recorded: llama.cpp (server of October 2026), transformers serve 5.24, LiteLLM proxy 1.108, vLLM 0.32.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

export type Answering = (response: ServerResponse, seen: Seen) => void;

export interface ScriptedServer {
  /** As a person would type it, ending in /v1. */
  address: string;
  /** Questions and lists that were asked for; neither preflights nor looks whether anybody is there. */
  seen: Seen[];
  /** Answers first to last; the last one stays. */
  script: Answering[];
  /** Headers of every answer, and whether a preflight is let through: CORS as the test wants it. */
  allow: Record<string, string> | undefined;
  /** What is said to a look whether anybody is there. */
  look: Answering | undefined;
}

export const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

export const completion = (content: unknown, usage?: object, end?: string): Answering =>
  status(200, {
    choices: [{ message: { role: 'assistant', content }, ...(end ? { finish_reason: end } : {}) }],
    ...(usage ? { usage } : {}),
  });

/** Starts before the file's tests and ends after them. */
export function scriptedServer(): ScriptedServer {
  const handle: ScriptedServer = { address: '', seen: [], script: [], allow: undefined, look: undefined };
  const server = createServer((request: IncomingMessage, response) => {
    for (const [name, value] of Object.entries(handle.allow ?? {})) response.setHeader(name, value);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { authorization } = request.headers;
      const [method, path] = [request.method!, request.url!];
      const entry: Seen = { method, path, authorization, body: text === '' ? {} : JSON.parse(text) };
      if (method === 'OPTIONS') response.writeHead(handle.allow ? 200 : 405).end();
      else if (path === '/') (handle.look ?? status(200))(response, entry);
      else {
        handle.seen.push(entry);
        (handle.script.length > 1 ? handle.script.shift()! : handle.script[0]!)(response, entry);
      }
    });
  });
  beforeAll(async () => {
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    handle.address = `http://localhost:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    Object.assign(handle, { seen: [], script: [], allow: undefined, look: undefined });
  });
  return handle;
}
