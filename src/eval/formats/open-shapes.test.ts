/** One row of own text for each published form without options: which shape takes it, and what item it makes. */

import { describe } from 'vitest';
import { itMakes, type ShapeCase } from './testing/shape-case.ts';

const CASES: readonly ShapeCase[] = [
  [
    'LAMBADA, llm-foundry',
    'question-answer',
    { context: 'He opened the', continuation: 'door' },
    { question: 'He opened the', answer: '#### door' },
  ],
  [
    'a target that is no option of a lettered text',
    'question-answer',
    { input: 'A. b. is a name', target: 'x' },
    { question: 'A. b. is a name' },
  ],
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
  ['BIG-bench free text', 'question-answer', { input: 'q', target: ['a', 'b'] }, { accepted: ['a', 'b'] }],
  ['BBH free text', 'question-answer', { input: 'Sort: b a', target: 'a b' }, { answer: '#### a b' }],
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
        { type: 'latency', threshold: 1 },
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
];

describe('published forms without options', () => {
  itMakes(CASES);
});
