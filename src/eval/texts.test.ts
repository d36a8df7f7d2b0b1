/** Every code of evaluation and import that the product can produce has a sentence in both languages, and no sentence is left over. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evalErrors } from '../i18n/errors/eval.ts';
import { importErrors } from '../i18n/errors/import.ts';

const folder = new URL('../', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^i18n/.test(path))
  .map((path) => readFileSync(new URL(path, folder), 'utf8'))
  .join('\n')
  .replace(/\/\*\*[\s\S]*?\*\//g, '');
const used = new Set(
  Array.from(sources.matchAll(/'((?:import|eval|closed|format|judge)\.[a-z-]+)'/g), (match) => match[1]!),
);
// Built from the marker's name.
for (const marker of ['hash', 'boxed', 'phrase']) used.add(`judge.marked-${marker}`);

describe.each(['en', 'de'] as const)('texts in %s', (language) => {
  const texts: Record<string, string> = { ...importErrors[language], ...evalErrors[language] };

  it('cover the codes exactly', () => {
    expect(Object.keys(texts).sort()).toEqual([...used].sort());
  });

  it('use the same parameters as the English ones', () => {
    const english: Record<string, string> = { ...importErrors.en, ...evalErrors.en };
    const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();
    for (const [code, text] of Object.entries(texts)) {
      expect([code, parameters(text)]).toEqual([code, parameters(english[code]!)]);
    }
  });
});
