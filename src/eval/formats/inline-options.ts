/**
 * Options written into running text with a mark each: `What is 2 + 2? A) 3 B) 4`, `... (A) x, (B) y or (C) z`.
 *
 * Read only where there is one reading: one kind of mark, from A (or 1) on and each once, up to the end of the text, with
 * something before the first and after each. "(C) Both (A) and (B)" has none: its A and B stand there twice.
 */

import { LETTERS } from './options.ts';

export interface ListedOptions {
  /** The text before the list. */
  readonly question: string;
  readonly labels: readonly string[];
  readonly texts: readonly string[];
}

interface Style {
  /** A mark, its letter or digit in group 1. */
  readonly mark: RegExp;
  /** The letters or digits in their order. */
  readonly order: string;
  /** Fewer marks may be something else: initials, numbers of sections. */
  readonly least: number;
}

const SMALL = LETTERS.toLowerCase();
const DIGITS = '123456789';
/** After a space, a separator or the end of a sentence. */
const START = String.raw`(?<=[\s,;.?!:])`;
const STYLES: readonly Style[] = [
  { mark: new RegExp(String.raw`${START}\(([A-Z])\)\s*`, 'g'), order: LETTERS, least: 2 },
  { mark: new RegExp(String.raw`${START}\(([a-z])\)\s*`, 'g'), order: SMALL, least: 2 },
  { mark: new RegExp(String.raw`${START}\(([1-9])\)\s`, 'g'), order: DIGITS, least: 3 },
  { mark: new RegExp(String.raw`${START}([A-Z])\)\s*`, 'g'), order: LETTERS, least: 2 },
  { mark: new RegExp(String.raw`${START}([a-z])\)\s*`, 'g'), order: SMALL, least: 2 },
  { mark: new RegExp(String.raw`${START}([A-Z])[.:]\s`, 'g'), order: LETTERS, least: 3 },
];

/** Asks for a number, which is no label of numbered statements; of numbers it may be. */
const COUNTING = /\b(?:how many|wie viele)\b/i;
/** Asks for the answer behind the last option. */
const ASKING = /\s(?:Answer|Antwort)\s?:\s*$/i;
const HEADING = /(?:^|\s)(?:Options|Choices|Answer choices|Optionen)\s*:?\s*$/i;

/** Without what separates it from the next: "x,", "x;", "x or". */
const withoutSeparator = (text: string) =>
  text
    .replace(/[,;]$/, '')
    .replace(/[,;]?\s(?:or|oder)$/i, '')
    .trim();

function read(text: string, { mark, order, least }: Style): ListedOptions | undefined {
  const marks = [...text.matchAll(mark)];
  if (marks.length < least || !marks.every((one, i) => one[1] === order[i])) return undefined;
  const question = text.slice(0, marks[0]!.index).replace(HEADING, '').trim();
  const texts = marks.map((one, i) => {
    const option = text.slice(one.index + one[0].length, marks[i + 1]?.index).trim();
    return i + 1 < marks.length ? withoutSeparator(option) : option;
  });
  // A line break inside an option: what follows it belongs to no option for certain.
  const areNumbers = texts.every((option) => /^\W?\d/.test(option));
  if (order === DIGITS && COUNTING.test(text) && !areNumbers) return undefined;
  if (question === '' || texts.some((option) => option.includes('\n'))) return undefined;
  // "Is it A) x or B) y?" ends the question.
  const asks = texts.filter((option) => option.endsWith('?')).length === 1 && texts.at(-1)!.endsWith('?');
  if (asks && !question.endsWith('?')) texts.push(texts.pop()!.slice(0, -1).trim());
  return texts.includes('') ? undefined : { question, labels: marks.map((one) => one[1]!), texts };
}

/** The options at the end of a text; undefined where there is not exactly one reading. */
export function readInlineOptions(text: string): ListedOptions | undefined {
  const body = text.replace(ASKING, '');
  const readings = STYLES.flatMap((style) => read(body, style) ?? []);
  return readings.length === 1 ? readings[0] : undefined;
}
