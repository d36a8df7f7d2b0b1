/** Columns of options that are empty, numbered in an unusual way, or more than there are letters: none is lost in silence. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';

const only = (row: Record<string, unknown>) => recogniseFile('rows.jsonl', [row]);
const numbered = (count: number, name: (number: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i + 1), `text ${i + 1}`]));

describe('columns of options', () => {
  it('empty ones at the end are no options', () => {
    const row = { question: 'Q?', A: 'x', B: 'y', C: 'z', D: '', E: null, answer: 'C' };
    expect(only(row)).toMatchObject({
      rejected: [],
      items: [{ optionTexts: ['x', 'y', 'z'], goldIndex: 2 }],
    });
  });
  it.each(['', null])('an empty one (%j) between others leaves the row out, whichever is right', (C) => {
    for (const answer of ['A', 'D']) {
      const { items, rejected } = only({ question: 'Q?', A: 'x', B: 'y', C, D: 'z', answer });
      expect(items).toEqual([]);
      expect(rejected).toMatchObject([{ code: 'import.empty-option', params: { position: 3 } }]);
    }
  });
  it('CSAT-QA numbers its columns with a number sign, from 1', () => {
    const row = { question: 'Q?', context: 'C', gold: 4, ...numbered(5, (i) => `option#${i}`) };
    expect(only(row)).toMatchObject({
      kind: 'option-columns',
      items: [{ goldIndex: 3, accepted: ['text 4'], context: 'C' }],
    });
  });
  it.each([
    [26, 'option1', undefined],
    [27, 'option1', 27],
    [28, 'option1', 28],
  ])('%d columns from %s on', (count, _, refused) => {
    const { items, rejected } = only({
      question: 'Q?',
      ...numbered(count, (i) => `option${i}`),
      answer: 'text 1',
    });
    expect(items).toHaveLength(refused === undefined ? 1 : 0);
    expect(rejected.map(({ code, params }) => [code, params.count])).toEqual(
      refused === undefined ? [] : [['import.too-many-options', refused]],
    );
  });
  it.each([
    [(letter: string) => letter],
    [(letter: string) => letter.toLowerCase()],
    [(letter: string) => `option_${letter}`],
  ])('after Z comes AA, as in a spreadsheet', (name) => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA'].map(name);
    const columns = Object.fromEntries(letters.map((letter) => [letter, `text ${letter}`]));
    expect(only({ question: 'Q?', ...columns, answer: `text ${letters[0]}` }).rejected).toMatchObject([
      { code: 'import.too-many-options', params: { count: 27, limit: 26 } },
    ]);
  });
});
