/** Rows that hold their questions further inside: a text with several, annotations, references. */

import { describe, expect, it } from 'vitest';
import { recogniseFile, recogniseText } from './recognise.ts';
import type { RowObject } from './row.ts';

const read = (value: unknown, file = 'rows.json') => recogniseText(file, JSON.stringify(value));
const reasons = (row: RowObject) =>
  recogniseFile('rows.jsonl', [row]).rejected.map(({ code, params }) => [code, params]);

describe('a text with its questions of multiple choice', () => {
  const question = (text: string, answer: unknown) => ({ question: text, choice: ['x', 'y', 'z'], answer });

  it.each([true, false])('DREAM and C3: lists of lines, questions and id (one line: %s)', (isOneLine) => {
    const rows = [
      [['W: Hi.', 'M: Hello.'], [question('Who?', 'y'), question('Where?', 'z')], '4-10'],
      [['W: Bye.'], [question('When?', 'x')], '4-11'],
    ];
    const file = recogniseText('dev.json', JSON.stringify(rows, null, isOneLine ? 0 : 2));
    expect(file).toMatchObject({
      kind: 'passage-choices',
      rowCount: 3,
      rejected: [],
      fields: {
        question: 'questions.question',
        options: 'questions.choice',
        answer: 'questions.answer',
      },
    });
    expect(file.items.map(({ id, context, accepted }) => [id, context, accepted])).toEqual([
      ['4-10:1', 'W: Hi.\nM: Hello.', ['y']],
      ['4-10:2', 'W: Hi.\nM: Hello.', ['z']],
      ['4-11:1', 'W: Bye.', ['x']],
    ]);
  });

  it.each([
    [[['line'], [question('q?', 'x')]]],
    [[['line'], [], 'id']],
    [[[1, {}], [question('q?', 'x')], 'id']],
    [['x', 'y', 'z']],
  ])('other lists are no rows: %j', (row) => {
    expect(read([row, row]).rejected.map(({ code }) => code)).toEqual([
      'import.not-an-object',
      'import.not-an-object',
    ]);
  });

  it('C3 on the hub: columns of questions', () => {
    const row = {
      documents: ['A.', 'B.'],
      document_id: '1',
      questions: {
        question: ['q?', 'r?'],
        choice: [
          ['x', 'y'],
          ['v', 'w'],
        ],
        answer: ['y', 'v'],
      },
    };
    expect(read(row, 'c3.jsonl').items).toMatchObject([
      { question: 'q?', context: 'A.\nB.', optionTexts: ['x', 'y'], goldIndex: 1 },
      { question: 'r?', context: 'A.\nB.', optionTexts: ['v', 'w'], goldIndex: 0 },
    ]);
  });

  it('RACE with its problems written as text', () => {
    const problems = "[{'question': 'q _ ?', 'answer': 'B', 'options': ['x', \"it's\"]}]";
    expect(read({ article: 'T.', problems }, 'race.jsonl').items).toMatchObject([
      { question: 'q _ ?', context: 'T.', accepted: ["it's"] },
    ]);
  });

  it('QuALITY: what its labels count from is told from all rows', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        article_id: String(i),
        article: `T${i}`,
        questions: [1, 2, 3, 4].map((gold_label) => ({
          question: `q${gold_label}?`,
          question_unique_id: `${i}_${gold_label}`,
          options: ['w', 'x', 'y', 'z'],
          gold_label,
        })),
      }));
    expect(read(rows(5)).items.map(({ goldIndex }) => goldIndex)).toEqual(
      Array.from({ length: 20 }, (_, i) => i % 4),
    );
    const few = read(rows(4));
    expect(few.items).toEqual([]);
    expect(new Set(few.rejected.map(({ code }) => code))).toEqual(new Set(['import.index-base-unclear']));
  });

  it('a question that cannot be used is left out alone', () => {
    const row = { passage: 'T.', questions: [question('q?', 'x'), question('r?', 'v')] };
    const { items, rejected } = recogniseFile('rows.jsonl', [row]);
    expect(items.map((item) => item.question)).toEqual(['q?']);
    expect(rejected).toMatchObject([{ line: 1, code: 'import.gold-outside-options' }]);
  });
  it.each([
    [{ passage: 'T.', questions: ['q?'] }],
    [{ passage: 'T.', questions: [{ question: 'q?', answer: 'x' }] }],
    [{ passage: ' ', questions: [question('q?', 'x')] }],
    [{ questions: { question: 'q?', choice: ['x', 'y'], answer: 'x' }, passage: 'T.' }],
  ])('is not %j', (row) => {
    expect(recogniseFile('rows.jsonl', [row]).kind).toBe('unknown');
  });
});

