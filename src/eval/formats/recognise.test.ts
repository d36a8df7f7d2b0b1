import { describe, expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { recogniseFile, recogniseText } from './recognise.ts';

const only = (row: Record<string, unknown>): Item => {
  const { items, rejected } = recogniseFile('f.jsonl', [row]);
  expect(rejected).toEqual([]);
  return items[0]!;
};
const codes = (rows: readonly Record<string, unknown>[]) =>
  recogniseFile('f.jsonl', rows).rejected.map(({ line, code }) => [line, code]);

describe('GSM8K', () => {
  it('takes the number after the last ####, keeps the solution as rationale without calculator notes', () => {
    const item = only({ question: 'How many?', answer: 'It is 48/2 = <<48/2=24>>24.\n#### 1,024' });
    expect(item).toMatchObject({
      id: 'f.jsonl:1',
      task: 'open',
      question: 'How many?',
      answer: '#### 1,024',
      accepted: ['1,024'],
      rationale: 'It is 48/2 = 24.',
    });
    expect(item.prompt).toBe('Answer with #### followed by the final answer.\nQuestion: How many?\nAnswer:');
  });

  it('lists rows without marked answer or question', () => {
    const good = { question: 'q', answer: 'x\n#### 1' };
    expect(
      codes([
        good,
        good,
        { question: 'q', answer: '#### ' },
        { question: ' ', answer: 'x\n#### 1' },
        { question: 'q', answer: '7' },
      ]),
    ).toEqual([
      [3, 'import.empty-answer'],
      [4, 'import.empty-question'],
      [5, 'import.other-shape'],
    ]);
  });
});

describe('multiple choice', () => {
  const choices = ['Rome', 'Berlin', 'Oslo'];
  it.each([
    [{ question: 'q', choices, answer: 1 }],
    [{ question: 'q', choices, answer: '1' }],
    [{ question: 'q', choices, answer: 'B' }],
    [{ question: 'q', choices, answer: 'b)' }],
    [{ question: 'q', choices, answer: '(B)' }],
    [{ question: 'q', choices, answer: 'Berlin' }],
    [{ query: 'q', options: choices, gold: 1 }],
    [{ question: 'q', choices, label: 1 }],
    [{ question: 'q', options: choices, correct: 'B' }],
  ])('%j', (row) => {
    expect(only(row)).toMatchObject({
      task: 'closed',
      question: 'q',
      options: ['A. Rome', 'B. Berlin', 'C. Oslo'],
      optionTexts: choices,
      goldIndex: 1,
      answer: 'B. Berlin',
      accepted: ['Berlin'],
    });
  });

  it('lists the options in the prompt as they must be written', () => {
    expect(only({ question: 'q', context: 'Text.', choices, answer: 0 }).prompt).toBe(
      'Answer with one of the options, exactly as it is listed.\nText.\nQuestion: q\nA. Rome\nB. Berlin\nC. Oslo\nAnswer:',
    );
  });

  it('prefers an option that is the written answer to reading it as an index or letter', () => {
    expect(only({ question: 'q', choices: ['2', '3', '1'], answer: '2' }).goldIndex).toBe(0);
    expect(only({ question: 'q', choices: ['B', 'A'], answer: 'A' }).goldIndex).toBe(1);
  });

  it('counts from 1 where the file does, and says so when there are too few rows to tell', () => {
    const rows = Array.from({ length: 21 }, (_, i) => ({ question: `q${i}`, choices, answer: (i % 3) + 1 }));
    expect(recogniseFile('f', rows).items.map((item) => item.goldIndex)).toEqual(rows.map((_, i) => i % 3));
    const few = recogniseFile('f', rows.slice(0, 3));
    expect(few.items).toEqual([]);
    expect(few.rejected.map(({ code }) => code)).toEqual(Array(3).fill('import.index-base-unclear'));
  });

  it('rejects what cannot be scored, with the reason', () => {
    const good = { question: 'q', choices, answer: 0 };
    expect(
      codes([
        good,
        { question: 'q', choices, answer: 3 },
        { question: 'q', choices, answer: 'Bern' },
        { question: 'q', choices, answer: null },
        { question: 'q', choices: ['a'], answer: 0 },
        { question: 'q', choices: ['a', ' '], answer: 0 },
        { question: 'q', choices, answer: 1.5 },
        { question: 'q', choices, answer: { index: 1 } },
        { question: '', choices, answer: 1 },
      ]),
    ).toEqual([
      [2, 'import.gold-outside-options'],
      [3, 'import.gold-outside-options'],
      [4, 'import.no-answer'],
      [5, 'import.too-few-options'],
      [6, 'import.empty-option'],
      [7, 'import.gold-outside-options'],
      [8, 'import.bad-answer'],
      [9, 'import.empty-question'],
    ]);
  });
});

describe('ARC', () => {
  const text = ['ice', 'steam', 'snow'];
  it.each([
    [{ id: 'x', question: 'q', choices: { text, label: ['A', 'B', 'C'] }, answerKey: 'B' }],
    [{ id: 'x', question: 'q', choices: { text, label: ['1', '2', '3'] }, answerKey: '2' }],
    [{ id: 'x', question_stem: 'q', choices: { text, label: ['A', 'B', 'C'] }, answerKey: 'B' }],
    [
      {
        id: 'x',
        question: { stem: 'q', choices: text.map((one, i) => ({ text: one, label: 'ABC'[i] })) },
        answerKey: 'B',
      },
    ],
  ])('%j', (row) => {
    expect(recogniseFile('f', [row]).kind).toBe('arc');
    expect(only(row)).toMatchObject({ id: 'x', question: 'q', goldIndex: 1, answer: 'B. steam' });
  });

  it('keeps duplicate option texts apart by their letter', () => {
    const row = { question: 'q', choices: { text: ['a', 'b', 'a'], label: ['A', 'B', 'C'] }, answerKey: 'C' };
    expect(only(row)).toMatchObject({ goldIndex: 2, answer: 'C. a' });
  });

  it('rejects a row without key or with a foreign key', () => {
    const choices = { text, label: ['A', 'B', 'C'] };
    expect(
      codes([
        { question: 'q', choices },
        { question: 'q', choices, answerKey: 'D' },
      ]),
    ).toEqual([
      [1, 'import.no-answer'],
      [2, 'import.gold-outside-options'],
    ]);
  });
});

describe('rows that carry their prompt', () => {
  it('closed: options are required outputs', () => {
    const row = {
      id: 'c1',
      prompt: 'Pick one option.\nQuestion: q\n- Rome\n- Oslo\nAnswer:',
      question: 'q',
      options: ['* Rome', '* Oslo'],
      answer: '* Oslo',
      gold: 1,
    };
    expect(only(row)).toEqual({
      id: 'c1',
      task: 'closed',
      prompt: row.prompt,
      question: 'q',
      options: row.options,
      optionTexts: ['Rome', 'Oslo'],
      answer: '* Oslo',
      goldIndex: 1,
      accepted: ['Oslo'],
    });
    expect(codes([row, { ...row, gold: 0 }, { ...row, answer: '* Bern' }])).toEqual([
      [2, 'import.gold-outside-options'],
      [3, 'import.gold-outside-options'],
    ]);
  });

  it('open: gold first, then the other accepted answers', () => {
    const row = {
      prompt: 'Reply.\nQuestion: q\nAnswer:',
      question: 'q',
      answer: '#### Finnish',
      gold: 'Finnish',
      accept: ['Swedish', 'Finnish'],
      competitors: ['Danish'],
    };
    expect(only(row)).toMatchObject({
      task: 'open',
      accepted: ['Finnish', 'Swedish'],
      competitors: ['Danish'],
    });
  });
});

describe('files', () => {
  it('counts rows, items and rejected rows of every kind, sorted by line', () => {
    const text =
      '{"question":"q","answer":"#### 1"}\n{bad}\n7\n{"other":1}\n{"question":"r","answer":"#### 2"}';
    const file = recogniseText('f.jsonl', text);
    expect(file).toMatchObject({
      kind: 'gsm8k',
      rowCount: 5,
      fields: { question: 'question', answer: 'answer' },
    });
    expect(file.items).toHaveLength(2);
    expect(file.rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'import.json-unexpected'],
      [3, 'import.not-an-object'],
      [4, 'import.other-shape'],
    ]);
  });

  it('keeps ids unique', () => {
    const row = { id: 'same', question: 'q', answer: '#### 1' };
    expect(recogniseFile('f', [row, row]).items.map((item) => item.id)).toEqual(['same', 'same (2, line 2)']);
  });

  it('lists every row of an unknown form with its fields', () => {
    const { kind, items, rejected } = recogniseFile('f', [{ foo: 1, bar: 2 }]);
    expect({ kind, items }).toEqual({ kind: 'unknown', items: [] });
    expect(rejected).toEqual([
      { file: 'f', line: 1, code: 'import.unknown-shape', params: { fields: 'foo, bar' } },
    ]);
  });
});
