import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameMath } from './equivalence.ts';
import { computeRational, equalRationals, type Rational, rational } from './rational.ts';

const fraction = ({ above, below }: Rational) => `${above}/${below}`;

describe('decimals', () => {
  it.each([
    ['12', '12/1'],
    ['-1.25', '-125/100'],
    ['.5', '5/10'],
    ['3.', '3/1'],
    ['1.5e3', '1500/1'],
    ['15E-1', '15/10'],
  ])('%s is %s', (text, expected) => {
    expect(fraction(rational(text))).toBe(expected);
  });

  it.each(['', '.', 'x', '1e10001', '1e-10001', '1,5'])('%j is none', (text) => {
    expect(() => rational(text)).toThrow();
  });
});

describe('operations', () => {
  const values = (...texts: readonly string[]) => texts.map(rational);
  it.each([
    ['Add', ['0.5', '0.25', '1'], '1.75'],
    ['Multiply', ['0.5', '4', '3'], '6'],
    ['InvisibleOperator', ['2', '3'], '6'],
    ['Subtract', ['1', '0.25'], '0.75'],
    ['Divide', ['3', '-4'], '-0.75'],
    ['Colon', ['3', '4'], '0.75'],
    ['Power', ['-0.5', '3'], '-0.125'],
    ['Power', ['-0.5', '-3'], '-8'],
    ['Power', ['0', '0'], '1'],
    ['Negate', ['2'], '-2'],
    ['Abs', ['-2.5'], '2.5'],
    ['Abs', ['2.5'], '2.5'],
    ['Factorial', ['5'], '120'],
    ['Factorial', ['0'], '1'],
  ])('%s of %j', (head, texts, expected) => {
    expect(equalRationals(computeRational(head, values(...texts)), rational(expected))).toBe(true);
  });

  it.each([
    ['Divide', ['1', '0']],
    ['Power', ['0', '-1']],
    ['Power', ['2', '0.5']],
    ['Power', ['2', '60001']],
    ['Factorial', ['-1']],
    ['Factorial', ['0.5']],
    ['Factorial', ['1001']],
    ['Subtract', ['1']],
    ['Negate', ['1', '2']],
    ['Add', []],
    ['Sqrt', ['4']],
    ['toString', ['4']],
  ])('%s of %j has no value', (head, texts) => {
    expect(() => computeRational(head, values(...texts))).toThrow();
  });

  it('have no value for what is no rational', () => {
    expect(() => computeRational('Add', [rational('1'), undefined])).toThrow();
    expect(() => equalRationals(rational('1'), 1)).toThrow();
    expect(() => equalRationals(undefined, rational('1'))).toThrow();
  });

  it('bound the size of every result', () => {
    const large = computeRational('Power', values('2', '10000'));
    expect(() => computeRational('Multiply', [large, large, large, large, large, large, large])).toThrow();
    const small = computeRational('Divide', [rational('1'), large]);
    expect(() => computeRational('Multiply', [small, small, small, small, small, small, small])).toThrow();
  });

  it('add and multiply as numbers do', () => {
    const small = fc.integer({ min: -999, max: 999 });
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        const [x, y, z] = [a, b, c].map((value) => rational(String(value))) as [Rational, Rational, Rational];
        const left = computeRational('Multiply', [computeRational('Add', [x, y]), z]);
        expect(equalRationals(left, rational(String((a + b) * c)))).toBe(true);
      }),
    );
  });
});

describe('answers that agree in hundreds of digits', () => {
  const raw = String.raw;
  it.each([
    [raw`2^{2015}-1`, raw`2^{2015}`, false],
    [raw`2^{2015}-1`, raw`2^{2015}+1`, false],
    [raw`2^{2015}-1`, raw`-1+2\cdot 2^{2014}`, true],
    [raw`2^{2^{10}}`, raw`2^{1024}`, true],
    [raw`2^{2^{10}}`, raw`2^{1024}+1`, false],
    ['100!', '100!+1', false],
    ['100!', raw`100\cdot 99!`, true],
    [raw`1-\frac{1}{3^{500}}`, '1', false],
    [raw`\frac{3^{500}-1}{3^{500}}`, raw`1-3^{-500}`, true],
    [raw`\frac{2^{2016}-1}{3}`, raw`\frac{2^{2016}+2}{3}`, false],
  ])('%s and %s: %s', (a, b, equal) => {
    expect(sameMath(a, b)).toBe(equal);
    expect(sameMath(b, a)).toBe(equal);
  });
});
