/** How a written gold finds its option, and options find themselves in a text, at the point where each rule ends. */

import { describe, expect, it } from 'vitest';
import { readInlineOptions } from './inline-options.ts';
import { areNumbers, readGold } from './multiple-choice.ts';
import { readListedOptions } from './option-text.ts';
import { type ClosedParts, closedItem, goldIndexOf } from './options.ts';
import { recogniseFile } from './recognise.ts';
import { scalarText, textList } from './row.ts';

const CITIES = ['Rome', ' Berlin ', 'Oslo'];

describe('goldIndexOf', () => {
  it.each([
    ['Berlin', 1],
    [' Rome ', 0],
    ['rome', undefined],
    ['B', 1],
    ['b', 1],
    ['(B)', 1],
    ['(B', 1],
    ['B)', 1],
    ['B.', 1],
    ['B:', 1],
    ['D', undefined],
    ['?', undefined],
    ['AB', undefined],
    ['B. Berlin', 1],
    ['b) Berlin', 1],
    ['(B) Berlin', 1],
    ['B:  Berlin', 1],
    ['B. Rome', undefined],
    ['D. Bern', undefined],
    ['So B. Berlin', undefined],
    ['Option B', 1],
    ['choice (B)', 1],
    ['Answer B.', 1],
    ['option  B', 1],
    ['The option B', undefined],
    ['Option Berlin', undefined],
  ])('%j: %j', (written, index) => {
    expect(goldIndexOf(written, CITIES)).toBe(index);
  });

  it('takes own labels before texts and letters', () => {
    expect(goldIndexOf('1', ['2', '1'], ['1', '2'])).toBe(0);
    expect(goldIndexOf('2', ['2', '1'], ['1', '2'])).toBe(1);
    expect(goldIndexOf('B', ['x', 'y'], ['B', 'A'])).toBe(0);
  });
});

describe('closedItem', () => {
  const made = (more: Partial<ClosedParts>) =>
    closedItem(
      { id: 'x', question: 'q?', texts: CITIES, gold: { kind: 'index', index: 1 }, ...more },
      { file: 'f', line: 7 },
    );
  const refused = (code: string, params: object) => ({ file: 'f', line: 7, code, params });

  it('has one line an option, and no field without a value', () => {
    const item = made({ texts: ['Rome', ' New\r\n\r\n York ', 'Oslo'] });
    expect(item).toMatchObject({ optionTexts: ['Rome', 'New York', 'Oslo'], answer: 'B. New York' });
    expect(Object.keys(item)).not.toContain('context');
    expect(made({ gold: { kind: 'label', label: ' C ' } })).toMatchObject({ goldIndex: 2 });
  });

  it.each<[Partial<ClosedParts>, string, object]>([
    [{ texts: ['Rome'] }, 'import.too-few-options', { count: 1 }],
    [{ texts: Array(27).fill('x') }, 'import.too-many-options', { count: 27, limit: 26 }],
    [{ texts: ['', 'Rome'] }, 'import.empty-option', { position: 1 }],
    [{ texts: ['Rome', ' '] }, 'import.empty-option', { position: 2 }],
    [{ gold: { kind: 'index', index: 3 } }, 'import.gold-outside-options', { gold: '3', count: 3 }],
    [{ gold: { kind: 'index', index: -1 } }, 'import.gold-outside-options', { gold: '-1', count: 3 }],
    [{ gold: { kind: 'index', index: 0.5 } }, 'import.gold-outside-options', { gold: '0.5', count: 3 }],
    [{ gold: { kind: 'label', label: 'F' } }, 'import.gold-outside-options', { gold: 'F', count: 3 }],
    [
      { gold: { kind: 'written', written: 'Bern' } },
      'import.gold-outside-options',
      { gold: 'Bern', count: 3 },
    ],
  ])('refuses %j: %s', (more, code, params) => {
    expect(made(more)).toEqual(refused(code, params));
  });
});

