/** Options and answers of which one row says little: other rows, or the exact text, say how they are meant. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';
import type { RowObject } from './row.ts';

const read = (...rows: readonly RowObject[]) => recogniseFile('f.jsonl', rows);
/** The text of each right option. */
const right = (...rows: readonly RowObject[]) => read(...rows).items.map(({ accepted }) => accepted[0]);
const codes = (...rows: readonly RowObject[]) =>
  read(...rows).rejected.map(({ code }) => code.replace('import.', ''));

describe('options in columns', () => {
  const two = (answer: unknown, option1 = 'red', option2 = 'blue') => ({
    question: 'q',
    option1,
    option2,
    answer,
  });
  const lettered = (answer: unknown, A = 'red', B = 'blue') => ({ question: 'q', A, B, answer });

  it.each<[string, RowObject[], string[]]>([
    ['a name of a column', [two('option2')], ['blue']],
    ['a number among texts', [two('red'), two('2')], ['red', 'blue']],
    ['a name of a column among texts', [two('red'), two('option2')], ['red', 'blue']],
    ['a number with a space', [two(' 0'), two('1')], ['red', 'blue']],
    ['a letter that another row has for a text', [two('B'), two('A', 'B', 'A')], ['blue', 'B']],
    ['a text that is a letter', [lettered('red'), lettered('A', 'B', ' A ')], ['red', 'A']],
    ['a name of a column that is no text', [lettered('red'), lettered('B')], ['red', 'blue']],
  ])('%s', (_, rows, expected) => {
    expect(right(...rows)).toEqual(expected);
  });

  it('text that begins with a number is none', () => {
    expect(read(two('2nd')).rejected).toMatchObject([{ params: { gold: '2nd', count: 2 } }]);
  });

  it('a number of two digits', () => {
    const options = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`option${i + 1}`, `o${i + 1}`]));
    expect(right({ question: 'q', ...options, answer: '10' })).toEqual(['o10']);
  });

  it('rows that are answered by text say nothing of what numbers count from', () => {
    const row = (label: string) => ({
      question: 'q',
      answer0: 'red',
      answer1: 'blue',
      answer2: 'grey',
      label,
    });
    const rows = [...Array.from({ length: 20 }, () => row('red')), row('1')];
    expect(right(...rows).at(-1)).toBe('blue');
  });
});

describe('options in a list', () => {
  it.each<[string, RowObject[], string[]]>([
    [
      'a number of one row is no sign that the digits of another are one',
      [
        { question: 'q', choices: ['x', 'y'], answer: 1 },
        { question: 'q', choices: ['2', '3', '1'], answer: '2' },
      ],
      ['y', '2'],
    ],
    [
      'an option of several lines is one line',
      [{ question: 'q', choices: ['a\n \n b', 'c'], answer: 0 }],
      ['a b'],
    ],
  ])('%s', (_, rows, expected) => {
    expect(right(...rows)).toEqual(expected);
  });

  it('names its fields', () => {
    expect(read({ frage: 'q', opts: ['x', 'y'], gold: 1 }).fields).toEqual({
      question: 'frage',
      options: 'opts',
      answer: 'gold',
    });
  });
});

describe('options listed in the question', () => {
  const list = 'Which?\nA. one\nB. two words';
  const row = (answer: string) => ({ question: list, answer });

  it.each(['B', 'B) two words', '(B) two words', 'b. two words'])('%j names one', (answer) => {
    expect(read(row(answer)).kind).toBe('listed-options');
    expect(right(row(answer))).toEqual(['two words']);
  });

  it('a space at the end of an option is no part of it', () => {
    expect(right({ question: 'Which?\nA. one \nB. two', answer: 'A) one' })).toEqual(['one']);
  });

  it.each(['B) one', 'C) two words', 'two words'])('%j names none', (answer) => {
    expect(read(row(answer)).kind).not.toBe('listed-options');
  });

  it('is a file of which other rows are left out with their reason', () => {
    const rows = Array.from({ length: 45 }, () => row('A'));
    const { kind, rejected } = read(
      ...rows,
      { question: ' ', answer: 'A' },
      { foo: 1 },
      { question: 'Which?' },
      { answer: 'A' },
    );
    expect(kind).toBe('listed-options');
    expect(rejected.map(({ line, code, params }) => [line, code, params])).toEqual([
      [46, 'import.options-not-listed', { field: 'question' }],
      [47, 'import.other-shape', { fields: 'foo' }],
      [48, 'import.other-shape', { fields: 'question' }],
      [49, 'import.other-shape', { fields: 'answer' }],
    ]);
  });

  it.each([[['Plan A', 'Plan B']], [['A']], [[]]])(
    'and choices of their own, %j, are no letters of them',
    (choices) => {
      expect(read({ query: list, choices, gold: 0 }).kind).not.toBe('listed-options');
    },
  );
});

describe('lists of right answers', () => {
  const three = ['Paris', 'Rome', 'Oslo'];
  const row = (context: string, answers: readonly string[] = three, question = 'q?') => ({
    question,
    context,
    answers,
  });

  it('may be options where not all of them are in the text', () => {
    const rows = [row('It is Paris.'), row('It is Rome.')];
    expect(codes(...rows)).toEqual(Array(2).fill('answers-or-options'));
    expect(right(row('Paris, Rome, Oslo'), row('Oslo, Rome, Paris'))).toEqual(['Paris', 'Paris']);
  });

  it.each<[string, RowObject[]]>([
    ['an answer is there twice', [row('c'), row('c', ['a', 'b', 'c', 'c'])]],
    ['the text is the question written out', [row('Q? x', three, ' Q? '), row('Q? y', three, ' Q? ')]],
  ])('are none where %s', (_, rows) => {
    expect(codes(...rows)).toEqual([]);
  });

  it('are looked for in the rows of their form only', () => {
    const rows = [row('It is Paris.'), row('It is Rome.'), { foo: 1 }];
    expect(codes(...rows)).toEqual(['answers-or-options', 'answers-or-options', 'other-shape']);
  });

  it('have no text beside them that is the question written out', () => {
    expect(read(row('Q? x', three, ' Q? ')).items[0]).not.toHaveProperty('context');
  });

  it('may be options where a field says which is right', () => {
    expect(codes({ question: 'q?', answers: three, right: 'Rome' })).toEqual(['answers-or-options']);
    expect(codes({ question: 'q?', answers: three, rights: 'CC' })).toEqual([]);
  });

  it('are words with or without quotation marks', () => {
    const targetValue = '(list (description Paris) (description "New York"))';
    expect(read({ utterance: 'q?', targetValue }).items[0]!.accepted).toEqual(['Paris', 'New York']);
  });
});
