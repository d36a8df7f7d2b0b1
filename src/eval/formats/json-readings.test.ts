/** Rows inside a JSON array or object, whole or broken, and the separator of tables, at the point where each rule ends. */

import { describe, expect, it } from 'vitest';
import { sniffDelimiter } from './parse-delimited.ts';
import { parseRows } from './parse-rows.ts';

const read = (source: string) => {
  const { rows, rejected } = parseRows('f.json', source);
  return {
    rows: rows.map(({ value }) => value),
    faults: rejected.map(({ line, code, params }) => [line, code.replace('import.', ''), params]),
  };
};

describe('a JSON array', () => {
  const comma = (column: number) => ({ column, found: ',' });
  it.each([
    ['[]', [], []],
    ['[\n]', [], []],
    ['[1, "a"]', [1, 'a'], []],
    ['[\u00a01\u00a0,\u00a02\u00a0]', [1, 2], []],
    [
      '[1,,2,,]',
      [1, 2],
      [
        [1, 'json-trailing-comma', comma(4)],
        [1, 'json-trailing-comma', comma(7)],
      ],
    ],
    ['[1]]]', [1], [[1, 'text-after-array', { column: 4, found: ']' }]]],
    ['[ ,\n{"a":1}]', [{ a: 1 }], [[1, 'json-trailing-comma', comma(3)]]],
    ['[{"a":1},\n\n]', [{ a: 1 }], [[1, 'json-trailing-comma', comma(9)]]],
    ['[1,\n2, ]', [1, 2], [[2, 'json-trailing-comma', comma(2)]]],
    ['["a,b", "[", "c]"]', ['a,b', '[', 'c]'], []],
    ['\n [{"a":1}]', [{ a: 1 }], []],
    ['[{"about":"x","data":[{"a":1}]}]', [{ about: 'x', data: [{ a: 1 }] }], []],
    ['[{"a":1}] \n ', [{ a: 1 }], []],
    ['[] x', [], [[1, 'text-after-array', { column: 4, found: 'x' }]]],
    [
      '[1,] x y',
      [1],
      [
        [1, 'json-trailing-comma', comma(3)],
        [1, 'text-after-array', { column: 6, found: 'x' }],
      ],
    ],
    ['[{"a":1}]\n xy', [{ a: 1 }], [[2, 'text-after-array', { column: 2, found: 'x' }]]],
    ['[{"a":1},', [{ a: 1 }], [[1, 'array-not-closed', {}]]],
    ['[{"a":1},\n ', [{ a: 1 }], [[2, 'array-not-closed', {}]]],
    ['[{"a":1},{"b":2}', [{ a: 1 }, { b: 2 }], [[1, 'array-not-closed', {}]]],
  ])('%j', (source, rows, faults) => {
    expect(read(source)).toEqual({ rows, faults });
  });

  it.each([
    ['[{"a":x}]', 1, 7],
    ['  [ {"a":x}]', 1, 10],
    ['[{"a":1}, {"a":x}]', 1, 16],
    ['[\n  {"a":x}]', 2, 8],
    ['[{"a":1},\n {"b":2}, {"a":\n  x}]', 3, 3],
    ['{\n "rows": [{"a":1}, {"a":x}]\n}', 2, 25],
    ['{\n "rows": [{"a":x}, {"a":1}]\n}', 2, 16],
  ])('%j: the fault stands on line %i in column %i', (source, line, column) => {
    expect(source.split('\n')[line - 1]![column - 1]).toBe('x');
    expect(read(source).faults).toEqual([[line, 'json-unexpected', { column, found: 'x' }]]);
  });
});

describe('JSON Lines', () => {
  it.each([
    ['{"a":1}\n7', [{ a: 1 }, 7], []],
    ['{"":1}\n{"a":2}', [{ '': 1 }, { a: 2 }], []],
    ['{"data":[{"a":1}]}\n{bad', [{ data: [{ a: 1 }] }], [[2, 'json-unexpected']]],
  ])('%j', (source, rows, faults) => {
    const found = read(source);
    expect(found.rows).toEqual(rows);
    expect(found.faults.map(([line, code]) => [line, code])).toEqual(faults);
  });

  it('under a name that has the ending of a table inside', () => {
    expect(parseRows('x.csv.jsonl', '{"a":\t1}\n{"a":2}')).toMatchObject({ container: 'jsonl' });
  });
});

