/** Text normalisations that several rules share. */

import type { Item } from './types.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const BREAKS = /[\s\p{P}]+/gu;
/** BREAKS among ASCII: several times faster, which counts with half a million questions. */
const ASCII_BREAKS = /[\s!-#%-*,-/:;?@[-\]_{}]+/g;

/** NFKC, lower case, every run of whitespace and punctuation as one space, trimmed: equal for re-typed copies. */
export function normaliseText(text: string): string {
  const [folded, breaks] = NOT_ASCII.test(text) ? [text.normalize('NFKC'), BREAKS] : [text, ASCII_BREAKS];
  return folded.toLowerCase().replace(breaks, ' ').trim();
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
