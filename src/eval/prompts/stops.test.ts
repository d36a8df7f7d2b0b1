import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../formats/recognise.ts';
import type { Task } from '../types.ts';
import { longestAnswer } from './render.ts';
import { cutAtStop, stopConflicts } from './stops.ts';
import { withForm } from './templates.ts';

describe('cutAtStop', () => {
  it.each<[Task, string, string]>([
    ['closed', ' B. Berlin\nQuestion: next', ' B. Berlin'],
    ['closed', '\nB. Berlin', ''],
    ['closed', ' B. Berlin', ' B. Berlin'],
    ['open', ' #### 18\n\nQuestion: next', ' #### 18\n'],
    ['open', ' #### 18\nQuestion 2: next', ' #### 18'],
    ['open', ' #### 18\n  Q: next', ' #### 18'],
    ['open', ' #### 18\nFrage: weiter', ' #### 18'],
    ['open', ' #### 18\nQuiz: next', ' #### 18'],
    ['open', ' #### 18\nProblem 3. next', ' #### 18'],
    ['open', ' #### 18<|im_end|>more', ' #### 18'],
    ['open', ' First line.\n\nSecond paragraph. #### 18', ' First line.\n\nSecond paragraph. #### 18'],
    ['open', ' The Question: is how many. 18', ' The Question: is how many. 18'],
    ['open', 'Question: next', ''],
    ['open', ' 18\nQ:', ' 18'],
    ['open', ' 18\nQuestionable: yes', ' 18\nQuestionable: yes'],
    ['open', ' 18\nQuestion', ' 18\nQuestion'],
  ])('%s %j: %j', (task, text, kept) => {
    expect(cutAtStop(task, text)).toBe(kept);
  });
});

describe('stopConflicts', () => {
  it('finds golds that a stop would cut', () => {
    const { items } = recogniseFile('f', [
      { question: 'a', answer: '<|x|>' },
      { question: 'b', answer: 'Question: what?' },
      { question: 'c', answer: '3.5' },
    ]);
    expect(stopConflicts(items).map((item) => item.question)).toEqual(['a']);
    const phrases = items.map((item) => withForm(item, { kind: 'phrase', maxWords: 3 }));
    expect(stopConflicts(phrases).map((item) => item.question)).toEqual(['a', 'b']);
  });
});

describe('longestAnswer', () => {
  it('is the first of the longest', () => {
    const { items } = recogniseFile(
      'f',
      ['7', '18', '20'].map((answer) => ({ question: `q ${answer}`, answer })),
    );
    expect(longestAnswer(items)).toBe('#### 18');
    expect(longestAnswer([])).toBe('');
  });
});
