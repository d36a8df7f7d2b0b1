import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateJsonError } from './locate-json-error.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('locateJsonError', () => {
  it.each([
    ['{"a": 1,}', 7, 'import.json-trailing-comma'],
    ['[1, 2, ]', 5, 'import.json-trailing-comma'],
    ['{"a": NaN}', 6, 'import.json-not-a-number'],
    ['{"a": -Infinity}', 6, 'import.json-not-a-number'],
    ['{"a": "x', 6, 'import.json-unterminated-string'],
    ['{"a": "x\ty"}', 8, 'import.json-control-character'],
    ['{"a": "\\x"}', 7, 'import.json-bad-escape'],
    ['{"a": 1', 7, 'import.json-cut-short'],
    ['{"a": 1} {"b": 2}', 9, 'import.json-more-text'],
    ["{'a': 1}", 1, 'import.json-unexpected'],
    ['{"a" 1}', 5, 'import.json-unexpected'],
    ['{"a": 01}', 7, 'import.json-unexpected'],
    ['{"a": True}', 6, 'import.json-unexpected'],
  ])('%j: offset %i, %s', (text, offset, code) => {
    expect(locateJsonError(text)).toMatchObject({ offset, code, found: text.slice(offset, offset + 1) });
  });

  it('agrees with JSON.parse on what is JSON', () => {
    const almost = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', 'NaN', '0', ' ', '\n', ':'))
      .map(([json, at, extra]) => {
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + extra + json.slice(cut + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), almost), (text) => {
        expect(locateJsonError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('follows deep nesting without overflowing the stack', () => {
    expect(locateJsonError('['.repeat(200_000))?.code).toBe('import.json-cut-short');
  });
});
