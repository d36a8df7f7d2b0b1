/**
 * Numbers in LaTeX and Unicode. Values of the first table are those math-verify 0.9.0 gives (`verify` of the boxed texts);
 * it reads no ½, and no exponent of two digits and more without braces as meant.
 */

import { describe, expect, it } from 'vitest';
import { judgeKnowledge } from './judge.ts';
import { sameNumber } from './numbers.ts';
import { plainNumerals } from './numerals.ts';

const raw = String.raw;

describe('the same value', () => {
  it.each([
    ['18', raw`1.8 \times 10^1`, true],
    ['18', raw`1.8*10^1`, true],
    ['1000', '10^3', true],
    ['1000', '1{,}000', true],
    ['2500000', raw`2.5 \times 10^6`, true],
    ['2500000', raw`2.5 \times 10^5`, false],
    ['0.5', raw`\frac{1}{2}`, true],
    ['0.5', raw`\frac12`, true],
    ['0.5', raw`\frac21`, false],
    ['3.5', raw`3\frac{1}{2}`, true],
    ['1/3', raw`\tfrac13`, true],
    ['0.001', '10^{-3}', true],
    ['0.001', raw`1 \cdot 10^{-3}`, true],
    ['0.001', '10^{3}', false],
  ])('%s and %s: %s', (gold, answer, equal) => {
    expect(sameNumber(answer, gold)).toBe(equal);
  });

  it.each([
    ['0.5', '½', true],
    ['3.5', '3½', true],
    ['3.5', '3 ½', true],
    ['0.25', '½', false],
    ['1/3', '⅓', true],
    ['0.001', '10^-3', true],
    ['0.001', '10^(-3)', true],
    ['1000', '10³', true],
    ['0.01', '10⁻²', true],
    ['0.01', '10^−2', true],
    ['6.02e23', '6.02 × 10^23', true],
    ['6.02e23', '6.02 x 10^23', true],
    ['6.02e23', '6.02 · 10²³', true],
    ['6.02e23', '6.02 × 10^2', false],
  ])('%s and %s: %s', (gold, answer, equal) => {
    expect(sameNumber(answer, gold)).toBe(equal);
  });

  it.each([
    raw`\frac{x}{2}`,
    raw`\frac{1}{2x}`,
    '2^3',
    '3^10^2',
    'x10^3',
    '5+10^3',
    '5 - 10^3',
    '10^1234',
    '10^(x)',
    '10^2^3',
    '3{,}14',
    '1{,}0000',
  ])('%s is left as it is', (text) => {
    expect(plainNumerals(text)).toBe(text);
  });
});

const judged = (gold: string, output: string, question = 'How many?') => {
  const item = { id: 'x', task: 'open' as const, question, answer: '', accepted: [gold], prompt: '' };
  const { known, reasons } = judgeKnowledge(item, output);
  return [known, reasons[0]];
};

describe('in outputs', () => {
  it.each([
    ['0.5', raw`The answer is $\frac{1}{2}$.`],
    ['2500000', raw`#### 2.5 \times 10^6`],
    ['1000000', 'There are 10^6 of them.'],
    ['0.25', raw`\boxed{¼}`],
  ])('%s is stated by %s', (gold, output) => {
    expect(judged(gold, output)).toEqual([true, 'judge.number-equal']);
  });
});

describe('a denied number', () => {
  it.each([
    ['18', '#### not 18', false, 'judge.negated'],
    ['18', 'The answer is not 18.', false, 'judge.negated'],
    ['18', "It isn't 18", false, 'judge.negated'],
    ['18', "It can't be $18", false, 'judge.negated'],
    ['18', 'It is not exactly 18', false, 'judge.negated'],
    ['18', 'Es sind nicht 18', false, 'judge.negated'],
    ['18', 'It is not 17 but 18', true, 'judge.number-equal'],
    ['18', 'She has 18, not 17', true, 'judge.number-equal'],
    ['17', 'It is not 17 but 18', false, 'judge.other-number'],
    ['18', 'It is not less than 18', true, 'judge.number-equal'],
    ['18', 'knot 18', true, 'judge.number-equal'],
  ])('gold %s, output %s', (gold, output, known, reason) => {
    expect(judged(gold, output)).toEqual([known, reason]);
  });
});

describe('scale words', () => {
  it.each([
    ['18', '18 thousand', 'How many?', false],
    ['25', 'It is 25 million', 'How many?', false],
    ['18000', '18 thousand', 'How many?', true],
    ['25', 'It is 25 million', 'How many million people?', true],
    ['3', '3 Mio. Einwohner', 'Wie viele Mio. Einwohner?', true],
    ['3', '3 Mio. Einwohner', 'Wie viele Einwohner?', false],
    ['25 million', '25', 'How many?', true],
    ['25 million', '25,000,000', 'How many?', true],
  ])('gold %s, output %s, question %s: %s', (gold, output, question, known) => {
    expect(judged(gold, output, question)[0]).toBe(known);
  });
});
