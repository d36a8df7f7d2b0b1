import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

describe('sameMath', () => {
  it.each([
    // fractions and numbers
    ['\\frac{1}{2}', '\\dfrac{1}{2}', true],
    ['\\frac{1}{2}', '\\tfrac12', true],
    ['\\frac{1}{2}', '\\frac1{2}', true],
    ['\\frac{1}{2}', '\\frac{1}2', true],
    ['\\frac{1}{2}', '\\frac 12', true],
    ['\\frac{1}{2}', '1/2', true],
    ['\\frac{1}{2}', '0.5', true],
    ['\\frac{1}{2}', '.5', true],
    ['\\frac{1}{2}', '\\frac{2}{4}', true],
    ['\\frac{1}{2}', '\\frac{1}{3}', false],
    ['\\frac{1}{3}', '0.333', false],
    ['-\\frac{1}{2}', '\\frac{-1}{2}', true],
    ['-\\frac{1}{2}', '\\frac{1}{-2}', true],
    ['-\\frac{1}{2}', '\u2212 1/2', true],
    ['1\\frac{4}{5}', '\\frac{9}{5}', true],
    ['1\\frac{4}{5}', '1.8', true],
    ['2\\frac{x}{5}', '\\frac{2x}{5}', true],
    ['14,\\!400', '14400', true],
    ['14,\\!400', '14,400', true],
    ['14{,}400', '14400', true],
    ['1,234,567', '1234567', true],
    ['18', '18.00', true],
    ['18', '81', false],
    ['123456789012', '123456789013', false],
    ['10^{6}\\pi', '1000000\\pi', true],
    ['0^{1/2}', '0', true],
    ['2[x+1]', '2x+2', true],
    ['\\sin(x)y', 'y\\sin x', true],
    ['2\\alpha', '\\alpha+\\alpha', true],
    // roots, powers, constants
    ['\\sqrt{8}', '2\\sqrt{2}', true],
    ['2\\sqrt3', '2 \\sqrt{3}', true],
    ['\\sqrt{3}', '\\sqrt{5}', false],
    ['\\sqrt[3]{8}', '2', true],
    ['\\sqrt[3]{-8}', '-2', true],
    ['\\sqrt{-4}', '2i', true],
    ['3^{-2}', '\\frac{1}{9}', true],
    ['2^{10}', '1024', true],
    ['2^{2005}', '8', false],
    ['2^{2005}', '2^{2006}', false],
    ['(-\\infty,-\\frac 12)\\cup (-\\frac 12,\\infty)', '(-\\infty,-8)\\cup (8,\\infty)', false],
    ['72\\pi\\sqrt{3}', '72\\sqrt{3}\\pi', true],
    ['2\\pi', '6.2832', false],
    ['e^2', 'e \\cdot e', true],
    ['5!', '120', true],
    ['\\binom{5}{2}', '10', true],
    ['|{-3}|', '3', true],
    ['\\log_2 8', '3', true],
    ['\\ln e', '1', true],
    ['\\sin 30', '\\sin 31', false],
    ['\\cos(\\pi)', '-1', true],
    ['\\sin^2 x + \\cos^2 x', '1', true],
    ['\\tan x', '\\frac{\\sin x}{\\cos x}', true],
    // expressions
    ['(x+1)(x-1)', 'x^2-1', true],
    ['9z(z^2 - 3z + 3)', '9z^3-27z^2+27z', true],
    ['\\frac{2x-7}{(x+1)(x-2)}', '\\frac{2x-7}{x^2-x-2}', true],
    ['x^2-1', 'x^2+1', false],
    ['x', 'y', false],
    ['x+y', 'y+x', true],
    ['9+11i', '11i+9', true],
    ['3-2i', '3+2i', false],
    ['a^{2}b', 'ab^2', false],
    ['x_1+x_2', 'x_2 + x_{1}', true],
    // points, intervals, sets, lists
    ['(3,2)', '\\left( 3, 2 \\right)', true],
    ['(3,2)', '(2,3)', false],
    ['(3,2)', '[3,2]', false],
    ['[0,25]', '[0, 25]', true],
    ['[0,25)', '[0,25]', false],
    ['(1,200)', '(1200)', false],
    ['\\left( \\frac{3}{2}, -13 \\right)', '(1.5,-13)', true],
    ['(-\\infty, -2) \\cup (0, 1)', '(0,1)\\cup(-\\infty,-2)', true],
    ['(-\\infty, -2)', '(-\\infty, 2)', false],
    ['6, -2', '-2, 6', true],
    ['6, -2', '6, 2', false],
    ['6, -2', '6', false],
    ['1, 2', '1, 2, 3', false],
    ['\\foo{x} = 1', '\\foo{x}=1', true],
    ['\\foo{x}=1', '\\foo{x}=2', false],
    ['1,2,-2', '\\{1, 2, -2\\}', true],
    ['7, -2, \\text{ and } -5', '-5, -2, 7', true],
    ['3 \\pm \\sqrt{2}', '3+\\sqrt{2}, 3-\\sqrt{2}', true],
    ['\\begin{pmatrix} 1 \\\\ -8 \\end{pmatrix}', '\\begin{bmatrix}1\\\\-8\\end{bmatrix}', true],
    [
      '\\begin{pmatrix} 12/13 \\\\ 2 \\end{pmatrix}',
      '\\begin{pmatrix} \\frac{12}{13} \\\\ 2 \\end{pmatrix}',
      true,
    ],
    [
      '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
      '\\begin{pmatrix} 1 & 3 \\\\ 2 & 4 \\end{pmatrix}',
      false,
    ],
    // equations and names
    ['x = 5', '5', true],
    ['5', 'x=5', true],
    ['x \\in [-2,7]', '[-2,7]', true],
    ['y = \\frac{1}{2} x + 2', 'y = 0.5x+2', true],
    ['y = \\frac{1}{2} x + 2', '2y = x + 4', true],
    ['y = x + 3', 'y = x + 2', false],
    ['10x - 4y - 5z - 20 = 0', '5x-2y-2.5z=10', true],
    ['x \\ge 3', '3 \\le x', true],
    ['x > 3', '3 < x', true],
    ['x > 3', 'x \\ge 3', false],
    ['f(x) = x^2', 'x^2', true],
    // units, degrees, percent, money, text
    ['\\$15.48', '15.48', true],
    ['15.48\\text{ dollars}', '\\$15.48', true],
    ['60^\\circ', '60', true],
    ['60^{\\circ}', '60\\text{ degrees}', true],
    ['7\\%', '7', true],
    ['90\\text{ square units}', '90', true],
    ['85\\text{ feet}', '85 feet', true],
    ['10\\text{ cm}^2', '10', true],
    ['5\\text{ digits}', '5', true],
    ['10\\;\\text{edges}', '10', true],
    ['\\frac{270}7\\text{ degrees}', '\\frac{270}{7}', true],
    ['\\text{Dana}', 'Dana', true],
    ['\\text{Dana}', '\\text{dana}', true],
    ['\\text{Dana}', '\\text{Ann}', false],
    ['\\text{(C)}', 'C', true],
    ['\\text{(C)}', '(C)', true],
    ['\\text{(C)}', '\\text{(D)}', false],
    ['\\text{13}', '13', true],
    ['\\text{M}', '$\\text{M}$', true],
    ['\\text{M}', 'M', true],
    ['8\\text{ meals}', '8', true],
    ['9\\text{ a.m.}', '9\\text{ p.m.}', false],
    ['\\frac{12}{5,\\!525}', '12/5525', true],
    ['4343_6', '4343_{6}', true],
    ['4343_6', '4343', true],
    ['4343_6', '4343_7', false],
    ['4343_6', '4344_6', false],
    // what cannot be read
    ['\\foo{x}', '\\foo{x}', true],
    ['\\foo{x}', '\\foo{y}', false],
    ['', '5', false],
    ['\\frac{1}{', '\\frac{1}{2}', false],
    ['None', 'None', true],
  ])('%s and %s: %s', (a, b, equal) => {
    expect(sameMath(a, b)).toBe(equal);
    expect(sameMath(b, a)).toBe(equal);
  });

  it('compares overlong texts as texts', () => {
    for (const piece of ['(', '-', '\\frac{1}{', '{', '|']) {
      const long = piece.repeat(9000);
      expect(sameMath(`${long}1`, ` ${long} 1`)).toBe(true);
      expect(sameMath(long, '1')).toBe(false);
    }
  });

  it('never throws, is symmetric and reflexive', () => {
    const pieces = fc.constantFrom(
      ...'\\frac \\sqrt { } ( ) [ ] 1 2 0.5 x y + - = , ^ _ \\pi \\text{a} \\pm \\infty \\cup & \\\\ ! | i e < \\sin \\begin{pmatrix} \\end{pmatrix}'.split(
        ' ',
      ),
    );
    const latex = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(latex, latex, (a, b) => {
        expect(sameMath(a, b)).toBe(sameMath(b, a));
        if (a.trim() !== '') expect([a, sameMath(a, a)]).toEqual([a, true]);
      }),
      { numRuns: 1000 },
    );
  });
});

const MATH = fileURLToPath(new URL('../../../../../shared/benchmarks/math_foundry.jsonl', import.meta.url));

describe.runIf(existsSync(MATH))('golds of MATH', () => {
  // Read inside the tests: a describe that is left out still runs its body.
  const golds = () =>
    readFileSync(MATH, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { answer: string }).answer);

  it('each equals itself in other dress', () => {
    for (const gold of golds()) {
      for (const dressed of [
        `$${gold}$`,
        `\\(${gold}\\)`,
        gold.replaceAll('\\frac', '\\dfrac'),
        ` ${gold} .`,
      ]) {
        expect([gold, dressed, sameMath(gold, dressed)]).toEqual([gold, dressed, true]);
      }
    }
  });

  it('neighbours with different values differ', () => {
    const whole = golds().filter((gold) => /^-?\d+$/.test(gold));
    for (let i = 1; i < whole.length; i++) {
      expect(sameMath(whole[i - 1]!, whole[i]!)).toBe(Number(whole[i - 1]) === Number(whole[i]));
    }
  });
});
