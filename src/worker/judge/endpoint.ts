/**
 * A judge behind an OpenAI-compatible endpoint: one chat completion a question, greedy, with bounded retries.
 *
 * Follows the published API (POST /chat/completions with `model`, `messages`, `temperature`, `max_tokens`; a reply
 * whose `finish_reason` is `length` was cut); knows nothing of prompts and verdicts. Address and key are in no error:
 * codes carry status and the server's scrubbed words.
 */

import type { Judge, JudgeReply } from '../../lab/judge/types.ts';
import { LabError } from '../../lib/errors.ts';
import type { JudgeSpec } from '../protocol.ts';
import { assertKey, judgeUrls, secretsOf } from './address.ts';
import { answerOf } from './completion.ts';
import {
  failureOf,
  fittingShape,
  MAX_WAIT_MS,
  type Refused,
  Retry,
  type RetryKind,
  type Shape,
} from './failure.ts';
import { PLAIN, unreached } from './reach.ts';

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

const TIMEOUT_MS = 180_000;
const BACKOFF_MS = 1_000;
/** Waits for a limit add up to more than a minute, over which servers count, and begin anew with every answer. */
const MAX_RETRIES: Readonly<Record<RetryKind, number>> = {
  limit: 6,
  busy: 4,
  timeout: 1,
  network: 2,
  shape: 2,
};

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

/** Throws `judge.bad-address`, `judge.bad-key`, `judge.mixed-content`, `judge.no-model`. */
export function createEndpointJudge(spec: EndpointSpec, deps: EndpointDeps): EndpointJudge {
  const { model, key, maxTokens } = spec;
  const { pageUrl, timeoutMs = TIMEOUT_MS, backoffMs = BACKOFF_MS } = deps;
  const send = deps.fetch ?? fetch.bind(globalThis);
  const urls = judgeUrls(spec.address, pageUrl);
  assertKey(key);
  if (model.trim() === '') throw new LabError('judge.no-model');
  const secrets = secretsOf(urls.completions, key);
  let sent = 0;
  let answered = 0;
  /** Newer models of the API's inventor take neither of these two; they say so, and are asked without from then on. */
  let shape: Shape = { limit: 'max_tokens', greedy: true };

  const request = (prompt: string, { limit, greedy }: Shape, signal: AbortSignal): Promise<Response> => {
    sent++;
    return send(urls.completions, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({
        model,
        messages: [{ role: 'user', content: prompt }],
        ...(greedy ? { temperature: 0 } : {}),
        [limit]: maxTokens,
        stream: false,
      }),
      ...PLAIN,
      signal,
    });
  };

  const failure = (refused: Refused, asked: Shape): LabError | Retry => {
    const failed = failureOf(refused, model, secrets);
    if (failed instanceof Retry || failed.code !== 'judge.refused') return failed;
    const fitting = fittingShape(asked, refused.body);
    if (!fitting) return failed;
    // What another question learnt meanwhile stays learnt.
    shape = {
      limit: shape.limit === 'max_tokens' ? fitting.limit : shape.limit,
      greedy: shape.greedy && fitting.greedy,
    };
    return new Retry('shape', failed, 0);
  };

  const once = async (prompt: string, signal: AbortSignal): Promise<JudgeReply> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const asked = shape;
    let response: Response;
    let body: string;
    try {
      response = await request(prompt, asked, AbortSignal.any([signal, timeout]));
      body = await response.text();
    } catch {
      signal.throwIfAborted();
      if (timeout.aborted) {
        throw new Retry('timeout', new LabError('judge.timeout', { seconds: Math.round(timeoutMs / 1000) }));
      }
      // No connection at all is the address's fault at first, and a passing one later.
      const last = await unreached(urls, pageUrl, send);
      throw answered > 0 ? new Retry('network', last) : last;
    }
    const { ok, status, headers } = response;
    if (!ok) throw failure({ status, body, headers }, asked);
    const answer = answerOf(body);
    if (!answer) throw new LabError('judge.not-openai');
    if ('error' in answer) throw failure({ ...answer.error, headers }, asked);
    answered++;
    return answer.reply;
  };

  return {
    // What a kept reply belongs to: where it came from, and how it was asked for.
    identity: `endpoint\n${urls.completions}\n${model}\ngreedy, ${maxTokens} tokens`,
    concurrency: spec.concurrency,
    sent: () => sent,
    async ask(prompt, signal) {
      const left = { ...MAX_RETRIES };
      let wait = backoffMs;
      for (;;) {
        const before = answered;
        try {
          return await once(prompt, signal);
        } catch (error) {
          if (!(error instanceof Retry)) throw error;
          const { kind, last, waitMs } = error;
          if (left[kind]-- === 0) throw last;
          await pause(waitMs ?? wait, signal);
          wait = Math.min(wait * 2, MAX_WAIT_MS);
          // Where others are answered, the server only counts: a question that keeps losing its turn is no failure.
          if (kind === 'limit' && answered > before) {
            left.limit = MAX_RETRIES.limit;
            wait = backoffMs;
          }
        }
      }
    },
    dispose: async () => undefined,
  };
}
