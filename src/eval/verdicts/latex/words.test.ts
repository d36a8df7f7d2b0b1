/** When letters are a product, whose order does not count, and when they are a word. */

import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';

const CONSONANTS = [...'bcdfghjklmnpqrstvwxyz'];

describe('letters are a product', () => {
  it.each([...'bcdkmnpqrxyz'])('a beside %s', (letter) => {
    expect(sameMath(`a${letter}`, `${letter}a`)).toBe(true);
  });

  it.each(CONSONANTS)('%s beside consonants', (letter) => {
    expect(sameMath(`${letter}zq`, `zq${letter}`)).toBe(true);
    expect(sameMath(`${letter}q`, `q${letter}`)).toBe(true);
    const capital = letter.toUpperCase();
    expect(sameMath(`${capital}ZQ`, `ZQ${capital}`)).toBe(true);
  });

  it.each(['AB', 'EO', 'HI'])('two capitals: %s', (pair) => {
    expect(sameMath(pair, `${pair[1]}${pair[0]}`)).toBe(true);
  });

  it.each([
    ['A x', 'x A'],
    ['aa x', 'x aa'],
    ['1 + abx', '1 + bax'],
    ['1 - abx', '1 - bax'],
    ['2 * abx', '2 * bax'],
    ['1/\\sin x / abx', '1/\\sin x / bax'],
    ['abx + 1', 'bax + 1'],
    ['abx - 1', 'bax - 1'],
    ['abx * 2', 'bax * 2'],
    ['abx / \\sin x', 'bax / \\sin x'],
    ['\\Delta abx', '\\Delta bax'],
    ['2\\pi abx', '2\\pi bax'],
  ])('at a sign or a command: %s', (a, b) => {
    expect(sameMath(a, b)).toBe(true);
  });
});

describe('letters are a word', () => {
  it.each([...'fghjlstvweiou'])('a beside %s', (letter) => {
    expect(sameMath(`a${letter}`, `${letter}a`)).toBe(false);
  });

  it.each([...'aeiou'])('%s beside consonants', (letter) => {
    expect(sameMath(`${letter}zq`, `zq${letter}`)).toBe(false);
    expect(sameMath(`${letter.toUpperCase()}ZQ`, `ZQ${letter.toUpperCase()}`)).toBe(false);
  });

  it.each([
    ['cats 3', 'acts 3'],
    ['3 Cats', '3 Acts'],
    ['3 Cats', '3 Cast'],
    ['3 cats 2', '3 acts 2'],
    ['3 pets car', '3 carpets'],
    ['dog x', 'god x'],
    ['a cb', 'cab'],
    ['abc yx', 'cab xy'],
  ])('beside numbers: %s is not %s', (a, b) => {
    expect(sameMath(a, b)).toBe(false);
  });

  it('in any order', () => {
    expect(sameMath('3 pets car', '3 car pets')).toBe(true);
  });

  it('in small and capital letters', () => {
    expect(sameMath('No Solution', 'no solution')).toBe(true);
    expect(sameMath('\\text{(c)}', 'C')).toBe(true);
  });
});

describe('what cannot be read', () => {
  it.each([
    ['2 \\foo{x}', '2\\foo{x}', true],
    ['\\foo{x} 2', '\\foo{x}2', true],
    ['\\foo{1 2}', '\\foo{12}', false],
    ['+10_2', '10_2', true],
    ...['_', '^'].flatMap((script) =>
      ['n', 'N', '2'].map((x): [string, string, boolean] => [
        `\\foo${script}{${x}}`,
        `\\foo${script}${x}`,
        true,
      ]),
    ),
  ])('is a text but for blanks: %s and %s: %s', (a, b, same) => {
    expect(sameMath(a, b)).toBe(same);
    expect(sameMath(b, a)).toBe(same);
  });

  it.each([
    ['.25 2', '.252'],
    ['x + .25 2', 'x + .252'],
    ['1.5 2', '1.52'],
  ])('digits side by side are no number: %s is not %s', (a, b) => {
    expect(sameMath(a, b)).toBe(false);
  });

  it.each([
    ['x^2 3', '3x^2'],
    ['x_1 2', '2x_1'],
  ])('but a script ends at a blank: %s is %s', (a, b) => {
    expect(sameMath(a, b)).toBe(true);
  });
});

describe('answers in words', () => {
  it.each(['text', 'mbox', 'mathrm', 'textbf', 'mathbf'])('may have letters in \\%s', (name) => {
    expect(sameMath(`(\\${name}{c})`, '\\text{C}')).toBe(true);
    expect(sameMath(`8\\${name}{ meals}`, '8 meals')).toBe(true);
    expect(sameMath(`8\\${name}{ meals}`, '8 deals')).toBe(false);
    expect(sameMath(`\\${name}{Dana Lee}`, '\\text{dana lee}')).toBe(true);
  });

  it('may follow \\displaystyle', () => {
    expect(sameMath('\\displaystyle \\text{M}', '\\text{m}')).toBe(true);
    for (const x of 'xX') expect(sameMath(`\\displaystyle${x} \\text{M}`, `\\text{${x} M}`)).toBe(false);
  });

  it.each(['8 meals', '18 meals', '1.5 meals', '1,500 meals', '-8 meals', '8 hot meals'])(
    'may count things: %s',
    (text) => {
      expect(sameMath(text, text.replace(/ (.*)/, '\\text{ $1}'))).toBe(true);
      expect(sameMath(text, text.replace(/ (.*)/, '\\mbox{ $1}'))).toBe(true);
      expect(sameMath(text, `9${text.replace(/ (.*)/, '\\text{ $1}')}`)).toBe(false);
    },
  );
});

describe('digits in a base', () => {
  it.each(['10_2', '10_{2}', '(10)_2', '(10)_{2}', '\\text{10}_2', '\\mathrm{10}_{2}'])('%s', (text) => {
    expect(sameMath(text, '10_2')).toBe(true);
    expect(sameMath(text, '11_2')).toBe(false);
    expect(sameMath(text, '10_3')).toBe(false);
  });

  it.each(['AB_{16}', '(AB)_{16}', '\\text{AB}_{16}', '\\mathrm{AB}_{16}'])('%s', (text) => {
    expect(sameMath(text, '\\text{AB}_{16}')).toBe(true);
    expect(sameMath(text, '\\text{AC}_{16}')).toBe(false);
  });
});

describe('solutions', () => {
  it.each(['x', 'X'])('of %s with and without indices', (x) => {
    expect(sameMath(`${x}_1 = 1, ${x}_2 = 4`, '4, 1')).toBe(true);
    expect(sameMath(`${x}_1 = 1, ${x}_2 = 4`, '4, 2')).toBe(false);
    expect(sameMath(`${x}_1 = 1, y_2 = 4`, '4, 1')).toBe(false);
  });

  it('of two variables as a point', () => {
    expect(sameMath('y = 3, x = 2', '(2,3)')).toBe(true);
    expect(sameMath('x = 2, 3', '(2,3)')).toBe(false);
    expect(sameMath('x = 2, y = 3', '[2,3]')).toBe(false);
    expect(sameMath('x = 2, y = 3', '(2,3]')).toBe(false);
    expect(sameMath('x = 2, x = 3', '(2,3)')).toBe(false);
    expect(sameMath('X = 2, Y = 3', '(2,3)')).toBe(false);
  });
});
