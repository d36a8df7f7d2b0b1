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
  const comma = { column: 1, found: ',' };
  it.each([
    ['[]', [], []],
    ['[\n]', [], []],
    ['[1, "a"]', [1, 'a'], []],
    ['[ ,\n{"a":1}]', [{ a: 1 }], [[1, 'json-trailing-comma', comma]]],
    ['[{"a":1},\n\n]', [{ a: 1 }], [[1, 'json-trailing-comma', comma]]],
    ['[{"a":1}] \n ', [{ a: 1 }], []],
    ['[{"a":1}]\n xy', [{ a: 1 }], [[2, 'text-after-array', { found: 'x' }]]],
    ['[{"a":1},', [{ a: 1 }], [[1, 'array-not-closed', {}]]],
    ['[{"a":1},\n ', [{ a: 1 }], [[2, 'array-not-closed', {}]]],
    ['[{"a":1},{"b":2}', [{ a: 1 }, { b: 2 }], [[1, 'array-not-closed', {}]]],
  ])('%j', (source, rows, faults) => {
    expect(read(source)).toEqual({ rows, faults });
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
    ['"rows":[1,2],"items":[{"a":1},{"a":}]'],
    ['"rows":[{"a":1},{"a":}],"n":1'],
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
  });
});

describe('rows of an object', () => {
  const lines = (source: string) => parseRows('f.json', source).rows.map(({ line }) => line);
  it.each([
    ['{\n"data":[\n{"a":1},\n{"a":2}]}', [3, 4]],
    ['{"data":[{"a":1},{"a":2}]}', [1, 1]],
    ['{\n"train":[{"a":1}],\n"test":[{"a":2}]}', [1, 2]],
    ['{\n"a":1}', [1]],
  ])('%j stand on lines %j', (source, at) => {
    expect(lines(source)).toEqual(at);
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
