/** Rows whose gold could be read wrongly are used rightly or refused with the reason; never used wrongly. */

import { describe, expect, it } from 'vitest';
import { mappedShape } from './mapped.ts';
import { createFileReader, recogniseFile } from './recognise.ts';
import type { RowObject, RowShape } from './row.ts';

const many = (count: number, row: (i: number) => RowObject): RowObject[] =>
  Array.from({ length: count }, (_, i) => row(i));
const read = (rows: readonly RowObject[]) => recogniseFile('f.jsonl', rows);
const golds = (rows: readonly RowObject[]) => read(rows).items.map((item) => item.accepted[0]);
/** The only reason, once for each row. */
const reason = (rows: readonly RowObject[]) => {
  const { items, rejected } = read(rows);
  expect(items).toEqual([]);
  expect(rejected).toHaveLength(rows.length);
  return [...new Set(rejected.map(({ code }) => code))].join();
};
function inPieces(rows: readonly RowObject[], size: number, shape?: RowShape) {
  const reader = createFileReader('f.jsonl', shape);
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  return reader.finish();
}
const UNCLEAR = 'import.index-base-unclear';

describe('what indices count from', () => {
  const options = (i: number) => ['a', 'b', 'c', 'd'].map((name) => `${name}${i}`);
  const sorted = many(4000, (i) => ({
    question: `q${i}`,
    choices: options(i),
    answer: 1 + Math.floor(i / 1000),
  }));

  it.each([4096, 65536, 1e9])('is told over a file sorted by label, in pieces of %d', (size) => {
    const { items, rejected } = inPieces(sorted, size);
    expect(rejected).toEqual([]);
    expect(items.map((item) => item.goldIndex)).toEqual(sorted.map((_, i) => Math.floor(i / 1000)));
  });
  it('stays open where no row has the first or the last number', () => {
    const rows = many(300, (i) => ({ question: `q${i}`, choices: [...'vwxyz'], answer: (i % 4) + 1 }));
    expect(reason(rows)).toBe(UNCLEAR);
  });
  it('stays open for the whole file where later rows contradict the first', () => {
    const late = (first: number[], last: number) =>
      many(400, (i) => ({ question: `q${i}`, choices: [...'wxyz'], answer: i < 300 ? first[i % 4]! : last }));
    for (const file of [late([1, 2, 3, 4], 0), late([0, 1, 2, 3], 4)]) {
      const { items, rejected } = read(file);
      expect(items).toEqual([]);
      expect(rejected.filter(({ code }) => code === UNCLEAR)).toHaveLength(300);
    }
  });
  it('is not shaken by a stray row', () => {
    const rows = many(100, (i) => ({
      question: `q${i}`,
      choices: [...'wxyz'],
      answer: i === 50 ? 4 : i % 4,
    }));
    const { items, rejected } = read(rows);
    expect(items).toHaveLength(99);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([[51, 'import.gold-outside-options']]);
  });
  it('follows the rows where a person named the fields', () => {
    const rows = many(40, (i) => ({ frage: `F${i}`, wahl: [...'wxyz'], nr: (i % 4) + 1 }));
    const list = inPieces(rows, 100, mappedShape({ question: 'frage', options: 'wahl', answer: 'nr' }));
    expect(list.items.map((item) => item.goldIndex)).toEqual(rows.map((_, i) => i % 4));
    const few = inPieces(
      rows.slice(0, 4),
      100,
      mappedShape({ question: 'frage', options: 'wahl', answer: 'nr' }),
    );
    expect(few.rejected.map(({ code }) => code)).toEqual(Array(4).fill(UNCLEAR));
    const columns = many(3, (i) => ({ frage: `F${i}`, eins: 'x', zwei: 'y', drei: 'z', nr: (i % 2) + 1 }));
    const shape = mappedShape({ question: 'frage', options: 'eins, zwei, drei', answer: 'nr' });
    expect(inPieces(columns, 100, shape).rejected.map(({ code }) => code)).toEqual(Array(3).fill(UNCLEAR));
  });
  it.each<[string, (label: number) => RowObject, number, number]>([
    ['HellaSwag', (label) => ({ ctx: 'c', endings: [...'wxyz'], label }), 4, 1],
    ['SWAG', (label) => ({ sent1: 's', ending0: 'w', ending1: 'x', ending2: 'y', label }), 3, 1],
    ['llm-foundry', (gold) => ({ query: 'q', choices: [...'xyz'], gold }), 3, 1],
    ['llm-foundry schema', (gold) => ({ context_options: ['a x', 'a y'], continuation: 'z', gold }), 2, 1],
    ['PIQA', (label) => ({ goal: 'g', sol1: 'x', sol2: 'y', label }), 2, 1],
    ['COPA', (label) => ({ premise: 'p', choice1: 'x', choice2: 'y', question: 'cause', label }), 2, 1],
    ['Winograd', (label) => ({ text: 't', pronoun: 'it', options: ['x', 'y'], label }), 2, 1],
    ['WinoGrande', (label) => ({ sentence: 'a _', option1: 'x', option2: 'y', answer: `${label}` }), 2, 0],
    [
      'Story Cloze',
      (label) => ({
        InputSentence1: 'a',
        InputSentence2: 'b',
        RandomFifthSentenceQuiz1: 'x',
        RandomFifthSentenceQuiz2: 'y',
        AnswerRightEnding: label,
      }),
      2,
      0,
    ],
  ])('of rows in the form of %s is theirs, not the form’s', (_, row, count, base) => {
    const { items, rejected } = read(many(30, (i) => row((i % count) + base)));
    expect(rejected).toEqual([]);
    expect(items.map((item) => item.goldIndex)).toEqual(items.map((_item, i) => i % count));
  });
});

