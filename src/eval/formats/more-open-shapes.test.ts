/** One row of own text for further published forms without options: which shape takes it, and what item it makes. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';
import { itMakes, type ShapeCase } from './testing/shape-case.ts';

const CASES: readonly ShapeCase[] = [
  [
    'DROP hub: any annotator’s number or date is right, beside one span',
    'drop',
    {
      query_id: 'd',
      passage: 'P',
      question: 'q?',
      answers_spans: {
        spans: ['2', 'x', '3', 'May 2001', 'x '],
        types: ['number', 'span', 'number', 'date', 'span'],
      },
    },
    { id: 'd', context: 'P', accepted: ['2', 'x', '3', 'May 2001'] },
  ],
  [
    'DROP on the hub with the original answer: validated answers in columns',
    'drop',
    {
      passage: 'P',
      question: 'How many?',
      answer: { number: '4', date: { day: '', month: '', year: '' }, spans: [] },
      validated_answers: {
        number: ['4', '', '5', '', ''],
        date: [{}, {}, {}, { day: '', month: '', year: '1999' }, {}],
        spans: [[], ['four'], [], [], ['x', 'y']],
      },
    },
    { accepted: ['4', 'four', '5', '1999'] },
  ],
  [
    'DROP with the original answer',
    'drop',
    {
      passage: 'P',
      question: 'When?',
      answer: { number: '', date: { day: '1', month: 'May', year: '2001' }, spans: [] },
      validated_answers: [
        { number: '2', date: {}, spans: [] },
        { number: '', date: {}, spans: ['x', 'y'] },
      ],
    },
    { accepted: ['1 May 2001', '2'] },
  ],
  [
    'WebQuestions hub',
    'nq-open',
    { url: 'u', question: 'q?', answers: ['x', 'y'] },
    { accepted: ['x', 'y'] },
  ],
  [
    'WebQuestions original',
    'nq-open',
    { utterance: 'q?', targetValue: '(list (description "x y") (description z))' },
    { accepted: ['x y', 'z'] },
  ],
  [
    'PopQA',
    'nq-open',
    { question: 'q?', obj: 'x', possible_answers: '["x", "y \\u00e4"]' },
    { accepted: ['x', 'y ä'] },
  ],
  [
    'MuSiQue',
    'trivia-qa',
    { id: 'm', question: 'q?', answer: 'x', answer_aliases: ['y'], paragraphs: [{ title: 't' }] },
    { accepted: ['x', 'y'] },
  ],
  [
    'ASDiv: body before the question, no unit in the answer',
    'asdiv',
    { body: 'Seven apples are red.', question: 'How many?', answer: '9 (apples)' },
    { question: 'Seven apples are red. How many?', accepted: ['9'] },
  ],
  [
    'OlympiadBench',
    'math',
    { question: 'q', solution: ['s'], final_answer: ['$2$'], context: null },
    { accepted: ['$2$'], grading: 'math' },
  ],
  [
    'AIME with capital names',
    'question-answer',
    { ID: '2024-I-1', Problem: 'p?', Solution: 's', Answer: 33 },
    { id: '2024-I-1', question: 'p?', accepted: ['33'] },
  ],
  [
    'promptfoo CSV with numbered expectations',
    'promptfoo',
    { question: 'q?', __expected1: 'icontains: X', __expected2: 'equals: x' },
    { accepted: ['x'] },
  ],
  [
    'instruction data with an answer beside a model’s output',
    'alpaca',
    { instruction: 'i', input: '', output: 'A: 7 + 3 = 11.', answer: 10.0 },
    { accepted: ['10'] },
  ],
  [
    'a passage with a list of right answers',
    'nq-open',
    { passage: 'P', question: 'q?', answers: ['x', 'y'] },
    { context: 'P', accepted: ['x', 'y'] },
  ],
  [
    'GSM8K as instruction data',
    'gsm8k',
    { instruction: 'Question: q?', input: '', output: '1+1=<<1+1=2>>2\n#### 2' },
    { question: 'q?', accepted: ['2'], rationale: '1+1=2' },
  ],
  [
    'a solution with a marker beside an answer',
    'question-answer',
    { question: 'q?', solution: 's\n#### 9', answer: '10.0' },
    { accepted: ['10.0'] },
  ],
  [
    'SVAMP as CSV: numbers are put back',
    'svamp',
    {
      Question: 'Ann has number0 pens . She buys number1 . How many ?',
      Numbers: '5.0 7',
      Answer: '12.0',
      Body: 'Ann has number0 pens . She buys number1 .',
      Ques: 'How many ?',
    },
    { question: 'Ann has 5 pens . She buys 7 . How many ?', accepted: ['12'] },
  ],
  [
    'right answers of which the first spans lines',
    'nq-open',
    { question: 'q?', answer: ['a\nb', 'c'] },
    { answer: '#### c', accepted: ['c', 'a\nb'] },
  ],
  [
    'a gold in LaTeX',
    'question-answer',
    { Question: 'q?', Answer: '\\frac{1}{2}' },
    { question: 'q?', grading: 'math' },
  ],
  [
    'a line of a sample log',
    'gsm8k',
    { doc_id: 3, doc: { question: 'q?', answer: 's\n#### 7' }, target: '7', resps: [['8']] },
    { accepted: ['7'] },
  ],
];

describe('further published forms without options', () => {
  itMakes(CASES);

  it('LAMBADA: the last word, where the file’s name tells', () => {
    const rows = [{ text: 'He said, "meet Gabriel."' }];
    expect(recogniseFile('lambada_test.jsonl', rows).items[0]).toMatchObject({
      context: 'He said, "meet',
      accepted: ['Gabriel'],
    });
    expect(recogniseFile('corpus.jsonl', rows).items).toEqual([]);
  });
});
