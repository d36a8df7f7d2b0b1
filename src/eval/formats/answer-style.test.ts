/** Answers that one row leaves open (a letter or digit that is also an option's text) are read as the file's others are. */

import { describe, expect, it } from 'vitest';
import { answerStyle, bareLetter } from './answer-style.ts';
import { recogniseFile } from './recognise.ts';

const golds = (rows: readonly Record<string, unknown>[]) =>
  recogniseFile('f', rows).items.map((item) => item.optionTexts![item.goldIndex!]);

const BLOOD = ['O', 'AB', 'A', 'B'];
const plain = ['w', 'xx', 'y', 'z'];
const list = (options: readonly string[], answer: unknown) => ({ question: 'q?', options, answer });
const columns = ([A, B, C, D]: readonly string[], answer: unknown) => ({
  question: 'q?',
  A,
  B,
  C,
  D,
  answer,
});
const COUNT = ['2', '3', '1', '4'];

describe.each([
  ['a list', list],
  ['fields of their own', columns],
] as const)('options in %s', (_, row) => {
  it('letters, where another row has a letter that is no option', () => {
    expect(golds([row(BLOOD, 'A'), row(plain, 'C')])).toEqual(['O', 'y']);
  });
  it('texts, where another row has a text', () => {
    expect(golds([row(BLOOD, 'B'), row(plain, 'xx')])).toEqual(['B', 'xx']);
    expect(golds([row(COUNT, '2'), row(plain, 'xx')])).toEqual(['2', 'xx']);
  });
  it('numbers of options, where another row has a number that is no option', () => {
    expect(golds([row(COUNT, '2'), row(plain, '0')])).toEqual(['1', 'w']);
  });
  it('texts, where rows contradict each other', () => {
    expect(golds([row(BLOOD, 'B'), row(plain, 'A'), row(plain, 'xx')])).toEqual(['B', 'w', 'xx']);
  });
});

it('where no row tells: the text in a list, the field of that name beside others', () => {
  expect(golds([list(BLOOD, 'B')])).toEqual(['B']);
  expect(golds([columns(BLOOD, 'B')])).toEqual(['AB']);
});

describe('answerStyle', () => {
  const row = (answer: string, texts = ['x', 'y']) => ({ answer, texts });

  it.each([
    ['a text', [row(' x ')], 'text'],
    ['a letter', [row(' B ')], 'letter'],
    ['a small letter', [row('b')], 'letter'],
    ['an index', [row(' 1 ')], 'index'],
    ['a letter that is a text too', [row('A', ['A', 'y'])], undefined],
    ['an index that is a text too', [row('1', ['1', 'y'])], undefined],
    ['a letter beyond the options', [row('C')], undefined],
    ['letters and indices', [row('B'), row('1')], 'text'],
    ['letters and texts', [row('B'), row('x')], 'text'],
    ['no row', [], undefined],
  ])('%s', (_, rows, style) => {
    expect(answerStyle(rows)).toBe(style);
  });

  it('a bare letter is the place of an option', () => {
    expect([' a', 'B ', 'C', 'AB', '1', ''].map((answer) => bareLetter(answer, 2))).toEqual([
      0,
      1,
      ...Array(4).fill(undefined),
    ]);
  });
});
