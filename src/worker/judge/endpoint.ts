/**
 * A judge behind an OpenAI-compatible endpoint: one chat completion a question, greedy, with bounded retries.
 *
 * Follows the published API (POST /chat/completions with `model`, `messages`, `temperature`, `max_tokens`; a reply
 * whose `finish_reason` is `length` was cut); knows nothing of prompts and verdicts. Address and key are in no error: codes carry status and the server's scrubbed words.
 */

import { cutReply } from '../../eval/index.ts';
import type { Judge, JudgeReply } from '../../lab/judge/types.ts';
import { LabError } from '../../lib/errors.ts';
import type { JudgeSpec } from '../protocol.ts';
import { assertKey, completionsUrl, scrubbed, secretsOf } from './address.ts';

export type EndpointSpec = Extract<JudgeSpec, { kind: 'endpoint' }>;

export interface EndpointDeps {
  /** Address of the page: its protocol decides what it may ask, its origin is what a server has to allow. */
  readonly pageUrl: string;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
  /** Before the first repetition; doubled for each further one. */
  readonly backoffMs?: number;
}

export interface EndpointJudge extends Judge {
  /** Requests sent so far, repetitions included. */
  sent(): number;
}

/** A reply of a thinking model needs room; one that is cut has no verdict and is unscored. */
const MAX_TOKENS = 1024;
const TIMEOUT_MS = 180_000;
const BACKOFF_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_RETRIES = { busy: 4, timeout: 1, network: 2 } as const;

class Retry extends Error {
  readonly kind: keyof typeof MAX_RETRIES;
  readonly last: LabError;
  readonly waitMs: number | undefined;

  constructor(kind: Retry['kind'], last: LabError, waitMs?: number) {
    super(last.code);
    this.kind = kind;
    this.last = last;
    this.waitMs = waitMs;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Seconds or a date (RFC 9110, 10.2.3), in milliseconds; undefined where a server names none or hides it. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_WAIT_MS) : undefined;
}

interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: unknown };
    readonly finish_reason?: unknown;
  }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown };
}

/** Throws `judge.not-openai` where the body is no chat completion. */
function replyOf(body: string): JudgeReply {
  let value: Completion;
  try {
    value = JSON.parse(body) as Completion;
  } catch {
    throw new LabError('judge.not-openai');
  }
  const { message, finish_reason: end } = value?.choices?.[0] ?? {};
  if (typeof message !== 'object' || message === null) throw new LabError('judge.not-openai');
  // A model that refuses or only thinks has no content: a reply that cannot be read.
  const text = typeof message.content === 'string' ? message.content : '';
  const { prompt_tokens: prompt, completion_tokens: completion } = value.usage ?? {};
  return {
    text: end === 'length' ? cutReply(text) : text,
    ...(typeof prompt === 'number' && typeof completion === 'number'
      ? { tokens: { prompt, completion } }
      : {}),
  };
}

/** The server's words: `{error: {message}}`, `{error: "…"}`, `{detail: "…"}` or plain text. */
function messageOf(body: string): string {
  try {
    const { error, detail, message } = JSON.parse(body) as Record<string, unknown>;
    const inner = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
    const said = inner ?? detail ?? message;
    return typeof said === 'string' ? said : JSON.stringify(said ?? '');
  } catch {
    return /^\s*</.test(body) ? '' : body;
  }
}

/** Which of the API's parameters a request carries. */
interface Shape {
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly greedy: boolean;
}

/** What to ask instead where a server complains of a parameter; undefined where it complains of something else. */
function fittingShape(asked: Shape, said: string): Shape | undefined {
  if (asked.limit === 'max_tokens' && said.includes('max_completion_tokens')) {
    return { ...asked, limit: 'max_completion_tokens' };
  }
  return asked.greedy && said.includes('temperature') ? { ...asked, greedy: false } : undefined;
}

