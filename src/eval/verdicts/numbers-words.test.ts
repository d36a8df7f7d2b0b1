/** Each sign and word that belongs to a number, and each that makes it part of something else. */

import { describe, expect, it } from 'vitest';
import { numbersIn, sameNumber } from './numbers.ts';

const values = (text: string, language: 'en' | 'de' = 'en') =>
  numbersIn(text, language).flatMap(({ readings }) =>
    readings.map((one) => Number(one.numerator) / Number(one.denominator)),
  );

describe('18', () => {
  it.each([
    ...['US$', 'C$', 'A$', 'HK$', '$', '\\$', '€', '£', '¥', '₹', '₩', '₽', 'USD', 'EUR', 'GBP', 'Rs', 'Rs.'],
    ...['US$ ', '€ ', 'USD ', '+', '+$', '$+'],
  ])('is %s18', (sign) => {
    expect(sameNumber(`${sign}18`, '18')).toBe(true);
    expect(sameNumber(`${sign}18`, '19')).toBe(false);
  });

  it.each([
    '%',
    '\\%',
    '€',
    '£',
    '¥',
    'Euro',
    'EUR',
    'USD',
    ' %',
    ' €',
    ' Euro',
    '.',
    '%.',
    '€.',
    '£.',
    ' USD.',
  ])('is 18%s', (sign) => {
    expect(sameNumber(`18${sign}`, '18')).toBe(true);
  });

  it.each([' eggs', 'x', ' Euros', ' USDT', '..', '. .', '₩', ' GBP'])('is not 18%s', (more) => {
    expect(sameNumber(`18${more}`, '18')).toBe(false);
  });
});

describe('-18', () => {
  it.each(['-18', '\u221218', '\u201318', 'minus 18', 'negative 18', '-$18', '$-18', 'Minus 18'])(
    'is %s',
    (text) => {
      expect(sameNumber(text, '-18')).toBe(true);
      expect(sameNumber(text, '18')).toBe(false);
    },
  );

  it.each(['--18', '+-18'])('or not: %s', (text) => {
    expect(sameNumber(text, '-18')).toBe(text === '+-18');
  });
});

describe('digits are grouped', () => {
  it.each([',', '\u00a0', '\u202f', '\u2009', "'", '’'])('by %j', (separator) => {
    expect(values(`80${separator}000`)).toEqual([80000]);
    expect(values(`1${separator}234${separator}567 eggs`)).toEqual([1234567]);
  });
});

describe('scales', () => {
  it.each([
    ['thousand', 1e3],
    ['tausend', 1e3],
    ['million', 1e6],
    ['Millionen', 1e6],
    ['Mio', 1e6],
    ['billion', 1e9],
    ['Milliarde', 1e9],
    ['Milliarden', 1e9],
    ['Mrd', 1e9],
  ])('8 %s', (word, factor) => {
    expect(values(`8 ${word} people`)).toEqual([8 * factor, 8]);
    expect(values(`8 ${word}x people`)).toEqual([8]);
  });
});

describe('parts of a number', () => {
  it.each([
    ['1\u00a01/2', [1.5]],
    ['1 1/2', [1.5]],
    ['1e3', [1000]],
    ['1E3', [1000]],
    ['1e+3', [1000]],
    ['1e3x', []],
    ['1e12x', []],
    ['1.5', [1.5]],
    ['.5', [0.5]],
    ['so ...18', [18]],
  ])('%j: %j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });
});

describe('digits in something else', () => {
  it.each([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '3d',
    '3D',
    '3:30',
    '3/4/5',
    '1.2.3',
    '1,2,3',
    '5x3',
    'v2',
    'x_1',
    'B2B',
  ])('are no number: %s', (text) => {
    expect(values(text)).toEqual([]);
  });
});
