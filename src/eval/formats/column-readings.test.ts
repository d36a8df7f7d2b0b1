/** Options in columns and options listed in the question: which rows have them, and how their golds are read. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';
import type { RowObject } from './row.ts';

const read = (...rows: RowObject[]) => recogniseFile('f', rows);
const refused = (...rows: RowObject[]) =>
  read(...rows).rejected.map(({ line, code, params }) => [line, code, params]);

describe('options in columns', () => {
  it.each([
    ['ans0', 'ans1', 1],
    ['option_1', 'option_2', 2],
    ['Option 1', 'Option 2', 2],
    ['choice_1', 'choice_2', 2],
    ['option1', 'option2', 2],
    ['choice1', 'choice2', 2],
  ])('%s, %s: the number %i is the second', (first, second, label) => {
    expect(read({ question: 'q', [first]: 'x', [second]: 'y', label }).items).toMatchObject([
      { goldIndex: 1 },
    ]);
  });

  it.each([
    ['option_a', 0],
    ['option_b', 1],
    ['b', 1],
    [' y ', 1],
  ])('the answer %j', (answer, goldIndex) => {
    expect(read({ question: 'q', option_a: 'x', option_b: 'y', answer }).items).toMatchObject([
      { goldIndex },
    ]);
  });

  it.each([
    ['3', '1', '1', 1],
    ['3', ' 1 ', ' 1', 1],
    ['12', '7', '12', 0],
  ])('are texts where the digits of the answer are one: %j, %j, %j', (A, B, answer, goldIndex) => {
    expect(read({ question: 'q', A, B, answer }).items).toMatchObject([{ goldIndex }]);
  });

  it.each(['1x', 'x1', '12', 'C'])('are none of %j', (answer) => {
    const [only] = refused({ question: 'q', option1: 'x', option2: 'y', answer });
    expect(only![1]).toBe('import.gold-outside-options');
  });

  it('need a question and the field of an answer', () => {
    const row = { question: ' q ', A: 'x', B: 'y' };
    expect(read(row).kind).not.toBe('option-columns');
    expect(read({ A: 'x', B: 'y', answer: 'A' }).kind).not.toBe('option-columns');
    const file = read(
      { ...row, answer: 'B' },
      { ...row, answer: null },
      { ...row, question: ' ', answer: 'B' },
    );
    expect(file.kind).toBe('option-columns');
    expect(file.items).toMatchObject([{ question: 'q', goldIndex: 1 }]);
    expect(
      refused({ ...row, answer: 'B' }, { ...row, answer: null }, { ...row, question: ' ', answer: 'B' }),
    ).toEqual([
      [2, 'import.no-answer', { field: 'answer' }],
      [3, 'import.empty-question', { field: 'question' }],
    ]);
    expect(read({ ...row, answer: null }).fields).toEqual({
      question: 'question',
      options: 'A, B',
      answer: 'answer',
    });
  });

  it('say which number may be an index or a text, and which index cannot be read', () => {
    expect(refused({ question: 'q', A: 2, B: 1, answer: 1 })).toEqual([
      [1, 'import.number-or-text', { gold: '1' }],
    ]);
    expect(refused({ question: 'q', A: 'x', B: 'y', answer: 1 })).toEqual([
      [1, 'import.index-base-unclear', { field: 'answer' }],
    ]);
  });
});

describe('options listed in the question', () => {
  const question = 'Which?\nA. x\nB. y\nz';
  const list = 'Which?\nA. x\nB. y';

  it.each([
    ['B', 1],
    [' (b) ', 1],
    ['B. y', 1],
    ['B.y', 1],
    ['(B) y', 1],
    [' B:  y ', 1],
  ])('the answer %j', (answer, goldIndex) => {
    expect(read({ question: list, answer })).toMatchObject({
      kind: 'listed-options',
      items: [{ goldIndex }],
    });
  });

  it.each([
    [{ question: list, answer: 'B. x' }],
    [{ question: list, answer: 'y' }],
    [{ question: list, answer: 'So B. y' }],
    [{ question, answer: 'B' }],
    [{ question: list, target: 'y' }],
    [{ input: list, answer: 'y' }],
    [{ question: list, answer: 'B', options: ['x', 'y'] }],
    [{ question: list, answer: 'B', choices: ['x', 'y'] }],
  ])('are not taken from %j', (row) => {
    expect(read(row).kind).not.toBe('listed-options');
  });

  it('are taken for a target in words from BIG-bench Hard', () => {
    const row = { input: 'Is it?\nOptions:\n- valid \n- invalid', target: 'valid' };
    expect(read(row)).toMatchObject({ kind: 'listed-options', items: [{ goldIndex: 0 }] });
  });

  it.each([
    [1, 1],
    ['B', 1],
  ])('have choices that are letters in llm-foundry, and the gold %j', (gold, goldIndex) => {
    const row = { query: list, choices: ['A', ' B '], gold };
    expect(read(row)).toMatchObject({ kind: 'listed-options', items: [{ goldIndex }] });
    expect(refused({ ...row, choices: ['A', 'B', 'C'] })).toEqual([
      [1, 'import.option-count', { listed: 2, choices: 3 }],
    ]);
    expect(read({ ...row, choices: ['A', 'Berlin'] }).kind).not.toBe('listed-options');
  });

  it('say what a row of such a file lacks', () => {
    const rows = Array.from({ length: 18 }, (_, i) => ({ question: `${i} ${list}`, answer: 'B' }));
    expect(
      refused(...rows, { question: 'Which?', answer: 'B' }, { question: 'A. x\nB. y', answer: 'B' }),
    ).toEqual([
      [19, 'import.options-not-listed', { field: 'question' }],
      [20, 'import.empty-question', { field: 'question' }],
    ]);
  });
});

describe('pairs that count from 0 or 1', () => {
  it('are refused where a file does both', () => {
    const row = (label: number | null, i: number) => ({ goal: `g${i}`, sol1: 'a', sol2: 'b', label });
    const rows = Array.from({ length: 30 }, (_, i) => row(i % 3, i));
    const found = refused(...rows, row(null, 30));
    expect(found).toHaveLength(31);
    expect(found[0]).toEqual([1, 'import.index-base-unclear', { field: 'label' }]);
    expect(found[30]).toEqual([31, 'import.no-answer', { field: 'label' }]);
  });
});
