/** JSON of one line and of many megabytes: read element by element, or refused before it fills the memory. */

import { describe, expect, it } from 'vitest';
import { BoundedText, LONGEST_VALUE } from './bounded-text.ts';
import { createFileReader } from './recognise.ts';

const MIB = 2 ** 20;
const row = (i: number) =>
  JSON.stringify({ question: `What is ${i}?`, answer: `n${i}`, note: 'x'.repeat(MIB / 4) });

/** Reads pieces one after the other; none of them is kept here. */
function read(pieces: Iterable<string>, name = 'x.json') {
  const reader = createFileReader(name);
  for (const piece of pieces) reader.push(piece);
  return reader.finish();
}

describe('BoundedText', () => {
  it('keeps text up to its length and then nothing', () => {
    const text = new BoundedText(5);
    text.push('abc');
    text.push('de');
    expect(text.text()).toBe('abcde');
    text.push('f');
    expect([text.text(), text.length]).toEqual([undefined, 6]);
    expect(text.take()).toBeUndefined();
    text.push('g');
    expect(text.take()).toBe('g');
    expect(text.text()).toBe('');
  });
});

describe('one line of 20 MiB', { timeout: 60_000 }, () => {
  const count = 80;
  const rows = Array.from({ length: count }, (_, i) => row(i));

  it.each([
    ['array', '[', ']', 'json-array'],
    ['object', '{"version": 1, "data": [', '], "more": [1, 2]}', 'json-object'],
    ['rows by another usual name', '{"examples":[', ']}', 'json-object'],
  ])('%s: every row is used', (_, open, close, container) => {
    const file = read([open, ...rows.flatMap((one, i) => (i === 0 ? [one] : [',', one])), close]);
    expect(file).toMatchObject({ container, kind: 'question-answer', rowCount: count, rejected: [] });
    expect(file.items.map(({ accepted }) => accepted[0])).toEqual(rows.map((_one, i) => `n${i}`));
  });

  it('a long first row of JSON Lines is no object that holds rows', () => {
    const long = JSON.stringify({ question: 'first?', answer: 'a', note: 'y'.repeat(5 * MIB) });
    const file = read([long, '\n', row(1), '\n'], 'x.jsonl');
    expect(file).toMatchObject({ container: 'jsonl', rejected: [] });
    expect(file.items).toHaveLength(2);
  });
});

describe('a value longer than can be held', { timeout: 60_000 }, () => {
  const filler = 'x'.repeat(MIB);
  function* huge(before: string, after: string): Generator<string> {
    yield before;
    for (let i = 0; i * MIB <= LONGEST_VALUE; i++) yield filler;
    yield after;
  }

  it.each([
    ['an object of columns', '{"question": ["', '"], "answer": ["a"]}', 'x.json', 1, 0],
    ['an object over several lines', '{\n"question": ["', '"],\n"answer": ["a"]}', 'x.json', 1, 0],
    ['a row of JSON Lines', `${row(0)}\n{"question": "`, `"}\n${row(2)}\n`, 'x.jsonl', 2, 2],
    ['an element of an array', `[${row(0)},\n{"question": "`, `"},\n${row(2)}]`, 'x.json', 2, 2],
  ])('%s is refused, the other rows are used', (_, before, after, name, line, items) => {
    const file = read(huge(before, after), name);
    expect(file.items).toHaveLength(items);
    expect(file.rejected).toEqual([
      { file: name, line, code: 'import.json-too-large', params: { limit: 67 } },
    ]);
  });

  it('is refused where its array is not closed', () => {
    const { items, rejected } = read(huge(`[${row(0)},\n{"question": "`, ''));
    expect(items).toHaveLength(1);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'import.json-too-large'],
      [2, 'import.array-not-closed'],
    ]);
  });
});
