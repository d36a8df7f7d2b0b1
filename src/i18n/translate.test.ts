import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { createTranslator, fill, type MessageKey } from './translate.ts';

const SRC = join(import.meta.dirname, '..');
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
const keys = Object.keys(en) as MessageKey[];

function filesBelow(path: string): string[] {
  const full = join(SRC, path);
  if (!statSync(full).isDirectory()) return [full];
  return readdirSync(full).flatMap((name) => filesBelow(join(path, name)));
}

describe('texts', () => {
  it('take the same parameters in both languages', () => {
    for (const key of keys) expect([key, names(de[key])]).toEqual([key, names(en[key])]);
  });

  it('are all used by the page', () => {
    const sources = ['app', 'features', 'ui', 'i18n/react.tsx']
      .flatMap(filesBelow)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    // A key may be written out, be a plural pair's base, or be put together from a template such as `metric.${name}`.
    const templates = [...sources.matchAll(/`([\w.-]*)\$\{[^`]*?\}([\w.-]*)`/g)].map(
      ([, start, end]) => new RegExp(`^${start!.replaceAll('.', '\\.')}.+${end!.replaceAll('.', '\\.')}$`),
    );
    const unused = keys.filter((key) => {
      const base = key.replace(/_(one|other)$/, '');
      return !sources.includes(`'${base}'`) && !templates.some((t) => t.source.length > 6 && t.test(base));
    });
    expect(unused).toEqual([]);
  });
});

describe('translator', () => {
  const german = createTranslator('de', de);
  const english = createTranslator('en', en);

  it('fills parameters and formats numbers', () => {
    expect(english.t('status.items', { done: 1200, total: 3000 })).toBe('1,200 of 3,000');
    expect(german.t('status.items', { done: 1200, total: 3000 })).toBe('1.200 von 3.000');
  });

  it('picks the plural', () => {
    expect(english.tn('setup.items', 1)).toBe('1 test item');
    expect(english.tn('setup.items', 60)).toBe('60 test items');
  });

  it('leaves an unknown parameter visible', () => {
    expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
  });
});
