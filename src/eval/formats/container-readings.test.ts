/** JSON Lines and the choice of a container, at the point where each rule begins and ends to hold. */

import { describe, expect, it } from 'vitest';
import { createRowParser, noDataCode, parseRows } from './parse-rows.ts';

const values = (file: string, source: string) => parseRows(file, source).rows.map(({ value }) => value);
const faults = (source: string) =>
  parseRows('f.jsonl', source).rejected.map(({ line, code, params }) => [line, code, params]);

describe('JSON Lines', () => {
  it.each([
    ['\uFEFF{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    [' \n{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['{"a":"\uFEFFx"}\n{"a":2}', [{ a: '\uFEFFx' }, { a: 2 }]],
    ['\u001E{"a":1}\n\u001E{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['{"a":1}\r\n\r\n \t\r\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
    ['{"a":1}', [{ a: 1 }]],
    // whole numbers that a double cannot hold are their digits
    ['{"a":12345678901234567890}\n{}', [{ a: '12345678901234567890' }, {}]],
    ['{"a":-12345678901234567890}\n{}', [{ a: '-12345678901234567890' }, {}]],
    ['{"a":1234567890123456}\n{}', [{ a: 1234567890123456 }, {}]],
    ['{"a":"12345678901234567890"}\n{}', [{ a: '12345678901234567890' }, {}]],
    ['"12345678901234567890"\n{}', ['12345678901234567890', {}]],
    [
      '{"b":12345678901234567890,"a":"\\"12345678901234567890,"}\n{}',
      [{ b: '12345678901234567890', a: '"12345678901234567890,' }, {}],
    ],
    [
      '{"a":["1","12345678901234567890",12345678901234567891]}',
      [{ a: ['1', '12345678901234567890', '12345678901234567891'] }],
    ],
  ])('%j', (source, rows) => {
    const parsed = parseRows('f.jsonl', source);
    expect(parsed.rejected).toEqual([]);
    expect(parsed.rows.map(({ value }) => value)).toEqual(rows);
  });

  it('count blank lines', () => {
    expect(parseRows('f', '{"a":1}\n\n{"a":2}').rows.map(({ line }) => line)).toEqual([1, 3]);
  });

  it.each([
    ['{"a":1}\n\uFEFF{"a":2}', [[2, 'import.json-unexpected', { column: 1, found: '\uFEFF' }]]],
    ['{"a":1}\n{"a":\r\n', [[2, 'import.json-cut-short', { column: 6, found: '' }]]],
    ['{"a":1}\n\u001D{"a":2}', [[2, 'import.json-unexpected', { column: 1, found: '\u001D' }]]],
    ['{"a":1}\n\u001F{"a":2}', [[2, 'import.json-unexpected', { column: 1, found: '\u001F' }]]],
  ])('refuse a line of %j', (source, found) => {
    expect(faults(source)).toEqual(found);
  });

  it('refuse a number that only its length would hide', () => {
    expect(faults('{"a":1}\n{"a":0123456789012345678}')).toHaveLength(1);
  });
});

describe('the container', () => {
  it.each([
    ['f.json', '{"a":1}\n{"a":2}', 'jsonl'],
    ['f.json', '{"a":1}', 'jsonl'],
    ['f.json', '{"a":', 'jsonl'],
    ['f.json', '{\n"a":1}', 'json-object'],
    ['f.jsonl', '[{"a":1}]', 'json-array'],
    ['f.csv', 'a,b\n1,2', 'csv'],
    ['f.csv', '{a},b\n1,2', 'csv'],
    ['f.csv.json', '{"a":1}\n{"a":2}', 'jsonl'],
    ['f.tsv', 'a\tb\n1\t2', 'tsv'],
    ['f.txt', 'a\tb\n1\t2', 'tsv'],
    ['f.json', '', 'none'],
    ['f.txt', 'a,b', 'jsonl'],
    // JSON under the name of a table, and tables that hold JSON
    ['f.csv', '{"a":1}\n{"a":2}', 'jsonl'],
    ['f.csv', '{ \n "a":\n1}', 'json-object'],
    ['f.csv', '[{"a":1}]', 'json-array'],
    ['f.csv', '[\n {"a":1}]', 'json-array'],
    ['f.csv', '[\n {\n\t"a":1}]', 'json-array'],
    ['f.csv', '[a],b', 'csv'],
    ['f.csv', '[a],{"b"\n1,2', 'csv'],
    ['f.csv', 'a,{"b"\n1,2', 'csv'],
    ['f.csv', '{""a"",b', 'jsonl'],
    ['f.TSV', '{"a":1}\tb', 'tsv'],
    ['f.tab', '[{"a":1}]\tb', 'tsv'],
    ['f.tsv', '{"a":1}\n{"a":\t2}', 'jsonl'],
    // lines of JSON behind a line that is none
    ['f.jsonl', '# a\tb\n{"a":1}', 'jsonl'],
    ['f.jsonl', '# a\tb\n1\t{"a":1}', 'tsv'],
    ['f.tsv', 'a\tb\n{"a":1}\t2', 'tsv'],
  ] as const)('of %s %j is %s', (file, source, container) => {
    expect(parseRows(file, source).container).toBe(container);
  });

  it('is known, and rows come, before the end of a long file', () => {
    const parser = createRowParser('f.jsonl');
    expect(parser.container()).toBe('none');
    const line = `{"a":"${'x'.repeat(1000)}"}\n`;
    expect(parser.push(line.repeat(10)).rows).toHaveLength(0);
    expect(parser.push(line.repeat(60)).rows).toHaveLength(70);
    expect(parser.container()).toBe('jsonl');
    expect(parser.push(line).rows).toHaveLength(1);
    expect(parser.finish().rows).toHaveLength(0);
  });

  it.each([
    [' \uFEFF', 'import.empty-file'],
    ['\uFEFF ', 'import.empty-file'],
    [' <html>', 'import.html-page'],
    ['PAR1', 'import.parquet-file'],
    ['a <html>', undefined],
    ['\0', 'import.binary-file'],
    [`${'x'.repeat(499)}\0`, 'import.binary-file'],
    [`${'x'.repeat(500)}\0`, undefined],
  ])('of %j is none: %s', (start, code) => {
    expect(noDataCode(start)).toBe(code);
  });

  it('is told from as many characters as are asked for, and no more', () => {
    const limits = { start: 7, longest: 100 };
    const parser = createRowParser('f.json', undefined, limits);
    expect(parser.push(' \n\n[{"a":').rows).toEqual([]);
    expect(parser.container()).toBe('none');
    parser.push('1');
    expect(parser.container()).toBe('json-array');
    for (const tail of ['\n{"a":1}', '\r\n3\r']) {
      const whole = parseRows('f.txt', `a\tb\tcd${tail}`, limits);
      expect([whole.container, whole.rejected]).toEqual(['tsv', expect.any(Array)]);
    }
  });

  it('is told behind any number of blank lines', () => {
    const blank = '\n'.repeat(70_000);
    expect(parseRows('f.json', `${blank}[{"a":1}]`).rows).toEqual([{ line: 70_001, value: { a: 1 } }]);
  });

  it.each([
    ['{"error":"Repository not found"}', 'Repository not found'],
    ['\n{"error":{"code":1},"message":"No","status":404}', 'No'],
    ['{"detail":"Not Found","code":"x"}', 'Not Found'],
    ['{"statusCode":404,"documentation_url":"u","message":"m","error":"e"}', 'e'],
    ['{"error":"e","question":"q"}', undefined],
    ['{"error":1}', undefined],
    ['["error"]', undefined],
    ['{"error":"e"}\n{"error":"f"}', undefined],
  ])('%j is what a server says in place of data: %s', (source, found) => {
    const { rows, rejected } = parseRows('f.json', source);
    const line = source.startsWith('\n') ? 2 : 1;
    const told = [{ file: 'f.json', line, code: 'import.server-message', params: { found } }];
    expect(rejected).toEqual(found === undefined ? [] : told);
    expect(rows.length > 0).toBe(found === undefined);
  });

  it('that is one object gives its rows', () => {
    expect(values('f.json', '{"data":[{"a":1},{"a":2}]}')).toEqual([{ a: 1 }, { a: 2 }]);
  });
});

describe('lines that end in a carriage return alone', () => {
  it.each([
    ['f.jsonl', '{"a":1}\r{"a":2}\r', [{ a: 1 }, { a: 2 }]],
    [
      'f.csv',
      'question,answer\rq,a\r"r\rr",b',
      [
        { question: 'q', answer: 'a' },
        { question: 'r\nr', answer: 'b' },
      ],
    ],
    [
      'f.txt',
      'a\rC.\rq?\rA.x\rB.y\rC.z\rD.w',
      [{ context: 'C.', question: 'q?', options: ['x', 'y', 'z', 'w'], answer: 'a' }],
    ],
  ])('in %s %j part its rows', (file, source, rows) => {
    const { container, ...read } = parseRows(file, source);
    expect(read.rows.map(({ value }) => value)).toEqual(rows);
    expect(read.rejected).toEqual([]);
    const parser = createRowParser(file, undefined, { start: source.length - 1, longest: 100 });
    const pieces = [...[...source].map((char) => parser.push(char)), parser.finish()];
    expect(pieces.flatMap((piece) => piece.rows)).toEqual(read.rows);
  });

  it('are no rule where a newline ends one, or may follow', () => {
    expect(values('f.csv', 'question,answer\nq\rr,a\n')).toEqual([{ question: 'q\rr', answer: 'a' }]);
    const parser = createRowParser('f.csv', undefined, { start: 16, longest: 100 });
    const pieces = ['question,answer\r', '\nq\rr,a\n'].map((piece) => parser.push(piece));
    expect(pieces.flatMap((piece) => piece.rows.map(({ value }) => value))).toEqual([
      { question: 'q\rr', answer: 'a' },
    ]);
    // One character more, and no newline has come: the carriage return is the end of a line.
    const old = createRowParser('f.csv', undefined, { start: 17, longest: 100 });
    expect(old.push('question,answer\rq').rows).toEqual([]);
    expect(old.push('\rr,a\r').rejected).toMatchObject([{ line: 2, code: 'import.column-count' }]);
  });
});

describe('LogiQA’s text', () => {
  const record = (answer: string, ...options: string[]) => [answer, 'C.', 'q?', ...options].join('\n');
  const row = (answer: string, options: string[]) => ({ context: 'C.', question: 'q?', options, answer });
  it.each([
    [`${record('b', 'A.x', 'B. y', 'C．z', 'D)  w')}\n`, [row('b', ['x', 'y', 'z', 'w'])], [1]],
    [`\n${record(' c ', 'A.x A. y', 'B.y', 'C  z', 'D : w')}`, [row('c', ['x A. y', 'y', 'z', 'w'])], [2]],
    [
      `${record('a', 'A.x', 'B.y', 'C.z', 'D.w')}\n\n\n${record('d', 'A.x', 'B.y', 'C.z', 'E w A. x')}\n\n`,
      [row('a', ['x', 'y', 'z', 'w']), row('d', ['x', 'y', 'z', 'E w A. x'])],
      [1, 10],
    ],
  ])('%j', (source, rows, lines) => {
    const found = parseRows('f.txt', source);
    expect(found).toMatchObject({ container: 'logiqa', rejected: [] });
    expect(found.rows.map(({ value }) => value)).toEqual(rows);
    expect(found.rows.map(({ line }) => line)).toEqual(lines);
  });

  it('has records of seven lines', () => {
    expect(parseRows('f.txt', `${record('a', 'A.x', 'B.y', 'C.z')}\n\nx\n`).rejected).toEqual([
      { file: 'f.txt', line: 1, code: 'import.column-count', params: { found: 6, expected: 7 } },
      { file: 'f.txt', line: 8, code: 'import.column-count', params: { found: 1, expected: 7 } },
    ]);
  });

  it('begins with a letter alone', () => {
    expect(parseRows('f.txt', record('x', 'A.x', 'B.y', 'C.z', 'D.w')).container).not.toBe('logiqa');
    expect(parseRows('f.txt', record('- b', 'A.x', 'B.y', 'C.z', 'D.w')).container).not.toBe('logiqa');
    expect(parseRows('f.txt', record('b)', 'A.x', 'B.y', 'C.z', 'D.w')).container).not.toBe('logiqa');
  });
});
