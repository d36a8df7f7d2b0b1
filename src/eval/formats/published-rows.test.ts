/** Rows of own text in the form in which sets of a known family are published under other names. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import { itMakes, type ShapeCase } from './testing/shape-case.ts';

const CASES: readonly ShapeCase[] = [
  [
    'KoBEST COPA, effect',
    'copa',
    { premise: 'P.', question: '결과', alternative_1: 'x', alternative_2: 'y', label: 1 },
    { context: 'P.', question: 'What was the effect?', gold: 'y' },
  ],
  [
    'KoBEST COPA, cause',
    'copa',
    { premise: 'P.', question: '원인', alternative_1: 'x', alternative_2: 'y', label: 0 },
    { context: 'P.', question: 'What was the cause?', gold: 'x' },
  ],
  [
    'KoBEST HellaSwag counts from 0',
    'swag',
    { context: ' C. ', ending_1: 'w', ending_2: 'x', ending_3: 'y', ending_4: 'z', label: 3 },
    { context: 'C.', question: 'Which continuation fits best?', gold: 'z' },
  ],
  [
    'OlympiadBench: what several problems share',
    'math',
    { question: 'q?', context: 'Shared.', solution: ['s'], final_answer: ['2'], unit: null },
    { context: 'Shared.', accepted: ['2'] },
  ],
  [
    'MAWPS as a toolkit saves it',
    'question-answer',
    { id: '1', original_text: 'q?', segmented_text: 'q ?', equation: 'x=5*7', ans: '35.0' },
    { question: 'q?', accepted: ['35.0'] },
  ],
  [
    'NarrativeQA, its table',
    'narrative-qa',
    { document_id: 'd', question: 'Who?', answer1: 'Ann', answer2: 'Ann Lee', answer1_tokenized: 'Ann' },
    { question: 'Who?', accepted: ['Ann', 'Ann Lee'] },
  ],
  [
    'SQuAD’s answers are each right, also beside an address elsewhere',
    'squad',
    { context: 'C', question: 'q?', answers: { text: ['x', 'y'] }, url: '' },
    { accepted: ['x', 'y'] },
  ],
  [
    'QuAC: what one annotator could answer',
    'squad',
    { context: 'C', question: 'q?', answers: { text: ['CANNOTANSWER', 'x'] } },
    { accepted: ['x'] },
  ],
  [
    'Quoref with one answer, given twice',
    'squad',
    { context: 'C', question: 'q?', answers: { text: ['x', 'x'] }, url: 'https://example.org' },
    { accepted: ['x'] },
  ],
];

describe('rows of other names', () => {
  itMakes(CASES);

  it('previews their fields', () => {
    const fields = CASES.map(([, , row]) => recogniseFile('rows.jsonl', [row]).fields);
    expect(fields[0]).toEqual({
      question: 'premise',
      options: 'alternative_1, alternative_2',
      answer: 'label',
    });
    expect(fields[2]).toEqual({ question: 'context', options: 'ending_1, ending_2, ...', answer: 'label' });
    expect(fields[5]).toEqual({ question: 'question', answer: 'answer1, answer2' });
  });
});

describe('rows without one right answer', () => {
  const row = { context: 'C', question: 'q?' };
  it.each([
    [
      'Quoref: spans that belong together',
      { ...row, answers: { text: ['x', 'y', 'x'] }, url: 'https://example.org' },
      ['several-golds', { count: 2 }],
    ],
    [
      'QuAC: a question its text does not answer',
      { ...row, answers: { text: ['CANNOTANSWER', 'CANNOTANSWER'] } },
      ['no-answer', { field: 'answers' }],
    ],
    [
      'an empty question',
      { answer1_tokenized: 'x', question: ' ', answer1: 'x' },
      ['empty-question', { field: 'question' }],
    ],
    [
      'an empty text',
      { context: '', ending_1: 'x', ending_2: 'y', label: 0 },
      ['empty-question', { field: 'context' }],
    ],
  ])('%s', (_, value, [code, params]) => {
    const { items, rejected } = recogniseFile('rows.jsonl', [value]);
    expect(items).toEqual([]);
    expect(rejected).toMatchObject([{ code: `import.${code}`, params }]);
  });
  it('Quoref’s own file', () => {
    const qas = [
      { id: '1', question: 'q?', answers: [{ text: 'x' }, { text: 'y' }] },
      { id: '2', question: 'r?', answers: [{ text: 'z' }] },
    ];
    const data = [{ title: 'T', url: 'u', paragraphs: [{ context: 'C', context_id: 'c', qas }] }];
    const file = recogniseText('quoref.json', JSON.stringify({ data }));
    expect(file.items.map(({ id, accepted }) => [id, accepted])).toEqual([['2', ['z']]]);
    expect(file.rejected).toMatchObject([{ code: 'import.several-golds' }]);
  });
});