describe('readGold', () => {
  const texts = (...all: string[]) => ({ texts: all, areNumbers: false });
  const numbers = (...all: string[]) => ({ texts: all, areNumbers: true });
  const index = (at: number) => ({ kind: 'index', index: at });
  const written = (text: string) => ({ kind: 'written', written: text });
  it.each([
    [1, texts('1', '2', '3'), undefined, index(1)],
    [' 1 ', texts('a', 'b'), undefined, index(1)],
    ['12', texts(...'abcdefghijklm'), undefined, index(12)],
    ['1', texts('1', '2'), undefined, written('1')],
    ['1', texts('1', '2'), 'index', index(1)],
    ['B2', texts('a', 'b'), undefined, written('B2')],
    ['2nd', texts('a', 'b'), undefined, written('2nd')],
    [-1, numbers('5', '6'), undefined, index(-1)],
    [1.5, numbers('1.5', '2.5'), undefined, written('1.5')],
    ['b', texts('a', 'x'), 'letter', index(1)],
    [null, texts('a', 'b'), 'letter', undefined],
    [true, texts('yes', 'yes, but no'), undefined, index(0)],
    [true, texts('oh yes', 'yes'), undefined, index(1)],
    [false, texts('no', 'no way'), undefined, index(0)],
    [false, texts('oh no', ' no '), undefined, index(1)],
    [true, texts('a', 'b'), undefined, undefined],
    [true, texts('False', 'True'), undefined, index(1)],
    [false, texts('True', 'False'), undefined, index(1)],
    [true, texts('nein', 'ja'), undefined, index(1)],
    [false, texts('Ja', 'Nein'), undefined, index(1)],
    [true, texts('falsch', 'wahr'), undefined, index(1)],
    [false, texts('Wahr', 'Falsch'), undefined, index(1)],
  ] as const)('%j among %j (%s): %j', (value, options, style, gold) => {
    expect(readGold(value, options, 0, style)).toEqual(gold);
  });

  it('counts from 1 where it is told so', () => {
    expect(readGold(2, texts('a', 'b'), 1)).toEqual(index(1));
  });

  it('tells lists of numbers from others', () => {
    expect([[1, 2], [1, '2'], ['1', 2], 'x'].map(areNumbers)).toEqual([true, false, false, false]);
  });
});

describe('multiple choice', () => {
  const codes = (...rows: object[]) =>
    recogniseFile('f', rows as never).rejected.map(({ line, code, params }) => [line, code, params]);

  it('has truth values for options, and the first list that is not empty', () => {
    const [truth] = recogniseFile('f', [{ question: 'q', choices: [true, false], answer: true }]).items;
    expect(truth).toMatchObject({ goldIndex: 0, optionTexts: ['true', 'false'] });
    const [second] = recogniseFile('f', [
      { question: 'q', choices: [], options: ['a', 'b'], answer: 'b' },
    ]).items;
    expect(second).toMatchObject({ goldIndex: 1 });
  });

  it('refuses rows without a question or an answer beside whole ones', () => {
    const row = { question: 'q', choices: ['a', 'b'] };
    expect(recogniseFile('f', [{ choices: ['a', 'b'], answer: 1 }]).kind).toBe('unknown');
    expect(recogniseFile('f', [row]).fields).toEqual({
      question: 'question',
      options: 'choices',
      answer: 'answer',
    });
    expect(codes({ ...row, answer: 1 }, { ...row, answer: 0 }, row, { ...row, answer: [] })).toEqual([
      [3, 'import.no-answer', { field: 'answer' }],
      [4, 'import.bad-answer', { field: 'answer' }],
    ]);
  });

  it('says which field has a number that may be an index or a text', () => {
    expect(codes({ question: 'q', choices: [2, 1], answer: 1 })).toEqual([
      [1, 'import.number-or-text', { gold: '1' }],
    ]);
  });
});

describe('readListedOptions', () => {
  const listed = { labels: ['A', 'B'], texts: ['x', 'y'] };
  it.each([
    ['Which?\nOptions: A. x\nB. y', { question: 'Which?', ...listed }],
    ['Which? \nOptions:\n \n  A.x\n  B.y', { question: 'Which?', ...listed }],
    ['Which?\n\nA. x\nB. y\n\n', { question: 'Which?', ...listed }],
    ['A. x\nB. y', { question: '', ...listed }],
    ['Which?\nOptions:\n- x\n-  y', { question: 'Which?', labels: ['x', 'y'], texts: ['x', 'y'] }],
    ['Which?\nAnswer choices:\nA. x \nB. y ', { question: 'Which?', ...listed }],
    ['Which?\nA. x\u2028z\nB. y', { question: 'Which?', labels: ['A', 'B'], texts: ['x\u2028z', 'y'] }],
    [
      'Which?\nOptions:\n- x\u2028z\n- y',
      { question: 'Which?', labels: ['x\u2028z', 'y'], texts: ['x\u2028z', 'y'] },
    ],
    ['Which?\nOptions:\nwell - known\nmore - over', undefined],
  ])('%j', (text, found) => {
    expect(readListedOptions(text)).toEqual(found);
  });
});

