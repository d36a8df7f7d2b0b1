/** Files that hold several questions a row, objects that hold rows, headers, and what numbers count from. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const golds = (name: string, text: string) =>
  recogniseText(name, text).items.map((item) =>
    item.task === 'closed' ? item.optionTexts![item.goldIndex!] : item.accepted[0],
  );

describe('files of several questions', () => {
  it('RACE: questions with options of one article', () => {
    const file = {
      article: 'T',
      questions: ['q1?', 'q2?'],
      options: [
        ['w', 'x'],
        ['y', 'z'],
      ],
      answers: ['B', 'A'],
    };
    expect(golds('high1.txt', JSON.stringify(file))).toEqual(['x', 'y']);
  });

  it('CoQA: turns of a conversation, each with those before it', () => {
    const row = {
      id: 'c',
      story: 'S.',
      questions: [{ input_text: 'Who?' }, { input_text: 'Where?' }],
      answers: [
        { input_text: 'Ann', span_text: 'Ann sat' },
        { input_text: 'here', span_text: 'here' },
      ],
    };
    const { items } = recogniseText('coqa.json', JSON.stringify({ version: '1', data: [row] }));
    expect(items.map(({ id, context, accepted }) => [id, context, accepted[0]])).toEqual([
      ['c:1', 'S.', 'Ann'],
      ['c:2', 'S.\nQ: Who?\nA: Ann', 'here'],
    ]);
  });

  it('DROP original: passages by key; spans that belong together are no single answer', () => {
    const pair = (spans: string[], number = '') => ({ question: 'q?', answer: { number, date: {}, spans } });
    const file = recogniseText(
      'drop.json',
      JSON.stringify({
        nfl_1: { passage: 'P', qa_pairs: [pair([], '4'), pair(['x', 'y'])] },
        nfl_2: { passage: 'Q', qa_pairs: [pair(['z'])] },
      }),
    );
    expect(file.items.map((item) => item.accepted)).toEqual([['4'], ['z']]);
    expect(file.rejected.map(({ code }) => code)).toEqual(['import.several-golds']);
  });
});

describe('an object that holds the rows, or is one', () => {
  const rows = [
    { question: 'q1?', answer: 's\n#### 1' },
    { question: 'q2?', answer: 's\n#### 2' },
  ];
  it.each([
    ['columns', { question: ['q1?', 'q2?'], answer: ['#### 1', '#### 2'] }],
    ['columns by row number', { question: { 0: 'q1?', 1: 'q2?' }, answer: { 0: '#### 1', 1: '#### 2' } }],
    ['rows by key', { a: rows[0], b: rows[1] }],
    [
      'a viewer’s page',
      { features: [{ name: 'question' }], rows: rows.map((row, row_idx) => ({ row_idx, row })) },
    ],
    ['splits', { train: [rows[0]], test: [rows[1]] }],
    ['tests beside other lists', { prompts: [{ raw: 'p' }], tests: rows }],
  ])('%s', (_, value) => {
    expect(golds('x.json', JSON.stringify(value))).toEqual(['1', '2']);
    expect(golds('x.json', JSON.stringify(value, null, 2))).toEqual(['1', '2']);
  });

  it.each<[string, RowObject, string]>([
    [
      'chat',
      {
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: 'a' },
        ],
      },
      'a',
    ],
    [
      'labelled options',
      {
        question: 'q',
        choices: [
          { text: 'w', label: 'A' },
          { text: 'x', label: 'B' },
        ],
        answerKey: 'B',
      },
      'x',
    ],
    ['self-instruct', { instruction: 'i', instances: [{ input: '', output: 'o' }] }, 'o'],
  ])('a file of one row with a list of objects: %s', (_, row, gold) => {
    expect(golds('x.jsonl', JSON.stringify(row))).toEqual([gold]);
  });
});

describe('LogiQA’s text files', () => {
  const record = (letter: string, n: number) =>
    `\n${letter}\nContext ${n}.\nWhich ${n}?\nA.w${n}\nB.x${n}\nC.y${n}\nD.z${n}\n`;
  it('are read record by record', () => {
    const text = record('b', 1) + record('D', 2);
    for (const source of [text, text.trimEnd(), text.replaceAll('\n', '\r\n')]) {
      expect(golds('Test.txt', source)).toEqual(['x1', 'z2']);
    }
    const [item] = recogniseText('Test.txt', text).items;
    expect(item).toMatchObject({
      question: 'Which 1?',
      context: 'Context 1.',
      options: ['A. w1', 'B. x1', 'C. y1', 'D. z1'],
    });
  });
  it('lose only a record that is cut', () => {
    const file = recogniseText('Test.txt', `${record('a', 1)}\na\nContext.\nA.w\n${record('c', 3)}`);
    expect(file.items).toHaveLength(2);
    expect(file.rejected.map(({ line, code }) => [line, code])).toEqual([[10, 'import.column-count']]);
  });
});

describe('rows of the dataset viewer', () => {
  it('are left out where the page cut their texts', () => {
    const row = (row_idx: number, truncated_cells: string[]) => ({
      row_idx,
      row: { question: `q${row_idx}?`, answer: 's\n#### 1' },
      truncated_cells,
    });
    const file = recogniseText('x.json', JSON.stringify({ rows: [row(0, []), row(1, ['answer'])] }));
    expect(file.items.map(({ question }) => question)).toEqual(['q0?']);
    expect(file.rejected.map(({ code }) => code)).toEqual(['import.cut-cells']);
  });
});

describe('headers', () => {
  it('are found behind an empty first name, as saved tables have it', () => {
    expect(golds('mmlu.csv', ',Question,A,B,C,D,Answer\n0,"q, r?",w,x,y,z,C\n')).toEqual(['y']);
  });
  it('are not seen in a question of which an option is a column’s name', () => {
    expect(golds('x_dev.csv', 'Which,text,label,input,output,B\nWhat,w,x,y,z,D\n')).toEqual(['label', 'z']);
  });
});

describe('what numbers count from', () => {
  const row = (answer: number) => ({ question: 'q?', A: 'w', B: 'x', C: 'y', D: 'z', answer });
  const file = (answers: readonly number[]) => recogniseFile('f.jsonl', answers.map(row));
  it('is 0 where a 0 stands, 1 where enough rows never have one, else open', () => {
    expect(file([3, 0, 2]).items.map((item) => item.goldIndex)).toEqual([3, 0, 2]);
    const long = Array.from({ length: 24 }, (_, i) => (i % 4) + 1);
    expect(file(long).items.map((item) => item.goldIndex)).toEqual(long.map((n) => n - 1));
    expect(file([1, 2, 3]).items).toEqual([]);
    expect(file([1, 4]).rejected.map(({ code }) => code)).toEqual(Array(2).fill('import.index-base-unclear'));
  });
  it('is 0 beside fields numbered from 1 where a 0 stands', () => {
    const rows = [0, 1, 2].map((answer) => ({
      question: 'q',
      option1: 'x',
      option2: 'y',
      option3: 'z',
      answer,
    }));
    expect(recogniseFile('f', rows).items.map((item) => item.goldIndex)).toEqual([0, 1, 2]);
  });
});

describe('a letter or a number of options is never an open answer', () => {
  it.each<RowObject>([
    { question: 'q', choices: { first: 'a', second: 'b' }, answer: 'A' },
    { question: 'q', A: 'x', B: 'y', answers: 'A' },
    { question: 'q', text: 't', label: 1 },
  ])('%j', (row) => {
    expect(recogniseFile('f', [row]).items).toEqual([]);
  });
});
