/** JSON of one line and of many megabytes, at its real size; the same rules with short limits: limits.test.ts. */

import { describe, expect, it } from 'vitest';
import { LIMITS } from './bounded-text.ts';
import { parseRows } from './parse-rows.ts';
import { createFileReader } from './recognise.ts';

const MIB = 2 ** 20;
const row = (i: number) =>
  JSON.stringify({ question: `What is ${i}?`, answer: `n${i}`, note: 'x'.repeat(MIB / 4) });

describe('a first row of JSON Lines of five million characters', () => {
  it('with a list of objects under a usual name is one row', () => {
    const items = [{ note: 'y'.repeat(5 * MIB) }];
    const long = { question: 'first?', answer: 'a', items };
    const { container, rows, rejected } = parseRows('x.jsonl', `${JSON.stringify(long)}\n${row(1)}\n`);
    expect({ container, rejected }).toEqual({ container: 'jsonl', rejected: [] });
    expect(rows.map(({ line }) => line)).toEqual([1, 2]);
    expect(rows[0]!.value).toEqual(long);
  });
});

describe('an object of one line that no string should hold', () => {
  it('gives its rows while it is read, each of which is used', () => {
    const reader = createFileReader('x.json');
    const one = row(0);
    const count = Math.ceil(LIMITS.longest / one.length) + 2;
    reader.push(`{"version": 1, "data": [${row(0)}`);
    for (let i = 1; i < count; i++) reader.push(`,${row(i)}`);
    reader.push('], "more": [1, 2]}');
    const file = reader.finish();
    expect(file).toMatchObject({ container: 'json-object', rowCount: count, rejected: [] });
    expect(file.items.map(({ accepted }) => accepted[0])).toEqual(
      Array.from({ length: count }, (_, i) => `n${i}`),
    );
  });

  it('is refused where it has no array of rows', () => {
    const reader = createFileReader('x.json');
    reader.push('{\n"question": ["');
    for (let i = 0; i * MIB <= LIMITS.longest; i++) reader.push('x'.repeat(MIB));
    reader.push('"],\n"answer": ["a"]}');
    const file = reader.finish();
    expect(file.items).toEqual([]);
    expect(file.rejected).toEqual([
      { file: 'x.json', line: 1, code: 'import.json-too-large', params: { limit: 67 } },
    ]);
  });
});

it('a number that a double cannot hold stands beside a text of any length', () => {
  const source = `{"a":"${'x'.repeat(30 * MIB)}","b":12345678901234567890}`;
  expect(parseRows('x.jsonl', source).rows).toMatchObject([{ value: { b: '12345678901234567890' } }]);
});
