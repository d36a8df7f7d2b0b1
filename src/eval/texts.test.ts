/** Every code that evaluation can produce has a sentence in both languages, and no sentence is left over. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evalErrors } from '../i18n/errors/eval.ts';
import { importErrors } from '../i18n/errors/import.ts';

/** Source text of a folder of src without tests, texts and comments. */
function sources(path: string): string {
  const folder = new URL(path, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^i18n/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
    .replace(/\/\*\*[\s\S]*?\*\//g, '');
}

const CODE = /'((?:import|eval|closed|format|judge)\.[a-z-]+)'/g;
// These are built from the marker's name, and from what a judge model said.
const BUILT = [
  ...['hash', 'boxed', 'phrase'].map((marker) => `judge.marked-${marker}`),
  ...['yes', 'no', 'format-yes', 'format-no', 'unparsable'].map((said) => `judge.model-${said}`),
];
const produced = [...BUILT, ...Array.from(sources('./').matchAll(CODE), (match) => match[1]!)];
const product = sources('../');

describe.each(['en', 'de'] as const)('texts in %s', (language) => {
  const texts: Record<string, string> = { ...importErrors[language], ...evalErrors[language] };

  it('exist for every code that evaluation produces', () => {
    expect(produced.filter((code) => texts[code] === undefined)).toEqual([]);
  });

  it('are all used', () => {
    const unused = Object.keys(texts).filter(
      (code) => !BUILT.includes(code) && !product.includes(`'${code}'`),
    );
    expect(unused).toEqual([]);
  });

  it('use the same parameters as the English ones', () => {
    const english: Record<string, string> = { ...importErrors.en, ...evalErrors.en };
    const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();
    for (const [code, text] of Object.entries(texts)) {
      expect([code, parameters(text)]).toEqual([code, parameters(english[code]!)]);
    }
  });
});
