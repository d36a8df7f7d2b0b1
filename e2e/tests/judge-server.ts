/**
 * A server that speaks the OpenAI protocol on localhost, in a judge's place: it reads the prompt, answers by a plain rule,
 * and writes down what it was sent. CORS as the test wants it.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenQuestion {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly prompt: string;
}

export interface JudgeServer {
  /** As a person would type it, ending in /v1. */
  readonly address: string;
  readonly questions: SeenQuestion[];
  /** Whether pages of other origins may read the answers. */
  cors: boolean;
  /** Answers with this status instead, where it is set. */
  status: number | undefined;
  /** Fails without letting the page read it, as servers on FastAPI do (transformers serve 5.24 of an unknown model). */
  failing: boolean;
  /** Answers nothing at all; counts in `left` those who stop waiting. */
  silent: boolean;
  left: number;
  /** Names that it lists. */
  models: readonly string[];
  close(): Promise<void>;
}

/** The text between the fences after a heading of the prompt. */
function fenced(prompt: string, heading: string): string {
  const [, text = ''] = new RegExp(`${heading}:\\n(?:=+)\\n([\\s\\S]*?)\\n=+`).exec(prompt) ?? [];
  return text;
}

/** YES where the output names an accepted answer, or for the form where it begins with the sign of one. */
function verdict(prompt: string): string {
  const output = fenced(prompt, 'Output');
  const accepted = fenced(prompt, 'Accepted answers')
    .split('\n')
    .map((line) => line.replace(/^- /, '').toLowerCase());
  const yes = prompt.includes('required form')
    ? /^\s*####/.test(output)
    : accepted.some((answer) => answer !== '' && output.toLowerCase().includes(answer));
  return `VERDICT: ${yes ? 'YES' : 'NO'}`;
}

export async function startJudgeServer(): Promise<JudgeServer> {
  const questions: SeenQuestion[] = [];
  const server = createServer((request, response) => {
    if (handle.cors) {
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
    }
    if (request.url === '/v1/models' && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ object: 'list', data: handle.models.map((id) => ({ id, object: 'model' })) }),
      );
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(handle.cors || request.method === 'GET' ? 204 : 403).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (handle.silent) {
        response.once('close', () => {
          handle.left++;
        });
        return;
      }
      if (handle.failing) {
        response.removeHeader('access-control-allow-origin');
        response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
        return;
      }
      if (handle.status !== undefined) {
        response.writeHead(handle.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'model "judge-7b" not found' } }));
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const prompt: string = body.messages[0].content;
      questions.push({ authorization: request.headers.authorization, model: body.model, prompt });
      // One reply no parser may read as a verdict.
      const content = questions.length === 1 ? 'I cannot tell.' : verdict(prompt);
      // A thought takes more than a short budget.
      const finish_reason = body.max_tokens < 64 ? 'length' : 'stop';
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          choices: [{ message: { role: 'assistant', content }, finish_reason }],
          usage: { prompt_tokens: 100, completion_tokens: 5 },
        }),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const handle: JudgeServer = {
    address: `http://localhost:${(server.address() as AddressInfo).port}/v1`,
    questions,
    cors: true,
    status: undefined,
    failing: false,
    silent: false,
    left: 0,
    models: ['judge-7b'],
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return handle;
}
