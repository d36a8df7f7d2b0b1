import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentKey, normaliseText } from './normalise.ts';
import type { Item } from './types.ts';

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

  it('takes forms of a sign for one', () => {
    expect(normaliseText('Ｐａｒｉｓ – “x”')).toBe('paris x');
  });
});

describe('contentKey', () => {
  const item = (question: string, more: Partial<Item> = {}): Item => ({
    id: '1',
    task: 'open',
    question,
    answer: '#### 1',
    accepted: ['1'],
    prompt: '',
    ...more,
  });

  it('does not depend on the order of options', () => {
    const more: Partial<Item> = { task: 'closed', accepted: ['Berlin'] };
    expect(contentKey(item('Which?', { ...more, answer: 'A. Berlin' }))).toBe(
      contentKey(item('Which?', { ...more, answer: 'B. Berlin' })),
    );
  });

  it('holds questions of signs only apart by their raw text', () => {
    expect(contentKey(item('?!'))).not.toBe(contentKey(item('...')));
    expect(contentKey(item('?!'))).toBe('\n?!');
  });

  it('holds the context apart from the question', () => {
    expect(contentKey(item('b', { context: 'ab' }))).not.toBe(contentKey(item('bb', { context: 'a' })));
  });

  it('holds closed questions apart by the gold, open ones not', () => {
    const other: Partial<Item> = { accepted: ['2'], answer: '#### 2' };
    expect(contentKey(item('Which?', other))).toBe(contentKey(item(' which')));
    expect(contentKey(item('Which?', { ...other, task: 'closed' }))).not.toBe(
      contentKey(item('which', { task: 'closed' })),
    );
    expect(contentKey(item('Which?', { context: 'A.' }))).not.toBe(contentKey(item('Which?')));
  });
});
