/** Where an output begins another question, which ends what is judged. */

import { describe, expect, it } from 'vitest';
import { answerSegment } from './stated-answer.ts';

describe('a new question', () => {
  it.each(['Question', 'Quiz', 'Problem', 'Exercise', 'Passage', 'Q', 'Frage', 'Aufgabe'])('%s:', (word) => {
    expect(answerSegment(` 18\n${word}: next`)).toBe(' 18');
    expect(answerSegment(` 18\n${word} 2: next`)).toBe(' 18');
    expect(answerSegment(`${word}: next`)).toBe('');
    for (const other of [` 18\n${word}s: next`, ` 18\nThe ${word}: next`, ` 18\n${word}`]) {
      expect(answerSegment(other)).toBe(other);
    }
  });

  it.each([' Q:', '\tQ:', 'Q :', 'Q\t:', 'Q 2 :', 'Q\t2\t:', 'Q2:', 'Q2.', 'Q2)', 'Q:\nnext', '<|user|>'])(
    '%j',
    (line) => {
      expect(answerSegment(` 18\n${line}`).trimEnd()).toBe(' 18');
    },
  );

  it.each(['Q:next', 'Q, next', 'Q2, next', '<user>'])('is none: %j', (line) => {
    expect(answerSegment(` 18\n${line}`)).toBe(` 18\n${line}`);
  });
});
