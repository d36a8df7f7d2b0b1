import { describe, expect, it } from 'vitest';
import { guessLocale, parsePreferences } from './preferences.ts';

describe('preferences', () => {
  it('takes the first language it has', () => {
    expect(guessLocale(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(guessLocale(['fr'])).toBe('en');
    expect(guessLocale([])).toBe('en');
  });

  it.each([
    [null, { locale: 'de', theme: 'system' }],
    ['not json', { locale: 'de', theme: 'system' }],
    ['null', { locale: 'de', theme: 'system' }],
    ['{"locale":"en","theme":"dark"}', { locale: 'en', theme: 'dark' }],
    ['{"locale":"xx","theme":"neon"}', { locale: 'de', theme: 'system' }],
  ])('reads %j', (stored, expected) => {
    expect(parsePreferences(stored, ['de'])).toEqual(expected);
  });
});
