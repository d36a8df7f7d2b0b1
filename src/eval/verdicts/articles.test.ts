/** Articles of both languages: left out of answers, skipped inside mentions, removed by the official normalisations. */

import { describe, expect, it } from 'vitest';
import { normaliseSquad, normaliseTrivia } from './official-normalise.ts';
import { judgeWords as judge } from './testing/judge-words.ts';

const ARTICLES = [
  ...['a', 'an', 'the'].map((word) => ['en', word] as const),
  ...['der', 'die', 'das', 'den', 'dem', 'des'].map((word) => ['de', word] as const),
  ...['ein', 'eine', 'einen', 'einem', 'einer', 'eines'].map((word) => ['de', word] as const),
];

describe('an article', () => {
  it.each(ARTICLES)('%s: "%s" does not count in a mention', (language, word) => {
    expect(judge(`${word} Rhein`, 'Rhein', { language })).toBe('yes found');
    expect(judge('Rhein', `${word} Rhein`, { language })).toBe('yes found');
    expect(judge('Tal Rhein', `Tal ${word} Rhein`, { language })).toBe('yes found');
    expect(judge('Rhein', `nicht ${word} Rhein`, { language })).toBe('no negated');
  });

  it.each(ARTICLES)('%s: "%s" counts in the other language', (language, word) => {
    const other = language === 'en' ? 'de' : 'en';
    expect(judge('Tal Rhein', `Tal ${word} Rhein`, { language: other })).toBe('no not-found');
    expect(normaliseTrivia(`x ${word} y`, other)).toBe(`x ${word} y`);
  });

  it.each(ARTICLES)('%s: "%s" is removed by the official normalisations', (language, word) => {
    for (const normalise of [normaliseTrivia, normaliseSquad]) {
      expect(normalise(`x ${word} y`, language)).toBe('x y');
      expect(normalise(`${word.toUpperCase()} x`, language)).toBe('x');
      for (const other of [`ñ${word}`, `${word}ñ`, `3${word}`, `${word}3`])
        expect(normalise(other, language)).toBe(other);
    }
  });
});

describe('an article between signs', () => {
  it('leaves a space', () => {
    expect(normaliseTrivia('x–the–y')).toBe('x– –y');
    expect(normaliseSquad('Rock‘the’Casbah')).toBe('rock‘ ’casbah');
  });

  it('is none inside a word with accents', () => {
    expect(normaliseTrivia('España')).toBe('españa');
    expect(normaliseSquad('Maïa')).toBe('maïa');
  });
});
