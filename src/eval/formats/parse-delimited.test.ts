/** Quotes in comma- and tab-separated tables, where writers differ from RFC 4180. */

import { expect, it } from 'vitest';
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
])('%s, %j: %j', (name, record, cell) => {
  const header = name.endsWith('csv') ? 'question,answer' : 'question\tanswer';
  expect(parseRows(name, `${header}\n${record}\n`).rows.map((row) => row.value)).toMatchObject([
    { question: cell },
  ]);
});
