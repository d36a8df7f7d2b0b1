/** Tables: which first line is a header, what a cell is, how records end; and encodings told from bytes. */

import { describe, expect, it } from 'vitest';
import { detectEncoding } from './decode-text.ts';
import { parseRows } from './parse-rows.ts';

const table = (source: string, file = 'f.csv') => {
  const { rows, rejected } = parseRows(file, source);
  return { values: rows.map(({ value }) => value), lines: rows.map(({ line }) => line), rejected };
};

describe('a header', () => {
  it.each([
    'question,answer',
    ' question , answer ',
    'a.b,c',
    'a-b,c_d',
    'é,ü2',
    `${'x'.repeat(80)},y`,
    'id,x y',
    'Frage 1,QUESTION',
    'A,B,C',
    'q,y,z,AB',
    'question,A,B,C',
  ])('is %s', (first) => {
    const names = first.split(',').map((name) => name.trim());
    const cells = names.map((_, i) => `v${i}`);
    expect(table(`${first}\n${cells.join(',')}`)).toMatchObject({
      values: [Object.fromEntries(names.map((name, i) => [name, cells[i]]))],
      lines: [2],
    });
  });

  it.each([
    'Is it so?,yes',
    'It is.,yes',
    `${'x'.repeat(81)},y`,
    'question,question',
    'question,,answer',
    'x y,z',
    'a b,c',
    '1a,b',
    'A+,b',
    'q,y,z,B',
    'question,x,y,B',
    'question,A,y,C',
    'question,x,B,C',
  ])('is not %s', (first) => {
    const { values, lines } = table(`${first}\n${first}`);
    const row = Object.fromEntries(first.split(',').map((cell, i) => [`column${i + 1}`, cell]));
    expect(values).toEqual([row, row]);
    expect(lines).toEqual([1, 2]);
  });

  it('may leave its first column without a name', () => {
    expect(table(',question\n0,q').values).toEqual([{ column1: '0', question: 'q' }]);
  });
});

describe('records', () => {
  const q = (question: string, answer: string) => ({ question, answer });
  it.each([
    ['question,answer\nq,a', [q('q', 'a')], [2]],
    ['question,answer\nq,', [q('q', '')], [2]],
    ['question,answer\n\n \nq,a\n', [q('q', 'a')], [4]],
    ['question,answer\n ,a\n', [q(' ', 'a')], [2]],
    ['\uFEFFquestion,answer\n\uFEFFq,a', [q('\uFEFFq', 'a')], [2]],
    ['question,answer\r\nq,a\r\nr,"b"\r\n', [q('q', 'a'), q('r', 'b')], [2, 3]],
    ['question,answer\n"x\ny",a\nq,a', [q('x\ny', 'a'), q('q', 'a')], [2, 4]],
    ['question,answer\n"a ""b"", c",d', [q('a "b", c', 'd')], [2]],
    ['question,answer\n"a"b,c"d"e', [q('ab', 'c"d"e')], [2]],
    ['question,answer\na long cell of many characters,b', [q('a long cell of many characters', 'b')], [2]],
    ['question,answer\n"",b', [q('', 'b')], [2]],
  ])('%j', (source, values, lines) => {
    expect(table(source)).toEqual({ values, lines, rejected: [] });
  });

  it('of one column', () => {
    expect(table('question\nq\n\nr').values).toEqual([{ question: 'q' }, { question: 'r' }]);
  });

  it('with quotation marks between tabs', () => {
    const source = 'question\tanswer\n"a ""b"""\tx "c"" d"\n"e"\tf';
    expect(table(source, 'f.tsv').values).toEqual([q('a "b"', 'x "c"" d"'), q('"e"', 'f')]);
  });

  it('have lists where their columns have names', () => {
    expect(table(`question,choices\nq,"['a', 'b']"`).values).toEqual([
      { question: 'q', choices: ['a', 'b'] },
    ]);
    expect(table(`Is it?,"['a', 'b']"`).values).toEqual([{ column1: 'Is it?', column2: "['a', 'b']" }]);
  });

  it('are refused with other columns, or where a quotation mark does not end', () => {
    expect(table('question,answer\n1\n1,2,3\n"x').rejected).toEqual([
      { file: 'f.csv', line: 2, code: 'import.column-count', params: { found: 1, expected: 2 } },
      { file: 'f.csv', line: 3, code: 'import.column-count', params: { found: 3, expected: 2 } },
      { file: 'f.csv', line: 4, code: 'import.quote-not-closed', params: {} },
    ]);
  });
});

describe('an encoding without a mark', () => {
  /** Pairs of bytes: so many with a zero behind, so many with one in front, the rest without. */
  const pairs = (count: number, behind: number, before: number) =>
    Uint8Array.from(
      Array.from({ length: count }, (_, i) =>
        i < behind ? [0x61, 0] : i < behind + before ? [0, 0x61] : [0x61, 0x61],
      ).flat(),
    );

  it.each([
    [2, 2, 0, 'utf-16le'],
    [2, 0, 2, 'utf-16be'],
    [1, 1, 0, 'utf-8'],
    [10, 7, 0, 'utf-16le'],
    [10, 6, 0, 'utf-8'],
    [10, 0, 7, 'utf-16be'],
    [10, 0, 6, 'utf-8'],
    [40, 38, 2, 'utf-16le'],
    [40, 37, 3, 'utf-8'],
    [40, 2, 38, 'utf-16be'],
    [40, 3, 37, 'utf-8'],
  ])('of %i pairs, %i with a zero behind and %i before: %s', (count, behind, before, encoding) => {
    expect(detectEncoding(pairs(count, behind, before))).toBe(encoding);
    expect(detectEncoding(Uint8Array.from([...pairs(count, behind, before), 0x61]))).toBe(encoding);
  });

  it('is told by the mark', () => {
    const of = (...bytes: number[]) => detectEncoding(Uint8Array.from(bytes));
    expect([of(0xff, 0xfe), of(0xfe, 0xff), of(0xff, 0xff), of(0xfe, 0xfe), of()]).toEqual([
      'utf-16le',
      'utf-16be',
      'utf-8',
      'utf-8',
      'utf-8',
    ]);
  });
});
