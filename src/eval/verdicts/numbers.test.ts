import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuantity, numbersIn, parseNumber, sameNumber } from './numbers.ts';

const shown = (text: string, language: 'en' | 'de' = 'en') =>
  numbersIn(text, language).map(({ readings }) =>
    readings
      .map(({ numerator, denominator }) =>
        denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`,
      )
      .join('|'),
  );

describe('numbersIn', () => {
  it.each([
    ['18', ['18']],
    ['18.', ['18']],
    ['18.00', ['18']],
    ['0.50', ['1/2']],
    ['.5', ['1/2']],
    ['it is .25', ['1/4']],
    ['so ...18', ['18']],
    ['$18', ['18']],
    ['$18.50', ['37/2']],
    ['US$18', ['18']],
    ['\\$15.48', ['387/25']],
    ['18€', ['18']],
    ['18 €', ['18']],
    ['€ 18', ['18']],
    ['18 USD', ['18']],
    ['£1,234,567.80', ['6172839/5']],
    ['1,024', ['1024']],
    ['12,34,567', ['1234567']],
    ['0,001', []],
    ['0,500 and 10,001', ['10001']],
    ['80\u00A0000', ['80000']],
    ['5\u202F000', ['5000']],
    ["80'000 people", ['80000']],
    ["1'234'567", ['1234567']],
    ["80'000", ['80000']],
    ['-5', ['-5']],
    ['\u22125', ['-5']],
    ['–5', ['-5']],
    ['-$5', ['-5']],
    ['$-5', ['-5']],
    ['+5', ['5']],
    ['minus 5', ['-5']],
    ['negative 5', ['-5']],
    ['7 minus 5', ['7', '5']],
    ['7  minus 5', ['7', '5']],
    ['7 - 5', ['7', '5']],
    ['7-5', ['7', '5']],
    ['7 -5', ['7', '5']],
    ['7  -5', ['7', '5']],
    ['7 eggs, -5 left', ['7', '-5']],
    ['x-5', ['5']],
    ['x -5', ['-5']],
    ['5x -3', ['5', '-3']],
    ['\u{1d431}-5', ['5']],
    ['\u{1d7d5} -5', ['5']],
    ['[7] minus 5', ['7', '5']],
    ['7% minus 5', ['7', '5']],
    ['(7)-5', ['7', '5']],
    ['= -5', ['-5']],
    ['- 5 apples', ['5']],
    ['3/4', ['3/4']],
    ['3 / 4', ['3/4']],
    ['-3/4', ['-3/4']],
    ['1 1/2', ['3/2']],
    ['12 1/2', ['25/2']],
    ['1 11/16', ['27/16']],
    ['1 1 / 2', ['3/2']],
    ['3/4/x', []],
    ['6 / 3 / 2', ['6', '3/2']],
    ['1/2,000', []],
    ['-1 1/2', ['-3/2']],
    ['36/2', ['18']],
    ['50%', ['50']],
    ['50 %', ['50']],
    ['7\\%', ['7']],
    ['1e3', ['1000']],
    ['1e3 people', ['1000']],
    ['1e10', ['10000000000']],
    ['2.5e-1', ['1/4']],
    ['18 million', ['18000000|18']],
    ['1.5 billion people', ['1500000000|3/2']],
    ['80 thousand', ['80000|80']],
    ['80thousand', ['80000|80']],
    ['18million', ['18000000|18']],
    ['2billion', ['2000000000|2']],
    ['2 (thousand)', ['2']],
    ['3 per million', ['3']],
    ['3 per billion', ['3']],
    ['18kg', ['18']],
    ['5pm', ['5']],
    ['18-year-old', ['18']],
    ['1, 2 and 3', ['1', '2', '3']],
    ['007', ['7']],
    ['12/25/1937', []],
    ['3:30', []],
    ['v1.2.3', []],
    ['1.2.3', []],
    ['the 18th', []],
    ['3D', []],
    ['B2B', []],
    ['abc123', []],
    ['x_1', []],
    ['5x3', []],
    ['5abc3', []],
    ['1,2,3', []],
    ['no number', []],
  ] as const)('%j: %j', (text, values) => {
    expect(shown(text)).toEqual(values);
  });

  it.each([
    ['2,5', ['5/2']],
    ['12,5', ['25/2']],
    ['80.000', ['80000|80']],
    ['5.000', ['5000|5']],
    ['500.000', ['500000|500']],
    ['5,000', ['5000|5']],
    ['12,34,567', ['1234567']],
    ['1,2,3', []],
    ['1,234,567', ['1234567']],
    ['0,001', ['1/1000']],
    ['0.500', ['1/2']],
    ['80,000', ['80000|80']],
    ['1.234.567', ['1234567']],
    ['12.345.678', ['12345678']],
    ['1.234.567,5', ['2469135/2']],
    ['1.234,5', ['2469/2']],
    ['1.234,56', ['30864/25']],
    ['1.234,567', ['1234567/1000']],
    ['1,234.5', ['2469/2']],
    ['1,234.56', ['30864/25']],
    ['12,345.6', ['61728/5']],
    ['1,234,567.5', ['2469135/2']],
    ['150 %', ['150']],
    ['2,50 €', ['5/2']],
    ['2 Millionen', ['2000000|2']],
    ['2 Mio. Euro', ['2000000|2']],
    ['3 Mrd. Euro', ['3000000000|3']],
    ['1 Milliarde', ['1000000000|1']],
    ['3 Milliarden', ['3000000000|3']],
    ['18', ['18']],
    ['1.5', ['3/2']],
  ] as const)('German %j: %j', (text, values) => {
    expect(shown(text, 'de')).toEqual(values);
  });

  it('knows where each number stands', () => {
    const text = 'It costs -$1,024.50, or 3/4 of 50%.';
    expect(numbersIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '-$1,024.50',
      '3/4',
      '50%',
    ]);
    const signs = 'of 7 - 5 apples, -$3';
    expect(numbersIn(signs).map(({ start, end }) => signs.slice(start, end))).toEqual(['7', '5', '-$3']);
  });
});

describe('sameNumber', () => {
  it.each([
    ['18', '18.00', true],
    ['$18.00', '18', true],
    ['1,000', '1000', true],
    ['3/4', '0.75', true],
    ['1 1/2', '1.5', true],
    ['1/2', '1/3', false],
    ['2/4', '1/2', true],
    ['-6/4', '-3/2', true],
    [' 18 ', '18', true],
    ['18 million', '18,000,000', true],
    ['Rs 500', '500', true],
    ['18 €', '18', true],
    ['50 %', '50', true],
    ['18 x', '18', false],
    ['Rs. 500', '500', true],
    ['USD18', '18', true],
    ['EUR 18', '18', true],
    ['18 20', '18', false],
    ['-0', '0', true],
    ['50%', '50', true],
    ['12345678901234567890', '12345678901234567891', false],
    ['0.1', '0.10000000000000001', false],
    ['5', '-5', false],
    ['5', '5 apples', false],
    ['five', '5', false],
    ['', '', false],
    ['18', '18th', false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameNumber(a, b)).toBe(same);
    expect(sameNumber(b, a)).toBe(same);
  });

  it('is symmetric, and reflexive for numbers', () => {
    const digits = fc
      .array(fc.constantFrom(...'0123456789.,-/ $%€+e\u2212'), { maxLength: 9 })
      .map((all) => all.join(''));
    const text = fc.oneof(digits, fc.string(), fc.double({ noNaN: true }).map(String));
    const language = fc.constantFrom('en', 'de') as fc.Arbitrary<'en' | 'de'>;
    fc.assert(
      fc.property(text, text, language, (a, b, which) => {
        expect(sameNumber(a, b, which)).toBe(sameNumber(b, a, which));
        expect(sameNumber(a, a, which)).toBe(parseNumber(a, which) !== undefined);
      }),
      { numRuns: 3000 },
    );
  });

  it('equals the value of decimals, however they are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 4 }), (n, zeros) => {
        const plain = String(n);
        const grouped = n.toLocaleString('en-US');
        for (const other of [
          grouped,
          `${plain}.${'0'.repeat(zeros + 1)}`,
          `${plain}/1`,
          grouped.replace('-', '\u2212'),
        ]) {
          expect([other, sameNumber(plain, other)]).toEqual([other, true]);
        }
        expect(sameNumber(plain, String(n + 1))).toBe(false);
      }),
    );
  });
});

describe('isQuantity', () => {
  it.each([
    ['18', true],
    ['$85,000', true],
    ['-3', true],
    ['3/4', true],
    ['18 million', true],
    ['1e+3', true],
    [' +43', false],
    [' 007', false],
    ['+43', false],
    ['007', false],
    ['0', true],
    ['0.5', true],
    ['1973, 1974, 1977', false],
    ['Apollo 11', false],
    ['18 dollars', false],
    ['', false],
  ])('%j: %s', (text, quantity) => {
    expect(isQuantity(text)).toBe(quantity);
  });
});
