/** Rows inside a file's one value, rows of question and answer alone, and rows whose fields a person named. */

import { describe, expect, it } from 'vitest';
import type { FieldGuess } from '../types.ts';
import { createTextStream } from './decode-text.ts';
import { innerRows, rowsIn } from './inner-rows.ts';
import { locateJsonError } from './locate-json-error.ts';
import { mappedShape } from './mapped.ts';
import { createFileReader, recogniseFile } from './recognise.ts';
import type { RowObject } from './row.ts';

describe('innerRows', () => {
  const [one, two] = [{ a: 1 }, { a: 2 }];
  it.each([
    [{ data: [one] }, { name: 'data', rows: [one] }],
    [{ train: [one], test: [two] }, { rows: [one, two] }],
    [
      { test: [one], n: 1 },
      { name: 'test', rows: [one] },
    ],
    [
      { other: [one, two], n: 1 },
      { name: 'other', rows: [one, two] },
    ],
    [{ other: [one], more: [two], n: 1 }, undefined],
    [
      { data: [one], rows: [two] },
      { name: 'data', rows: [one] },
    ],
    [{ data: [] }, undefined],
    [{ data: [1] }, undefined],
    [{ data: [one, 1] }, { name: 'data', rows: [one, 1] }],
    [{ mine: [one, 1] }, undefined],
    [[one], undefined],
    [null, undefined],
    // columns
    [
      { a: [1, 2], b: [3, 4] },
      {
        rows: [
          { a: 1, b: 3 },
          { a: 2, b: 4 },
        ],
      },
    ],
    [{ a: [1], b: [3, 4] }, undefined],
    [{ a: [], b: [] }, undefined],
    [{ a: [1] }, undefined],
    [{ a: [1], b: 2 }, undefined],
    [
      { a: { 0: 1, 10: 2 }, b: { 0: 3, 10: 4 } },
      {
        rows: [
          { a: 1, b: 3 },
          { a: 2, b: 4 },
        ],
      },
    ],
    // rows by name
    [{ x: one, y: two }, { rows: [one, two] }],
    [{ x: one, y: 2 }, undefined],
    [{ x: {}, y: {} }, { rows: [{}, {}] }],
    [{ x: { 0: 1 }, y: { 1: 2 } }, { rows: [{ 0: 1 }, { 1: 2 }] }],
    [{ x: { 0: 1 }, y: { 0: 1, 1: 2 } }, { rows: [{ 0: 1 }, { 0: 1, 1: 2 }] }],
    [{ x: { '0a': 1 }, y: { '0a': 2 } }, { rows: [{ '0a': 1 }, { '0a': 2 }] }],
    [{ x: { a0: 1 }, y: { a0: 2 } }, { rows: [{ a0: 1 }, { a0: 2 }] }],
  ])('%j: %j', (value, rows) => {
    expect(innerRows(value)).toEqual(rows);
  });

  it.each(['data', 'Data', 'examples', 'rows', 'questions', 'tests', 'items', 'test', 'train', 'validation'])(
    'are those under %s, whatever else there is',
    (name) => {
      expect(innerRows({ others: [two], [name]: [one] })).toEqual({ name, rows: [one] });
    },
  );

  it('are those of all splits, in their order', () => {
    const splits = ['train', 'validation', 'valid', 'dev', 'test'];
    for (const name of splits.slice(1))
      expect(innerRows({ [name]: [two], train: [one] })).toEqual({ rows: [one, two] });
    expect(innerRows({ test: [two], dev: [one] })).toEqual({ rows: [one, two] });
  });

  it('are the value itself where it is a row, or holds none', () => {
    const value = { data: [one] };
    expect(rowsIn(value, () => true)).toEqual({ rows: [value] });
    expect(rowsIn(value, () => false)).toEqual({ name: 'data', rows: [one] });
    expect(rowsIn([one], () => true)).toEqual({ rows: [one] });
    expect(rowsIn(1, () => false)).toEqual({ rows: [1] });
  });
});

describe('question and answer alone', () => {
  const read = (row: RowObject) => recogniseFile('f', [row]);
  it.each([
    [{ question: 'q', label: 'x' }, { accepted: ['x'] }],
    [{ question: 'q', answer: null, target: 'x' }, { accepted: ['x'] }],
    [{ question: 'q', answer: 3 }, { accepted: ['3'] }],
    [{ question: 'q', answer: ['a', 'b'] }, { accepted: ['a', 'b'] }],
    [{ question: 'q', answer: 'B' }, { accepted: ['B'] }],
    [{ question: 'q', answer: 'I', my_options: 'x / y' }, { accepted: ['I'] }],
    [{ question: 'q', answer: 'AB', my_options: 'x / y' }, { accepted: ['AB'] }],
    [{ question: 'q', answer: '\\dfrac12' }, { grading: 'math' }],
    [{ question: 'q', answer: 'x', subject: 's' }, { group: 's' }],
    [{ question: 'q', answer: 'x', category: 'c' }, { group: 'c' }],
    [{ context: 'q?', answer: 'x' }, { question: 'q?' }],
    [{ question: 'q?', answer: 'x', passage: 'P' }, { context: 'P' }],
  ])('%j: %j', (row, item) => {
    expect(read(row).items).toMatchObject([{ task: 'open', ...item }]);
  });

  it.each([
    '\\frac{1}{2}',
    '\\tfrac12',
    '\\sqrt{2}',
    '2\\pi',
    '\\left]1, 2]',
    '[1, 2\\right[',
    '\\begin{pmatrix}1\\\\2\\end{pmatrix}',
    '2 \\cdot x',
    '2 \\times x',
    '2\\text{ km}',
    '\\infty',
    'A \\cup B',
    '90^\\circ',
  ])('%s is mathematics', (answer) => {
    expect(read({ question: 'q', answer }).items).toMatchObject([{ grading: 'math' }]);
  });

  it('has no grading and no context where there is none', () => {
    for (const row of [
      { question: 'q', answer: '\\fraction' },
      { context: 'q', answer: 'frac' },
    ]) {
      const [item] = read(row).items;
      expect(item).not.toHaveProperty('grading');
      expect(item).not.toHaveProperty('context');
    }
    for (const label of [3, 0.5, '12', '-1']) expect(read({ question: 'q', label }).kind).toBe('unknown');
  });

  it.each([
    [{ question: ' ', answer: 'x' }, 'empty-question', { field: 'question' }],
    [{ question: 'q', answer: null }, 'no-answer', { field: 'answer' }],
    [{ question: 'q', answer: { a: 1 } }, 'bad-answer', { field: 'answer' }],
    [{ question: 'q', answer: 'x', is_correct: true }, 'judged-answer', { field: 'is_correct' }],
    [
      { question: 'q', answer: ' (b) ', my_options: 'x / y' },
      'letter-without-options',
      { gold: '(b)', field: 'my_options' },
    ],
    [
      { question: 'q', answer: 'H.', my_options: 'x / y' },
      'letter-without-options',
      { gold: 'H.', field: 'my_options' },
    ],
  ])('refuses %j: %s', (row, code, params) => {
    expect(read(row).rejected).toEqual([{ file: 'f', line: 1, code: `import.${code}`, params }]);
  });
});

