/** Notation that means the same: plain text for commands, sizes, grouped digits, mixed numbers. And where that ends. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

const GREEK = 'alpha beta gamma delta epsilon theta lambda mu pi rho sigma tau phi psi omega'.split(' ');
const FUNCTIONS = 'sin cos tan sinh cosh tanh arcsin arccos arctan cot sec csc log ln exp'.split(' ');

describe('without a backslash', () => {
  it.each(GREEK)('%s', (name) => {
    expect(sameMath(`1 + 2${name}`, `2\\${name} + 1`)).toBe(true);
    expect(sameMath(`1 + \\${name}`, `\\${name} + 1`)).toBe(true);
    for (const other of [`a${name}`, `A${name}`, `${name}a`, `${name}A`]) {
      const letters = other.replace(name, ` \\${name} `);
      expect([other, sameMath(`1 + ${other}`, `${letters} + 1`)]).toEqual([other, false]);
    }
  });

  it.each(FUNCTIONS)('%s', (name) => {
    for (const argument of [
      '(x)',
      '{x}',
      ' x',
      ' X',
      '\\theta',
      ' 2',
      ' 2.5',
      '^2(x)',
      '^{2}(x)',
      '^-1(x)',
      '^n(x)',
    ]) {
      const plain = `1 + 2${name}${argument}`;
      expect([plain, sameMath(plain, `2\\${name}${argument} + 1`)]).toEqual([plain, true]);
    }
    for (const x of 'xX') expect(sameMath(`1 + ${x}${name}(y)`, `${x}\\${name}(y) + 1`)).toBe(true);
    // Not behind two letters, nor before a word.
    for (const x of ['xy', 'XY']) {
      expect(sameMath(`1 + ${x}${name}(z)`, `${x}\\${name}(z) + 1`)).toBe(false);
    }
    for (const x of ['xy', 'xY']) expect(sameMath(`1 + ${name} ${x}`, `\\${name} ${x} + 1`)).toBe(false);
  });

  it.each('gcd lcm max min'.split(' '))('%s', (name) => {
    expect(sameMath(`1 + ${name}(6,4)`, `\\${name}(6,4) + 1`)).toBe(true);
  });

  it.each([
    ['log12(8)', '\\log 96'],
    ['log12(8)', '\\log 12(8)'],
    ['log1.5(8)', '\\log 1.5(8)'],
    ['log1.5(8)', '\\log 12'],
    ['log2(8)', '\\log 16'],
  ])('a number before brackets is no argument: %s is not %s', (a, b) => {
    expect(sameMath(a, b)).toBe(false);
  });

  it('sqrt, with up to one letter before it', () => {
    for (const x of ['', 'x', 'X']) expect(sameMath(`1 + ${x}sqrt(2)`, `${x}\\sqrt2 + 1`)).toBe(true);
    for (const x of ['xy', 'XY']) expect(sameMath(`1 + ${x}sqrt(2)`, `${x}\\sqrt2 + 1`)).toBe(false);
    for (const x of 'xX') expect(sameMath(`1 + sqrt${x}`, `\\sqrt ${x} + 1`)).toBe(false);
  });

  it('every one of them', () => {
    expect(sameMath('alpha + beta + gamma', '\\beta + \\gamma + \\alpha')).toBe(true);
    expect(sameMath('sin(x) + cos(x)', '\\cos x + \\sin x')).toBe(true);
  });

  it.each(['infinity', 'oo', '∞'])('%s', (name) => {
    expect(sameMath(`(0, ${name})`, '(0,\\infty)')).toBe(true);
  });

  it.each(['xoo', 'Xoo', 'oox', 'ooX', '\\oo'])('%s is not infinite', (name) => {
    expect(sameMath(`(0, ${name})`, `(0,${name.replace('oo', ' \\infty ')})`)).toBe(false);
  });
});

describe('signs', () => {
  it.each([
    ['2π', '2\\pi'],
    ['√2', '\\sqrt2'],
    ['2×x', '2x'],
    ['2·x', '2x'],
    ['2 \\ast x', '2x'],
    ['\u22122', '-2'],
    ['x ≤ 2', 'x \\le 2'],
    ['x \\leqslant 2', 'x \\le 2'],
    ['x <= 2', 'x \\le 2'],
    ['x>=2', 'x \\ge 2'],
    ['x ≥ 2', 'x \\ge 2'],
    ['x \\geqslant 2', 'x \\ge 2'],
    ['∅', '\\emptyset'],
    ['\\varnothing', '\\emptyset'],
    ['\\{ \\}', '\\emptyset'],
    ['A ∪ B', 'A \\cup B'],
    ['60\\degree', '60'],
    ['60°', '60'],
    ['60^\\circ', '60'],
    ['2 ** 3', '8'],
    ['\\dfrac12', '0.5'],
    ['\\tfrac12', '0.5'],
    ['\\cfrac12', '0.5'],
  ])('%s is %s', (a, b) => {
    expect(sameMath(a, b)).toBe(true);
  });

  it.each([
    ...[
      '\\left',
      '\\right',
      '\\left.',
      '\\right.',
      '\\big',
      '\\Big',
      '\\bigg',
      '\\Bigg',
      '\\bigl',
      '\\bigr',
      '\\Biggl',
    ],
  ])('%s means nothing', (size) => {
    expect(sameMath(`${size} (x + 1 ${size})`, '1 + x')).toBe(true);
  });

  it.each(['\\leqslant', '\\geqslant', '\\varnothing', '\\ast', '\\dfrac', '\\left', '\\right', '\\big'])(
    '%s goes on while letters follow',
    (name) => {
      const short = {
        '\\leqslant': '\\le',
        '\\geqslant': '\\ge',
        '\\varnothing': '\\emptyset',
        '\\ast': '\\cdot',
      };
      const same = { ...short, '\\dfrac': '\\frac', '\\left': '', '\\right': '', '\\big': '' }[name]!;
      for (const x of 'xX') expect(sameMath(`x ${name}${x}12`, `x ${same} ${x}12`)).toBe(false);
    },
  );

  it.each(['text', 'mbox', 'mathrm', 'textrm', 'textbf', 'hbox'])(
    '"and" and "or" in \\%s part a list',
    (name) => {
      for (const word of ['and', 'or']) expect(sameMath(`3 \\${name}{ ${word} } 4`, '4, 3')).toBe(true);
      expect(sameMath(`\\${name}{Dana}`, 'Dana')).toBe(true);
      expect(sameMath(`\\[\\${name}{Dana}\\]`, 'Dana')).toBe(true);
    },
  );

  it.each(['and', 'or'])('"%s" parts a list', (word) => {
    expect(sameMath(`3 ${word} 4`, '4, 3')).toBe(true);
    expect(sameMath(`3 ${word} 4 ${word} 5`, '5, 4, 3')).toBe(true);
  });
});

describe('grouped digits', () => {
  it.each([
    ['[1,200]', '[1200]', false],
    ['(1,200)', '(1200)', false],
    ['\\{1,200\\}', '\\{1200\\}', false],
    ['[1] + 1,200', '1201', true],
    ['(1) + 1,200', '1201', true],
    ['x_{1} = 1,200', '1200', true],
    ['x + .1 000', 'x + .1000', false],
    ['x + 0.1 000', 'x + 0.1', false],
    ['x^1 000', 'x^{1000}', false],
    ['x_1 000', 'x_{1000}', false],
    ['1234 567 890', '1234 567890', false],
    ['1 234 567', '1234567', true],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameMath(a, b)).toBe(same);
    expect(sameMath(b, a)).toBe(same);
  });
});

describe('mixed numbers', () => {
  it.each([
    ['x + 1 1/2', 'x + 1.5', true],
    ['x + 12 11/12', 'x + \\frac{155}{12}', true],
    ['x + 1.5 1/2', 'x + 0.75', false],
    ['x + .12 1/2', 'x + 0.06', false],
    ['x + 1 1/2.5', 'x + 0.75', false],
    ['x + 1 1/23.5', 'x + 5.25', false],
    ['x + 1 1/2/3', 'x + 1/6', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameMath(a, b)).toBe(same);
    expect(sameMath(b, a)).toBe(same);
  });
});

describe('letters behind a power are no unit', () => {
  it.each([
    ['x^2 m', 'x^2'],
    ['x^{2} m', 'x^{2}'],
    ['x_1 m', 'x_1'],
    ['(x)^2 m', '(x)^2'],
  ])('%s is not %s', (a, b) => {
    expect(sameMath(a, b)).toBe(false);
  });
});

describe('an answer with a box', () => {
  it.each([
    ['\\boxed{5}', '5', true],
    ['\\fbox{5}', '5', true],
    ['x = \\boxed{5}', '5', true],
    ['$\\boxed{5}$.', '5', true],
    ['\\boxed{5} + 1', '5', true],
    ['\\boxed{5} + 1', '6', false],
    ['3\\boxed{4}', '4', true],
    ['3\\boxed{4}', '34', false],
    ['\\boxed{4}, no, \\boxed{5}', '5', true],
    ['\\boxed{\\text{Dana}}', 'Dana', true],
    ['\\boxed{$5$}', '5', true],
  ])('is what the last one holds: %s and %s: %s', (a, b, same) => {
    expect(sameMath(a, b)).toBe(same);
    expect(sameMath(b, a)).toBe(same);
  });
});

describe('factorials', () => {
  it.each(['3!25', '3!2.5', '3!.5', '3! 2', '3!2x'])('a number behind one is no product: %s', (text) => {
    expect(sameMath(`${text} + y`, `y + ${text}`)).toBe(false);
  });

  it.each(['3!25!', '3!2.5!', '3! 2 !'])('but a factorial is: %s', (text) => {
    expect(sameMath(`${text} + y`, `${text} + 1 + y`)).toBe(false);
  });
});
