/** Parquet values of all types become what JSON would hold, and nothing is rounded on the way. */

import { describe, expect, it } from 'vitest';
import { parquetRows } from './parquet.ts';
import { plainValue, shortFloat } from './parquet-value.ts';
import { readData } from './read-data.ts';
import {
  DELTA_GZIP,
  DICTIONARY_BROTLI,
  DUCKDB,
  INT96,
  NESTED,
  NO_ROWS,
  SAME_NAMES,
  TYPES,
} from './testing/parquet-types.ts';

async function rowsOf(bytes: Uint8Array<ArrayBuffer>) {
  const all = [];
  for await (const { rows } of parquetRows('x.parquet', new Blob([bytes]))) all.push(...rows);
  return all;
}

const read = (bytes: Uint8Array<ArrayBuffer>) => readData('x.parquet', new Blob([bytes]));

describe('a Parquet value', () => {
  it('of each type is what JSON would hold, with all its digits', async () => {
    const [first, second] = await rowsOf(TYPES);
    expect(first).toEqual({
      question: 'first?',
      answer: 1.1,
      wide: '-12345678901234567890.125',
      cents: '90071992547409.93',
      i64: '9007199254740993',
      u64: '18446744073709551615',
      u32: 4294967295,
      ms: '1969-12-31T23:59:59.5Z',
      us: '2020-01-02T03:04:05.123456Z',
      ns: '2020-01-01T00:00:00.123456789Z',
      date: '2020-01-02',
      time: '01:02:03.5',
      time32: '23:00:09',
      yes: true,
      half: 0.5,
      word: 'café',
      image: null,
      fixed: 'abcd',
    });
    const { question, ...others } = second!;
    expect(question).toBe('second?');
    expect(Object.values(others)).toEqual(Object.values(others).map(() => null));
  });

  it('inside lists, objects and maps is read by its own type: a double beside a float keeps its digits', async () => {
    expect((await rowsOf(NESTED)).map(({ question: _q, answer: _a, ...row }) => row)).toEqual([
      {
        n: { f: 0.1, d: 0.10000000149011612, l: [{ f: 0.2, d: 0.20000000298023224 }], m: { k: 0.3 } },
        ll: [[1, 2], ['9007199254740993']],
        money: [0.05, null],
      },
      { n: { f: null, d: null, l: [], m: {} }, ll: [[], null], money: [] },
      { n: null, ll: [], money: null },
      { n: { f: 1, d: 1, l: null, m: null }, ll: null, money: [-2.5] },
    ]);
  });

  it.each([
    ['deltas and bytes apart', DELTA_GZIP],
    ['dictionaries', DICTIONARY_BROTLI],
  ])('is the same in %s', async (_, bytes) => {
    expect((await rowsOf(bytes)).slice(3)).toEqual([
      { question: 'What is 3 + 3?', answer: '6', n: 7, x: 0.75 },
      { question: 'What is 4 + 4?', answer: '8', n: 10, x: 1 },
    ]);
    expect((await read(bytes)).recognised).toMatchObject({
      kind: 'question-answer',
      rowCount: 5,
      rejected: [],
    });
  });

  it('that is a time of 96 bits keeps its nanoseconds', async () => {
    expect((await rowsOf(INT96))[0]!.answer).toBe('2020-01-01T00:00:00.123456789Z');
  });

  it('of a type that the reader refuses does not spoil the file', async () => {
    expect(await rowsOf(DUCKDB)).toEqual([
      { question: 'q?', answer: 'a', iv: 'P14M3DT1.5S', js: { a: [1] }, en: 'e' },
    ]);
  });

  it('is missing from a file without rows, which says so', async () => {
    const { items, rejected } = (await read(NO_ROWS)).recognised;
    expect(items).toEqual([]);
    expect(rejected).toEqual([{ file: 'x.parquet', line: 1, code: 'import.no-rows', params: {} }]);
  });

  it('in one of two columns of one name could be either', async () => {
    await expect(read(SAME_NAMES)).rejects.toMatchObject({
      code: 'import.parquet-columns',
      params: { name: 'x.parquet', column: 'answer' },
    });
  });
});

describe('plainValue', () => {
  it('gives what JSON would hold', () => {
    const value = { n: 3n, big: 2n ** 60n, text: new Uint8Array([97]), list: [1n, null], none: undefined };
    expect(plainValue(value)).toEqual({
      n: 3,
      big: '1152921504606846976',
      text: 'a',
      list: [1, null],
      none: undefined,
    });
  });
});

describe('shortFloat', () => {
  it.each([
    [0.5, 0.5],
    [-2.25, -2.25],
    [16_777_216, 16_777_216],
    [Math.fround(1e-30), 1e-30],
    [Math.fround(0.1), 0.1],
    // Nine digits.
    [Math.fround(1000.00006), 1000.00006],
    // No number of 32 bits.
    [0.1, 0.1],
    [Number.NaN, Number.NaN],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('%d: %d', (value, short) => {
    expect(shortFloat(value)).toBe(short);
  });
});
