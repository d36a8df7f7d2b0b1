/** Options in running text: the marks that make a list, and texts with more than one reading. */

import { describe, expect, it } from 'vitest';
import { readInlineOptions } from './inline-options.ts';
import { recogniseFile } from './recognise.ts';

describe('readInlineOptions', () => {
  const three = { question: 'Q?', labels: ['A', 'B', 'C'], texts: ['x', 'y z', 'w'] };

  it.each([
    'Q? (A) x (B) y z (C)  w',
    'Q? (A)x (B)y z (C)w',
    'Q? A) x B) y z C) w',
    'Q? A)x B)y z C)w',
    'Q? A. x B. y z C. w',
    'Q? A: x B: y z C: w',
    'Q?\nA) x B) y z\nC) w',
    'Q? (A) x, (B) y z, or (C) w',
    'Q? A) x; B) y z; C) w',
    'Q?\nChoices: A) x B) y z C) w',
    'Q?(A) x (B) y z (C) w',
    'Q? A) x B) y z C) w Answer:',
    'Q? A) x B) y z C) w Antwort: ',
  ])('%j', (text) => {
    expect(readInlineOptions(text)).toEqual(three);
  });

  it.each([
    ['Q? (a) x (b) y', { question: 'Q?', labels: ['a', 'b'], texts: ['x', 'y'] }],
    ['Q? (1) x (2) y (3) z', { question: 'Q?', labels: ['1', '2', '3'], texts: ['x', 'y', 'z'] }],
    [
      'How many? (1) 5 (2) $7 (3) 9',
      { question: 'How many?', labels: ['1', '2', '3'], texts: ['5', '$7', '9'] },
    ],
    ['Is it A) x or B) y?', { question: 'Is it', labels: ['A', 'B'], texts: ['x', 'y'] }],
    ['Which? A) who? B) why?', { question: 'Which?', labels: ['A', 'B'], texts: ['who?', 'why?'] }],
    [
      'Q? A) 3.5 B) f(x) C) (1, 2)',
      { question: 'Q?', labels: ['A', 'B', 'C'], texts: ['3.5', 'f(x)', '(1, 2)'] },
    ],
  ])('%j', (text, listed) => {
    expect(readInlineOptions(text)).toEqual(listed);
  });

  it.each([
    'Q? (A) x (C) y (B) z',
    'Q? (B) x (C) y (D) z',
    '(A) x (B) y (C) z',
    'Q? (A) x (B)  (C) z',
    'Q? (1) x (2) y',
    'How many hold: (1) x (2) y (3) z',
    'Statement (A) holds and (B) too. (A) Both (B) None',
    'Q? (A) x (B) y (C) Both (A) and (B)',
    'Is (A) x or (B) y? A) x B) y',
    'Was it J. A. Smith or A. B. Jones?',
    'Q? (A) x (B) y\nAnswer with one letter.',
    'Q? A) x',
    'vitamin A) and vitamin B',
  ])('has no single reading: %j', (text) => {
    expect(readInlineOptions(text)).toBeUndefined();
  });
});

describe('files of such rows', () => {
  const row = (i: number, answer = 'B') => ({
    question: `What is ${i} + 1? A) ${i} B) ${i + 1} C) ${i + 2}`,
    answer,
  });
  const rows = Array.from({ length: 19 }, (_, i) => row(i));

  it.each(['B', '(B)', 'b', 'B.', ' B '])('the answer %j is an option', (answer) => {
    const { kind, items } = recogniseFile('f', [row(4, answer)]);
    expect(kind).toBe('listed-options');
    expect(items[0]).toMatchObject({
      question: 'What is 4 + 1?',
      optionTexts: ['4', '5', '6'],
      goldIndex: 1,
      answer: 'B. 5',
    });
  });

  it('takes an answer with its text, where that is the option’s', () => {
    expect(recogniseFile('f', [row(4, 'B) 5')]).items[0]).toMatchObject({ goldIndex: 1 });
    expect(recogniseFile('f', [...rows, row(4, 'B) 6')]).rejected).toMatchObject([
      { line: 20, code: 'import.gold-outside-options' },
    ]);
  });

  it.each([
    [{ question: 'Which? (A) x (B) y (C) Both (A) and (B)', answer: 'C' }, 'import.options-not-listed'],
    [{ question: 'What is 2 + 2?', answer: '4' }, 'import.options-not-listed'],
    [row(3, 'D'), 'import.gold-outside-options'],
    [row(3, 'A, B'), 'import.gold-outside-options'],
    [row(3, '4'), 'import.gold-outside-options'],
  ])('a row of another kind is left out with the reason: %j', (other, code) => {
    const file = recogniseFile('f', [...rows, other]);
    expect(file).toMatchObject({ kind: 'listed-options', task: 'closed' });
    expect(file.items).toHaveLength(19);
    expect(file.rejected).toMatchObject([{ line: 20, code }]);
  });

  it('stays open where more than a tenth of the rows have no list', () => {
    const others = Array.from({ length: 3 }, (_, i) => ({
      question: `Who wrote book ${i}?`,
      answer: `Writer ${i}`,
    }));
    const file = recogniseFile('f', [...rows, ...others]);
    expect(file).toMatchObject({ kind: 'question-answer', task: 'open', rejected: [] });
    expect(file.items).toHaveLength(22);
  });

  it('keeps an instruction beside the input, and reads options in an instruction', () => {
    const { question, answer } = row(4);
    const both = recogniseFile('f', [{ instruction: 'Choose.', input: question, output: answer }]);
    expect(both.items[0]).toMatchObject({ context: 'Choose.', question: 'What is 4 + 1?', goldIndex: 1 });
    const alone = recogniseFile('f', [{ instruction: question, input: '', output: answer }]);
    expect(alone.items[0]).toMatchObject({ question: 'What is 4 + 1?', goldIndex: 1 });
    expect(alone.items[0]!.context).toBeUndefined();
  });

  it('reads them beside empty columns of options', () => {
    const file = recogniseFile('f', [{ ...row(4), choices: null, options: null }]);
    expect(file).toMatchObject({ kind: 'listed-options', rejected: [] });
  });

  it('reads them in the messages of OpenAI evals, and keeps the system’s text', () => {
    const input = [
      { role: 'system', content: 'Choose.' },
      { role: 'user', content: 'What is 1 + 1? a) 1 b) 2 c) 3' },
    ];
    const { kind, items } = recogniseFile('f', [{ input, ideal: 'b' }]);
    expect(kind).toBe('listed-options');
    expect(items[0]).toMatchObject({ context: 'Choose.', question: 'What is 1 + 1?', goldIndex: 1 });
  });
});
