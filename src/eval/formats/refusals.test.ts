/**
 * What shapes say of the fields they read, and of a row that lacks its question, its options or its answer: the code, and
 * the field it names.
 */

import { describe, expect, it } from 'vitest';
import type { RowObject } from './row.ts';
import { SHAPES } from './shapes.ts';

const WHERE = { file: 'rows.jsonl', line: 3 };

/** The first shape of that kind and task. */
const shapeOf = (kind: string, task: 'closed' | 'open') =>
  SHAPES.find((shape) => shape.kind === kind && shape.task === task)!;
const made = (kind: string, task: 'closed' | 'open', row: RowObject) =>
  shapeOf(kind, task).toItem(row, WHERE);

describe('rows without', () => {
  it.each([
    ['lab', 'closed', 'question'],
    ['lab', 'open', 'question'],
    ['mgsm', 'open', 'question'],
    ['asdiv', 'open', 'question'],
    ['multi-arith', 'open', 'sQuestion'],
    ['math', 'open', 'problem'],
    ['aqua', 'closed', 'question'],
    ['agi-eval', 'closed', 'question'],
    ['agi-eval-cloze', 'open', 'question'],
    ['arc', 'closed', 'question'],
    ['race', 'closed', 'questions'],
    ['swag', 'closed', 'sent1'],
    ['piqa', 'closed', 'goal'],
    ['wino-grande', 'closed', 'sentence'],
    ['copa', 'closed', 'premise'],
    ['winograd', 'closed', 'text'],
    ['pubmed-qa', 'closed', 'question'],
    ['yes-no', 'closed', 'question'],
    ['squad', 'open', 'question'],
    ['drop', 'open', 'question'],
    ['coqa', 'open', 'questions'],
    ['alpaca', 'open', 'instruction'],
    ['lambada', 'open', 'text'],
  ] as const)('a question: %s, %s: %s', (kind, task, field) => {
    expect(made(kind, task, {})).toEqual({ ...WHERE, code: 'import.empty-question', params: { field } });
  });

  it.each([
    ['lab', 'closed', { question: 'q?' }, 'import.empty-question', { field: 'prompt' }],
    ['lab', 'closed', { question: 'q?', prompt: 'q? ' }, 'import.empty-answer', undefined],
    ['race', 'closed', { question: 'q?' }, 'import.bad-options', { field: 'options' }],
    ['race', 'closed', { question: 'q?', options: ['a', 'b'] }, 'import.no-answer', { field: 'answers' }],
    [
      'multiple-choice',
      'closed',
      { question: ' ', choices: ['a', 'b'], answer: 0 },
      'import.empty-question',
      { field: 'question' },
    ],
    [
      'multiple-choice',
      'closed',
      { question: 'q?', choices: ['a', 'b'], answer: [['a']] },
      'import.bad-answer',
      { field: 'answer' },
    ],
    [
      'multiple-choice',
      'closed',
      { question: 'q?', choices: ['a', 'b'] },
      'import.no-answer',
      { field: 'answer' },
    ],
    [
      'multiple-choice',
      'closed',
      { question: 'q?', choices: ['a', 'b', 'c'], answer: ['a', 'b'] },
      'import.several-golds',
      { count: 2 },
    ],
    ['drop', 'open', { question: 'q?' }, 'import.empty-question', { field: 'passage' }],
    ['drop', 'open', { question: 'q?', passage: 'p' }, 'import.no-answer', { field: 'answer' }],
    ['hella-swag', 'closed', {}, 'import.bad-options', { field: 'endings' }],
    [
      'foundry-multiple-choice',
      'closed',
      { query: 'Question: ', choices: ['a', 'b'], gold: 0 },
      'import.empty-question',
      { field: 'query' },
    ],
    ['squad', 'open', { question: 'q?' }, 'import.empty-question', { field: 'context' }],
    ['squad', 'open', { question: 'q?', context: 'c' }, 'import.no-answer', { field: 'answers' }],
    [
      'agi-eval',
      'closed',
      { question: 'q?', options: ['(A)x', '(B)y'] },
      'import.no-answer',
      { field: 'label' },
    ],
    [
      'agi-eval',
      'closed',
      { question: 'q?', options: ['(A)x', '(B)y'], label: ['A', 'B'] },
      'import.several-golds',
      { count: 2 },
    ],
    ['agi-eval-cloze', 'open', { question: 'q?' }, 'import.no-answer', { field: 'answer' }],
  ] as const)('more: %s, %s, %j: %s %j', (kind, task, row, code, params) => {
    const refused = made(kind, task, row);
    expect(refused).toMatchObject({ ...WHERE, code, ...(params ? { params } : {}) });
  });
});