/** Throws `judge.bad-address`, `judge.bad-key`, `judge.mixed-content`, `judge.no-model`. */
export function createEndpointJudge(spec: EndpointSpec, deps: EndpointDeps): EndpointJudge {
  const { model, key } = spec;
  const { pageUrl, timeoutMs = TIMEOUT_MS, backoffMs = BACKOFF_MS } = deps;
  const send = deps.fetch ?? fetch.bind(globalThis);
  const url = completionsUrl(spec.address, pageUrl);
  assertKey(key);
  if (model.trim() === '') throw new LabError('judge.no-model');
  const secrets = secretsOf(url, key);
  let sent = 0;
  let answered = false;
  /** Newer models of the API's inventor take neither of these two; they say so, and are asked without from then on. */
  let shape: Shape = { limit: 'max_tokens', greedy: true };

  const request = (prompt: string, { limit, greedy }: Shape, signal: AbortSignal): Promise<Response> => {
    sent++;
    return send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({
        model,
        messages: [{ role: 'user', content: prompt }],
        ...(greedy ? { temperature: 0 } : {}),
        [limit]: MAX_TOKENS,
        stream: false,
      }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
  };

  /** A browser says only that it failed; a request whose answer stays hidden tells whether somebody is there. */
  const unreachable = async (): Promise<LabError> => {
    const { origin } = new URL(pageUrl);
    try {
      await send(new URL(url).origin, {
        mode: 'no-cors',
        credentials: 'omit',
        signal: AbortSignal.timeout(5_000),
      });
      return new LabError('judge.cors', { origin });
    } catch {
      return new LabError('judge.unreachable', { origin });
    }
  };

  const failure = async (response: Response, asked: Shape): Promise<never> => {
    const { status } = response;
    const said = await response.text().then(messageOf, () => '');
    const message = scrubbed(said, secrets);
    // A refused key is sometimes quoted in parts, so these words are not passed on.
    if (status === 401 || status === 403) throw new LabError('judge.denied', { status });
    if (status === 404) throw new LabError('judge.unknown-model', { model, message });
    if (status === 429)
      throw new Retry('busy', new LabError('judge.rate-limit', { message }), retryAfter(response));
    if (status === 408 || status >= 500) {
      throw new Retry('busy', new LabError('judge.server', { status, message }), retryAfter(response));
    }
    const fitting = status === 400 ? fittingShape(asked, said) : undefined;
    if (fitting) {
      shape = fitting;
      throw new Retry('busy', new LabError('judge.refused', { status, message }), 0);
    }
    if (status >= 400 && status < 500) throw new LabError('judge.refused', { status, message });
    throw new LabError('judge.not-openai');
  };

  const once = async (prompt: string, signal: AbortSignal): Promise<JudgeReply> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const asked = shape;
      const response = await request(prompt, asked, AbortSignal.any([signal, timeout]));
      if (!response.ok) await failure(response, asked);
      const reply = replyOf(await response.text());
      answered = true;
      return reply;
    } catch (error) {
      if (error instanceof LabError || error instanceof Retry) throw error;
      signal.throwIfAborted();
      if (timeout.aborted) {
        throw new Retry('timeout', new LabError('judge.timeout', { seconds: Math.round(timeoutMs / 1000) }));
      }
      // No connection at all is the address's fault at first, and a passing one later.
      const last = await unreachable();
      if (answered) throw new Retry('network', last);
      throw last;
    }
  };

  return {
    identity: `endpoint\n${url}\n${model}`,
    concurrency: spec.concurrency,
    sent: () => sent,
    async ask(prompt, signal) {
      const left = { ...MAX_RETRIES } as Record<Retry['kind'], number>;
      for (let wait = backoffMs; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        try {
          return await once(prompt, signal);
        } catch (error) {
          if (!(error instanceof Retry)) throw error;
          if (left[error.kind]-- === 0) throw error.last;
          await pause(error.waitMs ?? wait, signal);
        }
      }
    },
    dispose: async () => undefined,
  };
}
