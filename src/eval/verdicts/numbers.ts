/**
 * Numbers in text as exact fractions, so that 18, 18.00, $18 and 36/2 compare by value.
 *
 * Reads sign (-, U+2212, en dash, "minus"), currency before or after, grouping (comma, hard or thin space, apostrophe),
 * decimals, exponents, fractions `3/4`, mixed numbers `1 1/2`, percent. German text also reads `1.234,5`. Where a text
 * leaves the value open, a number has several readings and any may be equal: a point or comma before exactly three
 * digits in German, and scale words ("18 million" is 18 millions or 18,000,000). Percent is a unit: 50% equals 50.
 * Not read: number words, dates, times, versions, digits inside words (3D, 18th).
 */

import type { Language } from '../types.ts';
import { plainNumerals } from './numerals.ts';

/** numerator / denominator, reduced, denominator > 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface NumberInText {
  readonly readings: readonly Fraction[];
  /** Those with the scale word behind the digits: 18,000,000 of "18 million"; absent without one. */
  readonly scaled?: readonly Fraction[];
  /** Span of sign, currency, digits and unit sign in the text. */
  readonly start: number;
  readonly end: number;
}

const raw = String.raw;
const GROUPED = raw`[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?!\d)|[1-9]\d{0,2}(?:[\u00A0\u202F\u2009'’]\d{3})+(?!\d)`;
const ENGLISH = raw`(?:(?:${GROUPED}|\d+)(?:\.\d+)?|(?<!\.)\.\d+)`;
const GERMAN = raw`(?:\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?|\d{1,3}(?:,\d{3})+\.\d+|\d+,\d+(?!,?\d)|${ENGLISH})`;
const CURRENCY = raw`(?:US\$|C\$|A\$|HK\$|\\?\$|[€£¥₹₩₽]|USD|EUR|GBP|Rs\.?)`;
const DASH = raw`[-+\u2212\u2013]`;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend)\b/i, 3],
  [/^\s?(?:million|millionen|mio)\b/i, 6],
  [/^\s?(?:billion|milliarden?|mrd)\b/i, 9],
];

function pattern(digits: string): RegExp {
  return new RegExp(
    raw`(?<![\p{L}\p{N}_]|\d[.,:/])(?<sign>${DASH}\s?|(?:minus|negative)\s)?(?:${CURRENCY}\s?)?(?<inner>${DASH})?` +
      raw`(?:(?<whole>\d+)[ \u00A0](?=\d+\s?\/\s?\d))?(?<digits>${digits})(?<exponent>e[+-]?\d{1,3}(?!\p{L}))?` +
      raw`(?:\s?\/\s?(?<below>[1-9]\d*)(?!\s?\/))?(?:\s?(?:\\?%|[€£¥]|(?:Euro|EUR|USD)\b))?`,
    'giu',
  );
}

const PATTERNS = { en: pattern(ENGLISH), de: pattern(GERMAN) } as const;

/** Reduced; the denominator must be above 0. */
function fraction(numerator: bigint, denominator: bigint): Fraction {
  let [divisor, rest] = [denominator, numerator];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  if (divisor < 0n) divisor = -divisor;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function equalFractions(a: Fraction, b: Fraction): boolean {
  return a.numerator === b.numerator && a.denominator === b.denominator;
}

/** Digits with at most one point, no grouping, to a fraction. */
function fromDecimal(text: string, exponent: number): Fraction {
  const [whole, part = ''] = text.split('.');
  const scale = exponent - part.length;
  const digits = BigInt(`${whole}${part}`);
  return fraction(digits * 10n ** BigInt(Math.max(0, scale)), 10n ** BigInt(Math.max(0, -scale)));
}

/** Readings of a run of digits and separators. */
function readDigits(digits: string, exponent: number, language: Language): Fraction[] {
  const bare = digits.replace(/[\u00A0\u202F\u2009'’]/g, '');
  const english = () => fromDecimal(bare.replaceAll(',', ''), exponent);
  if (language === 'en') return [english()];
  const german = () => fromDecimal(bare.replaceAll('.', '').replace(',', '.'), exponent);
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(bare)) return [german(), english()];
  if (/^[1-9]\d{0,2},\d{3}$/.test(bare)) return [english(), german()];
  // Points that come again group, and the separator that stands last is the decimal one.
  return [/\..*\./.test(bare) || /^[^,]*,[^,.]*$/.test(bare) ? german() : english()];
}

/** Whether the sign before the digits is a sign: not an operator ("7 - 3"), hyphen ("17-18") or bullet ("- 3"). */
function isSign(sign: string, text: string, at: number): boolean {
  // The last sign of each, which may be two units long: searching all the text before every number takes its square.
  const touching = text.slice(Math.max(0, at - 2), at);
  const afterNumber = /[\p{N})\]%]$/u.test(text.slice(0, at).trimEnd().slice(-2));
  if (/[a-z]/i.test(sign)) return !afterNumber;
  return !/\s/.test(sign) && !/\p{L}$/u.test(touching) && !afterNumber;
}

