/** How long a row and a file of one value may be: every rule of it, at lengths that can be read here. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedText, type Limits } from './bounded-text.ts';
import { createRowParser, parseRows } from './parse-rows.ts';

const within = (longest: number): Limits => ({ start: 10, longest });

/** Lines and values of the rows, and lines, codes and places of what is refused. */
function read(source: string, limits?: Limits, name = 'f.json') {
  const { container, rows, rejected } = parseRows(name, source, limits);
  return {
    container,
    rows: rows.map(({ line, value }) => [line, value]),
    refused: rejected.map(({ line, code, params }) => [line, code.replace('import.', ''), params]),
  };
}
const tooLong = (line: number, limit = 0) => [line, 'json-too-large', { limit }];

describe('BoundedText', () => {
  it('keeps text up to its length and then nothing, until it is taken', () => {
    const text = new BoundedText(5);
    expect(text.take()).toBe('');
    text.push('abc');
    text.push('de');
    expect(text.take()).toBe('abcde');
    text.push('abcde');
    text.push('f');
    text.push('g');
    expect(text.take()).toBeUndefined();
    text.push('g');
    expect(text.take()).toBe('g');
  });
});

describe('a row', () => {
  const row = '{"a":"xxxx"}';
  const [used, limits] = [{ a: 'xxxx' }, within(row.length)];
  const longer = row.replace('xxxx', 'xxxxx');

  it('may be as long as the limit, in JSON Lines', () => {
    expect(read(`${row}\n${longer}\n${row}\n${longer}`, limits)).toEqual({
      container: 'jsonl',
      rows: [
        [1, used],
        [3, used],
      ],
      refused: [tooLong(2), tooLong(4)],
    });
  });

  it('that is the first of JSON Lines does not cost the others', () => {
    expect(read(`${longer}\n${row}`, limits)).toMatchObject({ rows: [[2, used]], refused: [tooLong(1)] });
  });

  it('may be as long as the limit, in an array, wherever it stands', () => {
    expect(read(`[${row},\n  ${longer}, ${row}]`, limits)).toEqual({
      container: 'json-array',
      rows: [
        [1, used],
        [2, used],
      ],
      refused: [tooLong(2)],
    });
  });

  it('is refused on the line on which it begins, also in an array that is not closed', () => {
    expect(read(`[${row},\n{"a":\n"xxxxxx"`, limits)).toMatchObject({
      rows: [[1, used]],
      refused: [tooLong(2), [3, 'array-not-closed', {}]],
    });
  });

  it('is refused with the limit in millions of characters', () => {
    for (const [longest, millions] of [
      [1_999_999, 1],
      [2_000_000, 2],
    ] as const) {
      const long = `{"a":"${'x'.repeat(longest)}"}`;
      expect(read(`${row}\n${long}`, within(longest)).refused).toEqual([tooLong(2, millions)]);
    }
  });
});

describe('a file that is one object', () => {
  const inner = '"n":1,"data":[{"a":1},{"a":2}],"x":0';
  const [first, second] = [{ a: 1 }, { a: 2 }];

  it('is read as a whole up to the limit', () => {
    for (const source of [`{"a":1,"b":"${'x'.repeat(50)}"}`, `{\n"a":1,\n"b":"${'x'.repeat(50)}"\n}`]) {
      const value = [1, JSON.parse(source)];
      expect(read(source, within(source.length))).toMatchObject({ rows: [value], refused: [] });
      expect(read(`${source}\n\n`, within(source.length))).toMatchObject({ rows: [value], refused: [] });
      expect(read(source, within(source.length - 1))).toMatchObject({ rows: [], refused: [tooLong(1)] });
    }
  });

  it.each([
    [`{${inner}}`, 1],
    [`\n{${inner}}\n`, 2],
    [`{\n${inner}\n}`, 2],
  ])('gives the rows of its array, where it is longer: %j', (source, line) => {
    for (const longest of [30, 31, source.trimEnd().length - 1]) {
      expect(read(source, within(longest))).toEqual({
        container: 'json-object',
        rows: [
          [line, first],
          [line, second],
        ],
        refused: [],
      });
    }
  });

  it('gives the elements of the array that stands first, where it is longer', () => {
    const source = '{"examples":[{"a":1}],"data":[{"a":2}]}';
    expect(read(source).rows).toEqual([[1, second]]);
    expect(read(source, within(30)).rows).toEqual([[1, first]]);
  });

  it('has its array within the limit', () => {
    const source = `{"note":"xxx","data":[{"a":1}]}`;
    const at = source.indexOf('[{') + 2;
    expect(read(source, within(at)).rows).toEqual([[1, first]]);
    expect(read(source, within(at - 1))).toMatchObject({ rows: [], refused: [tooLong(1)] });
  });

  it('has faults and long rows on their places', () => {
    const source = `{"n":1,\n "data":[ {"a":x},\n{"a":"${'x'.repeat(30)}"}, {"a":2},]}`;
    expect(read(source, within(30))).toMatchObject({
      rows: [[3, second]],
      refused: [
        [2, 'json-unexpected', { column: 16, found: 'x' }],
        tooLong(3),
        [3, 'json-trailing-comma', { column: 48, found: ',' }],
      ],
    });
  });

  it.each([
    ['', 2, 'array-not-closed', {}],
    [']', 2, 'json-cut-short', { column: 19, found: '' }],
    ['],\n"x":[{}]', 3, 'json-cut-short', { column: 9, found: '' }],
    ['],"x":[{}]}\n }}', 3, 'json-more-text', { column: 2, found: '}' }],
    ['],"x":"}"}\n{"a":3}\n', 3, 'json-more-text', { column: 1, found: '{' }],
  ])('is refused where it is cut short, or more follows: %j', (end, line, code, params) => {
    expect(read(`{"n":"xxxxxxxxxx","data":[\n{"a":1} , {"a":2}${end}`, within(30))).toEqual({
      container: 'json-object',
      rows: [
        [2, first],
        [2, second],
      ],
      refused: [[line, code, params]],
    });
  });
});

