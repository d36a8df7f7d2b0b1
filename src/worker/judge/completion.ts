/**
 * The body of an answer of chat completions, to a reply: whole, as a stream of events, or an error that came as a success.
 *
 * Follows the published API; what servers add to it is read where it is text of the answer, and left out where it is a
 * thought (`reasoning_content`, parts of type `thinking`). Knows nothing of verdicts.
 */

import { cutReply } from '../../eval/index.ts';
import type { JudgeReply } from '../../lab/judge/types.ts';

interface Choice {
  readonly message?: { readonly content?: unknown } | null;
  readonly delta?: { readonly content?: unknown } | null;
  readonly finish_reason?: unknown;
}

interface Completion {
  readonly choices?: readonly Choice[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
  readonly error?: unknown;
}

/** error: the server's own, with the status that it names; undefined: no answer of this protocol. */
export type Answer =
  | { readonly reply: JudgeReply }
  | { readonly error: { readonly status: number; readonly body: string } }
  | undefined;

/** Text, or the text among typed parts (Mistral's thinking models answer in parts); nothing for a model that only thinks. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

function tokensOf(usage: Completion['usage']): Pick<JudgeReply, 'tokens'> {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  return typeof prompt === 'number' && typeof completion === 'number'
    ? { tokens: { prompt, completion } }
    : {};
}

function parsed(text: string): Completion | undefined {
  try {
    return Object(JSON.parse(text)) as Completion;
  } catch {
    return undefined;
  }
}

const STATUS_IN_ERROR = /^[45]\d\d$/;

/** Gateways (OpenRouter) answer 200 and put what their upstream said into the body, its status as `code`. */
function errorOf(error: unknown): Answer {
  const { code } = Object(error) as { readonly code?: unknown };
  const status = STATUS_IN_ERROR.test(String(code)) ? Number(code) : 500;
  return { error: { status, body: JSON.stringify({ error }) } };
}

/** The data of each event (WHATWG HTML, 9.2.6), where a server streams although it was asked not to. */
function eventsOf(body: string): Completion[] | undefined {
  const data = body.split(/\r\n|\n|\r/).flatMap((line) => /^data: ?(.*)/.exec(line)?.[1] ?? []);
  const events = data.filter((text) => text !== '[DONE]').map(parsed);
  return events.includes(undefined) ? undefined : (events as Completion[]);
}

/** One of whole completions and of a stream's pieces. */
export function answerOf(body: string): Answer {
  const whole = parsed(body);
  const pieces = whole ? [whole] : eventsOf(body);
  if (!pieces) return undefined;
  const error = pieces.find(({ error }) => error !== undefined && error !== null)?.error;
  if (error !== undefined) return errorOf(error);
  const choices = pieces.flatMap(({ choices }): Choice[] =>
    Array.isArray(choices) ? choices.slice(0, 1).map(Object) : [],
  );
  const messages = choices.flatMap(({ message, delta }) => message ?? delta ?? []);
  if (messages.length === 0) return undefined;
  const text = messages.map(({ content }) => textOf(content)).join('');
  const cut = choices.some(({ finish_reason: end }) => end === 'length');
  const { usage } = pieces.findLast(({ usage }) => usage) ?? {};
  return { reply: { text: cut ? cutReply(text) : text, ...tokensOf(usage) } };
}
