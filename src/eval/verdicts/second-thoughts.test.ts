/** Answers with second thoughts, and what only looks like them. */

import { describe, expect, it } from 'vitest';
import { isBareName } from './second-thoughts.ts';
import { judgeWords } from './testing/judge-words.ts';

const QUESTION = 'What is the capital of France?';
const judge = (output: string, language: 'en' | 'de' = 'en') =>
  judgeWords(['Paris'], output, { question: QUESTION, language });

describe('a correction', () => {
  it.each([
    'It is Paris. Actually it is London.',
    'It is Paris. Actually, London.',
    "Paris - in fact it's London",
    'Paris; on second thought it should be London, I guess',
    'Paris, or rather London',
    'Paris,  in fact  it is  London',
    'Paris\nActually London',
    'Paris (actually London)',
    'Paris, oh actually London',
    'Paris, oh, actually London. ',
    'Paris  ?  Nope',
    'Paris?No',
    'Paris, but actually Rio de Janeiro.',
    'Paris? No',
    'Paris? Nope, it has moved',
    '"Paris"? no.',
  ])('takes the answer back: %j', (output) => {
    expect(judge(output)).toBe('no taken-back');
  });

  it.each([
    'It is London. Actually it is Paris.',
    'It is Paris. Actually, it is the largest city of the country.',
    'Paris. In fact Paris has been that for long.',
    'Paris, rather than London',
    "Paris, actually France's capital since long ago",
    'Paris. Actually many kings lived there',
    'Paris? No doubt',
    'Paris? No  question',
    'Paris?! None other.',
    'Paris factually London',
    'I say Paris. And it is no secret? No',
    'Paris. I think so, in fact',
    'Paris? Not far from here',
  ])('does not: %j', (output) => {
    expect(judge(output)).toBe('yes found');
  });

  it('in German', () => {
    expect(judge('Paris. Eigentlich ist es so: groß.', 'de')).toBe('yes found');
    expect(judge('Es ist Paris. Tatsächlich ist das London.', 'de')).toBe('yes found');
    expect(judge('Es ist Paris, vielmehr London.', 'de')).toBe('no taken-back');
    expect(judge('Paris? Nein', 'de')).toBe('no taken-back');
  });
});

describe('a denial', () => {
  it.each([
    'Paris is wrong',
    'Paris is wrong.',
    '"Paris"  is  wrong , I fear',
    'Paris  is  not  the  right answer',
    'Paris was not the answer',
    "Paris wasn't the answer!",
    'Paris would be incorrect\nwould it?',
    '(Paris is false)',
    'Some say Paris was incorrect, but I do not know',
    'Paris is not correct',
    'Paris is not the right answer',
    "Paris isn't right",
    'Paris is not the capital of France',
    "Paris isn't the capital.",
    'Paris was not a capital of France, it seems',
  ])('is no answer: %j', (output) => {
    expect(judge(output)).toBe('no negated');
  });

  it.each([
    'Paris is not the capital of Spain',
    'Paris is not only the capital of France but its largest city',
    'Paris is not far from there',
    'Paris, I know, is wrong',
    'Paris is wrongly called small',
    'Paris is not the right answer to everything',
    'Paris is called what is not the capital of France',
    'Paris which is what France is not',
    'Paris is not, by any means, small',
    'Paris was wrong about that',
    'Paris is the capital of France, and London is not',
  ])('is none: %j', (output) => {
    expect(judge(output)).toBe('yes found');
  });

  it('in German', () => {
    expect(judge('Paris ist falsch', 'de')).toBe('no negated');
    expect(judge('Paris ist nicht die richtige Antwort', 'de')).toBe('no negated');
    expect(judge('Paris ist nicht weit', 'de')).toBe('yes found');
    const asked = (output: string, question: string) =>
      judgeWords(['Paris'], output, { question, language: 'de' });
    expect(asked('Paris ist keine Hauptstadt', 'Was ist eine Hauptstadt?')).toBe('no negated');
    expect(asked('Paris ist kein Dorf', 'Was ist ein Dorf?')).toBe('no negated');
  });
});

