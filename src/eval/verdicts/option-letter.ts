/**
 * Whether a line is the letter of an option and nothing else, as the form `letter` asks of closed and of open answers. What
 * other graders take for a letter (`ANSWER: **B**`) is harness-match.ts's business.
 */

import type { FormReading } from './open-form.ts';

/** A capital letter that is no part of a word. */
const LONE_LETTER = /(?<![\p{L}\p{N}])[A-Z](?![\p{L}\p{N}'’])/gu;

/** The letter alone: no bracket, no point, no text. `letters` are the listed ones; absent = any. */
export function readLetter(line: string, letters?: readonly string[]): FormReading {
  const isListed = (letter: string) => letters === undefined || letters.includes(letter);
  if (/^[A-Z]$/.test(line)) return isListed(line) ? { content: line } : { reason: 'format.unlisted-letter' };
  const found = new Set(line.match(LONE_LETTER)?.filter(isListed));
  if (found.size === 0) return { reason: 'format.no-letter' };
  return { reason: found.size > 1 ? 'format.several-letters' : 'format.letter-with-text' };
}
