/** Rows that name their answer twice: taken where both say the same, left out where they do not. */

import { describe, expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';
import type { RowObject } from './row.ts';

const choices = ['w', 'x', 'y', 'z'];
const labelled = { A: 'w', B: 'x', C: 'y', D: 'z' };

describe('an answer that is given twice', () => {
  it.each<[RowObject, number]>([
    [{ question: 'q', options: choices, answer: 'C', answer_index: 2 }, 2],
    [{ question: 'q', options: choices, answer: 'C', answer_index: 3 }, 2],
    [{ question: 'q', options: choices, answer: 'x', answer_letter: 'B' }, 1],
    [{ question: 'q', options: labelled, answer_idx: 'D', answer: 'z' }, 3],
    [{ question: 'q', options: labelled, answer_idx: 'D', answer: 'Because it is z.' }, 3],
    [{ question: 'q', options: choices, answer: 1, correct_answer: null }, 1],
    [{ question: 'q', options: choices, answer: 'B', correct_answer: '2.5' }, 1],
    [{ question: 'q', options: choices, answer: 'B', answer_index: 5 }, 1],
    [{ question: 'q', options: choices, answer: 'A', answer_index: 0 }, 0],
    [{ question: 'q', options: ['w', 'undefined'], answer: 'A' }, 0],
    [{ question: 'q', options: ['w', 'x', 'x'], answer: 'B', answer_choice: 'x' }, 1],
    [{ question: 'q', options: ['3', '4', '5'], answer: 'B', answer_choice: '4' }, 1],
    [{ question: 'q', options: ['C', 'B', 'A'], answer: 2, answerKey: 'C' }, 2],
    [{ question: 'q', options: ['A. w', 'B. x'], answer: 'B', correct_answer: 'B. x' }, 1],
    [{ question: 'q', A: 'w', B: 'x', answer: 'B', correct_answer: 'x' }, 1],
    [{ question: 'q', choices: { text: ['w', 'x'], label: ['1', '2'] }, answerKey: '2', answer: 'x' }, 1],
  ])('%j', (row, goldIndex) => {
    const { items, rejected } = recogniseFile('f', [row]);
    expect(rejected).toEqual([]);
    expect(items[0]!.goldIndex).toBe(goldIndex);
  });

  it.each([
    'answer_idx',
    'answer_index',
    'answerKey',
    'answer_key',
    'answer_letter',
    'answer_choice',
    'correct_answer',
    'correct_option',
  ])('answer and %s', (other) => {
    const row = { question: 'q', options: choices, answer: 'x' };
    expect(recogniseFile('f', [{ ...row, [other]: 'B' }]).items).toMatchObject([{ goldIndex: 1 }]);
    expect(recogniseFile('f', [{ ...row, [other]: 'C' }]).rejected).toMatchObject([
      { code: 'import.answers-contradict', params: { field: 'answer', other } },
    ]);
  });

  it.each<[RowObject, string, string]>([
    [{ question: 'q', options: choices, answer: 'A', answer_index: 2 }, 'answer', 'answer_index'],
    [{ question: 'q', options: choices, answer: 'x', answer_letter: 'C' }, 'answer', 'answer_letter'],
    [{ question: 'q', options: labelled, answer_idx: 'B', answer: 'w' }, 'answer_idx', 'answer'],
    [{ question: 'q', options: ['3', '4', '5'], answer: 'A', answer_choice: '5' }, 'answer', 'answer_choice'],
    [{ question: 'q', A: 'w', B: 'x', answer: 'B', correct_answer: 'w' }, 'answer', 'correct_answer'],
    [
      { question: 'q', choices: { text: ['w', 'x'], label: ['A ', 'B '] }, answerKey: 'A', answer: 'B' },
      'answerKey',
      'answer',
    ],
    [
      { question: 'q', options: ['A. w', 'B. x'], answer: 'B', correct_answer: 'A. w' },
      'answer',
      'correct_answer',
    ],
  ])('%j contradicts itself', (row, field, other) => {
    const { items, rejected } = recogniseFile('f', [row]);
    expect(items).toEqual([]);
    expect(rejected).toMatchObject([{ code: 'import.answers-contradict', params: { field, other } }]);
  });
});