describe('fields that a person named', () => {
  const read = (fields: FieldGuess, ...rows: object[]) => {
    const reader = createFileReader('f.jsonl', mappedShape(fields), fields);
    reader.push(rows.map((row) => JSON.stringify(row)).join('\n'));
    return reader.finish();
  };
  const closed = { question: 'q', options: 'o', answer: 'a' };
  const columns = { question: 'q', options: 'x, y', answer: 'a' };

  it('may have a point in their name, and lie inside others', () => {
    const file = read({ question: 'a.q', answer: 'a' }, { 'a.q': 'one?', a: 1 }, { a: { q: 'two?' } });
    expect(file.items.map(({ question }) => question)).toEqual(['one?']);
    expect(file.rejected).toMatchObject([{ code: 'import.bad-answer', params: { field: 'a' } }]);
  });

  it('make closed items with a prompt of their own, and several golds of a list', () => {
    const fields = { ...closed, prompt: 'p' };
    expect(read(fields, { q: 'q?', o: ['x', 'y'], a: 1, p: 'P: ' }).items).toMatchObject([
      { task: 'closed', goldIndex: 1, prompt: 'P:' },
    ]);
    expect(read({ question: 'q', answer: 'a' }, { q: 'q?', a: ['x', 'y'] }).items).toMatchObject([
      { accepted: ['x', 'y'] },
    ]);
    expect(read(columns, { q: 'q?', x: 1, y: 2, a: 'y' }).items).toMatchObject([{ goldIndex: 1 }]);
  });

  it.each([
    [closed, { q: ' ', o: ['x', 'y'], a: 1 }, 'empty-question', { field: 'q' }],
    [closed, { q: 'q?', o: ['x', 'y'], a: null }, 'no-answer', { field: 'a' }],
    [closed, { q: 'q?', o: ['x', 'y'] }, 'no-answer', { field: 'a' }],
    [closed, { q: 'q?', a: 1 }, 'bad-options', { field: 'o' }],
    [closed, { q: 'q?', o: ['x', 'y'], a: { b: 1 } }, 'bad-answer', { field: 'a' }],
    [closed, { q: 'q?', o: [2, 1], a: 1 }, 'number-or-text', { gold: '1' }],
    [closed, { q: 'q?', o: ['x', 'y'], a: 'z' }, 'gold-outside-options', { gold: 'z', count: 2 }],
    [columns, { q: 'q?', x: 'a', y: 'b', a: 1 }, 'index-base-unclear', { field: 'a' }],
    [{ question: 'q', answer: 'a' }, { q: 'q?', a: [{}] }, 'bad-answer', { field: 'a' }],
  ])('%j refuse %j: %s', (fields, row, code, params) => {
    expect(read(fields, row).rejected).toEqual([
      { file: 'f.jsonl', line: 1, code: `import.${code}`, params },
    ]);
  });
});

describe('what stands where in broken JSON', () => {
  it.each([
    ['{"a" :  1 ,\n }', 10, 'trailing-comma'],
    ['{"a": 1e5 x}', 10, 'unexpected'],
    ['{"a": 1.5E-2 x}', 13, 'unexpected'],
    ['{"a": "\\u00e4" x}', 15, 'unexpected'],
    ['{"a": "\\u00g"}', 7, 'bad-escape'],
    ['{"a": "\u001f"}', 7, 'control-character'],
    ['{"a": "', 6, 'unterminated-string'],
  ])('%j: offset %i, %s', (text, offset, code) => {
    expect(locateJsonError(text)).toMatchObject({ offset, code: `import.json-${code}` });
  });
});

describe('a text in pieces of bytes', () => {
  const read = (...pieces: number[][]) => {
    const stream = createTextStream();
    return pieces.map((piece) => stream.push(Uint8Array.from(piece))).join('') + stream.finish();
  };
  it('may be cut inside a letter, of either encoding', () => {
    expect(read([0x4d, 0xc3], [0xbc, 0x6c])).toBe('Mül');
    expect(read([0x4d, 0xfc], [0x6c])).toBe('Mül');
    expect(read([0x4d], [0x80])).toBe('M€');
    expect(read()).toBe('');
  });
});
