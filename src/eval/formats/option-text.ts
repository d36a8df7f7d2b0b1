/** Options that carry their own letter: `A)32400`, `(A)2`, `A. text`. */

import { type ListedOptions, readInlineOptions } from './inline-options.ts';
import { LETTERS } from './options.ts';

/** `A.`, `A)`, `(A)`, `A：`, `A．`, `A、`. */
const LABEL = /^\s*\(?([A-Z])\s?[).:．、：]\s*/i;
/** A letter and nothing but space: a label only where all options have it, and none reads as a name or an article. */
const SPACED = /^\s*([A-Z])\s+(?=\S)/;
/** What follows a name or an article: "A told the truth", "A 是学士", "A prison ...", "A Lee met B". */
const AFTER_NAME = /^[^\p{Lu}\p{N}\p{P}\p{S}]|\b[A-D]\b/u;

/** Texts without labels, when every option has the letter of its place, all capital or all small; else undefined. */
export function stripLabels(options: readonly string[]): readonly string[] | undefined {
  for (const pattern of [LABEL, SPACED]) {
    const labels = options.map((option) => pattern.exec(option)?.[1]);
    const fits = [LETTERS, LETTERS.toLowerCase()].some((letters) =>
      labels.every((label, i) => label === letters[i]),
    );
    if (!fits) continue;
    const bare = options.map((option) => option.replace(pattern, ''));
    if (pattern === LABEL) return bare;
    const isNamed = bare.some((rest) => AFTER_NAME.test(rest)) || new Set(bare).size < bare.length;
    if (options.length > 2 && !isNamed) return bare;
  }
  return undefined;
}

/**
 * Whether `letter` is the place of one option and the label that another carries (`A. x`, `C. y`, `B. z`: some sets print
 * options in columns): then it cannot be told which of both it names.
 */
export function isMisplaced(options: readonly string[], letter: string): boolean {
  const labels = options.map((option) => LABEL.exec(option.toUpperCase())?.[1]);
  const letters = LETTERS.slice(0, options.length);
  const isOrder = labels.every(
    (label, i) => label === undefined || (letters.includes(label) && labels.indexOf(label) === i),
  );
  const place = [...LETTERS].indexOf(letter.trim().toUpperCase());
  const carrier = labels.indexOf(LETTERS[place]);
  return isOrder && place >= 0 && carrier >= 0 && carrier !== place;
}

/** Each text without its label, for files whose options all have one, if not always the right one. */
export function stripEachLabel(options: readonly string[]): readonly string[] {
  return stripLabels(options) ?? options.map((option) => option.replace(LABEL, ''));
}

const HEADING = /\n[^\S\n]*(?:Options|Choices|Answer choices|Optionen)[^\S\n]*:[ \t]*\n?/i;
/** `A. x`, `(A) x`, `A) x`, `A.) x`, `A: x`, also with small letters. */
const LETTERED = /^\s*\(?([A-Za-z])(?:\.\)|[).:])(.*)/s;
const BULLET = /^\s*-\s(.*)/s;

/** Options of lettered lines (A. first, in order) or of lines with a dash; undefined for other lines. */
function readLines(lines: readonly string[]): Omit<ListedOptions, 'question'> | undefined {
  if (lines.length < 2) return undefined;
  const lettered = lines.map((line) => LETTERED.exec(line));
  const isInOrder = (order: string) => lettered.every((match, i) => match !== null && match[1] === order[i]);
  if (isInOrder(LETTERS) || isInOrder(LETTERS.toLowerCase())) {
    return { labels: lettered.map((match) => match![1]!), texts: lettered.map((match) => match![2]!.trim()) };
  }
  const bullets = lines.map((line) => BULLET.exec(line)?.[1]);
  if (!bullets.every((one) => one !== undefined)) return undefined;
  const texts = bullets.map((one) => one.trim());
  return { labels: texts, texts };
}

/**
 * Options listed inside a text, one a line: under "Options:" or "Choices:", lettered or with a dash, or without heading
 * as lettered lines at the end; or marked in running text (inline-options.ts). A closing "Answer:" is dropped. Undefined
 * when there is no such list.
 */
export function readListedOptions(text: string): ListedOptions | undefined {
  const body = text.replace(/\r\n/g, '\n').replace(/\n[^\S\n]*(?:Answer|A)[^\S\n]*:\s*$/i, '');
  const heading = HEADING.exec(body);
  if (heading !== null) {
    const lines = body.slice(heading.index + heading[0].length).split('\n');
    const options = readLines(lines.filter((line) => line.trim() !== ''));
    if (options === undefined) return readInlineOptions(body);
    return { question: body.slice(0, heading.index).trim(), ...options };
  }
  const lines = body.trimEnd().split('\n');
  let first = lines.length;
  while (LETTERED.test(String(lines[first - 1]))) first--;
  // Two lines "A: ..." and "B: ..." are a dialogue.
  const isDialogue = lines.length - first < 3 && lines.slice(first).every((line) => /^\s*[A-Z]:/i.test(line));
  const options = isDialogue ? undefined : readLines(lines.slice(first));
  return options
    ? { question: lines.slice(0, first).join('\n').trim(), ...options }
    : readInlineOptions(body);
}

/** A mark at the start or after a space or a comma. */
const WRITTEN = /(?:^|[\s,;])\(?([A-Z])[).:]\s/g;

/** Options written into one text with a letter each (`A) x B) y`, `A. x\nB. y`), or parted by bars (`x|y|z`); else undefined. */
export function splitOptions(text: string): readonly string[] | undefined {
  const marks = [...text.matchAll(WRITTEN)];
  if (marks.length >= 2 && marks.every((mark, i) => mark[1] === LETTERS[i]) && marks[0]!.index === 0) {
    return marks.map((mark, i) =>
      text
        .slice(mark.index + mark[0].length, marks[i + 1]?.index)
        .trim()
        .replace(/[,;]$/, ''),
    );
  }
  const parts = text.split('|').map((part) => part.trim());
  return parts.length > 1 && !parts.includes('') ? parts : undefined;
}