describe('another guess', () => {
  it.each([
    'maybe Paris, maybe London',
    'maybe London, maybe Paris',
    'It could be Paris. It could be London.',
    'It could be London. It could be Paris.',
    'Paris (or maybe London)',
    'It is Paris, but it might be London',
    'Paris, perhaps it is London',
    'Paris; it may also be "New York City"',
    'Paris; London; Rome',
    'Paris\nLondon',
    'Paris. London.',
    'London\n\nParis\n',
    'Paris! Rome? The Hague',
    'Paris  or so. Maybe  it is  London',
    'Paris. Perhaps it was Lyon',
    'Paris, maybe Lyon too.',
    'Paris. Perhaps Lyon instead . ',
    'Paris. Paris. Rome.',
    'Rome. Paris. Paris.',
    'Paris. Maybe it’s Lyon',
    'Paris. It may have been Lyon.',
    'Maybe it is the Paris, maybe it is London',
    'Perhaps "Paris"; possibly "Rome"',
    'Possibly Rome, or so; Paris of course, possibly Paris',
  ])('beside the answer: %j', (output) => {
    expect(judge(output)).toBe('no several-guesses');
  });

  it.each([
    'It might be Paris',
    'Maybe London? No, it is Paris.',
    "Paris, perhaps Europe's most visited city",
    'Paris; maybe the largest city',
    'Paris, possibly founded by Celts',
    'Maybe Rome in the old days, and then for a thousand years it was Paris',
    'It could be Rome that I think of, I say Paris',
    'Perhaps Rome. I have thought about it for long and long. It is Paris',
    'Paris. Perhaps Lyon was it earlier',
    'It could be Paris. It could be the one I know.',
    'Paris, France',
    'Paris; France',
    'Paris. Yes.',
    'Paris\nAnswer',
    'Paris\nThe Seine flows through it',
    'Paris. Paris.',
    'Paris\nParis, France',
  ])('is none: %j', (output) => {
    expect(judge(output)).toBe('yes found');
  });

  it('in German', () => {
    expect(judge('Vielleicht Paris, vielleicht London', 'de')).toBe('no several-guesses');
    expect(judge('Paris, es könnte auch London sein', 'de')).toBe('no several-guesses');
    expect(judge('Paris, vielleicht die schönste Stadt', 'de')).toBe('yes found');
  });

  it.each(
    [
      'Yes No Not Never None Wait Ok Okay Correct Right True False Thanks Answer Explanation Next Done End Note Source',
      'Solution Question Ja Nein Nicht Nie Moment Richtig Falsch Antwort Erklärung Frage Ende',
    ].flatMap((line) => line.split(' ')),
  )('%s is no guess', (remark) => {
    expect(isBareName(remark)).toBe(false);
    expect(isBareName(`${remark}ville`)).toBe(true);
  });

  it('a letter, a number or an abbreviation is no name in a row', () => {
    expect(judgeWords(['A'], 'A. London')).toBe('yes found');
    expect(judgeWords(['Paris'], '1. Paris')).toBe('yes found');
    expect(judgeWords(['London'], 'St. London')).toBe('yes found');
    expect(judgeWords(['Rio'], 'Rio. Rome.')).toBe('no several-guesses');
  });

  it('a point inside the answer ends no sentence', () => {
    expect(judgeWords(['St. Louis'], 'St. Louis Missouri')).toBe('yes found');
    expect(judgeWords(['St. Louis'], 'St. Louis. Chicago.')).toBe('no several-guesses');
  });
});

describe('isBareName', () => {
  it.each([
    'London',
    'New York City',
    'the Hague',
    '"Rio de Janeiro"',
    '  „Rome“! ',
    '1984',
    'Lord of the Rings',
    '**Rome**.',
  ])('%j is one', (text) => {
    expect(isBareName(text)).toBe(true);
  });

  it.each([
    'london',
    'iPhone',
    'London is big',
    'Big theLondon',
    'One Two Three Four Five',
    'Rome, Paris',
    'Rome;',
    'Rome: Paris',
    'Okay.',
    'of Rome',
    '',
    'a city',
  ])('%j is none', (text) => {
    expect(isBareName(text)).toBe(false);
  });
});