describe('fields read', () => {
  it('of a nameless table are its columns', () => {
    const row = { column1: 'q?', column2: 'a', column3: 'b', column4: 'c', column5: 'd', column6: 'B' };
    expect(shapeOf('mmlu-csv', 'closed').fields(row)).toEqual({
      question: 'column1',
      options: 'column2 ... column5',
      answer: 'column6',
    });
    expect(made('mmlu-csv', 'closed', row)).toMatchObject({ goldIndex: 1, accepted: ['b'] });
  });

  it.each([
    ['lab', 'open', { question: 'question', answer: 'answer', prompt: 'prompt' }],
    ['lab', 'closed', { question: 'question', answer: 'answer', prompt: 'prompt', options: 'options' }],
    ['mgsm', 'open', { question: 'question', answer: 'answer_number' }],
    ['multi-arith', 'open', { question: 'sQuestion', answer: 'lSolutions' }],
    ['math', 'open', { question: 'problem', answer: 'solution (\\boxed)' }],
    ['aqua', 'closed', { question: 'question', options: 'options', answer: 'correct' }],
    ['agi-eval', 'closed', { question: 'question', options: 'options', answer: 'label' }],
    ['agi-eval-cloze', 'open', { question: 'question', answer: 'answer' }],
    ['race', 'closed', { question: 'questions (with article)', options: 'options', answer: 'answers' }],
    ['foundry-multiple-choice', 'closed', { question: 'query', options: 'choices', answer: 'gold' }],
    [
      'foundry-schema',
      'closed',
      { question: 'context_options + continuation', options: 'context_options', answer: 'gold' },
    ],
    ['hella-swag', 'closed', { question: 'ctx', options: 'endings', answer: 'label' }],
    ['piqa', 'closed', { question: 'goal', options: 'sol1, sol2', answer: 'label' }],
    ['wino-grande', 'closed', { question: 'sentence', options: 'option1, option2', answer: 'answer' }],
    ['copa', 'closed', { question: 'premise', options: 'choice1, choice2', answer: 'label' }],
    ['squad', 'open', { question: 'question (with context)', answer: 'answers.text' }],
    ['drop', 'open', { question: 'question (with passage)', answer: 'answer' }],
    ['openai-evals', 'open', { question: 'input', answer: 'ideal' }],
    ['alpaca', 'open', { question: 'instruction (with input)', answer: 'output' }],
  ] as const)('%s, %s: %j', (kind, task, fields) => {
    expect(shapeOf(kind, task).fields({})).toEqual(fields);
  });
});

describe('rows of the lab', () => {
  const row = { question: 'q?', prompt: 'q?', options: ['a', 'a', 'b'], answer: 'a' };

  it.each([
    [undefined, 0],
    [0, 0],
    [1, 1],
  ])('gold %j among equal options: %j', (gold, goldIndex) => {
    const item = made('lab', 'closed', gold === undefined ? row : { ...row, gold });
    expect(item).toMatchObject({ goldIndex, answer: 'a', accepted: ['a'] });
  });

  it('keep the blanks before a prompt and lose those after it', () => {
    expect(made('lab', 'closed', { ...row, prompt: ' q? \n' })).toMatchObject({ prompt: ' q?' });
  });

  it.each([{ gold: 2 }, { gold: 3 }, { answer: 'c' }])(
    'refuse a gold that is not the answer: %j',
    (other) => {
      expect(made('lab', 'closed', { ...row, ...other })).toMatchObject({
        code: 'import.gold-outside-options',
      });
    },
  );
});

it('more options than letters are refused', () => {
  const row = (count: number) => ({
    question: 'q?',
    choices: Array.from({ length: count }, (_, i) => `option number ${i}`),
    answer: 'option number 1',
  });
  expect(made('multiple-choice', 'closed', row(26))).toMatchObject({ goldIndex: 1 });
  expect(made('multiple-choice', 'closed', row(27))).toMatchObject({
    code: 'import.too-many-options',
    params: { count: 27, limit: 26 },
  });
  expect(made('multiple-choice', 'closed', row(1))).not.toHaveProperty('goldIndex');
});

it.each(['B', ' B ', ['B'], [' B']])('labels of AGIEval stand with blanks and in lists: %j', (label) => {
  const row = { question: ' q? ', options: ['(A)x', '(B)y'], label };
  expect(made('agi-eval', 'closed', row)).toMatchObject({ question: 'q?', goldIndex: 1, accepted: ['y'] });
});

it('a shape that has seen no other rows reads one as its form says', () => {
  const choices = ['x', 'y', 'z'];
  expect(made('multiple-choice', 'closed', { question: 'q?', choices, answer: 1 })).toMatchObject({
    accepted: ['y'],
  });
  expect(made('option-columns', 'closed', { question: 'q?', A: 'x', B: 'y', answer: 1 })).toMatchObject({
    code: 'import.index-base-unclear',
  });
  expect(made('nq-open', 'open', { question: 'q?', answer: ['y'] })).toMatchObject({ accepted: ['y'] });
  expect(made('piqa', 'closed', { goal: 'q?', sol1: 'x', sol2: 'y', label: 1 })).toMatchObject({
    accepted: ['y'],
  });
});
