import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowParser, parseRows } from './parse-rows.ts';

const values = (name: string, text: string) => parseRows(name, text).rows.map((row) => row.value);
const lines = (name: string, text: string) => parseRows(name, text).rows.map((row) => row.line);
const faults = (name: string, text: string) =>
  parseRows(name, text).rejected.map(({ line, code, params }) => ({ line, code, ...params }));

/** Feeds `text` in pieces of `size`. */
function inPieces(name: string, text: string, size: number) {
  const parser = createRowParser(name);
  const rows = [];
  const rejected = [];
  for (let at = 0; at < text.length; at += size) {
    const chunk = parser.push(text.slice(at, at + size));
    rows.push(...chunk.rows);
    rejected.push(...chunk.rejected);
  }
  const last = parser.finish();
  rows.push(...last.rows);
  rejected.push(...last.rejected);
  return { container: parser.container(), rows, rejected };
}

describe('JSON Lines', () => {
  it('reads BOM, CRLF, blank lines and a missing final newline, and counts lines as an editor does', () => {
    const text = '\uFEFF{"a":1}\r\n\r\n{"a":2}\r\n{"a":3}';
    expect(values('x.jsonl', text)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(lines('x.jsonl', text)).toEqual([1, 3, 4]);
  });

  it('never splits at U+0085, U+2028 or U+2029', () => {
    const row = { a: 'x\u0085y\u2028z\u2029' };
    expect(values('x.jsonl', `${JSON.stringify(row)}\n{"a":"b"}`)).toEqual([row, { a: 'b' }]);
  });

  it('lists a bad line with its position and goes on', () => {
    const text = '{"a":1}\n{"a":2,}\n{"a": NaN}\n{"a":"\n{"a":5}\n';
    expect(values('x.jsonl', text)).toEqual([{ a: 1 }, { a: 5 }]);
    expect(faults('x.jsonl', text)).toEqual([
      { line: 2, code: 'import.json-trailing-comma', column: 7, found: ',' },
      { line: 3, code: 'import.json-not-a-number', column: 7, found: 'N' },
      { line: 4, code: 'import.json-unterminated-string', column: 6, found: '"' },
    ]);
  });

  it('lists the only line of a file that is no data', () => {
    for (const text of ['%PDF-1.4', '{"a":1}{"a":2}', "{'a': 1}"]) {
      expect(faults('x.jsonl', text).map(({ line }) => line)).toEqual([1]);
      expect(faults('x.jsonl', `${text}\n`).map(({ line }) => line)).toEqual([1]);
    }
  });

  it('keeps the digits of whole numbers that a double cannot hold', () => {
    const text =
      '{"a":12345678901234567890,"b":"1 12345678901234567890","c":1234567890123456,"d":1.2345678901234567}';
    expect(values('x.jsonl', text)).toEqual([
      { a: '12345678901234567890', b: '1 12345678901234567890', c: 1234567890123456, d: 1.2345678901234567 },
    ]);
  });

  it('reads a row of 1 MB', () => {
    const long = 'x'.repeat(1_000_000);
    expect(values('x.jsonl', `{"a":"${long}"}\n{"a":1}`)).toEqual([{ a: long }, { a: 1 }]);
  });

  it('is read under a .json name', () => {
    expect(parseRows('x.json', '{"a":1}\n{"a":2}')).toMatchObject({ container: 'jsonl' });
  });
});

describe('JSON', () => {
  it('reads a pretty-printed array with the lines of its elements', () => {
    const text = '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]\n';
    expect(values('x.json', text)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(lines('x.json', text)).toEqual([2, 5]);
  });

  it('loses only the bad element of an array', () => {
    const text = '[{"a":1},\n{"a":NaN},\n{"a":3},\n]';
    expect(values('x.json', text)).toEqual([{ a: 1 }, { a: 3 }]);
    expect(faults('x.json', text).map(({ line, code }) => [line, code])).toEqual([
      [2, 'import.json-not-a-number'],
      [3, 'import.json-trailing-comma'],
    ]);
  });

  it.each([
    ['{"a":"x},', 'json-unterminated-string', 6],
    ['{"a":"x\\', 'json-bad-escape', 8],
    ['{"a":"x:', 'json-unterminated-string', 6],
    ['{"a":"x","b":1,', 'json-cut-short', 16],
    ['{"a":["x"},', 'json-unexpected', 10],
    ['{"a":[{"b":1}', 'json-cut-short', 14],
    ['{"a"\n  ', 'json-cut-short', 5],
    ['[1', 'json-cut-short', 3],
  ])('loses no element behind one that is broken off: %j', (broken, code, column) => {
    const text = `[\n{"a":1},\n${broken}\n \t{"a":"}"},\n{"a":3}\n]`;
    expect(values('x.json', text)).toEqual([{ a: 1 }, { a: '}' }, { a: 3 }]);
    expect(faults('x.json', text)).toMatchObject([{ line: 3, code: `import.${code}`, column }]);
  });

  it('reads elements that lack the comma between them', () => {
    expect(values('x.json', '[{"a":1}\n{"a":2}\n, {"a":3}]')).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  it('says that an array is cut off, and that text follows it', () => {
    expect(values('x.json', '[{"a":1},{"a":')).toEqual([{ a: 1 }]);
    expect(faults('x.json', '[{"a":1},{"a":').map(({ code }) => code)).toEqual([
      'import.json-cut-short',
      'import.array-not-closed',
    ]);
    expect(faults('x.json', '[{"a":1}] oops').map(({ code }) => code)).toEqual(['import.text-after-array']);
  });

  it('finds the rows inside one object, on one line or pretty-printed', () => {
    const inner = { canary: 'do not train', examples: [{ input: 'a' }, { input: 'b' }] };
    for (const text of [
      JSON.stringify(inner),
      `${JSON.stringify(inner)}\n`,
      JSON.stringify(inner, null, 2),
    ]) {
      expect(parseRows('x.json', text)).toMatchObject({ container: 'json-object', rejected: [] });
      expect(values('x.json', text)).toEqual(inner.examples);
    }
    expect(lines('x.json', JSON.stringify(inner, null, 2))).toEqual([4, 7]);
    expect(values('x.json', '{"version":1,"data":[{"a":1}],"other":[{"b":1}]}')).toEqual([{ a: 1 }]);
  });

  it('loses only the bad row of an object, and names it', () => {
    const text = '{\n "version": 1,\n "data": [\n  {"a":1},\n  {"a":NaN},\n  {"a":3}\n ],\n "x": [1]\n}';
    expect(values('x.json', text)).toEqual([{ a: 1 }, { a: 3 }]);
    expect(faults('x.json', text).map(({ line, code }) => [line, code])).toEqual([
      [5, 'import.json-not-a-number'],
    ]);
    expect(faults('x.json', '{\n "version": NaN\n}').map(({ line }) => line)).toEqual([2]);
  });

  it('keeps a single object that holds no rows as a row', () => {
    expect(values('x.jsonl', '{"question":"q","choices":["a","b"]}')).toEqual([
      { question: 'q', choices: ['a', 'b'] },
    ]);
  });
});

describe('delimited values', () => {
  it('reads quotes, doubled quotes, separators and newlines inside quotes, CRLF and BOM', () => {
    const text = '\uFEFFquestion,answer\r\n"a, ""b""\r\nc",1\r\nd,2\r\n';
    expect(values('x.csv', text)).toEqual([
      { question: 'a, "b"\r\nc', answer: '1' },
      { question: 'd', answer: '2' },
    ]);
    expect(lines('x.csv', text)).toEqual([2, 4]);
  });

  it('reads tabs without a header and with raw quotation marks', () => {
    expect(values('x.tsv', 'Was ist "eins?\t1\nWas ist zwei?\t2\n')).toEqual([
      { column1: 'Was ist "eins?', column2: '1' },
      { column1: 'Was ist zwei?', column2: '2' },
    ]);
  });

  it('reads semicolons', () => {
    expect(values('x.csv', 'frage;antwort\n1,5 mal 2?;3\n')).toEqual([{ frage: '1,5 mal 2?', antwort: '3' }]);
  });

  it('lists records with another number of columns and an unclosed quote', () => {
    expect(faults('x.csv', 'q,a\n1,2\n3\n4,5,6\n"7,8')).toEqual([
      { line: 3, code: 'import.column-count', found: 1, expected: 2 },
      { line: 4, code: 'import.column-count', found: 3, expected: 2 },
      { line: 5, code: 'import.quote-not-closed' },
    ]);
  });
});

describe('files that are no data', () => {
  it.each([
    ['version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n', 'import.git-lfs-pointer'],
    ['<!DOCTYPE html>\n<html><body>404</body></html>', 'import.html-page'],
    ['', 'import.empty-file'],
    ['\uFEFF \n', 'import.empty-file'],
    ['PAR1\u0015\u0004', 'import.parquet-file'],
    ['PK\u0003\u0004x', 'import.zip-file'],
    ['\u001F\uFFFD\b', 'import.gzip-file'],
    ['\u2030PNG\r\n\u001A\n\0\0\0\rIHDR', 'import.binary-file'],
    ['%PDF-1.7\nx', 'import.binary-file'],
  ])('%j: %s', (text, code) => {
    expect(parseRows('x.jsonl', text)).toMatchObject({ rows: [], rejected: [{ line: 1, code }] });
  });
});

describe('properties', () => {
  const names = fc.constantFrom('x.jsonl', 'x.json', 'x.csv', 'x.tsv');
  const pieces = fc.constantFrom(
    '{"a":1}',
    '[',
    ']',
    ',',
    '\n',
    '\r\n',
    '"',
    '{',
    '}',
    '\\',
    '\uFEFF',
    'x',
    '\t',
    ' ',
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  );

  it('never throws and does not depend on where chunks are cut', () => {
    fc.assert(
      fc.property(names, anything, fc.integer({ min: 1, max: 7 }), (name, text, size) => {
        expect(inPieces(name, text, size)).toEqual(parseRows(name, text));
      }),
      { numRuns: 3000 },
    );
  });

  it('does not depend on where chunks are cut beyond the characters that are sniffed', () => {
    const rows = Array.from({ length: 4000 }, (_, i) => ({ question: `q${i} "x" \u2028`, answer: i }));
    for (const text of [rows.map((row) => JSON.stringify(row)).join('\n'), JSON.stringify(rows)]) {
      expect(inPieces('x.json', text, 1000).rows.map((row) => row.value)).toEqual(rows);
    }
  });

  it('takes no line of a value for the beginning of another where it stands behind its name', () => {
    expect(values('x.json', '[{"a":\n{"b":1}, "c":[{"d":1},\n{"e":2}]}]')).toEqual([
      { a: { b: 1 }, c: [{ d: 1 }, { e: 2 }] },
    ]);
  });

  it('takes no line of a value for the beginning of another, whatever its indentation', () => {
    const row = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = JSON.stringify(rows, null, 1).replace(/\n +/g, '\n');
        const plain = JSON.parse(text) as unknown[];
        expect(parseRows('x.json', text).rejected).toEqual([]);
        expect(values('x.json', text)).toEqual(plain);
      }),
    );
  });

  it('gives back every row that was written, as lines, array or object', () => {
    const row = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 2 }), (rows) => {
        const plain = JSON.parse(JSON.stringify(rows)) as unknown[];
        expect(values('x.jsonl', rows.map((one) => JSON.stringify(one)).join('\n'))).toEqual(plain);
        expect(values('x.json', JSON.stringify(rows, null, 1))).toEqual(plain);
        expect(values('x.json', JSON.stringify({ version: 1, data: rows }))).toEqual(plain);
      }),
    );
  });
});
