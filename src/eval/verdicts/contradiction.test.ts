/** What takes a mention of the gold back, and what only looks as if it did. */

import { describe, expect, it } from 'vitest';
import { judgeWords as judge } from './testing/judge-words.ts';
import { findWords, tokensOf } from './tokens.ts';

describe('whole words', () => {
  it.each([
    ['USSR', 'the U.S.S.R. fell', 'yes found'],
    ['USA', 'the U.S.A today', 'yes found'],
    ['Army', 'the U.S.Army', 'yes found'],
    ['C', 'C# of course', 'no not-found'],
    ['Lord of Rings', 'I like the Lord of the Rings most', 'yes found'],
    ['New York', 'the New is York', 'no not-found'],
  ])('gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge([gold], output)).toBe(verdict);
  });

  it.each([
    ['U.S.A. today', ['usa', 'today']],
    ['U.S.A today', ['usa', 'today']],
    ['U.S.Army', ['us', 'army']],
    ['U.S.A1', ['us', 'a1']],
    ['+43 x+43 1+43 ++43', ['+43', 'x', '43', '1', '43', '43']],
    ['C++ C# C#x C#1', ['c++', 'c#', 'c', 'x', 'c', '1']],
    ['Zu\u0308rich', ['zürich']],
    ['a & b R&D', ['a', 'and', 'b', 'r', 'd']],
  ])('%j has the words %j', (text, words) => {
    expect(tokensOf(text).map((token) => token.text)).toEqual(words);
  });

  it('a mention ends with its last word', () => {
    expect(findWords(tokensOf('Paris the best'), ['paris'], 'en')).toEqual([{ from: 0, to: 1 }]);
  });
});

describe('negation and correction', () => {
  it.each([
    ['Anyone apart from Mark Twain', 'no negated'],
    ['Other than he Mark Twain', 'yes found'],
    ['Mark Twain was busy and wrote many books. No, he did not paint.', 'yes found'],
    ['Mark Twain.  No, Poe.', 'no taken-back'],
    ['Mark Twain. No , Poe.', 'no taken-back'],
  ])('%j: %s', (output, verdict) => {
    expect(judge(['Mark Twain'], output)).toBe(verdict);
  });

  it('looks behind the last mention of any alias', () => {
    expect(judge(['Paris', 'Lutetia'], 'Lutetia, no, Paris')).toBe('yes found');
    expect(judge(['Lutetia', 'Paris'], 'Lutetia, no, Paris')).toBe('yes found');
  });
});

describe('alternatives', () => {
  it.each([
    ['"Paris" or "London"', 'no several-guesses'],
    ['Paris  or London', 'no several-guesses'],
    ['London/Paris', 'no several-guesses'],
    ['London or  Paris', 'no several-guesses'],
    ['London or "Paris"', 'no several-guesses'],
    ['London or "the Paris"', 'no several-guesses'],
    ['London or the  Paris', 'no several-guesses'],
    ['London or the "Paris"', 'no several-guesses'],
    [
      `London or Paris was what the old man said ${'when they asked him again '.repeat(4)}`,
      'no several-guesses',
    ],
    ['Q or Paris', 'no several-guesses'],
    ['Not London or Berlin but Paris', 'yes found'],
  ])('%j: %s', (output, verdict) => {
    expect(judge(['Paris'], output)).toBe(verdict);
  });

  it.each(['Wien bzw Graz', 'Wien bzw. Graz', 'Graz bzw. Wien', 'Graz bzw.  Wien'])(
    'German: %j',
    (output) => {
      expect(judge(['Wien'], output, { language: 'de' })).toBe('no several-guesses');
    },
  );

  it.each([
    [['Finnish', 'Swedish'], 'Finnish/Swedish', 'yes found'],
    [['Finnish', 'Swedish'], 'Finnish, or Swedish', 'yes found'],
    [['Finnish', 'Swedish'], 'Finnish/Swedish, both in the north and east', 'yes found'],
    [['Finnish', 'Swedish'], 'Finnish or Danish. Swedish is spoken too', 'no several-guesses'],
    [['Finnish', 'North Sami'], 'Finnish/North Sami', 'yes found'],
    [['Finnish', 'North Sami'], 'Finnish/North Sami, both in the north and east', 'yes found'],
    [['Finnish', 'North Sami'], 'Finnish or North Sami', 'yes found'],
    [['Finnish', 'North Sami'], 'North Sami or Finnish', 'yes found'],
  ])('aliases %j, output %j: %s', (golds, output, verdict) => {
    expect(judge(golds, output)).toBe(verdict);
  });
});

describe('lists', () => {
  it.each([
    ['Paris', '1. Paris\n\n2. London', 'no several-guesses'],
    ['Paris', '1. Paris\n \n2. London', 'no several-guesses'],
    ['Paris', '1. Paris\r\n2. London\r\n', 'no several-guesses'],
    ['B', 'A. B\nB. C', 'no several-guesses'],
    ['A', 'A. London', 'yes found'],
    ['Paris', 'Paris - the capital\nSeine - the river', 'yes found'],
    ['Paris', 'Paris, New York City, Rome, Oslo', 'no several-guesses'],
    ['Paris', 'Paris, Capital city of France, Home of kings, Seat of power', 'yes found'],
    ['Paris', 'London, Rome, Oslo, Berlin\nParis', 'yes found'],
    ['Paris', 'Cities:\nParis, London, Rome, Oslo', 'no several-guesses'],
    ['Paris', 'Paris, London, Rome, Oslo. She knows none of them well enough', 'no several-guesses'],
    ['Paris', 'Paris,London,Rome,Oslo', 'no several-guesses'],
    ['Paris', 'Paris, London, Rome, Oslo, ...', 'no several-guesses'],
    ['Paris', 'London, Paris, Berlin, and Rome', 'no several-guesses'],
    ['Paris', 'London and Paris and Berlin and Rome', 'no several-guesses'],
    ['Paris', 'São Paulo City , Paris, Rome, Oslo', 'no several-guesses'],
    ['Paris', 'Paris, New  York  City, Rome, Oslo', 'no several-guesses'],
    ['Paris', '"Paris", "London", "Rome", "Oslo"', 'no several-guesses'],
    ['Paris', 'Paris, capital, seat of kings, big city', 'yes found'],
    ['Paris', 'paris, london, rome, oslo', 'no several-guesses'],
    ['Paris', 'Paris, my Rome, his Oslo, her Bern', 'yes found'],
    ['Paris', 'Paris, Texas, USA, Earth, where he was born in May', 'yes found'],
    ['Paris', 'He was born in Paris, Lamar County, Texas, United States', 'yes found'],
    ['Paris', 'It is Paris, London, Rome, Oslo', 'no several-guesses'],
    ['St. Louis', 'St. Louis, Chicago, Detroit, New York', 'no several-guesses'],
  ])('gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge([gold], output)).toBe(verdict);
  });

  it('looks at the line of the first mention', () => {
    const output = 'Lutetia\nLondon, Paris, Rome, Oslo';
    expect(judge(['Paris', 'Lutetia'], output)).toBe('yes found');
    expect(judge(['Lutetia', 'Paris'], output)).toBe('yes found');
  });
});
