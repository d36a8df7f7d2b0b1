/** What is told from a whole file, where its first rows do not tell it or later ones contradict them. */

import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../types.ts';
import { createFileReader, recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const marked = (question: string) => ({ question, answer: 'x\n#### 1' });
const asked = (question: string) => ({ question, answer: 'plainly' });
const many = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));

const OPTIONS = ['red', 'green', 'blue', 'grey'];
const listed = (answer: unknown, i: number): RowObject => ({ question: `q${i}`, choices: OPTIONS, answer });
const inColumns = (answer: unknown, i: number): RowObject => {
  const [A, B, C, D] = OPTIONS;
  return { question: `q${i}`, A, B, C, D, answer };
};
const golds = (rows: readonly RowObject[], choices?: ReadingChoices) => {
  const reader = createFileReader('f.jsonl', undefined, choices);
  reader.push(rows.map((row) => JSON.stringify(row)).join('\n'));
  return reader.finish().items.map(({ goldIndex }) => goldIndex);
};

describe('the first 200 rows', () => {
  it('decide the shape', () => {
    const rows = [...many(100, (i) => asked(`a${i}`)), ...many(100, (i) => marked(`m${i}`)), asked('last')];
    expect(recogniseFile('f.jsonl', rows).kind).toBe('gsm8k');
    expect(recogniseFile('f.jsonl', [asked('first'), ...rows]).kind).toBe('question-answer');
  });

  it('of an unknown form are left out, and the next ones are looked at', () => {
    const unknown = many(200, (i) => ({ foo: i }));
    const file = recogniseFile('f.jsonl', [...unknown, marked('a'), marked('b')]);
    expect(file.items.map(({ question }) => question)).toEqual(['a', 'b']);
    expect(file.rejected.map(({ code }) => code)).toEqual(unknown.map(() => 'import.unknown-shape'));
  });

  it('may not tell what indices count from; a later row does', () => {
    const open = many(199, (i) => listed((i % 3) + 1, i));
    const rows = [...open, listed('grey', 199), { foo: 1 }, listed(0, 201)];
    const reader = createFileReader('f.jsonl');
    reader.push(`7\n${rows.map((row) => JSON.stringify(row)).join('\n')}`);
    const { items, rejected } = reader.finish();
    expect(items.map(({ goldIndex }) => goldIndex)).toEqual([...open.map((row) => row.answer), 3, 0]);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [1, 'import.not-an-object'],
      [202, 'import.other-shape'],
    ]);
  });
});

describe('indices that contradict each other', () => {
  // The first rows count from 0; the later ones never do, and reach the number of options.
  const answers = many(400, (i) => (i < 200 ? i % 4 : (i % 4) + 1));

  it.each([
    ['a list', listed],
    ['columns', inColumns],
  ])('in %s are withdrawn, unless a person chose', (_, make) => {
    const rows = answers.map(make);
    expect(golds(rows)).toEqual([]);
    expect(golds(rows, { base: 1 })).toEqual(answers.filter((n) => n > 0).map((n) => n - 1));
    expect(golds(rows, { base: 0 })).toEqual(answers.filter((n) => n < 4));
  });

  it('may be mistakes in one row of twenty', () => {
    // Eleven rows say 4 of four options that are counted from 0: five in a hundred of 220 rows.
    const rows = (length: number) => many(length, (i) => listed(i % 20 === 0 ? 4 : i % 4, i));
    expect(golds(rows(220))).toHaveLength(209);
    expect(golds(rows(219))).toEqual([]);
  });

  it('tell nothing where a single 0 stands among many that count from 1', () => {
    expect(golds(many(40, (i) => listed(i === 0 ? 0 : (i % 4) + 1, i)))).toEqual([]);
  });

  it('do not touch answers by letter or text beside them', () => {
    const rows = [...many(25, (i) => listed((i % 2) + 1, i)), listed('B', 25), listed('blue', 26)];
    const { items, rejected } = recogniseFile('f.jsonl', rows);
    expect(items.map(({ goldIndex }) => goldIndex)).toEqual([1, 2]);
    expect(rejected[0]).toMatchObject({ code: 'import.index-base-unclear', params: { field: 'answer' } });
  });
});

it('several questions of one line with one id are told apart', () => {
  const qas = ['a?', 'b?', 'c?'].map((question) => ({
    id: 'x',
    question,
    answers: [{ text: 't', answer_start: 0 }],
  }));
  const data = [{ title: 'T', paragraphs: [{ context: 'C', qas }] }];
  expect(recogniseText('f.json', JSON.stringify({ data })).items.map(({ id }) => id)).toEqual([
    'x',
    'x (2, line 1)',
    'x (3, line 1)',
  ]);
});

it('all rows of a long line have ids of their own, and it takes no longer than many lines', () => {
  const rows = many(20_000, (i) => marked(`q${i}`));
  const { items } = recogniseText('f.json', JSON.stringify(rows));
  expect(new Set(items.map(({ id }) => id)).size).toBe(rows.length);
  expect(items.at(-1)!.id).toBe('f.json:1 (20000, line 1)');
});
