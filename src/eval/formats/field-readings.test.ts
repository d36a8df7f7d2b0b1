/** The readers of single fields that shapes share, at the point where each rule begins and ends to hold. */

import { describe, expect, it } from 'vitest';
import { answerStyle, bareLetter, isAmbiguous } from './answer-style.ts';
import { optionField, possibleOptionField } from './has-options.ts';
import { countedLabel, indexBase, tallyOf } from './index-base.ts';
import { judgementField } from './judged-answer.ts';
import { openItem } from './open-item.ts';
import { splitOptions } from './option-text.ts';
import { readWrittenList, readWrittenValue } from './written-value.ts';

describe('indexBase', () => {
  it.each([
    [0, 0, 0, undefined, undefined],
    [19, 0, 0, 0, 0],
    [20, 0, 0, 0, undefined],
    [20, 0, 0, undefined, undefined],
    [1, 1, 0, 1, 0],
    [5, 0, 0, 1, 1],
    [5, 0, 3, 1, 1],
    [19, 0, 1, 0, undefined],
    [20, 0, 1, 0, 1],
    // both common: only a stray one, or one in twenty, is a mistake
    [10, 1, 5, 1, 1],
    [39, 2, 5, 1, undefined],
    [40, 2, 5, 1, 1],
    [40, 3, 5, 1, undefined],
    [100, 50, 1, 1, undefined],
    [10, 5, 1, 0, 0],
    [39, 5, 2, 0, undefined],
    [40, 5, 2, 0, 0],
    [40, 5, 2, undefined, 0],
    [40, 1, 5, 0, undefined],
  ] as const)(
    '%i rows, %i zeros, %i at the number of options, usually %s: %s',
    (rows, zeros, tops, usual, base) => {
      expect(indexBase({ rows, zeros, tops }, usual)).toBe(base);
    },
  );

  it('counts what was seen', () => {
    const seen = [{ index: 0, count: 2 }, undefined, { index: 2, count: 2 }, { index: 1, count: 2 }];
    expect(tallyOf(seen)).toEqual({ rows: 3, zeros: 1, tops: 1 });
  });

  it.each([
    [2, 2],
    ['2', 2],
    [' 12 ', 12],
    ['B', undefined],
    ['2nd', undefined],
    ['x2', undefined],
    [1.5, undefined],
    [null, undefined],
    [[2], undefined],
  ])('a label %j is the index %j', (label, index) => {
    expect(countedLabel(label, 4)).toEqual(index === undefined ? undefined : { index, count: 4 });
  });
});

