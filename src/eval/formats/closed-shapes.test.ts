/** One row of own text for each published form with options: which shape takes it, and what item it makes. */

import { describe } from 'vitest';
import { itMakes, type ShapeCase } from './testing/shape-case.ts';

const CASES: readonly ShapeCase[] = [
  [
    'MMLU with a header',
    'option-columns',
    { question: 'q', A: 'one', B: 'two', C: '3', D: '', answer: 'C' },
    { gold: '3', options: ['A. one', 'B. two', 'C. 3'] },
  ],
  [
    'option columns by text',
    'option-columns',
    { Question: 'q', option_a: '2', option_b: '1', Answer: '1', subject: 's' },
    { gold: '1', group: 's' },
  ],
  [
    'option columns by number',
    'option-columns',
    { question: 'q', option1: 'x', option2: 'y', answer: '2', context: 'C' },
    { gold: 'y', context: 'C' },
  ],
  [
    'SocialIQA',
    'option-columns',
    { context: 'C', question: 'q', answerA: 'x', answerB: 'y', answerC: 'z', correct: 'B' },
    { gold: 'y' },
  ],
  [
    'MMLU-Pro',
    'multiple-choice',
    {
      question_id: 70,
      question: 'q',
      options: [...'abcdefghij'],
      answer: 'I',
      answer_index: 8,
      category: 'law',
    },
    { id: '70', gold: 'i', group: 'law' },
  ],
  [
    'MMLU, llm-foundry: lettered lines without a heading',
    'listed-options',
    { query: 'What? This:\nA. x\nB. y\nAnswer: ', choices: ['A', 'B'], gold: 1 },
    { question: 'What? This:', gold: 'y' },
  ],
  [
    'AQuA',
    'aqua',
    { question: 'q?', options: ['A)32 km', 'B)C) x'], rationale: 'r', correct: 'B' },
    { options: ['A. 32 km', 'B. C) x'], gold: 'C) x', rationale: 'r' },
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
    'a row of the dataset viewer',
    'multiple-choice',
    { row_idx: 0, row: { question: 'q', choices: ['a', 'b'], answer: 1 }, truncated_cells: [] },
    { gold: 'b' },
  ],
];

describe('published forms with options', () => {
  itMakes(CASES);
});