describe('readInlineOptions', () => {
  const read = (text: string) => {
    const found = readInlineOptions(text);
    return found && [found.question, ...found.texts];
  };
  it.each([
    ['Is it (A) x or (B) y?', ['Is it', 'x', 'y']],
    ['Is it? (A) x (B) y?', ['Is it?', 'x', 'y?']],
    ['Is it (A) x? (B) y?', ['Is it', 'x?', 'y?']],
    ['Is it (A) x? (B) y', ['Is it', 'x?', 'y']],
    ['Pick a) x, b) y', ['Pick', 'x', 'y']],
    ['Pick a)x b)y', ['Pick', 'x', 'y']],
    ['Pick (a)x (b)  y', ['Pick', 'x', 'y']],
    ['Pick (A)x (B)y', ['Pick', 'x', 'y']],
    ['Pick one. (1)  x (2) y (3) z', ['Pick one.', 'x', 'y', 'z']],
    ['Pick one. (1) x (2) y', undefined],
    ['Pick A. x B:  y C. z', ['Pick', 'x', 'y', 'z']],
    ['Pick A. x B. y', undefined],
    ['Which (A) x', undefined],
    ['Which (a) x', undefined],
    ['Which a) x', undefined],
    ['Which?\nOptions: (A) x (B) y', ['Which?', 'x', 'y']],
    ['Which? Choices (A) x (B) y', ['Which?', 'x', 'y']],
    ['Which? Options : (A) x (B) y', ['Which?', 'x', 'y']],
    ['Which? Answer choices: (A) x (B) y', ['Which?', 'x', 'y']],
    ['Welche? Optionen: (A) x oder (B) y', ['Welche?', 'x', 'y']],
    [' Which? (A) x , (B) y', ['Which?', 'x', 'y']],
    ['Is it (A) x or (B) y ?', ['Is it', 'x', 'y']],
    ['Is it (A) x or (B) ?', undefined],
    ['How many hold? (1) x (2) y (3) z', undefined],
    ['How many hold? (1) 2 of x (2) y (3) z', undefined],
    ['How many hold? (1) x2 (2) y2 (3) z2', undefined],
    ['How many hold? (A) x (B) y', ['How many hold?', 'x', 'y']],
    ['Complete the Answer: (A) x (B) y', ['Complete the Answer:', 'x', 'y']],
    ['Which? (A) x (B) y Answer :', ['Which?', 'x', 'y']],
    ['Which? Options:(A) x (B) y', ['Which?', 'x', 'y']],
    ['Wie viele? (1) x (2) y (3) z', undefined],
    ['How many? (1) 3 (2) 4 (3) 5', ['How many?', '3', '4', '5']],
    ['Options: (A) x (B) y', undefined],
    ['The options are these (A) x (B) y', ['The options are these', 'x', 'y']],
    ['Which (A) x; or (B) y', ['Which', 'x', 'y']],
    ['Which (A) x, or (B) y', ['Which', 'x', 'y']],
    ['Which (A) x, y; (B) z;', ['Which', 'x, y', 'z;']],
    ['Which (A) x or z (B) y', ['Which', 'x or z', 'y']],
    ['Which (A) x\nmore (B) y', undefined],
    ['Which (A) (B) y', undefined],
    ['Which (A) x (B) y (1) u (2) v (3) w', undefined],
  ])('%j: %j', (text, found) => {
    expect(read(text)).toEqual(found);
  });
});

describe('single values', () => {
  it('are finite numbers and texts with content', () => {
    expect([0, 1.5, Number.NaN, ' a ', ' ', null].map(scalarText)).toEqual([
      '0',
      '1.5',
      undefined,
      ' a ',
      undefined,
      undefined,
    ]);
    expect([[1, 'a', ''], [1, Number.NaN], [null]].map(textList)).toEqual([
      ['1', 'a', ''],
      undefined,
      undefined,
    ]);
  });
});