describe('any text', () => {
  const limits = fc.record({
    start: fc.integer({ min: 1, max: 40 }),
    longest: fc.integer({ min: 1, max: 60 }),
  });
  const part = fc.constantFrom(
    ...[
      '{"a":1}',
      '{"a":"xxxxxxxxxxxxxxxxxxxx"}',
      '{"data":[{"a":1},',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'x',
    ],
    ...['\n', '\r\n', '\r', ' ', '\t', '\uFEFF', '"items":[', 'NaN', '\\'],
  );
  const name = fc.constantFrom('x.jsonl', 'x.json', 'x.csv', 'x.tsv', 'x.txt');

  /** Reads `text` cut at `cuts`. */
  function inPieces(file: string, text: string, cuts: readonly number[], limits: Limits) {
    const parser = createRowParser(file, undefined, limits);
    const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
    const chunks = [...ends.map((end, i) => parser.push(text.slice(ends[i - 1] ?? 0, end))), parser.finish()];
    return {
      container: parser.container(),
      rows: chunks.flatMap(({ rows }) => rows),
      rejected: chunks.flatMap(({ rejected }) => rejected),
    };
  }

  it('gives the same in pieces as in one, whatever the limits', () => {
    fc.assert(
      fc.property(
        name,
        fc.array(part, { maxLength: 25 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        limits,
        (file, parts, cuts, limits) => {
          const text = parts.join('');
          expect(inPieces(file, text, cuts, limits)).toEqual(parseRows(file, text, limits));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('of written rows gives them all within any limits, but for those that are longer', () => {
    const value = fc.record({ a: fc.string({ maxLength: 40 }), items: fc.array(fc.record({ b: fc.nat() })) });
    const form = fc.constantFrom('lines', 'array', 'object', 'pretty');
    fc.assert(
      fc.property(
        form,
        fc.array(value, { minLength: 2 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        limits,
        (form, rows, cuts, { start, longest }) => {
          const texts = rows.map((row) => JSON.stringify(row));
          const indent = form === 'pretty' ? '\n' : '';
          const head = `{"v":1,${indent}"data":[${indent}`;
          const text = {
            lines: texts.join('\r\n'),
            array: `[${texts.join(', ')}]`,
            object: `${head}${texts.join(',')}]}`,
            pretty: `${head}${texts.join(',\n')}]\n}`,
          }[form];
          const ends =
            form === 'lines' ? texts.map((one, i) => (i + 1 < texts.length ? `${one}\r` : one)) : texts;
          const isObject = form === 'object' || form === 'pretty';
          // The array's name and first bracket, and the first row, tell what the file is.
          const least = isObject ? head.length + 1 : texts[0]!.length;
          const limits = { start, longest: Math.max(longest, least) };
          const isWhole = isObject && text.length <= limits.longest;
          const used = rows.filter((_, i) => isWhole || ends[i]!.length <= limits.longest);
          const found = inPieces('x.json', text, cuts, limits);
          expect(found.rows.map((row) => row.value)).toEqual(used);
          expect(found.rejected.map(({ code }) => code)).toEqual(
            Array(rows.length - used.length).fill('import.json-too-large'),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
