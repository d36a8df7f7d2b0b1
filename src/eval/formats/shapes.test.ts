/** One row of own text for each published form: which shape takes it, and what item it makes. */

import { describe, expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { chooseShape, recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

type Expected = Partial<Item> & { gold?: string };
type Case = readonly [name: string, kind: string, row: RowObject, expected: Expected];

const CASES: readonly Case[] = [
  [
    'GSM8K',
    'gsm8k',
    { question: 'q?', answer: '1+1=<<1+1=2>>2\n#### 2' },
    { answer: '#### 2', rationale: '1+1=2' },
  ],
  [
    'MGSM hub, train',
    'mgsm',
    {
      question: 'Frage: q?',
      answer: 'Schritt-für-Schritt-Antwort: ...',
      answer_number: 11,
      equation_solution: null,
    },
    { question: 'q?', answer: '#### 11' },
  ],
  ['MGSM hub, test', 'mgsm', { question: 'q?', answer: null, answer_number: 18 }, { answer: '#### 18' }],
  [
    'SVAMP',
    'svamp',
    {
      ID: 'chal-1',
      Body: 'Ann has 3 pens',
      Question: 'How many are left?',
      Equation: '( 3.0 - 1.0 )',
      Answer: 2.0,
    },
    { id: 'chal-1', question: 'Ann has 3 pens. How many are left?', answer: '#### 2' },
  ],
  [
    'MultiArith',
    'multi-arith',
    { iIndex: 7, sQuestion: ' How many? ', lEquations: ['X=3*4'], lSolutions: ['12.0'] },
    { id: '7', question: 'How many?', answer: '#### 12' },
  ],
  [
    'AddSub',
    'multi-arith',
    { iIndex: 8, sQuestion: 'How many?', lEquations: ['X=3+4'], lSolutions: [7.0] },
    { answer: '#### 7' },
  ],
  [
    'MATH',
    'math',
    {
      problem: 'p',
      level: 'Level 3',
      type: 'Algebra',
      solution: 'Not \\boxed{1}. So $\\boxed{\\frac{1}{2}}$.',
    },
    { answer: '#### \\frac{1}{2}', group: 'Algebra', grading: 'math' },
  ],
  [
    'MATH-500',
    'math',
    {
      problem: 'p',
      solution: '\\boxed{3}',
      answer: '3',
      subject: 'Geometry',
      level: 2,
      unique_id: 'test/g/1.json',
    },
    { id: 'test/g/1.json', answer: '#### 3', group: 'Geometry' },
  ],
  [
    'MATH, llm-foundry',
    'math',
    { context: 'p', answer: '90\\text{ square\nunits}', chain_of_thought: 'c', category: 'prealgebra' },
    { question: 'p', answer: '#### 90\\text{ square units}' },
  ],
  [
    'AQuA',
    'aqua',
    { question: 'q?', options: ['A)32 km', 'B)C) x'], rationale: 'r', correct: 'B' },
    { options: ['A. 32 km', 'B. C) x'], gold: 'C) x', rationale: 'r' },
  ],
  [
    'TriviaQA hub',
    'trivia-qa',
    {
      question: 'Who?',
      question_id: 'tc_1',
      answer: { value: 'Ann', aliases: ['Anna', 'Ann'], normalized_aliases: ['ann'] },
    },
    { id: 'tc_1', answer: '#### Ann', accepted: ['Ann', 'Anna'] },
  ],
  [
    'TriviaQA original',
    'trivia-qa',
    { Question: 'Who?', QuestionId: 'sfq_1', Answer: { Value: 'Ann', Aliases: ['Anna'] } },
    { id: 'sfq_1', question: 'Who?', accepted: ['Ann', 'Anna'] },
  ],
  [
    'TriviaQA, llm-foundry: value missing from the aliases',
    'trivia-qa',
    { context: 'Question: Who?\nAnswer:', answer: 'Ann', aliases: ['Anna'] },
    { question: 'Who?', accepted: ['Ann', 'Anna'] },
  ],
  ['NQ-open', 'nq-open', { question: 'who is it', answer: ['ann', 'anna'] }, { accepted: ['ann', 'anna'] }],
  [
    'SQuAD hub',
    'squad',
    {
      id: '1',
      title: 'T',
      context: 'C',
      question: 'q?',
      answers: { text: ['a', 'a', 'b'], answer_start: [0, 0, 1] },
    },
    { context: 'C', accepted: ['a', 'b'], group: 'T' },
  ],
  [
    'BoolQ',
    'yes-no',
    { question: 'is it so', passage: 'P', answer: true },
    { question: 'is it so?', context: 'P', gold: 'yes' },
  ],
  [
    'BoolQ, SuperGLUE',
    'yes-no',
    { question: 'is it?', passage: 'P', idx: 3, label: 0 },
    { id: '3', gold: 'no' },
  ],
  [
    'StrategyQA',
    'yes-no',
    { qid: 'x1', term: 't', question: 'Could it?', answer: false, facts: ['f'] },
    { id: 'x1', gold: 'no' },
  ],
  [
    'MMLU hub',
    'multiple-choice',
    { question: 'q', subject: 'law', choices: ['a', 'b', 'c', 'd'], answer: 3 },
    { gold: 'd', group: 'law', answer: 'D. d' },
  ],
  [
    'ARC hub with digits as keys',
    'arc',
    { id: 'M', question: 'q', choices: { text: ['a', 'b'], label: ['1', '2'] }, answerKey: '2' },
    { gold: 'b' },
  ],
  [
    'OpenBookQA hub',
    'arc',
    { id: 'O', question_stem: 'q', choices: { text: ['a', 'b'], label: ['A', 'B'] }, answerKey: 'A' },
    { question: 'q', gold: 'a' },
  ],
  [
    'CommonsenseQA original',
    'arc',
    {
      id: 'C',
      answerKey: 'B',
      question: {
        stem: 'q',
        choices: [
          { label: 'A', text: 'a' },
          { label: 'B', text: 'b' },
        ],
      },
    },
    { question: 'q', gold: 'b' },
  ],
  [
    'ARC, llm-foundry',
    'foundry-multiple-choice',
    { query: 'Question: q?', choices: ['a', 'b'], gold: 1 },
    { question: 'q?', gold: 'b' },
  ],
  [
    'CommonsenseQA, llm-foundry',
    'listed-options',
    { query: 'Question: q?\nChoices:\nA. bank\nB. mall\nAnswer:', choices: ['A', 'B'], gold: 1 },
    { question: 'q?', options: ['A. bank', 'B. mall'], gold: 'mall' },
  ],
  [
    'WinoGrande, llm-foundry',
    'foundry-schema',
    {
      context_options: ['It fits because the cup', 'It fits because the jug'],
      continuation: ' is large.',
      gold: 1,
    },
    { context: 'It fits because the _ is large.', gold: 'jug' },
  ],
  [
    'HellaSwag',
    'hella-swag',
    {
      ind: 4,
      activity_label: 'Cooking',
      ctx_a: 'A man cooks [title] How to.',
      ctx_b: 'he',
      ctx: 'x',
      endings: ['eats.', 'runs [substeps].'],
      label: '1',
    },
    { id: '4', context: 'Cooking: A man cooks. How to. He', gold: 'runs .' },
  ],
  ['PIQA', 'piqa', { goal: 'g', sol1: 'a', sol2: 'b', label: 1 }, { question: 'g', gold: 'b' }],
  [
    'WinoGrande',
    'wino-grande',
    { sentence: 'The _ fell.', option1: 'cup', option2: 'jug', answer: '1' },
    { context: 'The _ fell.', gold: 'cup' },
  ],
  [
    'XCOPA',
    'copa',
    { premise: 'P', choice1: 'a', choice2: 'b', question: 'cause', label: 0, idx: 5, changed: false },
    { context: 'P', question: 'What was the cause?', gold: 'a' },
  ],
  [
    'TruthfulQA hub',
    'truthful-qa',
    { question: 'q?', mc1_targets: { choices: ['true', 'f1', 'f2'], labels: [1, 0, 0] } },
    { gold: 'true' },
  ],
  [
    'TruthfulQA CSV',
    'truthful-qa',
    {
      Type: 'A',
      Question: 'q?',
      'Best Answer': 'true',
      'Correct Answers': 'true; so',
      'Incorrect Answers': 'f1; f2',
    },
    { gold: 'true' },
  ],
  [
    'BIG-bench',
    'big-bench',
    { input: 'q', target_scores: { no: 0, yes: 1 } },
    { options: ['A. no', 'B. yes'], gold: 'yes' },
  ],
  ['BIG-bench free text', 'question-answer', { input: 'q', target: ['a', 'b'] }, { accepted: ['a', 'b'] }],
  [
    'BBH',
    'listed-options',
    { input: 'q?\nOptions:\n(A) 01/02/1937\n(B) 02/01/1937', target: '(B)' },
    { question: 'q?', options: ['A. 01/02/1937', 'B. 02/01/1937'], gold: '02/01/1937' },
  ],
  [
    'BBH navigate',
    'listed-options',
    { input: 'q?\nOptions:\n- Yes\n- No', target: 'No' },
    { gold: 'No', answer: 'B. No' },
  ],
  ['BBH free text', 'question-answer', { input: 'Sort: b a', target: 'a b' }, { answer: '#### a b' }],
  [
    'AGIEval',
    'agi-eval',
    { passage: null, question: 'q', options: ['(A)2', '(B)3'], label: 'B', answer: null, other: null },
    { gold: '3', options: ['A. 2', 'B. 3'] },
  ],
  [
    'AGIEval, label as list',
    'agi-eval',
    { passage: 'P', question: 'q', options: ['(A)2', '(B)3'], label: ['A'], answer: null },
    { gold: '2', context: 'P' },
  ],
  [
    'AGIEval cloze',
    'agi-eval-cloze',
    { passage: null, question: 'q', options: null, label: null, answer: '\\frac{1}{2}' },
    { answer: '#### \\frac{1}{2}', grading: 'math' },
  ],
  [
    'OpenAI evals',
    'openai-evals',
    {
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', name: 'example_user', content: 'p?' },
        { role: 'system', name: 'example_assistant', content: 'x' },
        { role: 'user', content: 'q?' },
      ],
      ideal: ['a', 'b'],
    },
    { context: 'Be brief.\nUser: p?\nAssistant: x', question: 'q?', accepted: ['a', 'b'] },
  ],
  ['OpenAI evals, text', 'openai-evals', { input: 'q?', ideal: 'a' }, { question: 'q?', answer: '#### a' }],
  [
    'chat',
    'chat-messages',
    {
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: [{ type: 'text', text: 'q?' }] },
        { role: 'assistant', content: 'a' },
      ],
    },
    { context: 's', question: 'q?', answer: '#### a' },
  ],
  [
    'ShareGPT',
    'chat-messages',
    {
      conversations: [
        { from: 'human', value: 'q?' },
        { from: 'gpt', value: 'a' },
      ],
    },
    { question: 'q?', answer: '#### a' },
  ],
  [
    'promptfoo',
    'promptfoo',
    {
      vars: { topic: 't', question: 'q?' },
      assert: [
        { type: 'javascript', value: '1' },
        { type: 'icontains', value: 'a' },
      ],
    },
    { question: 'q?', answer: '#### a' },
  ],
  [
    'promptfoo CSV',
    'promptfoo',
    { text: 'q?', __expected: 'contains: a' },
    { question: 'q?', answer: '#### a' },
  ],
  [
    'promptfoo CSV, any',
    'promptfoo',
    { text: 'q?', __expected: 'contains-any: a, b' },
    { accepted: ['a', 'b'] },
  ],
  [
    'Alpaca',
    'alpaca',
    { instruction: 'do', input: 'i', output: 'o' },
    { context: 'i', question: 'do', answer: '#### o' },
  ],
  ['Alpaca without input', 'alpaca', { instruction: 'do', input: '', output: 'o' }, { question: 'do' }],
  [
    'prompt and response',
    'question-answer',
    { prompt: 'q?', response: 'a' },
    { question: 'q?', answer: '#### a' },
  ],
  ['problem and answer', 'question-answer', { problem: 'q?', answer: 7 }, { answer: '#### 7' }],
  [
    'German names',
    'question-answer',
    { Frage: 'Frage: Wie viel?\nAntwort:', Antwort: 'drei' },
    { question: 'Wie viel?', answer: '#### drei' },
  ],
  [
    'a row of the dataset viewer',
    'multiple-choice',
    { row_idx: 0, row: { question: 'q', choices: ['a', 'b'], answer: 1 }, truncated_cells: [] },
    { gold: 'b' },
  ],
];

describe.each(CASES)('%s', (_, kind, row, { gold, ...expected }) => {
  it(`is ${kind}`, () => {
    const file = recogniseFile('rows.jsonl', [row]);
    expect(file.rejected).toEqual([]);
    expect(file.kind).toBe(kind);
    const [item] = file.items as [Item];
    expect(item).toMatchObject(expected);
    if (gold !== undefined) {
      expect(item.task).toBe('closed');
      expect(item.optionTexts![item.goldIndex!]).toBe(gold);
      expect(item.answer).toBe(item.options![item.goldIndex!]);
      expect(item.accepted).toEqual([gold]);
    } else expect(item.task).toBe('open');
    expect(item.prompt.endsWith(':')).toBe(true);
    expect(item.prompt).toContain(item.question);
  });
});

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
      'import.no-named-answer',
    ],
    ['prose as answer', { instruction: 'write', output: 'one\ntwo' }, 'import.multi-line-answer'],
  ])('%s', (_, row, code) => {
    const file = recogniseFile('f', [row]);
    expect(file.items).toEqual([]);
    expect(file.rejected.map((one) => one.code)).toEqual([code]);
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
