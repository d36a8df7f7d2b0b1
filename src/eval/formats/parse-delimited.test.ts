/** Quotes in tables, where writers differ from RFC 4180; and that no container depends on how its text comes in pieces. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Limits } from './bounded-text.ts';
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
  ['x.tsv', '"a ""b" c"\t1', '"a ""b" c"'],
  ['x.tsv', 'a ""b"" c"\t1', 'a ""b"" c"'],
  ['x.tsv', '"\t1', '"'],
  ['x.tsv', '"a ""b"" c\t1', '"a ""b"" c'],
  ['x.csv', '"""a """"x"""" b""",1', '"a ""x"" b"'],
  ['x.csv', '"b\n",1', 'b\n'],
  ['x.csv', '"b\n""c",1', 'b\n"c'],
  ['x.csv', '"a"",b",1', 'a",b'],
  ['x.csv', '"""",1', '"'],
  ['x.csv', '"",1', ''],
  ['x.csv', ' "a",1', ' "a"'],
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

it.each(
  (
    'id idx question prompt query problem input instruction text context passage answer answers target output ideal ' +
    'response completion label gold expected reference choices options subject category correct choice1 option1 ' +
    'sentence goal premise __expected __expected1 frage antwort'
  ).split(' '),
)('%s is a name of a column, also beside one of two words', (name) => {
  expect(parseRows('x.csv', `two words,${name}\n1,2`).rows).toEqual([
    { line: 2, value: { 'two words': '1', [name]: '2' } },
  ]);
});

it('a last cell may span lines', () => {
  expect(parseRows('x.csv', 'question,answer\na,"1\n1"\nb,2').rows).toEqual([
    { line: 2, value: { question: 'a', answer: '1\n1' } },
    { line: 4, value: { question: 'b', answer: '2' } },
  ]);
});

describe('a quote that is never closed', () => {
  const faults = (text: string, limits?: Limits) => {
    const { rows, rejected } = parseRows('x.csv', text, limits);
    return [
      rows.map(({ line, value }) => [line, ...Object.values(value as object)]),
      rejected.map(({ line, code }) => [line, code.replace('import.', '')]),
    ];
  };
  it.each([
    [
      '"b,1\nc,2\nd,3',
      [
        [3, 'c', '2'],
        [4, 'd', '3'],
      ],
      [[2, 'quote-not-closed']],
    ],
    ['a,"1\nc,2\n', [[3, 'c', '2']], [[2, 'quote-not-closed']]],
    ['a,1\r\nb,"2\r\n', [[2, 'a', '1']], [[3, 'quote-not-closed']]],
    // The quote of a later cell ends the open one by chance.
    [
      '"b,1\nc,2\n"d",3',
      [
        [3, 'c', '2'],
        [4, 'd', '3'],
      ],
      [[2, 'quote-not-closed']],
    ],
    [
      '"b,1\nc,2\n"d",3\n"e,4',
      [
        [3, 'c', '2'],
        [4, 'd', '3'],
      ],
      [
        [2, 'quote-not-closed'],
        [5, 'quote-not-closed'],
      ],
    ],
    // The first line of the record is named, whichever of its quotes it is.
    [
      '"b\nb","c\nd,3',
      [[4, 'd', '3']],
      [
        [2, 'quote-not-closed'],
        [3, 'quote-not-closed'],
      ],
    ],
    // Text behind a closing quote on its own line is text; so is what follows the next separator.
    [
      '"b"x,1\n"c\nc",2',
      [
        [2, 'bx', '1'],
        [3, 'c\nc', '2'],
      ],
      [],
    ],
    [
      'a,"1\n1"\nb,2',
      [
        [2, 'a', '1\n1'],
        [4, 'b', '2'],
      ],
      [],
    ],
    ['"b\nb","c"x', [[2, 'b\nb', 'cx']], []],
    ['"b\nb"\r,1\n', [[3, 'b"\r', '1']], [[2, 'quote-not-closed']]],
  ])('%j costs its line and no other', (records, rows, rejected) => {
    expect(faults(`question,answer\n${records}`)).toEqual([rows, rejected]);
  });

  it('in the names of the columns costs these: no row takes their place', () => {
    const text = '"question,answer\nq,a\nquestion,answer\n';
    expect(faults(text)).toEqual([
      [
        [2, 'q', 'a'],
        [3, 'question', 'answer'],
      ],
      [[1, 'quote-not-closed']],
    ]);
  });

  it('is given up where its record is longer than can be held', () => {
    const text = 'question,answer\n"b\nxx\nxxxx",1\n"c","3"';
    expect(faults(text, { start: 10, longest: 4 })[0]).toEqual([
      [2, 'b\nxx\nxxxx', '1'],
      [5, 'c', '3'],
    ]);
    expect(faults(text, { start: 10, longest: 3 })).toEqual([
      [
        [4, 'xxxx"', '1'],
        [5, 'c', '3'],
      ],
      [
        [2, 'quote-not-closed'],
        [3, 'column-count'],
      ],
    ]);
  });

  it('before many lines costs no more than these', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `q${i},a`);
    const { rows, rejected } = parseRows('x.csv', `question,answer\n"x,1\n${lines.join('\n')}`);
    expect([rows.length, rejected.length]).toEqual([lines.length, 1]);
  });
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