describe('answerStyle', () => {
  const colours = ['red', ' blue '];
  it.each([
    ['text', [['blue ', colours]]],
    ['letter', [[' b ', colours]]],
    ['index', [['1', colours]]],
    ['index', [['12', Array.from('abcdefghijklm')]]],
    [undefined, [['1st', colours]]],
    [undefined, [['x1', colours]]],
    [undefined, [['C', colours]]],
    ['text', [['7', ['7', '9']]]],
    [undefined, [['2', ['2', '1']]]],
    [
      'text',
      [
        ['A', colours],
        ['1', colours],
      ],
    ],
    [
      'text',
      [
        ['A', colours],
        ['red', colours],
      ],
    ],
  ] as const)('%s: %j', (style, rows) => {
    expect(answerStyle(rows.map(([answer, texts]) => ({ answer, texts })))).toBe(style);
  });

  it('holds a number for unclear that may be an index and is a text', () => {
    const options = { texts: ['2', '3', '1'], areNumbers: true };
    expect([1, 2, 3].map((value) => isAmbiguous(value, options, undefined))).toEqual([true, true, true]);
    expect(isAmbiguous(5, { texts: ['5', '6'], areNumbers: true }, undefined)).toBe(false);
    expect(isAmbiguous(1, options, 'index')).toBe(false);
    expect(isAmbiguous(1, options, 'text')).toBe(false);
    expect(isAmbiguous('1', options, undefined)).toBe(false);
    expect(isAmbiguous(1, { ...options, areNumbers: false }, undefined)).toBe(false);
  });

  it('reads a letter of the list', () => {
    expect([' b ', 'C', '?', 'ab'].map((letter) => bareLetter(letter, 2))).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('openItem', () => {
  const made = (answer: string, lines?: 'first' | 'last' | 'joined' | 'json') =>
    openItem(
      { id: 'x', question: 'q', accepted: [answer] },
      { file: 'f', line: 1, ...(lines ? { lines } : {}) },
    );

  it.each([
    ['joined', 'a\n\n b \nc', '#### a b c'],
    ['first', '\na\nb\nc', '#### a'],
    ['last', 'a\nb\n c\n', '#### c'],
    ['last', 'a', '#### a'],
    ['json', 'a\nb', '{"answer":"a\\nb"}'],
  ] as const)('%s of several lines: %j', (lines, answer, output) => {
    expect(made(answer, lines)).toMatchObject({ answer: output });
  });

  it('refuses several lines where nobody chose', () => {
    expect(made('a\nb')).toMatchObject({ code: 'import.multi-line-answer' });
    expect(made(' ')).toMatchObject({ code: 'import.empty-answer' });
    expect(made('\n', 'first')).toMatchObject({ code: 'import.empty-answer' });
  });
});

describe('fields that hold options', () => {
  it.each([
    [{ choices: ['a'] }, 'choices'],
    [{ choices: ' ', options: 'a|b' }, 'options'],
    [{ choices: null, Options: { a: 1 } }, 'Options'],
    [{ A: 'x', B: 'y' }, 'A'],
    [{ answer: 'x' }, undefined],
  ])('known: %j: %s', (row, field) => {
    expect(optionField(row)).toBe(field);
  });

  it.each([
    [{ question: 'q', distractor_list: ['a'] }, 'distractor_list'],
    [{ question: 'q', my_options: 'a / b' }, 'my_options'],
    [{ question: 'q', Choice_List: 'a / b' }, 'Choice_List'],
    [{ question: 'q', candidate_1: 'a' }, 'candidate_1'],
    [{ question: 'q', 'Alternative 1': 'a' }, 'Alternative 1'],
    [{ question: 'q', answer_a: 'x', answer_b: 'y' }, 'answer_a'],
    [{ question: 'q', option_a: '', option_b: '' }, undefined],
    [{ question: 'q', opt1: 'x', opt2: 'y' }, 'opt1'],
    [{ question: 'q', 'ans 1': 'x', 'ans 2': 'y' }, 'ans 1'],
    [{ question: 'q', op_a: 'x', op_b: 'y' }, 'op_a'],
    [{ question: 'q', a: 'x' }, undefined],
    [{ question: 'q', topa: 'x', topb: 'y' }, undefined],
    [{ question: 'q', answers1: 'x', answers2: 'y' }, undefined],
    [{ question: 'q', ans11: 'x', ans12: 'y' }, undefined],
    [{ question: 'q', i: 'x', j: 'y' }, undefined],
  ])('possible: %j: %s', (row, field) => {
    expect(possibleOptionField(row)).toBe(field);
  });
});

describe('a judgement beside an answer', () => {
  it.each([
    [{ answer: 'x', label: '1' }, 'label'],
    [{ answer: 'x', label: '0.75' }, 'label'],
    [{ answer: 'x', label: 12 }, 'label'],
    [{ answer: 'x', label: ' TRUE ' }, 'label'],
    [{ answer: 'x', is_correct: false }, 'is_correct'],
    [{ answer: 'x', isCorrect: true }, 'isCorrect'],
    [{ answer: 'x', correct: 0 }, 'correct'],
    [{ answer: 'x', is_answer: 'False' }, 'is_answer'],
    [{ answer: 'x', label: [1] }, undefined],
    [{ answer: null, label: '1' }, 'label'],
    [{ answer: ' 1', label: '1 ' }, undefined],
    [{ answer: 'x', label: '1x' }, undefined],
    [{ answer: 'x', label: 'x1' }, undefined],
    [{ answer: 'x', label: 'news' }, undefined],
    [{ answer: 'x' }, undefined],
  ])('%j: %s', (row, field) => {
    expect(judgementField(row, 'answer')).toBe(field);
  });

  it('is not the answer itself', () => {
    expect(judgementField({ label: '1' }, 'label')).toBeUndefined();
  });
});

describe('written values', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}'a'${']'.repeat(levels)}`;
  it.each([
    ["{'a': True, 'b': False, 'c': None}", { a: true, b: false, c: null }],
    ["{'a': true, 'b': false}", { a: true, b: false }],
    ["['a', nan, null]", ['a', null, null]],
    ["{  'a':   'b' , 'n': 1 }", { a: 'b', n: 1 }],
    ["[1e5, -2.5e-1, 'x']", [100000, -0.25, 'x']],
    ["['a' 'b']", ['a', 'b']],
    ["[  'a','b' ]  ", ['a', 'b']],
    ["  ['a']", ['a']],
    ["[('a', 'b'), None('x')]", [['a', 'b'], null, ['x']]],
    ["array(['a'])", ['a']],
    ["array(['a'] , dtype=object )", ['a']],
    ["array(['a'],dtype=object)", ['a']],
    ["array(['a']", undefined],
    ['[array]', undefined],
    ['[foo]', undefined],
    ["['a", undefined],
    ["['a'] x", undefined],
    ["x['a']", undefined],
    ["'a'", undefined],
    ['[1, 2]', undefined],
    ["['']", ['']],
    ['[None]', undefined],
    ['{}', undefined],
    ["[[1], ['a']]", [[1], ['a']]],
  ])('%s', (source, value) => {
    expect(readWrittenValue(source)).toEqual(value);
  });

  it('are lists of texts, no deeper than data is', () => {
    expect(readWrittenList("['a', 'b']")).toEqual(['a', 'b']);
    expect(readWrittenList("['a', 1]")).toBeUndefined();
    expect(readWrittenValue(nested(63))).toBeDefined();
    expect(readWrittenValue(nested(64))).toBeUndefined();
  });
});

describe('options written into one text', () => {
  it.each([
    ['A) x B) y', ['x', 'y']],
    ['A. x, B. y', ['x', 'y']],
    ['A) x, y; B) z', ['x, y', 'z']],
    ['A. x\nB. y\nC. z', ['x', 'y', 'z']],
    ['A) x', undefined],
    ['B) x C) y', undefined],
    ['A) x C) y', undefined],
    ['So A) x B) y', undefined],
    ['x | y', ['x', 'y']],
    ['x|y|', undefined],
    ['x', undefined],
  ])('%j: %j', (text, options) => {
    expect(splitOptions(text)).toEqual(options);
  });
});