describe('Natural Questions', () => {
  const hub = (...answers: string[][]) => ({
    id: 'n',
    question: { text: 'when was it built ' },
    annotations: { short_answers: answers.map((text) => ({ text, start_token: [] })), yes_no_answer: [] },
  });
  const kept = (row: RowObject) => recogniseFile('nq.jsonl', [row]).items.map(({ accepted }) => accepted);

  it('accepts what annotators marked, each a whole answer', () => {
    const file = recogniseFile('nq.jsonl', [hub(['1887'], ['in 1887'], [], ['1887'])]);
    expect(file).toMatchObject({
      kind: 'natural-questions',
      fields: { question: 'question.text', answer: 'annotations.short_answers' },
      items: [{ id: 'n', task: 'open', question: 'when was it built', accepted: ['1887', 'in 1887'] }],
    });
  });
  it('one annotator of one is enough, one of several is not', () => {
    expect(kept(hub(['1887']))).toEqual([['1887']]);
    expect(reasons(hub(['1887'], [], []))).toEqual([
      ['import.no-answer', { field: 'annotations.short_answers' }],
    ]);
    expect(kept(hub(['1887'], ['1888'], []))).toEqual([['1887', '1888']]);
    expect(reasons(hub())).toEqual([['import.no-answer', { field: 'annotations.short_answers' }]]);
  });
  it('several spans of one annotator are parts of one answer', () => {
    expect(reasons(hub(['Ann', 'Bob']))).toEqual([['import.several-golds', { count: 2 }]]);
    expect(kept(hub(['Ann', 'Bob'], ['Ann Lee']))).toEqual([['Ann Lee']]);
    expect(kept(hub(['Ann', 'Ann']))).toEqual([['Ann']]);
  });
  it('reads the spans of the simplified original from its text', () => {
    const row = {
      example_id: 55,
      question_text: 'who came',
      document_text: '<P> Ann Lee came </P>',
      annotations: [{ short_answers: [{ start_token: 1, end_token: 3 }] }],
    };
    const file = recogniseText('nq.jsonl', `${JSON.stringify(row)}\n`);
    expect(file).toMatchObject({
      fields: { question: 'question_text' },
      items: [{ id: '55', question: 'who came', accepted: ['Ann Lee'] }],
    });
    expect(reasons({ ...row, question_text: ' ' })).toEqual([
      ['import.empty-question', { field: 'question.text' }],
    ]);
  });
});

it('NarrativeQA: the summary as context, either answer', () => {
  const row = {
    document: { id: 'd', text: 'long', summary: { text: 'Short.' } },
    question: { text: 'Who? ' },
    answers: [{ text: 'Ann' }, { text: 'Ann Lee' }],
  };
  expect(read(row, 'n.jsonl')).toMatchObject({
    kind: 'narrative-qa',
    items: [{ question: 'Who?', context: 'Short.', accepted: ['Ann', 'Ann Lee'] }],
  });
  expect(read({ ...row, document: null }, 'n.jsonl').items[0]).not.toHaveProperty('context');
  expect(reasons({ ...row, question: { text: '' } })).toEqual([
    ['import.empty-question', { field: 'question.text' }],
  ]);
});

describe('HELM instances', () => {
  const row = (...tags: string[][]) => ({
    id: 'h',
    input: { text: 'Question: q?\nAnswer:' },
    references: tags.map((of, i) => ({ output: { text: `t${i}` }, tags: of })),
  });
  it('the reference tagged as correct', () => {
    expect(read([row([], ['correct']), row(['correct'], [])])).toMatchObject({
      kind: 'helm',
      items: [{ id: 'h', question: 'q?', optionTexts: ['t0', 't1'], goldIndex: 1 }, { goldIndex: 0 }],
    });
  });
  it.each([
    [row([], []), 'no-answer', { field: 'references.tags' }],
    [row(['correct'], ['correct']), 'several-golds', { count: 2 }],
    [row(['correct']), 'too-few-options', { count: 1 }],
    [{ ...row(['correct'], []), input: { text: ' ' } }, 'empty-question', { field: 'input.text' }],
  ])('%j: %s', (value, code, params) => {
    expect(reasons(value)).toEqual([[`import.${code}`, params]]);
  });
  it('with another kind of reference is none', () => {
    const value = {
      ...row(['correct'], []),
      references: [{ output: { text: 'x' }, tags: [] }, { output: 'y' }],
    };
    expect(recogniseFile('rows.jsonl', [value]).kind).toBe('unknown');
  });
});

describe('rows that disown their answer', () => {
  const open = { question: 'Q?', answer: 'seven' };
  it.each([
    [{ ...open, answerable: false }, 'answerable'],
    [{ ...open, is_answerable: 'False' }, 'is_answerable'],
    [{ ...open, answerable: 0 }, 'answerable'],
    [{ ...open, answerable: 'No' }, 'answerable'],
    [{ ...open, is_impossible: true }, 'is_impossible'],
    [{ ...open, unanswerable: 1 }, 'unanswerable'],
    [{ ...open, is_unanswerable: 'yes' }, 'is_unanswerable'],
  ])('%j', (row, field) => {
    expect(reasons(row)).toEqual([['import.unanswerable', { field }]]);
  });
  it.each([
    { answerable: true },
    { is_impossible: false },
    { answerable: null },
    { answerable: 'now' },
    { answerable: 'piano' },
    { is_impossible: 'untrue' },
    { is_impossible: '10' },
  ])('not by %j', (more) => {
    expect(reasons({ ...open, ...more })).toEqual([]);
  });
  it('MMLU-Redux: only what the review found right', () => {
    const row = { question: 'Q?', choices: ['x', 'y'], answer: 1 };
    expect(reasons({ ...row, error_type: 'no_correct_answer' })).toEqual([
      ['import.found-faulty', { field: 'error_type', fault: 'no_correct_answer' }],
    ]);
    for (const error_type of ['ok', ' OK ', '', null, 0]) expect(reasons({ ...row, error_type })).toEqual([]);
    expect(reasons({ ...open, error_type: 'x' })).toEqual([]);
  });
  it('another reason comes first', () => {
    expect(reasons({ ...open, answer: '', answerable: false })).toEqual([['import.empty-answer', {}]]);
  });
});
