/** Signs and words that the filters of lm-evaluation-harness look for, one by one. */

import { describe, expect, it } from 'vitest';
import type { Language } from '../types.ts';
import { choiceIn } from './harness-choice.ts';
import { harnessMatch } from './harness-match.ts';
import { betweenDollars, boxedOrBetweenDollars, isEquivalent } from './harness-math.ts';
import { openItem as open } from './testing/open-item.ts';

describe('multi_choice_regex', () => {
  it.each([
    ['it costs $5', ['$5', '$6'], '(A)'],
    ['x^2', ['x^2', 'y'], '(A)'],
    ['a|b', ['a|b', 'c'], '(A)'],
    ['C++', ['C+', 'C++'], '(B)'],
    ['cc', ['c+', 'd'], undefined],
    ['what?', ['who', '(what)'], '(B)'],
    ['red and green', ['red', 'green'], '(B)'],
    ['(A) or (B)', ['red', 'green'], '(B)'],
    ['Answer: B', ['red', 'green'], '(B)'],
    ['Answer: C', ['red', 'green'], undefined],
    ['Answer B', ['red', 'green'], undefined],
  ])('%j, options %j: %s', (output, texts, choice) => {
    expect(choiceIn(output, texts)).toBe(choice);
  });
});

describe('the letter of an option', () => {
  it.each([
    [['A. Rome', 'B. Berlin']],
    [['A) Rome', 'B) Berlin']],
    [['(A) Rome', '(B) Berlin']],
    [['A', 'B']],
  ])('of %j', (options) => {
    const item = open('x', { task: 'closed', options, goldIndex: 1 });
    const letter = (output: string) => harnessMatch(item, output).letter;
    for (const output of ['B', '(B)', 'It is B.', '$B$', '**B**', 'B: Berlin']) {
      expect([output, letter(output)]).toEqual([output, { answer: 'B', match: true }]);
    }
    for (const output of ['Berlin', '3B', 'B3', "B's", 'B’s', 'b']) {
      expect([output, letter(output)]).toEqual([output, { answer: '[invalid]', match: false }]);
    }
  });
});

describe('stops of gsm8k and mgsm', () => {
  it.each<[Language, string]>([
    ['en', 'Question:'],
    ['de', 'Frage:'],
    ['en', '</s>'],
    ['de', '</s>'],
    ['en', '<|im_end|>'],
    ['de', '<|im_end|>'],
  ])('%s: %s', (language, stop) => {
    const { flexible } = harnessMatch(open('18', { language }), `It is 18 ${stop} 20`);
    expect(flexible).toEqual({ answer: '18', match: true });
  });

  it.each<[Language, string]>([
    ['de', 'Question:'],
    ['en', 'Frage:'],
  ])('%s: not %s', (language, stop) => {
    expect(harnessMatch(open('18', { language }), `It is 18 ${stop} 20`).flexible.answer).toBe('20');
  });
});

describe('hendrycks_math and aime', () => {
  it('show what they found', () => {
    const { strict, flexible } = harnessMatch(open('5', { grading: 'math' }), 'So $x = 5$ and \\boxed{6}');
    expect(strict).toEqual({ answer: 'x = 5', match: true });
    expect(flexible).toEqual({ answer: '6', match: false });
  });

  it.each([
    ['-3/4', '\\frac{-3}{4}', true],
    ['+3 /4', '+3/4', true],
    ['0/4', '\\frac{0}{4}', true],
    ['03/4', '\\frac{03}{4}', false],
    ['\\frac1', '\\frac{1}{}', false],
    ['\\frac12', '\\frac{1}{2}', true],
    ['\\frac1{2}', '\\frac{1}{2}', true],
    ['\\sqrt3', '\\sqrt{3}', true],
    ['\\$', '', true],
    ['\\tfrac{1}{2}', '\\dfrac{1}{2}', true],
    ['0.5', '\\frac{1}{2}', true],
    ['.5', '0.5', true],
    ['5\\text{ cm}', '5', true],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isEquivalent(a, b)).toBe(same);
    expect(isEquivalent(b, a)).toBe(same);
  });

  it.each([
    ['\\boxed 12$ x', '12'],
    ['$\\boxed{12}$', '12'],
    ['\\boxed{12} + 1', '12'],
    ['\\boxed[5]{6}', '\\boxed[5]{6}'],
    ['\\boxed{1} \\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
    ['a $12$ b', '12'],
  ])('the last box of %j is %j', (output, box) => {
    expect(boxedOrBetweenDollars(output)).toBe(box);
  });

  it('reads between the first and the last dollar sign', () => {
    expect(betweenDollars('a $1$ b $2$ c')).toBe('1$ b $2');
    expect(betweenDollars('a $1')).toBe('a $1');
  });
});