describe('rows with options of their own are no yes/no questions', () => {
  it.each(['passage', 'paragraph'])('beside a %s', (passage) => {
    for (const name of ['choices', 'options', 'endings', 'answers', 'candidates']) {
      const rows = many(4, (i) => ({ question: `q${i}`, [passage]: 'p', [name]: ['w', 'x'], label: i % 2 }));
      expect(golds(rows)).toEqual(['w', 'x', 'w', 'x']);
    }
    const columns = many(4, (i) => ({ question: `q${i}`, [passage]: 'p', A: 'w', B: 'x', label: i % 2 }));
    expect(golds(columns)).toEqual(['w', 'x', 'w', 'x']);
  });
  it('a truth value is the option that says so', () => {
    const row = (answer: boolean, options: string[]) => ({ question: 'q', options, answer });
    expect(golds([row(true, ['True', 'False']), row(false, ['Yes', 'No'])])).toEqual(['True', 'No']);
    expect(reason([row(true, ['x', 'y'])])).toBe('import.bad-answer');
  });
});

describe('options are not taken for accepted answers', () => {
  const answers = ['w', 'x', 'y', 'z'];
  it('where a field marks one', () => {
    expect(
      golds(many(4, (i) => ({ context: 'c', question: `q${i}`, answers, correct_answer_id: i }))),
    ).toEqual(answers);
    expect(reason([{ question: 'q', answers, right_one: 'third' }])).toBe('import.answers-or-options');
    expect(reason([{ question: 'q', possible_answers: answers, answer: 'B' }])).toBe(
      'import.answers-or-options',
    );
  });
  it('where each row has as many, beside a text without them', () => {
    expect(reason(many(3, (i) => ({ context: 'c', question: `q${i}`, answers })))).toBe(
      'import.answers-or-options',
    );
  });
  it('spans of the text are', () => {
    const rows = many(3, (i) => ({ context: 'w, x, y, z', question: `q${i}`, answers }));
    expect(read(rows).items.map((item) => item.accepted)).toEqual(Array(3).fill(answers));
  });
});

it.each<[string, (i: number) => RowObject]>([
  ['MultiRC', (i) => ({ paragraph: 'p', question: 'q', answer: `a${i}`, label: i % 2 })],
  ['MultiRC with yes and no', (i) => ({ paragraph: 'p', question: 'q', answer: 'yes', label: i % 2 })],
  ['WikiQA', (i) => ({ question: 'q', document_title: 't', answer: `s${i}`, label: `${i % 2}` })],
  ['KTO', (i) => ({ prompt: 'q', completion: `a${i}`, label: i % 2 === 0 })],
  ['Alpaca', (i) => ({ instruction: 'q', output: `a${i}`, is_correct: i % 2 === 0 })],
])('judged answers are no golds: %s', (_, row) => {
  expect(reason(many(4, row))).toBe('import.judged-answer');
});

