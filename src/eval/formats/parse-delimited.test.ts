/** Quotes in tables, where writers differ from RFC 4180; and that no container depends on how its text comes in pieces. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDelimitedParser } from './parse-delimited.ts';
import { createJsonArrayParser } from './parse-json-array.ts';
import { createObjectParser } from './parse-json-object.ts';
import { createJsonlParser, type RowParser } from './parse-jsonl.ts';
import { parseRows } from './parse-rows.ts';

it.each([
  ['x.csv', '"a" b "c" d,1', 'a b "c" d'],
  ['x.csv', '"a ""b"" c",1', 'a "b" c'],
  ['x.csv', 'a "b" c,1', 'a "b" c'],
  ['x.csv', '"a, b",1', 'a, b'],
  ['x.csv', '"a\nb",1', 'a\nb'],
  ['x.tsv', '"a ""b"" c"\t1', 'a "b" c'],
  ['x.tsv', 'a ""b"" c\t1', 'a ""b"" c'],
  ['x.tsv', '"a" "b"\t1', '"a" "b"'],
  ['x.tsv', '"a"\t1', '"a"'],
  ['x.tsv', '"a ""b"" c" d\t1', '"a ""b"" c" d'],
])('%s, %j: %j', (name, record, cell) => {
  const header = name.endsWith('csv') ? 'question,answer' : 'question\tanswer';
  expect(parseRows(name, `${header}\n${record}\n`).rows.map((row) => row.value)).toMatchObject([
    { question: cell },
  ]);
});

it('a byte order mark before a quoted name is no part of it', () => {
  const text = '\uFEFF"question, in full",answer\nq,a\n';
  const rows = [{ 'question, in full': 'q', answer: 'a' }];
  expect(parseRows('x.csv', text).rows.map(({ value }) => value)).toEqual(rows);
});

it('a carriage return ends a record also where a chunk ends with it', () => {
  const parser = createDelimitedParser('x.csv', ',');
  const chunks = [parser.push('question,answer\r'), parser.push('\n"a",b\r'), parser.push('\n"c","d"\r')];
  const rows = [...chunks, parser.push('\n'), parser.finish()].flatMap((chunk) => chunk.rows);
  expect(rows).toEqual([
    { line: 2, value: { question: 'a', answer: 'b' } },
    { line: 3, value: { question: 'c', answer: 'd' } },
  ]);
});

it.each<[string, string, () => RowParser]>([
  ['lines', '', () => createJsonlParser('f')],
  ['an array', '[', () => createJsonArrayParser('f')],
  ['an object', '{', () => createObjectParser('f', () => false)],
  ['commas', '', () => createDelimitedParser('f', ',')],
  ['tabs', '', () => createDelimitedParser('f', '\t')],
])('%s: no result depends on where the text is cut', (_, start, create) => {
  const read = (pieces: readonly string[]) => {
    const parser = create();
    const chunks = [...pieces.map((piece) => parser.push(piece)), parser.finish()];
    return [chunks.flatMap(({ rows }) => rows), chunks.flatMap(({ rejected }) => rejected)];
  };
  const part = fc.constantFrom('{"a":1}', '"', 'x', ',', '\n', '\r\n', '\r', '\t', ' ', '[', ']', '{', '}');
  const pieces = fc.array(
    fc.array(part).map((parts) => parts.join('')),
    { minLength: 2, maxLength: 6 },
  );
  fc.assert(
    fc.property(pieces, ([first = '', ...rest]) => {
      const cut = [start + first, ...rest];
      expect(read(cut)).toEqual(read([cut.join('')]));
    }),
    { numRuns: 1000 },
  );
});
