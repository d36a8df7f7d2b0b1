/** Each sign with which numbers are written in LaTeX and Unicode, and each that makes them part of more. */

import { describe, expect, it } from 'vitest';
import { plainNumerals } from './numerals.ts';

const raw = String.raw;

describe('plainNumerals', () => {
  it.each(['×', 'x', '*', '·', '⋅', raw`\times`, raw`\cdot`])('2.5 %s 10^6', (sign) => {
    for (const text of [`2.5 ${sign} 10^6`, `2.5${sign}10^{6}`, `2.5  ${sign}  10 ^ { 6 }`]) {
      expect([text, plainNumerals(text)]).toEqual([text, '2.5e6']);
    }
    // A factor of a longer expression is none.
    expect(plainNumerals(`y ${sign} 10^6`)).toBe(sign === 'x' ? 'y x 1e6' : `y ${sign} 10^6`);
  });

  it.each([
    ['3', ['^3', '^{3}', '^{ 3 }', '^(3)', '^( 3 )', ' ^3', '³']],
    ['-3', ['^-3', '^−3', '^{-3}', '^{−3}', '^(-3)', '^(−3)', '⁻³']],
    ['+3', ['^{+3}', '^(+3)']],
    ['123', ['^123', '^{123}', '^(123)', '¹²³']],
    ['456', ['⁴⁵⁶']],
    ['789', ['⁷⁸⁹']],
    ['0', ['⁰', '^0']],
  ])('10 to the power %s', (power, written) => {
    for (const exponent of written) {
      expect([exponent, plainNumerals(`10${exponent}`)]).toEqual([exponent, `1e${power}`]);
      expect([exponent, plainNumerals(`4 × 10${exponent} m`)]).toEqual([exponent, `4e${power} m`]);
    }
  });

  it.each([
    'x',
    '3',
    '.',
    ',',
    '^',
    '_',
    '{',
    '(',
    '\\',
    '-',
    '+',
    '*',
    '/',
    '×',
    '·',
    '⋅',
    '- ',
    '\\times ',
    '\\cdot ',
  ])('a power of ten behind %j is part of more', (before) => {
    expect(plainNumerals(`y${before}10^3`)).toBe(`y${before}10^3`);
  });

  it.each([' ', '=', '$', ':', '"'])('a power of ten behind %j stands alone', (before) => {
    expect(plainNumerals(`y${before}10^3`)).toBe(`y${before}1e3`);
  });

  it.each(['^2', ' ^ 2', '(x)', ' (x)'])('a power of ten before %j is part of more', (behind) => {
    expect(plainNumerals(`10^3${behind}`)).toBe(`10^3${behind}`);
  });

  it.each(['frac', 'dfrac', 'tfrac', 'cfrac'])('\\%s', (name) => {
    const frac = `\\${name}`;
    expect(plainNumerals(`${frac}{1}{2}`)).toBe('1/2');
    expect(plainNumerals(`${frac}12`)).toBe('1/2');
    expect(plainNumerals(`${frac}1{20}`)).toBe('1/20');
    expect(plainNumerals(`${frac}{10}2`)).toBe('10/2');
    expect(plainNumerals(`${frac} { -1 } { 2 }`)).toBe('-1/2');
    expect(plainNumerals(`3${frac}{1}{2}`)).toBe('3 1/2');
    expect(plainNumerals(`3 ${frac}{1}{2} and ${frac}{3}{4}`)).toBe('3 1/2 and 3/4');
    expect(plainNumerals(`${frac}{x}{2}`)).toBe(`${frac}{x}{2}`);
  });

  it.each([
    ['¼', '1/4'],
    ['½', '1/2'],
    ['¾', '3/4'],
    ['⅐', '1/7'],
    ['⅑', '1/9'],
    ['⅒', '1/10'],
    ['⅓', '1/3'],
    ['⅔', '2/3'],
    ['⅕', '1/5'],
    ['⅗', '3/5'],
    ['⅛', '1/8'],
    ['⅞', '7/8'],
  ])('%s is %s', (sign, fraction) => {
    expect(plainNumerals(sign)).toBe(fraction);
    expect(plainNumerals(`3${sign} of ${sign}`)).toBe(`3 ${fraction} of ${fraction}`);
    expect(plainNumerals(`3 ${sign}`)).toBe(`3 ${fraction}`);
  });

  it('reads every one', () => {
    expect(plainNumerals('2×10^3 and 3×10^4, 10^5 or 10⁶')).toBe('2e3 and 3e4, 1e5 or 1e6');
  });

  it.each([
    ['1{,}000', '1,000'],
    ['1{,}000{,}000', '1,000,000'],
    ['1{,}00', '1{,}00'],
    ['x{,}000', 'x{,}000'],
  ])('%s: %s', (text, plain) => {
    expect(plainNumerals(text)).toBe(plain);
  });
});
