/**
 * Conversations: chat fine-tuning rows `{messages: [{role, content}]}` (the last assistant turn is the answer), ShareGPT's
 * `{conversations: [{from, value}]}`, and OpenAI evals `{input: [{role, content}] | string, ideal: string | string[]}`.
 *
 * One user turn becomes the question; earlier turns and system texts become the context, each with its speaker.
 */

import { openItem } from './open-item.ts';
import { withoutUndefined } from './options.ts';
import {
  isRowObject,
  type RowObject,
  type RowShape,
  reject,
  rowId,
  scalarText,
  text,
  textList,
  type Where,
} from './row.ts';

interface Turn {
  readonly role: string;
  readonly content: string;
}

/** Content as text: a string, or the text parts of a list of parts. */
function contentOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const parts = value.map((part) =>
    isRowObject(part) && part.type === 'text' ? text(part.text) : undefined,
  );
  return parts.every((part) => part !== undefined) ? parts.join('\n') : undefined;
}

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  example_user: 'user',
  example_assistant: 'assistant',
  bot: 'assistant',
  model: 'assistant',
};

function turnsOf(value: unknown): Turn[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const turns: Turn[] = [];
  for (const entry of value) {
    if (!isRowObject(entry)) return undefined;
    // OpenAI evals write few-shot pairs as system messages with the speaker in `name` (example_user, example_assistant).
    const role = text(entry.name) ?? text(entry.role) ?? text(entry.from);
    const content = contentOf(entry.content ?? entry.value);
    if (role === undefined || content === undefined) return undefined;
    turns.push({ role: ROLES[role] ?? role, content });
  }
  return turns;
}

const SPEAKERS: Readonly<Record<string, string>> = { user: 'User: ', assistant: 'Assistant: ' };

/** Question and context of the turns that stand before the answer. */
function ask(turns: readonly Turn[]): { question: string; context: string | undefined } | undefined {
  const last = turns.at(-1);
  const question = last?.role === 'assistant' ? undefined : text(last?.content);
  if (question === undefined) return undefined;
  const earlier = turns.slice(0, -1).map(({ role, content }) => `${SPEAKERS[role] ?? ''}${content.trim()}`);
  return { question: question.trim(), context: text(earlier.join('\n')) };
}

/** Question and context of a list of messages that ends with the user's; undefined for anything else. */
export function askedIn(messages: unknown): { question: string; context: string | undefined } | undefined {
  const turns = turnsOf(messages);
  return turns && ask(turns);
}

const field = (row: RowObject) => (row.messages === undefined ? 'conversations' : 'messages');

export const chatMessages: RowShape = {
  kind: 'chat-messages',
  task: 'open',
  recognise: (row) => turnsOf(row[field(row)]) !== undefined,
  fields: (row) => ({ question: `${field(row)} (user)`, answer: `${field(row)} (last assistant)` }),
  toItem(row, where: Where) {
    const turns = turnsOf(row[field(row)])!;
    if (turns.at(-1)!.role !== 'assistant') return reject(where, 'import.no-answer', { field: field(row) });
    const asked = ask(turns.slice(0, -1));
    if (asked === undefined) return reject(where, 'import.empty-question', { field: field(row) });
    return openItem(
      withoutUndefined({ id: rowId(row, where), ...asked, accepted: [turns.at(-1)!.content] }),
      where,
    );
  },
};

export const openAiEvals: RowShape = {
  kind: 'openai-evals',
  task: 'open',
  recognise: (row) =>
    'ideal' in row &&
    (typeof row.input === 'string' || turnsOf(row.input) !== undefined) &&
    row.choices === undefined,
  fields: () => ({ question: 'input', answer: 'ideal' }),
  toItem(row, where) {
    const asked = askedIn(typeof row.input === 'string' ? [{ role: 'user', content: row.input }] : row.input);
    if (asked === undefined) return reject(where, 'import.empty-question', { field: 'input' });
    const one = scalarText(row.ideal);
    const golds = one === undefined ? textList(row.ideal) : [one];
    if (golds === undefined) return reject(where, 'import.bad-answer', { field: 'ideal' });
    return openItem(withoutUndefined({ id: rowId(row, where), ...asked, accepted: golds }), where);
  },
};
