/** Options that carry their own letter: `A)32400`, `(A)2`, `A. text`. */

import { LETTERS } from './options.ts';

const LABEL = /^\s*\(?([A-Z])[).:]\s*/;

/** Texts without labels, when every option has the letter of its place; else undefined. */
export function stripLabels(options: readonly string[]): readonly string[] | undefined {
  const fits = options.every((option, i) => LABEL.exec(option)?.[1] === LETTERS[i]);
  return fits ? options.map((option) => option.replace(LABEL, '')) : undefined;
}

export interface ListedOptions {
  /** The text before the list. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly texts: readonly string[];
}

const HEADING = /\n\s*(?:Options|Choices|Answer choices|Optionen)\s*:\s*\n/i;
const LETTERED = /^\s*\(?([A-Z])[).]\s*(.*)$/;
const BULLET = /^\s*-\s+(.*)$/;

/**
 * Options listed inside a text under "Options:" or "Choices:", one a line, lettered or with a dash; a closing "Answer:"
 * is dropped. Undefined when there is no such list or its lines are of different kinds.
 */
export function readListedOptions(text: string): ListedOptions | undefined {
  const heading = HEADING.exec(text);
  if (heading === null) return undefined;
  const lines = text
    .slice(heading.index + heading[0].length)
    .replace(/\n\s*(?:Answer|A)\s*:\s*$/i, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const lettered = lines.map((line) => LETTERED.exec(line));
  const question = text.slice(0, heading.index).trim();
  if (lines.length >= 2 && lettered.every((match, i) => match !== null && match[1] === LETTERS[i])) {
    return {
      question,
      labels: lettered.map((match) => match![1]!),
      texts: lettered.map((match) => match![2]!),
    };
  }
  const bullets = lines.map((line) => BULLET.exec(line)?.[1]);
  if (lines.length >= 2 && bullets.every((option) => option !== undefined)) {
    return { question, labels: bullets as string[], texts: bullets as string[] };
  }
  return undefined;
}
