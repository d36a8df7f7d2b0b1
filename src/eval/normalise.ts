/** Text normalisations that several rules share. */

import type { Item } from './types.ts';

/** NFKC, lower case, every run of whitespace and punctuation as one space, trimmed: equal for re-typed copies. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
}

/**
 * What makes two items the same question: context and question; for closed items the gold's text as well, since
 * "Which of these is true?" recurs with different options. Independent of the order of options and of the prompt.
 * Questions of symbols only fall back to their raw text.
 */
export function contentKey(item: Item): string {
  const parts = [item.context ?? '', item.question];
  if (item.task === 'closed') parts.push(item.accepted[0] ?? item.answer);
  const key = parts.map(normaliseText).join('\n');
  return key.trim() === '' ? parts.join('\n') : key;
}
