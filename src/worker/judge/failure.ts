/**
 * What a server's refusal means: whose fault it is, whether asking again helps, and after how long. Reads status and
 * words; sends nothing.
 *
 * The words are those of llama.cpp, Ollama, vLLM, transformers serve, LiteLLM, OpenAI and OpenRouter, which name the same
 * things differently.
 */

import { LabError } from '../../lib/errors.ts';
import { scrubbed } from './address.ts';

/** Longest wait that is believed. */
export const MAX_WAIT_MS = 60_000;

/** limit: too many questions at a time; busy: a passing failure; shape: the same question put otherwise. */
export type RetryKind = 'limit' | 'busy' | 'timeout' | 'network' | 'shape';

/** Asking again may help; `last` is what to say when it did not. */
export class Retry extends Error {
  readonly kind: RetryKind;
  readonly last: LabError;
  readonly waitMs: number | undefined;

  constructor(kind: RetryKind, last: LabError, waitMs?: number) {
    super(last.code);
    this.kind = kind;
    this.last = last;
    this.waitMs = waitMs;
  }
}

/** The server's words: `{error: {message}}`, `{error: "…"}`, `{detail: "…"}` or plain text; a page has none. */
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

const bounded = (ms: number): number => Math.min(Math.max(0, ms), MAX_WAIT_MS);

/**
 * Seconds or a date (RFC 9110, 10.2.3) in milliseconds, or what the words say ("try again in 1.5s"): a page of another
 * origin seldom gets to see the header. undefined where neither tells.
 */
function waitOf(headers: Headers, body: string): number | undefined {
  const value = headers.get('retry-after') ?? 'none';
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  if (Number.isFinite(ms)) return bounded(ms);
  const said =
    /\b(?:again|retry)\b[^.\d]{0,20}?(\d+(?:\.\d+)?)\s*(ms|milliseconds|s\b|secs?\b|seconds?)/i.exec(body);
  return said ? bounded(Number(said[1]) * (said[2]!.toLowerCase().startsWith('m') ? 1 : 1000)) : undefined;
}

const TOO_LONG =
  /exceed_context_size|context_length_exceeded|ContextWindowExceeded|maximum context length|max_model_len|context (?:size|length|window)/i;
const NO_CREDIT = /insufficient_quota|insufficient (?:balance|credits)/i;

/** Which of the API's parameters a request carries. */
export interface Shape {
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly greedy: boolean;
}

/** What to ask instead where a server complains of a parameter; undefined where it complains of something else. */
export function fittingShape(asked: Shape, body: string): Shape | undefined {
  if (asked.limit === 'max_tokens' && body.includes('max_completion_tokens')) {
    return { ...asked, limit: 'max_completion_tokens' };
  }
  return asked.greedy && body.includes('temperature') ? { ...asked, greedy: false } : undefined;
}

export interface Refused {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

/** The error of a status that is no success, or the retry that may mend it. */
export function failureOf(
  { status, body, headers }: Refused,
  model: string,
  secrets: readonly string[],
): LabError | Retry {
  const message = scrubbed(messageOf(body), secrets);
  if (status === 402 || NO_CREDIT.test(body)) return new LabError('judge.quota', { message });
  // A refused key is sometimes quoted in parts, so these words are not passed on.
  if (status === 401 || status === 403) return new LabError('judge.denied', { status });
  if (status === 404) return new LabError('judge.unknown-model', { model, message });
  if (status === 405 || status === 501) return new LabError('judge.not-openai');
  if (status === 429)
    return new Retry('limit', new LabError('judge.rate-limit', { message }), waitOf(headers, body));
  if (TOO_LONG.test(body)) return new LabError('judge.context', { message });
  if (status === 408 || status >= 500) {
    const last = new LabError('judge.server', { status, message });
    // A model that is still loaded, or too many questions under another name.
    return new Retry(status === 503 || status === 529 ? 'limit' : 'busy', last, waitOf(headers, body));
  }
  return status >= 400
    ? new LabError('judge.refused', { status, message })
    : new LabError('judge.not-openai');
}
