/**
 * Numbers in text as exact fractions, so that 18, 18.00, $18, 1,800% of nothing and 36/2 compare by value.
 *
 * Reads sign (-, U+2212, en dash), currency before or after, grouping (comma, thin or hard space, apostrophe),
 * decimals, exponents, fractions `3/4`, mixed numbers `1 1/2`, percent. German text also reads `1.234,5`; a point or
 * comma before exactly three digits has two readings there, and either may be equal. Percent is a unit: 50% equals 50.
 * Not read: number words, dates, times, versions, digits inside words.
 */

import type { Language } from '../types.ts';

/** numerator / denominator, reduced, denominator > 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface NumberInText {
  /** Usually one; two where the language leaves the separator open. */
  readonly readings: readonly Fraction[];
  /** Span of sign, currency, digits and percent in the text. */
  readonly start: number;
  readonly end: number;
}

const GROUPED = String.raw`\d{1,3}(?:,\d{2,3})*,\d{3}(?![\d])|\d{1,3}(?:[\u00A0\u202F\u2009'’]\d{3})+(?!\d)`;
const PLAIN = String.raw`\d+`;
const ENGLISH = String.raw`(?:(?:${GROUPED}|${PLAIN})(?:\.\d+)?|\.\d+)`;
const GERMAN = String.raw`(?:\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?|\d+,\d+|${ENGLISH})`;
const CURRENCY = String.raw`(?:US\$|C\$|A\$|HK\$|[$€£¥₹₩₽]|(?:USD|EUR|GBP|Rs\.?)\s?)`;
const SIGN = String.raw`[-+\u2212\u2013]`;

function pattern(language: Language, flags: string): RegExp {
  const digits = language === 'de' ? GERMAN : ENGLISH;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_]|\d[.,:/])(?<sign>${SIGN}\s?)?(?:${CURRENCY}\s?)?(?<inner>${SIGN})?` +
      String.raw`(?:(?<whole>\d+)[ \u00A0](?=\d+\s?\/\s?\d))?(?<digits>${digits})(?<exponent>[eE][+-]?\d{1,3}(?![\p{L}\p{N}]))?` +
      String.raw`(?:\s?\/\s?(?<below>[1-9]\d*)(?![\d.,]*\/|\d))?(?:\s?(?:%|€|£|¥|(?:Euro|EUR|USD)\b))?`,
    `u${flags}`,
  );
}

const PATTERNS = {
  en: pattern('en', 'g'),
  de: pattern('de', 'g'),
} as const;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function fraction(numerator: bigint, denominator: bigint): Fraction {
  const divisor = gcd(numerator, denominator) || 1n;
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export function equalFractions(a: Fraction, b: Fraction): boolean {
  return a.numerator === b.numerator && a.denominator === b.denominator;
}

/** Digits with at most one point, no grouping, to a fraction. */
function fromDecimal(text: string, exponent = 0): Fraction {
  const [whole = '', part = ''] = text.split('.');
  const scale = exponent - part.length;
  const digits = BigInt(`${whole}${part}` || '0');
  return scale >= 0 ? fraction(digits * 10n ** BigInt(scale), 1n) : fraction(digits, 10n ** BigInt(-scale));
}

/** Readings of a run of digits and separators. */
function readDigits(digits: string, exponent: number, language: Language): Fraction[] {
  const bare = digits.replace(/[\u00A0\u202F\u2009'’]/g, '');
  const english = () => fromDecimal(bare.replaceAll(',', ''), exponent);
  if (language === 'en') return [english()];
  const german = () => fromDecimal(bare.replaceAll('.', '').replace(',', '.'), exponent);
  if (/^\d{1,3}(?:\.\d{3})+$/.test(bare)) {
    return bare.split('.').length === 2 ? [german(), english()] : [german()];
  }
  if (/^\d{1,3}(?:,\d{3})+$/.test(bare))
    return bare.split(',').length === 2 ? [english(), german()] : [english()];
  return [bare.includes(',') && !/,.*\./.test(bare) ? german() : english()];
}

function read(match: RegExpExecArray, language: Language, text: string): NumberInText {
  const { sign = '', inner = '', whole, digits = '', exponent, below } = match.groups!;
  let start = match.index;
  // "16-3": after a digit, bracket or letter the dash is an operator or hyphen, not a sign; so is "7 - 3".
  const before = text.slice(0, start).trimEnd().slice(-1);
  const operator =
    sign !== '' && (/\s$/.test(sign) || /[\p{L}\p{N})\]]/u.test(text.slice(0, start).slice(-1)));
  const signed = operator || (sign !== '' && /[\p{N})\]%]/u.test(before)) ? '' : sign.trim();
  if (signed === '' && sign !== '') start += sign.length;
  const power = exponent === undefined ? 0 : Number(exponent.slice(1));
  const negative = signed !== '' ? signed !== '+' : inner !== '' && inner !== '+';
  const readings = readDigits(digits, power, language).map((value) => {
    let total = value;
    if (below !== undefined) total = fraction(value.numerator, value.denominator * BigInt(below));
    if (whole !== undefined) {
      total = fraction(total.numerator + BigInt(whole) * total.denominator, total.denominator);
    }
    return negative ? fraction(-total.numerator, total.denominator) : total;
  });
  return { readings, start, end: match.index + match[0].length };
}

/** Digits that are part of something else: a date, a time, a version, a word such as 3D or 18th. */
function isPartOfOther(text: string, end: number): boolean {
  const after = text.slice(end, end + 4);
  return /^(?:[:/]\d|[.,]\d|st\b|nd\b|rd\b|th\b|[dD]\b|[\p{L}\p{N}]*\d|-[A-Za-z0-9])/u.test(after);
}

/** All numbers of `text`, in order. */
export function numbersIn(text: string, language: Language = 'en'): NumberInText[] {
  const found: NumberInText[] = [];
  const finder = PATTERNS[language];
  finder.lastIndex = 0;
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    if (!isPartOfOther(text, match.index + match[0].length)) found.push(read(match, language, text));
  }
  return found;
}

/** The number that `text` is as a whole (a closing period or currency allowed), else undefined. */
export function parseNumber(text: string, language: Language = 'en'): readonly Fraction[] | undefined {
  const trimmed = text.trim().replace(/(?<=\d|%|€)\.$/, '');
  const [only, second] = numbersIn(trimmed, language);
  if (only === undefined || second !== undefined) return undefined;
  return only.start === 0 && only.end === trimmed.length ? only.readings : undefined;
}

/** Whether two numbers have a reading in common. */
export function sameReadings(a: readonly Fraction[], b: readonly Fraction[]): boolean {
  return a.some((x) => b.some((y) => equalFractions(x, y)));
}

/** Whether both texts are numbers and equal by value. Symmetric. */
export function sameNumber(a: string, b: string, language: Language = 'en'): boolean {
  const x = parseNumber(a, language);
  const y = parseNumber(b, language);
  return x !== undefined && y !== undefined && sameReadings(x, y);
}

/** Whether an answer is a quantity. An explicit plus or leading zeros make it a code (+43, 007), compared as text. */
export function isQuantity(answer: string, language: Language = 'en'): boolean {
  const bare = answer.trim();
  return !/^\+/.test(bare) && !/^0\d/.test(bare) && parseNumber(bare, language) !== undefined;
}
