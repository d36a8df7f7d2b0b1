/** One row of own text for further published forms with options: which shape takes it, and what item it makes. */

import { describe } from 'vitest';
import { itMakes, type ShapeCase } from './testing/shape-case.ts';

const CASES: readonly ShapeCase[] = [
  [
    'MMLU, one field an option and "target"',
    'option-columns',
    { input: 'q?', A: 'w', B: 'x', C: 'y', D: 'z', target: 'C' },
    { gold: 'y' },
  ],
  [
    'Global-MMLU',
    'option-columns',
    { sample_id: 's', subject: 'law', question: 'q?', option_a: 'w', option_b: 'x', answer: 'B' },
    { gold: 'x', group: 'law' },
  ],
  [
    'translated MMLU with "instruction"',
    'option-columns',
    { id: 'i', instruction: 'q?', option_a: 'w', option_b: 'x', option_c: null, answer: 'A' },
    { gold: 'w' },
  ],
  [
    'SocialIQA hub: labels count from 1',
    'option-columns',
    { context: 'C', question: 'q?', answerA: 'x', answerB: 'y', answerC: 'z', label: '3' },
    { gold: 'z', context: 'C' },
  ],
  [
    'CosmosQA: fields and labels count from 0',
    'option-columns',
    { context: 'C', question: 'q?', answer0: 'x', answer1: 'y', label: 1 },
    { gold: 'y' },
  ],
  [
    'MedMCQA hub',
    'option-columns',
    { question: 'q', opa: 'w', opb: 'x', opc: 'y', opd: 'z', cop: 0, subject_name: 'S' },
    { gold: 'w', group: 'S' },
  ],
  [
    'Belebele',
    'option-columns',
    { flores_passage: 'P', question: 'q?', mc_answer1: 'w', mc_answer2: 'x', correct_answer_num: '2' },
    { gold: 'x', context: 'P' },
  ],
  [
    'SciQ',
    'distractors',
    {
      question: 'q?',
      distractor3: 'c',
      distractor1: 'a',
      distractor2: 'b',
      correct_answer: 'd',
      support: 'S',
    },
    { gold: 'd', context: 'S' },
  ],
  [
    'GPQA',
    'distractors',
    {
      Question: 'q?',
      'Correct Answer': 'right\n',
      'Incorrect Answer 1': 'a',
      'Incorrect Answer 2': 'b',
      'Incorrect Answer 3': 'c',
      'Record ID': 'r1',
    },
    { id: 'r1', gold: 'right' },
  ],
  [
    'TruthfulQA, generation rows',
    'distractors',
    { question: 'q?', best_answer: 'true', correct_answers: ['true', 'so'], incorrect_answers: ['f1', 'f2'] },
    { gold: 'true' },
  ],
  [
    'MedQA original',
    'arc',
    { question: 'q?', answer: 'x', options: { A: 'w', B: 'x' }, meta_info: 'm', answer_idx: 'B' },
    { gold: 'x' },
  ],
  [
    'MedQA with keys and values',
    'arc',
    {
      question: 'q?',
      answer_idx: 'A',
      answer: 'w',
      options: [
        { key: 'A', value: 'w' },
        { key: 'B', value: 'x' },
      ],
    },
    { gold: 'w' },
  ],
  [
    'options by letter',
    'arc',
    { question: 'q?', options: { A: 'w', B: 'x', C: 'y' }, answer: 'C' },
    { gold: 'y' },
  ],
  [
    'HEAD-QA',
    'arc',
    {
      qid: 4,
      qtext: 'q?',
      ra: 2,
      answers: [
        { aid: 1, atext: 'w' },
        { aid: 2, atext: 'x' },
      ],
    },
    { id: '4', gold: 'x' },
  ],
  [
    'MedQA in SWAG form',
    'swag',
    { id: 'm', sent1: 'q?', sent2: '', ending0: 'w', ending1: 'x', label: 1 },
    { question: 'q?', gold: 'x' },
  ],
  [
    'SWAG',
    'swag',
    { sent1: 'Students sit.', sent2: 'He', ending0: 'w', ending1: 'x', label: 0 },
    { context: 'Students sit. He', gold: 'w' },
  ],
  [
    'Story Cloze: the answer counts from 1',
    'story-cloze',
    {
      InputStoryid: 's',
      InputSentence1: 'One.',
      InputSentence2: 'Two.',
      RandomFifthSentenceQuiz1: 'w',
      RandomFifthSentenceQuiz2: 'x',
      AnswerRightEnding: 2,
    },
    { id: 's', context: 'One. Two.', gold: 'x' },
  ],
  [
    'XStoryCloze',
    'story-cloze',
    {
      story_id: 't',
      input_sentence_1: 'One.',
      input_sentence_2: 'Two.',
      sentence_quiz1: 'w',
      sentence_quiz2: 'x',
      answer_right_ending: 1,
    },
    { gold: 'w' },
  ],
  [
    'Winograd schemas',
    'winograd',
    { text: 'A met B; he left.', pronoun: 'he', quote: 'he left', options: ['A', 'B'], label: 1 },
    { question: 'What does “he” refer to in “he left”?', gold: 'B' },
  ],
  [
    'a question that lists its options, the answer being a letter',
    'listed-options',
    { question: 'Which?\nA. w\nB. x', answer: 'B' },
    { question: 'Which?', gold: 'x' },
  ],
  [
    'a prompt that lists its options, with a cue',
    'listed-options',
    { prompt: 'Which?\n(A) w\n(B) x\nAnswer:', completion: ' (B)' },
    { question: 'Which?', gold: 'x' },
  ],
  [
    'ARC’s tables: options in one line',
    'listed-options',
    {
      questionID: 'A',
      AnswerKey: 'B',
      question: 'They roll (fast). (A) Put it (B) Change it. (C) Stop',
      subject: '',
    },
    { question: 'They roll (fast).', gold: 'Change it.' },
  ],
  [
    'ARC’s tables: options by number',
    'listed-options',
    { question: 'Which? (1) w (2) x (3) y (4) z', AnswerKey: '4' },
    { gold: 'z' },
  ],
  [
    'MMLU, llm-foundry: options in running text',
    'listed-options',
    { query: 'How?\n(A) w (B) x (C) y (D) z\nAnswer: ', choices: ['A', 'B', 'C', 'D'], gold: 1 },
    { question: 'How?', gold: 'x' },
  ],
  [
    'AGIEval, llm-foundry: letters with dot and bracket',
    'listed-options',
    { query: 'Passage: P\nQ: Which?\nChoices:\nA.) w\nB.) x\nAnswer:', choices: ['A', 'B'], gold: 0 },
    { gold: 'w' },
  ],
  [
    'LogiQA, llm-foundry: the first option beside the heading',
    'listed-options',
    { query: 'Context: C\nQuestion: Which?\nChoices: A. w\nB. x\nC. y\n', choices: ['A', 'B', 'C'], gold: 0 },
    { question: 'Context: C\nQuestion: Which?', gold: 'w' },
  ],
  [
    'AGIEval: labels of several kinds, one of them wrong',
    'agi-eval',
    { passage: null, question: 'q', options: ['(A)w', '  B．x', 'C. y', '(C)z'], label: 'D' },
    { options: ['A. w', 'B. x', 'C. y', 'D. z'], gold: 'z' },
  ],
  [
    'AGIEval: letters without a mark',
    'agi-eval',
    { passage: null, question: 'q', options: ['A Shannan', 'B Jiangnan', 'C Shanbei'], label: 'C' },
    { gold: 'Shanbei' },
  ],
  [
    'a text that is no context but the whole prompt',
    'multiple-choice',
    { question: 'q?', choices: ['w', 'x'], answer: 1, text: 'q? A. w B. x Answer: B' },
    {
      gold: 'x',
      prompt: 'Answer with one of the options, exactly as it is listed.\nQuestion: q?\nA. w\nB. x\nAnswer:',
    },
  ],
  [
    'PubMedQA',
    'pubmed-qa',
    { pubid: 7, question: 'q?', context: { contexts: ['C1', 'C2'], labels: ['B'] }, final_decision: 'maybe' },
    { id: '7', context: 'C1\nC2', gold: 'maybe' },
  ],
  [
    'SuperGLUE BoolQ with a boolean label',
    'yes-no',
    { passage: 'P', question: 'is it', idx: 1, label: true },
    { gold: 'yes' },
  ],
  ['BoolQ as CSV', 'yes-no', { question: 'is it', passage: 'P', answer: 'False' }, { gold: 'no' }],
  [
    'BIG-bench hub',
    'big-bench',
    {
      inputs: 'Q: q?\nA:',
      targets: ['x'],
      multiple_choice_targets: ['w', 'x'],
      multiple_choice_scores: [0, 1],
    },
    { question: 'q?', gold: 'x' },
  ],
  [
    'BIG-bench hub, free text',
    'big-bench-text',
    { inputs: 'q?', targets: ['x', 'y'], multiple_choice_targets: [], multiple_choice_scores: [] },
    { accepted: ['x', 'y'] },
  ],
  [
    'MathQA',
    'aqua',
    { Problem: 'p', options: 'a ) rs . 1,000 , b ) rs . 300 , c ) none', correct: 'b', category: 'gain' },
    { options: ['A. rs . 1,000', 'B. rs . 300', 'C. none'], gold: 'rs . 300' },
  ],
  [
    'AGIEval in the harness’s form',
    'multiple-choice',
    { query: 'q?', choices: ['(A)w', '(B)x'], gold: [1] },
    { gold: 'x' },
  ],
  [
    'choices written as text',
    'multiple-choice',
    { narrative: 'N', question: 'q?', choices: "['it\\'s', \"x\"]", answer_index: 1, answer_choice: 'x' },
    { options: ["A. it's", 'B. x'], gold: 'x', context: 'N' },
  ],
  [
    'an answer with its letter',
    'multiple-choice',
    { question: 'q?', options: ['A. w', 'B. x'], answer: 'B. x' },
    { gold: 'x' },
  ],
  [
    'small letters as labels',
    'multiple-choice',
    { question: 'q?', options: ['a) w', 'b) x'], answer: 'b' },
    { gold: 'x' },
  ],
];

describe('further published forms with options', () => {
  itMakes(CASES);
});
