/** One-line notation as a person means it: powers of several digits, brackets after ^, one factor on each side of /. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';
import { braceScripts, quotients } from './linear-notation.ts';

describe('braceScripts', () => {
  it.each([
    ['2^10', '2^{10}'],
    ['2^1', '2^1'],
    ['x^1.5y', 'x^{1.5}y'],
    ['4^.5', '4^{.5}'],
    ['a_12+a_1', 'a_{12}+a_1'],
    ['x^{12}', 'x^{12}'],
    ['x^-2', 'x^{-2}'],
    ['x^-1.5', 'x^{-1.5}'],
    ['a^-n', 'a^{-n}'],
    ['x^-(n+1)', 'x^{-(n+1)}'],
    ['x^(y^(2)+1)z', 'x^{y^{2}+1}z'],
    ['x^(2', 'x^(2'],
    ['\\sqrt((x+1)(x-1))', '\\sqrt{(x+1)(x-1)}'],
    ['x^(2]', 'x^(2]'],
    ['x^', 'x^'],
    ['x^2.75', 'x^{2.75}'],
    ['x^.25', 'x^{.25}'],
    ['x^-\\frac{1}{2}', 'x^-\\frac{1}{2}'],
    ['\\sqrt12', '\\sqrt12'],
    ['\\log x^28', '\\log x^{28}'],
    ['\\log_28 ', '\\log_28 '],
    ['\\log_28', '\\log_28'],
    ['\\log_10 1000', '\\log_{10} 1000'],
  ])('%s: %s', (text, braced) => {
    expect(braceScripts(text)).toBe(braced);
  });
});

describe('quotients', () => {
  it.each([
    ['a/b c', '\\frac{a}{b} c'],
    ['a b/c', 'a \\frac{b}{c}'],
    ['a / b', '\\frac{a}{b}'],
    ['a /b', '\\frac{a}{b}'],
    ['a/-(b+c)', '\\frac{a}{-(b+c)}'],
    ['(a+b)^2/c', '\\frac{(a+b)^2}{c}'],
    ['x(y)/3', 'x\\frac{y}{3}'],
    ['|x-1|/2', '\\frac{|x-1|}{2}'],
    ['2.75/x', '\\frac{2.75}{x}'],
    ['.25/x', '\\frac{.25}{x}'],
    ['1 x 2/3', '1 x \\frac{2}{3}'],
    ['x^\\pi/2', '\\frac{x^\\pi}{2}'],
    ['\\epsilon/2', '\\frac{\\epsilon}{2}'],
    ['\\theta/2', '\\frac{\\theta}{2}'],
    ['\\phi/2', '\\frac{\\phi}{2}'],
    ['\\mathbf{v}/2', '\\frac{\\mathbf{v}}{2}'],
    ['\\star/2', '\\star/2'],
    ['\\text {a/b}', '\\text {a/b}'],
    ['(\\}+1)/2', '\\frac{\\}+1}{2}'],
    ['a/b/c', '\\frac{\\frac{a}{b}}{c}'],
    ['(x+1)/(y-1) z', '\\frac{x+1}{y-1} z'],
    ['[x+1]/2', '\\frac{[x+1]}{2}'],
    ['(x)(y)/2', '(x)\\frac{y}{2}'],
    ['\\sqrt[3]{2}/2 i', '\\frac{\\sqrt[3]{2}}{2} i'],
    ['\\sqrt3/\\sqrt 2', '\\frac{\\sqrt3}{\\sqrt 2}'],
    ['\\frac12/3 x', '\\frac{\\frac12}{3} x'],
    ['x_1^2/y! z', '\\frac{x_1^2}{y!} z'],
    // letters behind a divisor
    ['3x/4y', '3\\frac{x}{4y}'],
    ['ab/cd', 'a\\frac{b}{cd}'],
    ['1/xy^2', '\\frac{1}{xy^2}'],
    ['(x+1)/2y z', '\\frac{x+1}{2y} z'],
    ['\\theta/2x', '\\frac{\\theta}{2x}'],
    ['x/2\\theta y', '\\frac{x}{2\\theta} y'],
    ['x^2/2y/3', '\\frac{\\frac{x^2}{2y}}{3}'],
    ['1/2x', '\\frac{1}{2}x'],
    ['-3/4x', '-\\frac{3}{4}x'],
    ['\\pi/4r^2', '\\frac{\\pi}{4}r^2'],
    ['\\sqrt3/2i', '\\frac{\\sqrt3}{2}i'],
    ['x/2\\pi', '\\frac{x}{2}\\pi'],
    ['x/2(y)', '\\frac{x}{2}(y)'],
    ['x/(2)y', '\\frac{x}{2}y'],
    ['x/y f(z)', '\\frac{x}{y} f(z)'],
    ['f(x)/g(x)', '\\frac{f(x)}{g(x)}'],
    ['\\sin(x)/\\cos (x) y', '\\frac{\\sin(x)}{\\cos (x)} y'],
    ['|x|/2 y', '\\frac{|x|}{2} y'],
    ['6\\div 2(3)', '\\frac{6}{2}(3)'],
    ['e^{1/2 x}', 'e^{\\frac{1}{2} x}'],
    ['(1/2, 3/4)', '(\\frac{1}{2}, \\frac{3}{4})'],
    ['[0, 1/2)', '[0, \\frac{1}{2})'],
    ['\\{1/2\\}', '\\{\\frac{1}{2}\\}'],
    // what has no factor on a side, and words
    ['1/\\sin 2x', '1/\\sin 2x'],
    ['/2', '/2'],
    ['2/', '2/'],
    ['2/-x/y', '\\frac{\\frac{2}{-x}}{y}'],
    ['1/\\sin x/2 + a/b', '1/\\sin x/2 + \\frac{a}{b}'],
    ['1 2/3/4', '1 2/3/4'],
    ['\\text{km/h}', '\\text{km/h}'],
    ['\\frac{1}{', '\\frac{1}{'],
    ['\\frac{1/2', '\\frac{\\frac{1}{2}'],
  ])('%s: %s', (text, fractions) => {
    expect(quotients(text)).toBe(fractions);
  });

  it('takes long and deep texts', () => {
    for (const piece of ['(', '\\frac{', '|', '/', '1/', '^(', '\\sqrt[', '{\\frac{1}', '\\sin^', "'"]) {
      const long = piece.repeat(500 / piece.length);
      expect(quotients(braceScripts(long)).length).toBeGreaterThan(0);
      expect(sameMath(`x${long}`, `y${long}`)).toBe(false);
    }
  });
});

describe('sameMath', () => {
  it.each([
    ['2^10', '1024', true],
    ['2^10', '0', false],
    ['10^10', '10000000000', true],
    ['10^10', '0', false],
    ['5^23', '5^{23}', true],
    ['5^23', '75', false],
    ['x^12', '2x', false],
    ['x^12', 'x^{12}', true],
    ['2**10', '1024', true],
    ['2x^10+1', '2x^{10}+1', true],
    ['7z^96', '7z^{96}', true],
    ['7z^96(4z+1)', '7z^{96}(4z+1)', true],
    ['2^0.5', '\\sqrt2', true],
    ['2^0.5', '0', false],
    ['4^.5', '2', true],
    ['x^1.5', 'x^{1.5}', true],
    ['a_12', 'a_{12}', true],
    ['e^(2x)', 'e^{2x}', true],
    ['x^(n+1)', 'x^{n+1}', true],
    ['2^(1/2)', '\\sqrt2', true],
    ['(-1)^(n+1)', '(-1)^{n+1}', true],
    ['x^(2)', 'x^2', true],
    ['x^-1.5', 'x^{-1.5}', true],
    ['2^-10', '\\frac{1}{1024}', true],
    ['10^3x', '1000x', true],
    ['\\log_28', '3', true],
    ['\\log_10 100', '2', true],
    ['\\pi/4 r^2', '\\frac{\\pi r^2}{4}', true],
    ['\\pi/4 r^2', '\\frac{\\pi}{4r^2}', false],
    ['(1)/(2) x', '\\frac{x}{2}', true],
    ['(1)/(2) x', '\\frac{1}{2x}', false],
    ['(2)/(3)\\sqrt3', '\\frac{2\\sqrt3}{3}', true],
    ['(2)/(3)\\sqrt3', '\\frac2{3\\sqrt3}', false],
    ['\\sqrt3/2 i', '\\frac{\\sqrt3}{2}i', true],
    ['\\sqrt3/2 i', '\\frac{\\sqrt3}{2i}', false],
    ['\\sqrt{3}/2 i', '\\frac{\\sqrt3}{2}i', true],
    ['1/2 + \\sqrt3/2 i', '\\frac12+\\frac{\\sqrt3}{2}i', true],
    ['n/2 (n+1)', '\\frac{n(n+1)}{2}', true],
    ['n/2 (n+1)', '\\frac{n}{2(n+1)}', false],
    ['n/2(n+1)', '\\frac{n(n+1)}{2}', true],
    ['(x+1)/2 y', '\\frac{(x+1)y}{2}', true],
    ['2^{10}/3 x', '\\frac{1024x}{3}', true],
    ['2^10/3 x', '\\frac{1024x}{3}', true],
    ['6\\div 2(1+2)', '9', true],
    ['6\\div 2(1+2)', '1', false],
    ['6/2(1+2)', '9', true],
    ['1/3 \\pi r^2 h', '\\frac{\\pi r^2h}{3}', true],
    ['y=-3/4 x + 1', 'y=-\\frac34x+1', true],
    ['5/(6\\sqrt2)', '\\frac{5}{6\\sqrt2}', true],
    ['11 (2)/(3)', '11\\frac23', true],
    ['y = -(1)/(2) x^2 + 4x', 'y=-\\frac12x^2+4x', true],
    ['(1)/(2004!)', '\\frac{1}{2004!}', true],
    ['f(x)/g(x)', '\\frac{f(x)}{g(x)}', true],
    ['1/\\sin 2x', '\\csc 2x', true],
    ['\\sin x/2 + 1', '\\frac{\\sin x}{2} + 2', false],
    ['3x/4y', '\\frac{3x}{4y}', true],
    ['3x/4y', '\\frac{3xy}{4}', false],
    ['2x^2/3y^2', '\\frac{2x^2}{3y^2}', true],
    ['ab/cd', '\\frac{ab}{cd}', true],
    ['1/xy', '\\frac{1}{xy}', true],
    ['1/xy', '\\frac{y}{x}', false],
    ['1/2x', '\\frac{x}{2}', true],
    ['y = -3/4x + 1', 'y=-\\frac34x+1', true],
  ])('%s and %s: %s', (a, b, equal) => {
    expect(sameMath(a, b)).toBe(equal);
    expect(sameMath(b, a)).toBe(equal);
  });
});
