import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes, errorText, hasErrorText, reasonText } from './index.ts';

const SRC = join(import.meta.dirname, '../..');

function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : [];
  });
}

/** Every code that a LabError is made with, by the file that makes it. */
const thrown = sourceFiles(SRC).flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/new LabError\(\s*'([\w-]+\.[\w.-]+)'/g)].map((match) => ({
    code: match[1]!,
    path: path.slice(SRC.length + 1),
  })),
);

describe('error texts', () => {
  it('finds the codes in the sources', () => {
    expect(thrown.length).toBeGreaterThan(20);
  });

  it.each(['en', 'de'] as const)('has one for every code in %s', (locale) => {
    const missing = thrown.filter(({ code }) => !hasErrorText(code, locale));
    expect(missing).toEqual([]);
  });

  it('has the same codes with the same parameters in both languages', () => {
    const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].sort();
    expect([...errorCodes('de')].sort()).toEqual([...errorCodes('en')].sort());
    for (const code of errorCodes('en')) {
      expect([code, names(errorText('de', code))]).toEqual([code, names(errorText('en', code))]);
    }
  });

  it('fills numbers and lists in the language', () => {
    expect(errorText('de', 'page.file-missing', { name: 'a', status: 1404.5 })).toContain('1.404,5');
    expect(errorText('en', 'page.file-missing', { name: ['a', 'b'], status: 404 })).toContain('“a, b”');
  });

  it('falls back to the general sentence, and for reasons to the code', () => {
    expect(errorText('en', 'no.such-code')).toBe(errorText('en', 'internal.unexpected'));
    expect(reasonText('en', 'no.such-code')).toBe('no.such-code');
  });
});
