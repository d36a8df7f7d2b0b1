/** Files with several questions a row, rows that cannot be scored, and the choice of a shape. */

import { describe, expect, it } from 'vitest';
import { chooseShape, recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

describe('files that hold several questions a row', () => {
  it('SQuAD original: every question of every paragraph', () => {
    const qa = (id: string, answer: string[]) => ({
      id,
      question: `${id}?`,
      answers: answer.map((text) => ({ text, answer_start: 0 })),
    });
    const data = [
      {
        title: 'T',
        paragraphs: [
          { context: 'C1', qas: [qa('a', ['x', 'y']), qa('b', [])] },
          { context: 'C2', qas: [qa('c', ['z'])] },
        ],
      },
    ];
    const file = recogniseText('xquad.de.json', JSON.stringify({ version: '1.1', data }, null, 1));
    expect(file).toMatchObject({ kind: 'squad', rowCount: 3 });
    expect(
      file.items.map(({ id, context, accepted, language }) => [id, context, accepted, language]),
    ).toEqual([
      ['a', 'C1', ['x', 'y'], 'de'],
      ['c', 'C2', ['z'], 'de'],
    ]);
    expect(file.rejected.map(({ code }) => code)).toEqual(['import.no-answer']);
    expect(file.items[0]!.prompt).toBe(
      'Antworte mit #### und der endgültigen Antwort.\nC1\nFrage: a?\nAntwort:',
    );
  });

  it('Self-Instruct seed tasks: every instance', () => {
    const row = {
      id: 's',
      instruction: 'do',
      instances: [
        { input: '1', output: 'a' },
        { input: '2', output: 'b' },
      ],
    };
    expect(recogniseFile('f', [row]).items.map((item) => [item.context, item.answer])).toEqual([
      ['1', '#### a'],
      ['2', '#### b'],
    ]);
  });

  it('MMLU CSV without header, with quoted cells', () => {
    const file = recogniseText('law_test.csv', '"What, then?",one,two,three,four,C\nAnd "this"?,a,b,c,d,A\n');
    expect(file).toMatchObject({ kind: 'mmlu-csv', rejected: [] });
    expect(file.items.map((item) => [item.question, item.answer])).toEqual([
      ['What, then?', 'C. three'],
      ['And "this"?', 'A. a'],
    ]);
  });

  it('MGSM tab-separated, German by its name', () => {
    const file = recogniseText('mgsm_de.tsv', 'Wie "viele"?\t18\nWie weit?\t1.200\n');
    expect(file.kind).toBe('mgsm');
    expect(file.items.map((item) => [item.answer, item.language])).toEqual([
      ['#### 18', 'de'],
      ['#### 1.200', 'de'],
    ]);
  });
});

describe('rows that cannot be scored are listed', () => {
  it.each<[string, RowObject, string]>([
    [
      'CommonsenseQA test file',
      { id: '1', question: { stem: 'q', choices: [{ label: 'A', text: 'a' }] } },
      'import.no-answer',
    ],
    [
      'WinoGrande test file',
      { sentence: 'The _.', option1: 'a', option2: 'b', answer: '' },
      'import.no-answer',
    ],
    ['PIQA hub test file', { goal: 'g', sol1: 'a', sol2: 'b', label: -1 }, 'import.gold-outside-options'],
    ['HellaSwag test file', { ctx_a: 'a', ctx_b: 'b', endings: ['x', 'y'], label: '' }, 'import.no-answer'],
    [
      'SQuAD 2, unanswerable',
      { context: 'c', question: 'q', answers: { text: [], answer_start: [] } },
      'import.no-answer',
    ],
    ['BIG-bench, two right', { input: 'q', target_scores: { a: 1, b: 1, c: 0 } }, 'import.several-golds'],
    [
      'AGIEval, two right',
      { passage: null, question: 'q', options: ['(A)1', '(B)2'], label: ['A', 'B'] },
      'import.several-golds',
    ],
    [
      'BBH, target not listed',
      { input: 'q\nOptions:\n(A) a\n(B) b', target: '(C)' },
      'import.gold-outside-options',
    ],
    ['chat that ends with the user', { messages: [{ role: 'user', content: 'q' }] }, 'import.no-answer'],
    ['MATH without a box', { problem: 'p', solution: 'so 3' }, 'import.no-marked-answer'],
    [
      'promptfoo, only a script',
      { vars: { q: 'x' }, assert: [{ type: 'javascript', value: '1' }] },
      'import.assertion-refused',
    ],
    [
      'ARC with fewer labels than texts',
      { question: 'q', choices: { text: ['a', 'b'], label: ['A'] }, answerKey: 'A' },
      'import.unknown-shape',
    ],
    ['TruthfulQA without answers', { question: 'q', mc1_targets: {} }, 'import.unknown-shape'],
    ['BIG-bench, none right', { input: 'q', target_scores: { a: 0, b: 0 } }, 'import.no-answer'],
    [
      'a number beside lettered columns',
      { question: 'q', A: 'x', B: 'y', answer: 1 },
      'import.index-base-unclear',
    ],
    ['prose as answer', { instruction: 'write', output: 'one\ntwo' }, 'import.multi-line-answer'],
  ])('%s', (_, row, code) => {
    const file = recogniseFile('f', [row]);
    expect(file.items).toEqual([]);
    expect(file.rejected.map((one) => one.code)).toEqual([code]);
  });
});

describe('details', () => {
  it('a rejected row names its gold', () => {
    const rows = [
      { question: 'q', choices: ['a', 'b'], answer: 0 },
      { question: 'q', choices: ['a', 'b'], answer: 7 },
    ];
    expect(recogniseFile('f', rows).rejected[0]!.params).toEqual({ gold: '7', count: 2 });
  });

  it('a schema whose contexts share no words keeps them whole', () => {
    const row = { context_options: ['cup', 'cap'], continuation: 'is large.', gold: 0 };
    expect(recogniseFile('f', [row]).items[0]).toMatchObject({
      context: '_ is large.',
      optionTexts: ['cup', 'cap'],
    });
  });

  it('empty accepted answers are dropped, blanks around turns too', () => {
    const lab = { prompt: 'P\nAnswer:', question: 'q', answer: '#### a', gold: 'a', accept: ['a', ' ', 'b'] };
    expect(recogniseFile('f', [lab]).items[0]!.accepted).toEqual(['a', 'b']);
    const turns = [' s ', ' q? ', 'a'].map((content, i) => ({
      role: ['system', 'user', 'assistant'][i],
      content,
    }));
    expect(recogniseFile('f', [{ messages: turns }]).items[0]).toMatchObject({
      context: 's',
      question: 'q?',
    });
  });
});

describe('chooseShape', () => {
  it('takes the most specific shape that at least half of the rows have', () => {
    const marked = { question: 'q', answer: '#### 1' };
    const bare = { question: 'q', answer: '1' };
    expect(chooseShape([marked, marked, bare])?.kind).toBe('gsm8k');
    expect(chooseShape([marked, bare, bare])?.kind).toBe('question-answer');
    expect(chooseShape([{ x: 1 }])).toBeUndefined();
  });

  it('TruthfulQA: the true answer does not always stand first', () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      question: `q${i}?`,
      mc1_targets: { choices: ['true', 'f1', 'f2', 'f3'], labels: [1, 0, 0, 0] },
    }));
    const places = new Set(recogniseFile('f', rows).items.map((item) => item.goldIndex));
    expect(places).toEqual(new Set([0, 1, 2, 3]));
  });
});
