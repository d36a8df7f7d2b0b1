/** Options that are only letters, answers that only name an option, and rows that are no question by themselves. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const only = (row: RowObject) => recogniseFile('rows.jsonl', [row]);
const LISTED = 'Which?\nA. red\nB. blue\nC. green';

describe('bare letters as options', () => {
  it.each([
    [{ choices: ['A', 'B', 'C'], answer: 'B' }],
    [{ choices: [' A', ' B', ' C'], gold_index: 1 }],
    [{ options: ['(A)', '(B)', '(C)'], answer: '(B)' }],
    [{ options: ['A.', 'B.', 'C.'], label: 1 }],
    [{ choices: ['A', 'B', 'C'], target: 'blue' }],
  ])('stand for what the question lists: %j', (more) => {
    for (const text of [LISTED, `Question: ${LISTED}\nAnswer:`, LISTED.replaceAll('. ', ') ')]) {
      expect(only({ question: text, ...more }).items).toMatchObject([
        { question: 'Which?', optionTexts: ['red', 'blue', 'green'], goldIndex: 1, accepted: ['blue'] },
      ]);
    }
  });
  it.each([
    ['more than it lists', LISTED, ['A', 'B', 'C', 'D']],
    ['others than it lists', LISTED, ['A', 'B', 'D']],
    ['no list', 'Which comes second?', ['A', 'B', 'C']],
  ])('%s: are the options themselves', (_, question, choices) => {
    expect(only({ question, choices, answer: 'B' }).items).toMatchObject([
      { question, optionTexts: choices, accepted: ['B'] },
    ]);
  });
  it('texts beside a list are the options', () => {
    expect(only({ question: LISTED, choices: ['A', 'B', 'none'], answer: 'B' }).items).toMatchObject([
      { question: LISTED, optionTexts: ['A', 'B', 'none'] },
    ]);
  });
});

describe('options printed out of the order of their letters', () => {
  const options = ['(A) w', '(C) x', '(B) y', '(D) z'];
  it.each([
    ['agi-eval', { passage: null, question: 'Q?', options, label: 'B' }],
    ['multiple-choice', { question: 'Q?', choices: options, answer: 'b' }],
    ['multiple-choice', { question: 'Q?', choices: options, answer: '(B)' }],
  ])('leave a gold unclear that is the letter of one and the place of another: %s', (kind, row) => {
    const { kind: found, items, rejected } = only(row);
    expect(found).toBe(kind);
    expect(items).toEqual([]);
    expect(rejected).toMatchObject([{ code: 'import.letters-misplaced', params: { gold: 'B' } }]);
  });
  it.each([
    [{ passage: null, question: 'Q?', options, label: 'D' }, 'z'],
    [{ question: 'Q?', choices: options, answer: 'D' }, '(D) z'],
    [{ question: 'Q?', choices: options, answer: 1 }, '(C) x'],
    [{ question: 'Q?', choices: options, answer: '(B) y' }, '(B) y'],
  ])('do not where it names one: %j', (row, gold) => {
    expect(only(row).items).toMatchObject([{ accepted: [gold] }]);
  });
  it('in LogiQA’s text', () => {
    const record = (answer: string) =>
      ['', answer, 'C.', 'Q?', 'A. w', 'C. x', 'B. y', 'D. z', ''].join('\n');
    const source =
      ['', 'a', 'C.', 'Q?', 'A. w', 'B. x', 'C. y', 'D. z', ''].join('\n') + record('b') + record('d');
    const { items, rejected } = recogniseText('Test.txt', source);
    expect(items.map(({ accepted }) => accepted)).toEqual([['w'], ['z']]);
    expect(rejected).toMatchObject([{ code: 'import.letters-misplaced', params: { gold: 'B' } }]);
  });
});

describe('plain rows', () => {
  it.each(['opt#', 'op-', 'answer_', 'alternative ', 'ans'])(
    'whose number may be that of an option (%s1)',
    (name) => {
      const row = { question: 'Q?', [`${name}1`]: 'x', [`${name}2`]: 'y', gold: 2 };
      expect(only(row).rejected).toMatchObject([
        { code: 'import.letter-without-options', params: { gold: '2', field: `${name}1` } },
      ]);
      expect(only({ ...row, gold: 'two' }).items).toMatchObject([{ accepted: ['two'] }]);
      expect(only({ ...row, gold: 22 }).items).toMatchObject([{ accepted: ['22'] }]);
      expect(only({ ...row, [`${name}2`]: null }).items).toMatchObject([{ accepted: ['2'] }]);
    },
  );
  it.each([
    ['xans1', 'xans2'],
    ['ans1x', 'ans2x'],
    ['ans_y', 'ans_z'],
    ['ans_?', 'ans_!'],
  ])('fields %s and %s are named as no option is', (one, two) => {
    expect(only({ question: 'Q?', [one]: 'x', [two]: 'y', gold: 2 }).items).toMatchObject([
      { accepted: ['2'] },
    ]);
  });
  it.each([0, '0', ' 1 ', '-1'])('a class by number (%j) is no answer', (label) => {
    expect(only({ input: 'I cooked.', label }).kind).toBe('unknown');
  });
  it.each(['seven', '1st', '1.5'])('a label in words is (%j)', (label) => {
    expect(only({ input: 'I cooked.', label }).items).toMatchObject([{ accepted: [label] }]);
  });
  it.each([
    [{ context: 'She was BLANK.', target: 'x', sentences: { sentence: ['a', 'b'] } }],
    [{ code: 'def f(x): return x', input: '17', output: '17' }],
  ])('that are no question by themselves: %j', (row) => {
    expect(only(row).kind).toBe('unknown');
  });
  it.each([
    [{ context: 'She was', target: 'x' }],
    [{ question: 'Q?', target: 'x', sentences: { sentence: ['a', 'b'] } }],
    [{ code: '', input: '17', output: '17' }],
    [{ code: 'def solution(): return 17', input: 'How many?', target: 17 }],
    [{ code: 'x = 1', question: 'What is x?', output: '1' }],
  ])('that are: %j', (row) => {
    expect(only(row)).toMatchObject({ kind: 'question-answer', rejected: [], items: [{}] });
  });
  it('a context written as a list of lines', () => {
    const row = { question: 'Who?', answer: 'Ann', dialogue: ['W: I am Ann.', 'M: Hello.'] };
    expect(only(row).items).toMatchObject([{ context: 'W: I am Ann.\nM: Hello.' }]);
  });
});
