/** What the outer structure of an answer is read as. */

import { describe, expect, it } from 'vitest';
import { intervalOf, nameOf, type Structure, structureOf } from './structure.ts';

const raw = String.raw;

describe('structureOf', () => {
  it.each<[string, Structure]>([
    ['x+1', { kind: 'expression', text: 'x+1' }],
    ['{x+1}', { kind: 'expression', text: 'x+1' }],
    ['x =', { kind: 'expression', text: 'x =' }],
    ['= 5', { kind: 'expression', text: '= 5' }],
    ['(1,2]', { kind: 'tuple', open: '(', close: ']', parts: ['1', '2'] }],
    ['[1;2)', { kind: 'tuple', open: '[', close: ')', parts: ['1', '2'] }],
    ['1; 2', { kind: 'set', parts: ['1', '2'] }],
    [raw`\{1,2\}`, { kind: 'set', parts: ['1', '2'] }],
    [raw`A\cup B`, { kind: 'union', parts: ['A', 'B'] }],
    [raw`A\cupx`, { kind: 'expression', text: raw`A\cupx` }],
    [raw`A\cupX`, { kind: 'expression', text: raw`A\cupX` }],
  ])('%s: %j', (text, structure) => {
    expect(structureOf(text)).toEqual(structure);
  });

  it.each([
    ['=', '='],
    ['<', '<'],
    [raw`\lt`, '<'],
    [raw`\le`, '<='],
    [raw`\leq`, '<='],
    [raw`\ne`, '!='],
    [raw`\neq`, '!='],
  ] as const)('1 %s x', (written, sign) => {
    const relation = { kind: 'relation', signs: [sign], sides: ['1', 'x'] };
    expect(structureOf(`1 ${written} x`)).toEqual(relation);
    expect(structureOf(`1 ${written} x ${written} y`)).toEqual({
      ...relation,
      signs: [sign, sign],
      sides: ['1', 'x', 'y'],
    });
    if (!written.startsWith('\\')) return;
    for (const letter of 'xX') expect(structureOf(`1 ${written}${letter}`).kind).toBe('expression');
  });

  it.each([
    ['>', '<'],
    [raw`\gt`, '<'],
    [raw`\ge`, '<='],
    [raw`\geq`, '<='],
  ] as const)('x %s 1 is turned', (written, sign) => {
    expect(structureOf(`x ${written} 1`)).toEqual({ kind: 'relation', signs: [sign], sides: ['1', 'x'] });
    // Where not all signs point to the left, none is turned.
    const chain = structureOf(`x ${written} 1 = y`);
    expect(chain).toEqual({
      kind: 'relation',
      signs: [sign === '<' ? '>' : '>=', '='],
      sides: ['x', '1', 'y'],
    });
  });

  it.each(['matrix', 'pmatrix', 'bmatrix', 'Bmatrix'])('%s has no bars', (name) => {
    const text = raw`\begin{${name}}1 & 2 \cr 3 & 4\end{${name}}`;
    expect(structureOf(text)).toEqual({
      kind: 'matrix',
      bars: '',
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
  });

  it.each(['v', 'V'])('%smatrix has bars', (bars) => {
    expect(structureOf(raw`\begin{${bars}matrix}1\end{${bars}matrix}`)).toEqual({
      kind: 'matrix',
      bars,
      rows: [['1']],
    });
  });

  it.each(['l', 'c', 'r', 'l|c', '|r|'])('an array of columns %s is a matrix', (columns) => {
    const structure = structureOf(raw`\begin{array}{${columns}}1\end{array}`);
    expect(structure).toEqual({ kind: 'matrix', bars: '', rows: [['1']] });
  });

  it.each([
    ['()', '(', ')'],
    ['[]', '[', ']'],
    ['{}', '{', '}'],
  ])('separators inside %s do not count', (_, open, close) => {
    expect(structureOf(`f${open}1,2${close}, 3`)).toEqual({
      kind: 'set',
      parts: [`f${open}1,2${close}`, '3'],
    });
  });
});

describe('other structures', () => {
  it('a ratio of three is its quotients by the first', () => {
    const parts = [raw`\frac{2}{1}`, raw`\frac{3}{1}`];
    expect(structureOf('1:2:3')).toEqual({ kind: 'tuple', open: ':', close: ':', parts });
    expect(structureOf('1:2').kind).toBe('expression');
    expect(structureOf('1::3').kind).toBe('expression');
  });

  it.each(['matrix', 'smallmatrix', 'array'])('a %s in brackets is a matrix', (name) => {
    const matrix = { kind: 'matrix', bars: '', rows: [['1', '2']] };
    const text = raw`\begin{${name}}1 & 2\end{${name}}`;
    for (const one of [text, `(${text})`, `[${text}]`, `[ ${text} ]`])
      expect(structureOf(one)).toEqual(matrix);
  });
});

describe('intervalOf', () => {
  it.each([
    ['2 < x', raw`(2,\infty)`],
    ['X < 3', raw`(-\infty,3)`],
    [raw`2 \le x < 3`, '[2,3)'],
    [raw`2 < X \le 3`, '(2,3]'],
    [raw`\pi < x`, raw`(\pi,\infty)`],
    [raw`x < \Gamma`, raw`(-\infty,\Gamma)`],
    ['x > 2', raw`(2,\infty)`],
    ['Y < x', undefined],
    ['y < x', undefined],
    ['2x < 3', undefined],
    ['3 < x < 2', undefined],
    ['x = 2', undefined],
    ['x < 2 < 3', undefined],
    ['1 < 2 < x < 3', undefined],
    ['x+1', undefined],
  ])('%s: %s', (text, interval) => {
    expect(intervalOf(structureOf(text))).toBe(interval);
  });
});

describe('nameOf', () => {
  it.each([
    ['x = 5', 'x', '5'],
    ['X = 5', 'X', '5'],
    ['x_1 = 5', 'x_1', '5'],
    ['x_{12} = 5', 'x_{12}', '5'],
    ['f(x) = 2x', 'f(x)', '2x'],
    [raw`x \in [1,2]`, 'x', '[1,2]'],
    ['5 = x', 'x', '5'],
    ['5 = X', 'X', '5'],
    [raw`2\pi = x`, 'x', raw`2\pi`],
    [raw`\Gamma = x`, 'x', raw`\Gamma`],
    ['1 <= x', undefined, '1 <= x'],
    ['1 >= x', undefined, '1 >= x'],
    ['1 == x', undefined, '1 == x'],
    ['(x,y) = (1, 2)', '(x,y)', '(1, 2)'],
    ['(x, y)=(1,2)', '(x, y)', '(1,2)'],
    ['(y,x) = (1,2)', undefined, '(y,x) = (1,2)'],
    ['x+1 = 5', undefined, 'x+1 = 5'],
    ['2y = x', undefined, '2y = x'],
    ['2Y = x', undefined, '2Y = x'],
    ['1 < 5 = x', undefined, '1 < 5 = x'],
    ['1 > 5 = x', undefined, '1 > 5 = x'],
    ['1 = 5 = x', undefined, '1 = 5 = x'],
    ['f(X) = 5', undefined, 'f(X) = 5'],
    [raw`x \inx`, undefined, raw`x \inx`],
    [raw`x \inX`, undefined, raw`x \inX`],
  ])('%s: %s, %s', (text, name, value) => {
    expect(nameOf(text)).toEqual(name === undefined ? { value } : { name, value });
  });
});