describe('a broken JSON object', () => {
  const whole = { rows: [{ a: 1 }] };
  it.each([
    ['"rows":[{"a":1},{"a":}]'],
    ['"rows" : [ {"a":1},{"a":}]'],
    ['"about":[{"x":1}],"rows":[{"a":1},{"a":}]'],
    ['"about":{"rows":[{"x":1}]},"rows":[{"a":1},{"a":}]'],
    ['"note":"rows\\":[{","rows":[{"a":1},{"a":}]'],
    ['"\\x":[{"z":1}],"rows":[{"a":1},{"a":}]'],
    ['[{"z":1}],"rows":[{"a":1},{"a":}]'],
    ['"rows":[1,2],"items":[{"a":1},{"a":}]'],
    ['"rows":[{"a":1},{"a":}],"n":1'],
    [`"rows":[{"a":1},{"a":}],"n":"${'x'.repeat(500)}"`],
  ])('gives the rows that are whole: %s', (inner) => {
    const { rows, faults } = read(`{\n${inner}\n}`);
    expect({ rows }).toEqual(whole);
    expect(faults.map(([line, code]) => [line, code])).toEqual([[2, 'json-unexpected']]);
  });

  it('says where it is broken behind its rows, or without any', () => {
    expect(read('{\n"rows":[{"a":1}],\n"n":}')).toEqual({
      ...whole,
      faults: [[3, 'json-unexpected', { column: 5, found: '}' }]],
    });
    expect(read('{\n"a":}')).toEqual({
      rows: [],
      faults: [[2, 'json-unexpected', { column: 5, found: '}' }]],
    });
    expect(read('{\n"a":{"b":1},\n"c":}')).toEqual({
      rows: [],
      faults: [[3, 'json-unexpected', { column: 5, found: '}' }]],
    });
  });

  it('names every row that is broken, on its line', () => {
    expect(read('\n{\n"rows":[{"a":1},{"a":x},\n{"a":y}]}')).toEqual({
      ...whole,
      faults: [
        [3, 'json-unexpected', { column: 22, found: 'x' }],
        [4, 'json-unexpected', { column: 6, found: 'y' }],
      ],
    });
  });
});

describe('rows of an object', () => {
  const lines = (source: string) => parseRows('f.json', source).rows.map(({ line }) => line);
  it.each([
    ['{\n"data":[\n{"a":1},\n{"a":2}]}', [3, 4]],
    ['{"data":[{"a":1},{"a":2}]}', [1, 1]],
    ['{\n"train":[{"a":1}],\n"test":[{"a":2}]}', [1, 2]],
    ['{\n"a":1}', [1]],
    ['\n{\n"data":[\n{"a":1}]}', [4]],
    ['{\n"rows (of [2": [\n{"a":1},\n{"a":2}]}', [3, 4]],
    ['{\n"a \\"b\\"": [{"a":1}]}', [2]],
    ['{\n"x":[{"b":1}],\n"data":[{"a":1}],\n"y":[{"c":1}]}', [3]],
    ['{\n"data":[{"a":1}],\n"data":[{"a":2}]}', [3]],
    ['\n\n{"a":1,\n"b":2}', [3]],
    ['\n {"a":1}', [2]],
    // Written with an escape: the first array there is.
    ['{\n"\\u0061": [\n{"a":1}]}', [3]],
  ])('%j stand on lines %j', (source, at) => {
    expect(lines(source)).toEqual(at);
  });
});

