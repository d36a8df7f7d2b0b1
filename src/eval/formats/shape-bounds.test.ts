/** Rows that have nearly a published form: what is still of it, what is not, and what is taken off at its edges. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';
import type { RowObject } from './row.ts';

const read = (row: RowObject) => recogniseFile('f.jsonl', [row]);

describe('no row of the form', () => {
  it.each<[string, RowObject]>([
    ['race', { questions: ['q?'], options: [['a', 'b']], answers: ['A'] }],
    ['race', { article: 't', questions: ['q?'], options: 'x', answers: ['A'] }],
    ['race', { article: 't', questions: ['q?'], options: [['a', 'b'], 'c'], answers: ['A'] }],
    ['svamp', { Body: 'b', Question: 'q?' }],
    ['truthful-qa', { question: 'q?', mc1_targets: { choices: [{}], labels: [1] } }],
    ['arc', { question: 'q?', choices: [{ text: 'a', label: 'A' }, null], answerKey: 'A' }],
    ['math', { context: 'c', chain_of_thought: 'so' }],
    ['math', { question: 'q?', answer: 'a', chain_of_thought: 'so' }],
    ['math', { context: 'c', answer: 3, chain_of_thought: 'so' }],
    ['agi-eval', { passage: null, question: 'q?', options: ['(A)x', '(B)y'], answer: 'A' }],
    ['agi-eval', { label: 'A', question: 'q?', options: ['(A)x', '(B)y'] }],
    ['agi-eval-cloze', { passage: null, question: 'q?', options: null, label: null }],
    ['distractors', { question: 5, correct_answer: 'x', incorrect_answers: ['y', 'z'] }],
    ['swag', { ending0: 'a', ending1: 'b', label: 0 }],
    ['trivia-qa', { Question: 'q?', Answer: { Aliases: ['x'] } }],
    ['trivia-qa', { question: 'q?', aliases: ['x'] }],
    ['gsm8k', { answer: 'so\n#### 1' }],
    [
      'story-cloze',
      { input_sentence_1: 'a', input_sentence_2: 'b', sentence_quiz1: 'c', answer_right_ending: 1 },
    ],
    [
      'story-cloze',
      { input_sentence_1: 'a', sentence_quiz1: 'c', sentence_quiz2: 'd', answer_right_ending: 1 },
    ],
  ])('%s: %j', (kind, row) => {
    expect(read(row).kind).not.toBe(kind);
  });
});

describe('the question', () => {
  it.each<[string, RowObject, string]>([
    ['race', { article: 't', questions: [' q? '], options: [['a', 'b']], answers: [' A '] }, 'q?'],
    ['agi-eval-cloze', { passage: null, question: ' q? ', options: null, label: null, answer: '2' }, 'q?'],
    ['distractors', { question: ' q? ', correct_answer: 'x', incorrect_answers: ['y', 'z'] }, 'q?'],
    [
      'svamp',
      { Body: 'Each costs $3.50 now', Question: ' What? ', Answer: 2 },
      'Each costs $3.50 now. What?',
    ],
    [
      'svamp',
      {
        Question: 'x',
        Numbers: '5  7.00 5.05',
        Body: 'Ann has number0, number1, number2 and number3',
        Ques_Statement: 'How many?',
        Answer: '3.0',
      },
      'Ann has 5, 7, 5.05 and number3. How many?',
    ],
    [
      'svamp',
      { Question: 'x', Numbers: '0 1 2 3 4 5 6 7 8 9 42', Body: '', Ques: 'Is number10 it?', Answer: '3' },
      'Is 42 it?',
    ],
    [
      'listed-options',
      { question: 'Which of them are options? A) red B) blue', answer: 'A' },
      'Which of them are options?',
    ],
    ['listed-options', { question: 'Which is it?\n Options: A) red B) blue', answer: 'A' }, 'Which is it?'],
  ])('of %s: %j', (kind, row, question) => {
    const file = read(row);
    expect(file.kind).toBe(kind);
    expect(file.items.map((item) => item.question)).toEqual([question]);
  });
});

describe('the options', () => {
  it.each<[string, RowObject, string[]]>([
    ['distractors', { question: 'q?', correct_answer: 'x', incorrect_answers: ['y', 'z'] }, ['x', 'y', 'z']],
    ['race', { article: 't', questions: ['q?'], options: [['a', 'b']], answers: [' B '] }, ['a', 'b']],
    ['listed-options', { question: 'Is it A) red B) blue C) green?', answer: 'C' }, ['red', 'blue', 'green']],
  ])('of %s: %j', (kind, row, options) => {
    const file = read(row);
    expect(file.kind).toBe(kind);
    expect(file.items.map((item) => item.optionTexts!.toSorted())).toEqual([options.toSorted()]);
  });

  it('of TruthfulQA stand in the same order whenever they are read', () => {
    const choices = ['true', 'b', 'c', 'd', 'e', 'f'];
    const labels = [1, 0, 0, 0, 0, 0];
    const [item] = read({ question: 'What is it, then?', mc1_targets: { choices, labels } }).items;
    expect(item!.optionTexts).toEqual(['b', 'c', 'f', 'e', 'd', 'true']);
    expect(item!.accepted).toEqual(['true']);
  });
});

describe('the answer', () => {
  it.each<[string, RowObject]>([
    ['drop', { passage: 'p', question: 'q?', answer: { number: '', spans: ['x'] } }],
    ['lab', { prompt: 'p', question: 'q?', answer: '#### x', gold: 'x', accept: [{}] }],
    [
      'squad',
      { paragraphs: [null, { context: 'c', qas: [null, { question: 'q?', answers: [{ text: 'x' }] }] }] },
    ],
  ])('of %s: %j', (kind, row) => {
    const file = read(row);
    expect(file.kind).toBe(kind);
    expect(file.items.map(({ accepted }) => accepted)).toEqual([['x']]);
  });
});

describe('rows of the form that cannot be scored', () => {
  it.each<[RowObject, string]>([
    [{ question: 'q?', mc1_targets: { choices: ['a', 'b', 'c'], labels: [1, 1, 0] } }, 'several-golds'],
    [{ question: 'q?', mc1_targets: { only: 1 } }, 'too-few-options'],
    [{ question: 'q?', solution: ['s'], final_answer: [{}] }, 'no-marked-answer'],
    [{ question: 'q?', options: ['A)x'], correct: 'A' }, 'too-few-options'],
    [{ QUESTION: 'q?', CONTEXTS: ['c'] }, 'no-answer'],
    [{ pubid: 1, question: 'q?', context: { contexts: ['c'] } }, 'no-answer'],
    [{ passage: 'p', question: 'q?', answer: { number: '', date: {}, spans: [{}] } }, 'no-answer'],
    [{ prompt: 'p', question: 'q?', answer: '#### x', accept: [{}] }, 'empty-answer'],
    [{ paragraphs: [null] }, 'empty-question'],
    [{ question: 'q?', answer: ' ' }, 'empty-answer'],
  ])('%j: %s', (row, code) => {
    expect(read(row).rejected.map((one) => one.code)).toEqual([`import.${code}`]);
  });
});
