/**
 * Extracted matches are those of lm-evaluation-harness 0.4.13: every expected value here was computed by the harness, its
 * filters and `process_results` run on these outputs (tasks triviaqa, mgsm_native_cot_de, mmlu_flan_cot_zeroshot,
 * mmlu_generative with the listed option as target, hendrycks_math, aime).
 */

import { describe, expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { harnessMatch } from './harness-match.ts';

const open = (accepted: readonly string[], more: Partial<Item> = {}): Item => ({
  id: 'x',
  task: 'open',
  question: 'q',
  answer: `#### ${accepted[0]}`,
  accepted,
  prompt: '',
  ...more,
});

describe('triviaqa: text up to a line break, point or comma, articles and inner blanks kept', () => {
  it.each([
    [' Saint Louis. It is', 'Saint Louis', true],
    [' Saint Louis, Missouri', 'Saint Louis', true],
    [' Saint Louis\nQ: who', 'Saint Louis', true],
    [' "SAINT LOUIS!"', '"SAINT LOUIS!"', true],
    [' ave', 'ave', true],
    [' St. Louis', 'St', false],
    ['saint-louis', 'saint-louis', false],
    ['The Saint Louis', 'The Saint Louis', false],
    ['\nSaint Louis', '[invalid]', false],
    ['', '[invalid]', false],
  ])('%j', (output, answer, match) => {
    const item = open(['Saint Louis', 'St. Louis', '$ave']);
    expect(harnessMatch(item, output).flexible).toEqual({ answer, match });
  });

  it.each([
    ['#### Saint Louis, Missouri', true],
    [' ####Saint Louis', true],
    ['#### St. Louis', false],
  ])('%j: the same behind the marker that our form asks for', (output, match) => {
    expect(harnessMatch(open(['Saint Louis', 'St. Louis']), output).flexible.match).toBe(match);
  });

  it('is the rule of numbers with aliases too, which are short answers', () => {
    expect(harnessMatch(open(['1937', 'nineteen thirty-seven']), 'In 1937').flexible.match).toBe(false);
    expect(harnessMatch(open(['1937', 'nineteen thirty-seven']), '1937. In').flexible.match).toBe(true);
  });

  it('has what the required form holds as strict match', () => {
    const boxed = open(['Paris', 'Lutetia'], { form: { kind: 'boxed' } });
    expect(harnessMatch(boxed, 'It is \\boxed{Lutetia}.')).toEqual({
      strict: { answer: 'Lutetia', match: true },
      flexible: { answer: 'Lutetia', match: true },
      official: { answer: 'Lutetia', match: true },
    });
    expect(harnessMatch(boxed, 'Paris').strict).toEqual({ answer: '[invalid]', match: false });
  });
});

describe('mgsm_native_cot_de: stops at Frage:, compares without punctuation', () => {
  it.each([
    ['1234', '1.234 Euro', '1.234', true],
    ['18', '18. Frage: 5', '18.', true],
    ['18', '18 Question: 5', '5', false],
    ['-3', '3', '3', true],
    ['18', '1,8', '1,8', true],
  ])('gold %s, output %j', (gold, output, answer, match) => {
    expect(harnessMatch(open([gold], { language: 'de' }), output).flexible).toEqual({ answer, match });
  });
});

describe('mmlu_flan_cot_zeroshot and mmlu_generative', () => {
  const texts = ['Guilty', 'Guilty of Romance', 'red - blue', '$5 (a+b)'];
  it.each([
    [1, 'B. Guilty of Romance', '(B)', true, true],
    [1, 'b) guilty of romance!', '(B)', true, true],
    [1, '(B)', '(B)', true, false],
    [1, 'B', '[invalid]', false, false],
    [1, '(A) or (B)', '(B)', true, false],
    [1, 'guilty OF romance!', '(B)', true, false],
    [0, 'Guilty of Romance, guilty', '(A)', true, false],
    [1, 'Answer: B', '(B)', true, false],
    [1, 'ANSWER: $B$', '[invalid]', false, false],
    [2, 'red, blue: it is red  blue', '(C)', true, false],
    [3, '$5 a+b', '(D)', true, false],
    [3, 'answer:D', '(D)', true, false],
    [0, 'None of these', '[invalid]', false, false],
    [0, 'E: Z', '[invalid]', false, false],
    [0, '', '[invalid]', false, false],
  ])('gold %i, output %j', (goldIndex, output, answer, flexible, strict) => {
    const options = texts.map((text, i) => `${'ABCD'[i]}. ${text}`);
    const item = open(['x'], { task: 'closed', options, optionTexts: texts, goldIndex });
    const match = harnessMatch(item, output);
    expect(match.flexible).toEqual({ answer, match: flexible });
    expect(match.strict.match).toBe(strict);
  });
});
