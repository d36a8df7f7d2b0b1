/** Each command and sign that answers are written with, in an expression of its own. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';
import { quotients } from './linear-notation.ts';

const GREEK =
  `alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho sigma tau
  upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega`.split(/\s+/);
const LETTERS = [...GREEK, 'pi', 'ell', 'infty'];
const FUNCTIONS = 'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg lb exp'.split(' ');
const SEVERAL = 'gcd lcm max min'.split(' ');
const ACCENTS = 'vec hat bar overline'.split(' ');
const TYPES = 'mathrm mathbf mathbb mathit mathcal mathsf'.split(' ');

describe('terms change places', () => {
  it.each([
    ...LETTERS.map((name) => `\\${name}`),
    ...FUNCTIONS.map((name) => `\\${name}(x)`),
    ...FUNCTIONS.map((name) => `\\${name} x`),
    ...ACCENTS.map((name) => `\\${name}{a}`),
    ...SEVERAL.map((name) => `\\${name}(6,4)`),
    ...['\\sqrt{x}', '\\frac{x}{y}', '\\binom{5}{2}', '\\dbinom{5}{2}', '\\tbinom{5}{2}', '{5 \\choose 2}'],
    ...['7 \\bmod 3', 'x \\cdot y', 'x \\times y', 'x \\ast y', 'x \\div y', 'x * y', 'x / y', 'x^y', 'x_1'],
    ...["f'", 'n!', '|x|', '(x)', '{x}', '\\lfloor x \\rfloor', '\\lceil x \\rceil'],
  ])('%s', (term) => {
    expect(sameMath(`${term} + 1`, `1 + ${term}`)).toBe(true);
    expect(sameMath(`${term} + 1`, `2 + ${term}`)).toBe(false);
  });

  it.each(['\\foo', '\\foo{x}', '\\star', '\\to x'])('not with what is unknown: %s', (term) => {
    expect(sameMath(`${term} + 1`, `1 + ${term}`)).toBe(false);
  });
});

describe('values', () => {
  it.each([
    ['2 \\ast 3', '6'],
    ['\\lb 8', '3'],
    ['1 \\div \\sin x + 1', '1 + 1 \\div \\sin x'],
    ['\\gcd(6,4)', '2'],
    ['\\lcm(6,4)', '12'],
    ['\\max(6,4)', '6'],
    ['\\min(6,4)', '4'],
    ['{5 \\choose 2}', '10'],
    ['\\tbinom{5}{2}', '10'],
    ['\\ln \\mathrm{e}', '1'],
    ['-1\\frac{4}{5}x', '-1.8x'],
    ['1\\frac{4}{5}x', '1.8x'],
  ])('%s = %s', (term, value) => {
    expect(sameMath(term, value)).toBe(true);
  });

  it.each(['\\pi', 'e', '\\mathrm{e}'])('%s in all its digits', (constant) => {
    expect(sameMath(`${constant} + 10^{-20}`, constant)).toBe(false);
    expect(sameMath(`${constant} + 10^{-20}`, `10^{-20} + ${constant}`)).toBe(true);
  });
});

describe('spaces', () => {
  it.each([
    ...['\\,', '\\;', '\\:', '\\!', '\\ ', '~', '\\quad', '\\qquad', '\\thinspace', '\\medspace'],
    ...['\\displaystyle', '\\textstyle', '\\limits', '\\left.', '\\right.'],
  ])('%j means nothing', (space) => {
    expect(sameMath(`${space} x + 1`, '1 + x')).toBe(true);
    expect(sameMath(`x + ${space} 1`, '1 + x')).toBe(true);
  });

  it.each([
    '$x$ + $1$',
    '\\(x\\) + \\(1\\)',
    '1 + \\[x\\]',
    '\\[x\\] + 1',
    '\\(x\\) + 1',
    '\\[x + 1\\]',
    '\\(x + 1\\)',
    '$$x + 1$$',
  ])('and so do delimiters: %s', (text) => {
    expect(sameMath(text, '1 + x')).toBe(true);
  });
});

describe('a command goes on while letters follow', () => {
  it.each([
    ['\\pm', '3+', ', 3-'],
    ['\\mp', '3-', ', 3+'],
  ])('3%s', (command, first, second) => {
    expect(sameMath(`3${command} x`, `${first}x${second}x`)).toBe(true);
    for (const x of 'xX') expect(sameMath(`3${command}${x}`, `${first}${x}${second}${x}`)).toBe(false);
  });

  it.each(['\\quad', '\\displaystyle', '\\left', '\\right', '\\bigl', '\\tfrac12', '\\infty'])(
    '%s',
    (command) => {
      for (const x of 'xX') expect(sameMath(`${command}${x}+1`, `${x}+1`)).toBe(false);
    },
  );
});

describe('one factor on each side of /', () => {
  it.each([
    ...LETTERS.map((name) => `\\${name}`),
    ...FUNCTIONS.map((name) => `\\${name}(x)`),
    ...SEVERAL.map((name) => `\\${name}(6,4)`),
    ...ACCENTS.map((name) => `\\${name}{a}`),
    ...TYPES.map((name) => `\\${name}{a}`),
    ...[
      '\\frac{a}{b}',
      '\\binom{a}{b}',
      '\\dbinom{a}{b}',
      '\\tbinom{a}{b}',
      '\\sqrt{a}',
      '\\operatorname{lcm}(4,6)',
    ],
    ...[...'fghFGHP'].map((name) => `${name}(x)`),
    ...['X', 'x', 'x^n', 'x^N', 'x_N', 'x^2', '\\sin{x}', "f'", "f'(x)", 'n!', '|x|', '[x]', '{x}'],
  ])('%s', (factor) => {
    expect(quotients(`${factor}/3`)).toBe(`\\frac{${factor}}{3}`);
    expect(quotients(`3/${factor}`)).toBe(`\\frac{3}{${factor}}`);
  });

  it.each([
    ['X/2Y', '\\frac{X}{2Y}'],
    ['x/2.5y', '\\frac{x}{2.5y}'],
    ['1/XY', '\\frac{1}{XY}'],
    ['1/xY', '\\frac{1}{xY}'],
    ['1/x_1y', '\\frac{1}{x_1y}'],
    ['1/\\Delta\\Phi', '\\frac{1}{\\Delta\\Phi}'],
    ['\\Delta/2x', '\\frac{\\Delta}{2x}'],
    ['X/2', '\\frac{X}{2}'],
  ])('%s: %s', (text, fraction) => {
    expect(quotients(text)).toBe(fraction);
  });

  it.each([...'-+=<>,;&'])('begins anew behind %s', (sign) => {
    expect(quotients(`1/\\sin x${sign}a/b`)).toBe(`1/\\sin x${sign}\\frac{a}{b}`);
  });

  it.each([
    ...['text', 'mbox', 'textrm', 'textbf', 'hbox'].map((name) => `\\${name}{km/h}`),
    ...[
      '\\end{pmatrix}/2',
      '\\|x\\|/2',
      '\\starX/2',
      '\\starx/2',
      'a\\divx',
      'a\\divX',
      '\\divx/2',
      '\\divX/2',
    ],
  ])('%s stays', (text) => {
    expect(quotients(text)).toBe(text);
  });
});
