/** How the shape of a file is decided, and what stands around its rows, at the point where each rule begins and ends. */

import { describe, expect, it } from 'vitest';
import { mappedShape } from './mapped.ts';
import { createFileReader, recogniseFile, recogniseText } from './recognise.ts';

const marked = (question: string) => ({ question, answer: 'x\n#### 1' });
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe('the shape of a file', () => {
  it('is unknown without rows, and without fields', () => {
    const { kind, items, fields } = recogniseFile('f.jsonl', []);
    expect({ kind, items, fields }).toEqual({
      kind: 'unknown',
      items: [],
      fields: { question: '', answer: '' },
    });
  });

  it('is the special one where half of the rows have it', () => {
    const half = recogniseFile('f.jsonl', [marked('a'), { question: 'b', answer: 'c' }]);
    expect(half.kind).toBe('gsm8k');
    expect(half.rejected.map(({ line, code }) => [line, code])).toEqual([[2, 'import.other-shape']]);
    const fewer = recogniseFile('f.jsonl', [
      marked('a'),
      { question: 'b', answer: 'c' },
      { question: 'd', answer: 'e' },
    ]);
    expect(fewer.kind).toBe('question-answer');
  });

  it('is the one that most rows have, where no half has any', () => {
    const file = recogniseFile('f.jsonl', [marked('a'), { a: 1 }, { b: 1 }, { c: 1 }]);
    expect([file.kind, file.items.length]).toEqual(['gsm8k', 1]);
    expect(file.rejected.map(({ code }) => code)).toEqual(Array(3).fill('import.other-shape'));
  });

  it('is options listed in the question where nine rows of ten list them', () => {
    const listed = (i: number) => ({ question: `Which, ${i}?\nA. one\nB. two`, answer: 'B' });
    const rows = (count: number) =>
      Array.from({ length: 10 }, (_, i) =>
        i < count ? listed(i) : { question: `Which, ${i}?`, answer: 'B' },
      );
    expect(recogniseFile('f.jsonl', rows(9)).kind).toBe('listed-options');
    expect(recogniseFile('f.jsonl', rows(8)).kind).not.toBe('listed-options');
  });

  it('names at most twelve fields of a row that it does not know', () => {
    const row = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`f${i}`, i]));
    const [rejected] = recogniseFile('f.jsonl', [row]).rejected;
    expect(rejected!.params.fields).toBe(Object.keys(row).slice(0, 12).join(', '));
  });
});

describe('a row around a row', () => {
  it.each([
    [{ row_idx: 0, row: marked('a') }],
    [{ doc_id: 0, doc: marked('a') }],
    [{ train: marked('a') }],
    [{ ...marked('a'), row_idx: 0 }],
    [{ ...marked('a'), row: { b: 1 } }],
    [{ ...marked('a'), doc_id: 0 }],
    [{ ...marked('a'), doc: { b: 1 } }],
    [{ ...marked('a'), train: marked('b') }],
    [{ ...marked('a'), truncated_cells: ['question'] }],
    [{ row_idx: 0, row: marked('a'), truncated_cells: [] }],
  ])('%j is one row', (row) => {
    const { items, rejected } = recogniseFile('f.jsonl', [row]);
    expect(rejected).toEqual([]);
    expect(items.map(({ question }) => question)).toEqual(['a']);
  });

  it('is not used where its cells are cut', () => {
    const row = { row_idx: 0, row: marked('a'), truncated_cells: ['question'] };
    expect(recogniseFile('f.jsonl', [row]).rejected).toMatchObject([{ code: 'import.cut-cells' }]);
  });

  it('is its rows, where it is an object with a question and an answer of its own', () => {
    const source = JSON.stringify({ question: 'about', answer: 'x', data: [marked('a'), marked('b')] });
    expect(recogniseText('f.json', source).items.map(({ question }) => question)).toEqual(['a', 'b']);
  });

  it('is a row, where the fields that a person named are in it', () => {
    const read = (source: object) => {
      const reader = createFileReader('f.json', mappedShape({ question: 'q', answer: 'a' }));
      reader.push(JSON.stringify(source));
      return reader.finish().items.map(({ question }) => question);
    };
    expect(read({ q: 'one?', a: '1' })).toEqual(['one?']);
    expect(read({ data: [{ q: 'two?', a: '2' }] })).toEqual(['two?']);
  });
});

describe('a row of several questions', () => {
  it('is listed where it has none', () => {
    const { items, rejected, rowCount } = recogniseFile('f', [
      { title: 'T', paragraphs: [{ context: 'C', qas: [] }] },
    ]);
    expect([items, rowCount]).toEqual([[], 1]);
    expect(rejected).toMatchObject([
      { line: 1, code: 'import.empty-question', params: { field: 'question (with context)' } },
    ]);
  });
});

describe('ids and indices', () => {
  it('tell copies of an id apart', () => {
    const { items } = recogniseText(
      'f.jsonl',
      lines(['a', 'b', 'c'].map((q) => ({ id: 'x', ...marked(q) }))),
    );
    expect(items.map(({ id }) => id)).toEqual(['x', 'x (2, line 2)', 'x (2, line 3)']);
  });

  it('withdraw only golds that are indices where the file contradicts itself', () => {
    const row = (answer: number | string, i: number) => ({
      question: `q${i}`,
      choices: ['red', 'green', 'blue', 'grey'],
      answer,
    });
    // The first rows count from 0; the later ones never do, and reach the number of options.
    const rows = Array.from({ length: 400 }, (_, i) => (i < 200 ? i % 4 : (i % 4) + 1)).map(row);
    const file = recogniseFile('f.jsonl', [...rows, row('blue', 400)]);
    expect(file.items.map(({ question }) => question)).toEqual(['q400']);
    const unclear = file.rejected.filter(({ code }) => code === 'import.index-base-unclear');
    expect(unclear[0]!.params).toEqual({ field: 'answer' });
    const lines = file.rejected.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('count lines as they are given, else from 1', () => {
    const given = recogniseFile('f.jsonl', [{ line: 9, value: marked('a') }]);
    expect(given.items.map(({ id }) => id)).toEqual(['f.jsonl:9']);
    for (const row of [
      { ...marked('a'), line: 9 },
      { ...marked('a'), value: 9 },
    ]) {
      expect(recogniseFile('f.jsonl', [row]).items.map(({ id }) => id)).toEqual(['f.jsonl:1']);
    }
  });
});
