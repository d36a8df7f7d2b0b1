/** Which part of an output is its answer: each marker, each word that announces one, each sign that ends it. */

import { describe, expect, it } from 'vitest';
import { answerSegment, boxedAnswers, markedAnswers } from './stated-answer.ts';
import { judgeWords as judge } from './testing/judge-words.ts';

describe('an answer in a phrase', () => {
  it.each([
    ...['The answer is Rome', 'My answer is Rome', 'Our answer is Rome', 'Answer: Rome', 'answer: Rome'],
    ...['The result is Rome', 'The solution is Rome', 'Result: Rome', 'Solution: Rome'],
    ...[
      'The answer would be Rome',
      'The answer must be Rome',
      'The answer should be Rome',
      'The answer is: Rome',
    ],
    ...['The answer to the question is Rome', 'The answer to this question is Rome'],
    ...[
      'The final answer is Rome',
      'The correct answer is Rome',
      'The right answer is Rome',
      'The best answer is Rome',
    ],
    ...['Die Antwort ist Rome', 'Die Lösung ist Rome', 'Das Ergebnis ist Rome', 'Meine Antwort ist Rome'],
    ...['Die Antwort lautet Rome', 'Die Antwort wäre Rome', 'Die Antwort lautet: Rome', 'Antwort: Rome'],
    ...['Lösung: Rome', 'Ergebnis: Rome', 'Die richtige Antwort ist Rome', 'Die korrekte Antwort ist Rome'],
    'Die endgültige Antwort ist Rome',
  ])('%s', (output) => {
    expect(markedAnswers(output)).toEqual({ marker: 'phrase', answers: ['Rome'] });
  });

  it.each(['The answer was Rome', 'The answer, Rome', 'The replies are: Rome', 'Rome is the answer'])(
    'is none: %s',
    (output) => {
      expect(markedAnswers(output)).toBeUndefined();
    },
  );

  it.each(['as follows', 'the following', 'below', 'given', 'wie folgt', 'As follows', 'given by this'])(
    'is only announced by "%s"',
    (words) => {
      expect(markedAnswers(`The answer is ${words}: Rome`)).toBeUndefined();
    },
  );

  it.each([...`)]}"'”*$`])('ends at a point behind %s', (mark) => {
    expect(judge('London', `The answer is Oz${mark}. Many say London`)).toBe('no not-found marked-phrase');
  });

  it.each(['Rome. Many', 'Rome! Many', 'Rome? Many', 'Apollo 11. Many', 'Rome\nMany'])(
    'ends at its point: %j',
    (text) => {
      expect(judge('London', `The answer is ${text} say London`)).toBe('no not-found marked-phrase');
    },
  );

  it.each(['St. London', 'D.C. London', 'the old. London'])(
    'does not end at a short word’s point: %s',
    (text) => {
      expect(judge('London', `The answer is ${text}`)).toBe('yes found marked-phrase');
    },
  );
});

describe('answers one after another', () => {
  it.each([
    ...[
      'the answer',
      'my answer',
      'our answer',
      'final answer',
      'correct answer',
      'right answer',
      'best answer',
    ],
    ...[
      'die Antwort',
      'das Ergebnis',
      'meine Antwort',
      'richtige Antwort',
      'korrekte Antwort',
      'endgültige Antwort',
    ],
  ])('are guesses where three words lie between, those of "%s" not counted', (words) => {
    const verb = /antwort|ergebnis/i.test(words) ? 'ist' : 'is';
    const output = (between: string) => `The answer is Rome. ${between} ${words} ${verb} Oslo`;
    expect(markedAnswers(output('But then again'))?.answers).toEqual(['Rome', 'Oslo']);
    expect(markedAnswers(output('But then again so'))?.answers).toEqual(['Oslo']);
  });

  it('count once where they are the same', () => {
    expect(markedAnswers('#### Rome\n#### Rome')?.answers).toEqual(['Rome']);
  });
});

describe('marked answers', () => {
  it.each([
    ['#### Rome', 'Rome'],
    ['####Rome', 'Rome'],
    ['####\tRome', 'Rome'],
    ['####  Rome  \nmore', 'Rome'],
  ])('%j', (output, answer) => {
    expect(markedAnswers(output)).toEqual({ marker: 'hash', answers: [answer] });
  });

  it.each([
    ['\\boxed{5}', ['5']],
    ['\\fbox{5}', ['5']],
    ['\\boxed {5}', ['5']],
    ['\\boxed 5', ['5']],
    ['\\boxed 5 or so', ['5']],
    ['$\\boxed 5$', ['5']],
    ['\\boxed $5$', []],
    ['\\boxed  $5$', []],
    ['\\boxed{\\{5\\}}', ['\\{5\\}']],
    ['\\boxed{5', []],
    ['\\boxed{5} + 1', ['5']],
    ['\\boxed{5} or \\boxed{6}', ['5', '6']],
  ])('boxes of %j: %j', (text, answers) => {
    expect(boxedAnswers(text)).toEqual(answers);
  });

  it('ends before a new question and leaves out a thought', () => {
    expect(answerSegment('<think>Oslo</think>Rome\nQuestion: next')).toBe('Rome');
  });
});
