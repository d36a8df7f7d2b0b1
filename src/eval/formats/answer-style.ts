/**
 * How a file names the right option where one row could be read in two ways: options `O, AB, A, B` with the answer `A`,
 * or options `2, 3, 1` with the answer `2`. Rows that can be read in one way only tell for all.
 */

import { LETTERS } from './options.ts';

export type AnswerStyle = 'text' | 'letter' | 'index';

/** Place of an answer that is a single letter, else undefined. */
export function bareLetter(answer: string, count: number): number | undefined {
  const written = answer.trim();
  if (!/^[A-Z]$/i.test(written)) return undefined;
  const place = LETTERS.indexOf(written.toUpperCase());
  return place < count ? place : undefined;
}

/** Whether an answer, without space around it, is word for word an option. */
export const isText = (written: string, texts: readonly string[]) =>
  texts.some((option) => option.trim() === written);

/** Options as texts; `areNumbers`: as the file has them they are numbers. */
export interface OptionTexts {
  readonly texts: readonly string[];
  readonly areNumbers: boolean;
}

/**
 * A number that may be one of the options, which are numbers, or the place of another, in a file whose other rows tell
 * neither.
 */
export function isAmbiguous(
  value: unknown,
  { texts, areNumbers }: OptionTexts,
  style: AnswerStyle | undefined,
): boolean {
  return (
    areNumbers &&
    typeof value === 'number' &&
    style !== 'index' &&
    style !== 'text' &&
    value <= texts.length &&
    isText(String(value), texts)
  );
}

/** Undefined where no row tells; 'text' where rows contradict each other. */
export function answerStyle(
  rows: readonly { readonly answer: string; readonly texts: readonly string[] }[],
): AnswerStyle | undefined {
  const seen = { text: 0, letter: 0, index: 0 };
  for (const { answer, texts } of rows) {
    const written = answer.trim();
    const asText = isText(written, texts);
    const asLetter = bareLetter(written, texts.length) !== undefined;
    const asIndex = /^\d+$/.test(written);
    // Beyond the options a number can only be a text.
    const isBeyond = asIndex && Number(written) > texts.length;
    if (asText && !asLetter && (!asIndex || isBeyond)) seen.text++;
    if (!asText && asLetter) seen.letter++;
    if (!asText && asIndex) seen.index++;
  }
  if (seen.text > 0 || (seen.letter > 0 && seen.index > 0)) return 'text';
  if (seen.letter > 0) return 'letter';
  return seen.index > 0 ? 'index' : undefined;
}