describe('a file that begins with an object', () => {
  const more = { column: 1, found: '{' };
  const half = [...['{', ...Array(9).fill('"a":1,')], ...Array.from({ length: 10 }, (_, i) => `{"a":${i}}`)];
  it.each<[string, string, [number, unknown][], [number, string, object][]]>([
    // More follows an object of several lines.
    ['{\n"a":1\n}\n{\n"a":2\n}', 'json-object', [[1, { a: 1 }]], [[4, 'json-more-text', more]]],
    [
      '{\n"data":[{"a":1},\n{"a":2}]} \n{}',
      'json-object',
      [
        [2, { a: 1 }],
        [3, { a: 2 }],
      ],
      [[4, 'json-more-text', more]],
    ],
    ['{\n"a":x}\n{"a":2}', 'json-object', [], [[2, 'json-unexpected', { column: 5, found: 'x' }]]],
    [
      '{\n"rows":[{"a":1},{"a":x}]}\n\n  }',
      'json-object',
      [[2, { a: 1 }]],
      [
        [2, 'json-unexpected', { column: 22, found: 'x' }],
        [4, 'json-more-text', { column: 3, found: '}' }],
      ],
    ],
    // More follows an object of one line: lines, of which it is one.
    [
      '{"data":[{"a":1}]}\n\n{"a":2}',
      'jsonl',
      [
        [1, { data: [{ a: 1 }] }],
        [3, { a: 2 }],
      ],
      [],
    ],
    [
      '{"a":1} {"a":2}\n{"a":3}',
      'jsonl',
      [[2, { a: 3 }]],
      [[1, 'json-more-text', { column: 9, found: '{' }]],
    ],
    // Lines that begin with a bad one.
    [
      '{"a":1,\n{"a":2}\n{"a":3}',
      'jsonl',
      [
        [2, { a: 2 }],
        [3, { a: 3 }],
      ],
      [[1, 'json-cut-short', { column: 8, found: '' }]],
    ],
    [
      '{"a":"x}\n{"a":"y"}\n',
      'jsonl',
      [[2, { a: 'y' }]],
      [[1, 'json-unterminated-string', { column: 6, found: '"' }]],
    ],
    [
      '{"a":{"b":1}\n \n{"a":2}',
      'jsonl',
      [[3, { a: 2 }]],
      [[1, 'json-cut-short', { column: 13, found: '' }]],
    ],
    ['{"a":"x}\n7', 'json-object', [], [[1, 'json-control-character', { column: 9, found: '\n' }]]],
    [
      '{"a":"x}\n7\n{"a":"y"}',
      'json-object',
      [],
      [[1, 'json-control-character', { column: 9, found: '\n' }]],
    ],
    // Faults have their places, also behind blanks.
    [' {"a":x,\n"b":1}', 'json-object', [], [[1, 'json-unexpected', { column: 7, found: 'x' }]]],
    ['\n  {"a":x,\n"b":1}', 'json-object', [], [[2, 'json-unexpected', { column: 8, found: 'x' }]]],
    ['\n {"a":x}', 'jsonl', [], [[2, 'json-unexpected', { column: 7, found: 'x' }]]],
    ['{"n":NaN,\n"rows":[{"a":x}]}', 'json-object', [], [[2, 'json-unexpected', { column: 14, found: 'x' }]]],
    [
      '{"rows":[{"a":1},{"a":x}]}',
      'json-object',
      [[1, { a: 1 }]],
      [[1, 'json-unexpected', { column: 23, found: 'x' }]],
    ],
  ])('%j is %s', (source, container, rows, refused) => {
    const found = parseRows('f.json', source);
    expect(found.container).toBe(container);
    expect(found.rows.map(({ line, value }) => [line, value])).toEqual(rows);
    expect(read(source).faults).toEqual(refused);
  });

  it('is read as lines where half of the first twenty are objects', () => {
    expect(parseRows('f.json', [...half, '}', '}'].join('\n'))).toMatchObject({ container: 'jsonl' });
    expect(parseRows('f.json', ['{"a":', ...half].join('\n'))).toMatchObject({ container: 'json-object' });
  });
});

describe('one object', () => {
  it.each<[string, unknown[]]>([
    ['null', [null]],
    ['{"question":["q"],"answer":["a"]}', [{ question: 'q', answer: 'a' }]],
    ['{"question":{"0":"q"},"answer":{"0":"a"}}', [{ question: 'q', answer: 'a' }]],
    ['{"options":["a","b"],"answer":"ab"}', [{ options: ['a', 'b'], answer: 'ab' }]],
    ['{"data":[{"a":1},null,2]}', [{ a: 1 }, null, 2]],
    ['{"data":[1,{"a":1}]}', [{ data: [1, { a: 1 }] }]],
    ['{"other":[{"a":1},null]}', [{ other: [{ a: 1 }, null] }]],
    ['{"train":[{"a":1},null],"test":[{"a":2}]}', [{ a: 1 }, null, { a: 2 }]],
    ['{"train":[1],"test":[{"a":2}]}', [{ a: 2 }]],
    [
      '{"p":{"0":1,"x":2},"q":{"0":3,"x":4}}',
      [
        { 0: 1, x: 2 },
        { 0: 3, x: 4 },
      ],
    ],
    ['{"p":{"0":1,"1":2},"q":{"0":3}}', [{ 0: 1, 1: 2 }, { 0: 3 }]],
    [
      '{"p":{"0":1,"1":2},"q":{"0":3,"2":4}}',
      [
        { 0: 1, 1: 2 },
        { 0: 3, 2: 4 },
      ],
    ],
  ])('%s: its rows, its columns or itself', (source, rows) => {
    expect(read(source)).toEqual({ rows, faults: [] });
  });
});

describe('the separator', () => {
  it.each([
    ['f.csv', 'a;b;c,d', ';'],
    ['f.csv', 'a;b,c', ','],
    ['f.csv', 'a', ','],
    ['f.csv', '"a;b;c",d', ','],
    ['f.csv', '"a""b;;;",d', ','],
    ['f.csv', 'a\tb', '\t'],
    ['f.csv', 'a,b\n;;;', ','],
    ['f.tsv', 'a,b', '\t'],
    ['f.tsv.csv', 'a,b', ','],
    ['f.txt', 'a,b', undefined],
    ['f.csv.txt', 'a,b', undefined],
  ])('of %s %j is %j', (file, start, delimiter) => {
    expect(sniffDelimiter(file, start)).toBe(delimiter);
  });
});