describe('letters', () => {
  const letters = [...'ABC'];
  it.each<[string, unknown]>([
    ['answer_options', { A: 'x', B: 'y', C: 'z' }],
    ['opts', ['x', 'y', 'z']],
    ['answer_options', ['x', 'y', 'z']],
    ['mc_options', ['x', 'y', 'z']],
    ['optionen', ['x', 'y', 'z']],
    ['antworten', ['x', 'y', 'z']],
    ['choices', 'A) x B) y C) z'],
    ['options', 'A. x\nB. y\nC. z'],
    ['options', 'A. x, B. y, C. z'],
    ['choices', 'x|y|z'],
  ])('name the options in %s: %j', (name, options) => {
    const rows = letters.map((answer) => ({ question: 'q', [name]: options, answer }));
    expect(golds(rows)).toEqual(['x', 'y', 'z']);
  });
  it.each<[string, RowObject]>([
    ['a list of another name', { wrong: ['x', 'y'] }],
    ['a gap in the columns', { A: 'x', B: '', C: 'z', D: 'w' }],
    ['a text of such a name', { my_options: 'x and y' }],
  ])('are no answers beside %s', (_, more) => {
    expect(reason(letters.map((answer) => ({ question: 'q', ...more, answer })))).toBe(
      'import.letter-without-options',
    );
  });
  it('are no answers beside options that cannot be read', () => {
    expect(reason(letters.map((answer) => ({ question: 'q', options: 'x; y; z', answer })))).toBe(
      'import.unknown-shape',
    );
  });
  it('are answers where nothing could be options', () => {
    expect(golds([{ question: 'Which vitamin?', answer: 'C', id: 3 }])).toEqual(['C']);
  });
});

describe('numbers among numbers', () => {
  const row = (choices: readonly number[], answer: number) => ({ question: 'q', choices, answer });
  it('are read as other rows are', () => {
    expect(golds([row([1, 2, 3, 4], 2), row([9, 10, 11, 12], 10)])).toEqual(['2', '10']);
    expect(golds([row([1, 2, 3, 4], 2), row([9, 10, 11, 12], 0)])).toEqual(['3', '9']);
  });
  it('are unclear where no row tells', () => {
    expect(reason([row([1, 2, 3, 4], 2), row([1, 2, 3, 4], 3)])).toBe('import.number-or-text');
    expect(reason([{ question: 'q', A: 4, B: 3, C: 2, answer: 2 }])).toBe('import.number-or-text');
    const shape = mappedShape({ question: 'question', options: 'choices', answer: 'answer' });
    expect(inPieces([row([1, 2, 3, 4], 2)], 99, shape).rejected.map(({ code }) => code)).toEqual([
      'import.number-or-text',
    ]);
  });
});

it('an answer to several questions at once is refused', () => {
  const row = (answer: string) => ({ body: 'b.', question: 'q?', answer });
  expect(golds([row('5 (red)')])).toEqual(['5']);
  expect(reason([row('5 (red); 3 (blue)')])).toBe('import.several-golds');
});

it('a value nested without end is no value, and ends no import', () => {
  const rows = ['['.repeat(1e5), '{"a":'.repeat(1e5)].map((answer) => ({ question: 'q', answer }));
  expect(golds([...rows, { question: 'q', answer: 'x' }])).toEqual([
    ...rows.map(({ answer }) => answer),
    'x',
  ]);
});

it('long runs of space are read like short ones', () => {
  const run = 2e5;
  const { items } = read([
    { question: `q${'\n'.repeat(run)}x\nAnswer:`, choices: [`a\n${' '.repeat(run)}b`, 'c'], answer: 0 },
    { question: 'q', choices: ['a', `b${' '.repeat(run)}c`], answer: 0 },
  ]);
  expect(items[0]?.optionTexts).toEqual(['a b', 'c']);
  expect(golds([{ question: `q${'\n'.repeat(run)}x\n Answer :\n`, answer: 'A' }])).toEqual(['A']);
  expect(golds([{ Problem: 'q', options: `a ) x${' '.repeat(run)}y , b ) z`, correct: 'b' }])).toEqual(['z']);
});
