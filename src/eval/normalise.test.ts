import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseText } from './normalise.ts';

/** The rule as it is stated, without the way that is faster for ASCII. */
const asStated = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

describe('normaliseText', () => {
  it('does what it states for every ASCII character', () => {
    for (let code = 0; code < 128; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      expect([code, normaliseText(text)]).toEqual([code, asStated(text)]);
    }
  });

  it('does what it states for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => {
        expect(normaliseText(text)).toBe(asStated(text));
      }),
    );
  });
});