function read(match: RegExpExecArray, language: Language, text: string): NumberInText {
  const { sign = '', inner = '', whole, digits, exponent, below } = match.groups!;
  const signed = isSign(sign, text, match.index);
  const start = match.index + (signed ? 0 : sign.length);
  let end = match.index + match[0].length;
  const minus = (mark: string) => mark !== '' && mark !== '+';
  const negative = (signed && minus(sign)) !== minus(inner);
  const power = exponent === undefined ? 0 : Number(exponent.slice(1));
  const written = readDigits(digits!, power, language).map((value) => {
    let total = value;
    if (below !== undefined) total = fraction(total.numerator, total.denominator * BigInt(below));
    if (whole !== undefined) {
      total = fraction(total.numerator + BigInt(whole) * total.denominator, total.denominator);
    }
    return negative ? fraction(-total.numerator, total.denominator) : total;
  });
  for (const [word, zeros] of SCALES) {
    const scale = word.exec(text.slice(end));
    if (scale === null) continue;
    end += scale[0].length;
    const scaled = written.map((value) =>
      fraction(value.numerator * 10n ** BigInt(zeros), value.denominator),
    );
    return { readings: [...scaled, ...written], scaled, start, end };
  }
  return { readings: written, start, end };
}

/** What follows digits that are part of something else: a date, a time, a version, a word such as 3D or 18th. */
const PART_OF_OTHER = /^(?:[:/]\d|[.,]\d|(?:st|nd|rd|th|d)\b|\p{L}*\d)/iu;

/** All numbers of `text`, in order. */
export function numbersIn(text: string, language: Language = 'en'): NumberInText[] {
  const found: NumberInText[] = [];
  for (const match of text.matchAll(PATTERNS[language])) {
    const end = match.index + match[0].length;
    if (!PART_OF_OTHER.test(text.slice(end))) found.push(read(match, language, text));
  }
  return found;
}

/** The number that `text` is as a whole (a closing period allowed), else undefined. */
export function parseNumber(text: string, language: Language): readonly Fraction[] | undefined {
  const trimmed = text.trim().replace(/\.$/, '');
  const [first] = numbersIn(trimmed, language);
  return first?.start === 0 && first.end === trimmed.length ? first.readings : undefined;
}

/** Whether two numbers have a reading in common. */
export function sameReadings(a: readonly Fraction[], b: readonly Fraction[]): boolean {
  return a.some((x) => b.some((y) => equalFractions(x, y)));
}

/** Whether both texts are numbers and equal by value. Symmetric. */
export function sameNumber(a: string, b: string, language: Language = 'en'): boolean {
  const x = parseNumber(plainNumerals(a), language);
  const y = parseNumber(plainNumerals(b), language);
  return x !== undefined && y !== undefined && sameReadings(x, y);
}

/** Whether an answer is a quantity. An explicit plus or leading zeros make it a code (+43, 007), compared as text. */
export function isQuantity(answer: string, language: Language = 'en'): boolean {
  const bare = answer.trim();
  return !/^\+/.test(bare) && !/^0\d/.test(bare) && parseNumber(bare, language) !== undefined;
}
