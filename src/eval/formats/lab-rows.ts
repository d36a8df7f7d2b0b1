/**
 * Rows in the lab's own form, which carry their prompt: `{id, prompt, question, answer, options, gold}` (closed) and
 * `{id, prompt, question, answer, accept, competitors}` (open); the embedded benchmark is written so.
 *
 * `answer` is the required output itself; `options` are required outputs; `gold` is an index (closed) or the bare
 * answer (open).
 */

import type { Item, RejectedRow } from '../types.ts';
import { withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, text, textList, type Where } from './row.ts';

/** The options without the marker that all of them share (`* `), or without `A. `. */
export function bareOptions(options: readonly string[]): readonly string[] {
  const bare = options.map((option) => option.replace(/^(?:[A-Z][.)]|\([A-Z]\)|[*-])\s+/, ''));
  return bare.every((option) => option !== '') ? bare : options;
}

function closed(row: RowObject, base: Base, where: Where): Item | RejectedRow {
  const options = textList(row.options);
  if (options === undefined || options.length < 2) {
    return reject(where, 'import.too-few-options', { count: options?.length ?? 0 });
  }
  const goldIndex = options.indexOf(base.answer);
  if (goldIndex < 0 || (typeof row.gold === 'number' && options[row.gold] !== base.answer)) {
    return reject(where, 'import.gold-outside-options', { gold: base.answer, count: options.length });
  }
  const optionTexts = bareOptions(options);
  return withoutUndefined({
    ...base,
    task: 'closed' as const,
    options,
    optionTexts,
    goldIndex: typeof row.gold === 'number' ? row.gold : goldIndex,
    accepted: [optionTexts[goldIndex]!],
  });
}

function open(row: RowObject, base: Base, where: Where): Item | RejectedRow {
  const accepted = textList(row.accept)?.filter((answer) => answer.trim() !== '');
  const gold = text(row.gold) ?? accepted?.[0];
  if (gold === undefined) return reject(where, 'import.empty-answer');
  const competitors = textList(row.competitors);
  return withoutUndefined({
    ...base,
    task: 'open' as const,
    accepted: [...new Set([gold, ...(accepted ?? [])])],
    competitors,
  });
}

interface Base {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly prompt: string;
  readonly group: string | undefined;
}

function shape(task: 'closed' | 'open'): RowShape {
  return {
    kind: 'lab',
    task,
    recognise: (row) =>
      typeof row.prompt === 'string' &&
      typeof row.question === 'string' &&
      typeof row.answer === 'string' &&
      (task === 'closed'
        ? Array.isArray(row.options)
        : Array.isArray(row.accept) && /^#### ?/.test(row.answer)),
    fields: () => ({
      question: 'question',
      answer: 'answer',
      prompt: 'prompt',
      ...(task === 'closed' ? { options: 'options' } : {}),
    }),
    toItem(row, where) {
      const question = text(row.question);
      if (question === undefined) return reject(where, 'import.empty-question', { field: 'question' });
      const prompt = text(row.prompt)?.trimEnd();
      if (prompt === undefined) return reject(where, 'import.empty-question', { field: 'prompt' });
      const answer = text(row.answer);
      if (answer === undefined) return reject(where, 'import.empty-answer');
      const base: Base = { id: rowId(row, where), question, answer, prompt, group: text(row.relation) };
      return task === 'closed' ? closed(row, base, where) : open(row, base, where);
    },
  };
}

export const labClosed: RowShape = shape('closed');
export const labOpen: RowShape = shape('open');
