/**
 * From a list of option texts and a gold (index, letter, label or text) to the closed part of an item.
 *
 * Rejects what cannot be scored: fewer than two options, an empty option, a gold outside the list. Nothing is guessed:
 * a gold that fits two options in different ways is rejected (lm-evaluation-harness #811: a label outside the choices
 * must be an error, not a wrong item).
 */

import type { Item, Language, RejectedRow } from '../types.ts';
import { withDefaultPrompt } from './lazy-prompt.ts';
import { languageOf } from './question-text.ts';
import { reject, type Where } from './row.ts';

export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `A. text` for the option at `index`. */
export function lettered(text: string, index: number): string {
  return `${LETTERS[index]}. ${text}`;
}

/** How the gold is written in the row. */
export type Gold =
  | { readonly kind: 'index'; readonly index: number }
  /** One of the row's labels, else a letter. */
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'written'; readonly written: string };

export interface ClosedParts {
  readonly id: string;
  readonly question: string;
  readonly context?: string;
  readonly texts: readonly string[];
  /** Labels of the options where the row has its own (ARC: A-E or 1-5). */
  readonly labels?: readonly string[];
  readonly gold: Gold;
  readonly language?: Language;
  readonly group?: string;
  readonly rationale?: string;
}

/** `B`, `(B)` or `B.`; `B. text` or `(B) text`; `Option B`. */
const LETTER = /^\(?([A-Za-z])[).:]?$/;
const LETTER_AND_TEXT = /^\(?([A-Za-z])[).:]\s(.+)/s;
const NAMED_LETTER = /^(?:option|choice|answer)\s+\(?([A-Za-z])\)?\.?$/i;

/**
 * Index of a written gold: own label, then exact text, then a letter of the list, alone or before its option's text.
 * Undefined when none fits, or when letter and text name different options.
 */
export function goldIndexOf(
  written: string,
  texts: readonly string[],
  labels?: readonly string[],
): number | undefined {
  const wanted = written.trim();
  if (labels?.includes(wanted)) return labels.indexOf(wanted);
  const byText = texts.findIndex((option) => option.trim() === wanted);
  if (byText >= 0) return byText;
  const both = LETTER_AND_TEXT.exec(wanted);
  if (both !== null) {
    const index = letterIndex(both[1]!, texts);
    return index !== undefined && texts[index]!.trim() === both[2]!.trim() ? index : undefined;
  }
  const letter = (NAMED_LETTER.exec(wanted) ?? LETTER.exec(wanted))?.[1];
  return letter === undefined ? undefined : letterIndex(letter, texts);
}

/** The place of a letter A-Z or a-z, where there are that many options. */
function letterIndex(letter: string, texts: readonly string[]): number | undefined {
  const index = LETTERS.indexOf(letter.toUpperCase());
  return index < texts.length ? index : undefined;
}

function indexOfGold(gold: Gold, texts: readonly string[], labels?: readonly string[]): number | undefined {
  if (gold.kind === 'index') return gold.index;
  if (gold.kind === 'label') return (labels ?? [...LETTERS]).indexOf(gold.label.trim());
  return goldIndexOf(gold.written, texts, labels);
}

function writtenGold(gold: Gold): string {
  if (gold.kind === 'index') return String(gold.index);
  return gold.kind === 'label' ? gold.label : gold.written;
}

// Split, not replaced with the space around: that search takes time by the square of a long run of spaces.
const oneLine = (option: string): string =>
  option
    .split(/[\n\r]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Makes the closed item, or says why the row cannot be used. */
export function closedItem(parts: ClosedParts, where: Where): Item | RejectedRow {
  // The output is judged by its first line, so that an option must be one line.
  const texts = parts.texts.map(oneLine);
  if (texts.length < 2) return reject(where, 'import.too-few-options', { count: texts.length });
  if (texts.length > LETTERS.length) {
    return reject(where, 'import.too-many-options', { count: texts.length, limit: LETTERS.length });
  }
  const empty = texts.indexOf('');
  if (empty >= 0) return reject(where, 'import.empty-option', { position: empty + 1 });
  const goldIndex = indexOfGold(parts.gold, texts, parts.labels) ?? Number.NaN;
  const gold = texts[goldIndex];
  if (gold === undefined) {
    const params = { gold: writtenGold(parts.gold), count: texts.length };
    return reject(where, 'import.gold-outside-options', params);
  }
  const options = texts.map(lettered);
  const { id, question, context, group, rationale } = parts;
  const item = withoutUndefined({
    id,
    task: 'closed' as const,
    question,
    context,
    options,
    language: languageOf(where, parts.language),
    optionTexts: texts,
    goldIndex,
    answer: options[goldIndex]!,
    accepted: [gold],
    group,
    rationale,
  });
  return withDefaultPrompt(item);
}

/** Drops keys whose value is undefined, so that items compare and serialise without them. */
export function withoutUndefined<T extends object>(value: T): T {
  const kept: Partial<T> = {};
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] !== undefined) kept[key] = value[key];
  return kept as T;
}
