/** Each word and mark of second thoughts, in a sentence of its own. */

import { describe, expect, it } from 'vitest';
import { isBareName } from './second-thoughts.ts';
import { judgeWords } from './testing/judge-words.ts';

const judge = (output: string, language: 'en' | 'de' = 'en') =>
  judgeWords(['Paris'], output, { question: 'What is the capital of France?', language });

describe('a correction', () => {
  it.each([
    ...[
      'actually',
      'in fact',
      'on second thought',
      'on second thoughts',
      'or rather',
      'rather',
      'but actually',
    ],
    ...[
      'oh actually',
      'oh, actually',
      'tatsächlich',
      'eigentlich',
      'vielmehr',
      'genauer gesagt',
      'Actually,',
    ],
  ])('is "%s" before another name', (cue) => {
    expect(judge(`Paris, ${cue} London`)).toBe('no taken-back');
    // "Or" alone already offers another one.
    expect(judge(`Paris, ${cue} the city`)).toBe(cue === 'or rather' ? 'no several-guesses' : 'yes found');
  });

  it.each([
    ...[
      'it is',
      'this is',
      'that is',
      'es ist',
      'das ist',
      'it was',
      'es war',
      'it’s',
      "it's",
      'it should be',
      'it must be',
    ],
  ])('may go on with "%s"', (subject) => {
    expect(judge(`Paris, actually ${subject} London`)).toBe('no taken-back');
  });

  it.each([...'.!?,;:–—()-'])('begins behind %s', (mark) => {
    expect(judge(`Paris${mark} actually London`)).toBe('no taken-back');
    expect(judge(`Paris is big${mark} actually London`)).toBe('no taken-back');
  });

  it.each([...',;:!?()\n', '. '])('ends at %j', (mark) => {
    expect(judge(`Paris, actually London${mark}as they say`)).toBe('no taken-back');
  });

  it.each(['sein', 'gewesen sein', 'instead', 'too', 'as well', 'auch', 'instead.'])(
    'may end in "%s"',
    (end) => {
      expect(judge(`Paris, actually London ${end}`)).toBe('no taken-back');
    },
  );

  it.each(['no', 'nope', 'nein', 'No', 'Nope.'])('is "%s" behind a question mark', (word) => {
    expect(judge(`Paris? ${word}`)).toBe('no taken-back');
  });

  it.each([...`"'”’*_)`])('may be questioned behind %s', (mark) => {
    expect(judge(`Paris${mark}? No`)).toBe('no taken-back');
  });

  it.each(['doubt', 'question', 'wonder', 'problem'])('is not "no %s"', (word) => {
    expect(judge(`Paris? No ${word}`)).toBe('yes found');
  });
});

describe('a denial', () => {
  const verbs = ['is', 'was', 'ist', 'war', 'would be'];

  it.each(
    verbs.flatMap((verb) => [
      ...['wrong', 'incorrect', 'false', 'falsch'].map((word) => `${verb} ${word}`),
      ...['correct', 'right', 'true', 'richtig'].flatMap((word) => [
        `${verb} not ${word}`,
        `${verb} nicht ${word}`,
      ]),
      ...['the answer', 'the right answer', 'the correct answer'].map((words) => `${verb} not ${words}`),
      ...['die Antwort', 'die richtige Antwort'].map((words) => `${verb} nicht ${words}`),
    ]),
  )('is "%s"', (words) => {
    expect(judge(`Paris ${words}`)).toBe('no negated');
    expect(judge(`Paris ${words}ish`)).toBe('yes found');
  });

  it.each(
    ['isn', 'wasn'].flatMap((verb) =>
      ["'", '’'].flatMap((mark) =>
        ['correct', 'right', 'true', 'the answer', 'the right answer', 'the correct answer'].map(
          (words) => `${verb}${mark}t ${words}`,
        ),
      ),
    ),
  )('is "%s"', (words) => {
    expect(judge(`Paris ${words}`)).toBe('no negated');
  });

  it.each([',', '.', ';', ':', '!', '?', ')', '\n', ' ,'])('ends at %j', (mark) => {
    expect(judge(`Paris is wrong${mark} as they say`)).toBe('no negated');
  });

  it.each([...`"'”’*_)`])('may follow %s', (mark) => {
    expect(judge(`Paris${mark} is wrong`)).toBe('no negated');
    expect(judge(`Paris${mark} is not the capital`)).toBe('no negated');
  });

  it.each([
    ...['is not', 'was not', 'are not', 'were not', 'ist nicht', 'war nicht', 'sind nicht', 'waren nicht'],
    ...['ist kein', 'ist keine', "isn't", 'isn’t', "wasn't", "aren't", "weren't"],
  ])('is what the question asks for behind "%s"', (words) => {
    expect(judge(`Paris ${words} the capital`)).toBe('no negated');
    expect(judge(`Paris ${words} the village`)).toBe('yes found');
  });

  it.each([...'.;:!?,\n'])('of what is asked ends at %j', (mark) => {
    expect(judge(`Paris is not the capital${mark} but a village`)).toBe('no negated');
  });
});

describe('another guess', () => {
  const hedges = [
    ...['maybe', 'perhaps', 'possibly', 'vielleicht', 'möglicherweise'],
    ...[
      'maybe it is',
      'maybe that is',
      'vielleicht es ist',
      'vielleicht das ist',
      "maybe it's",
      'maybe it’s',
    ],
    ...['maybe it was', 'vielleicht es war'],
    ...['it could', 'it might', 'it may', 'es könnte', 'es kann', 'that could', 'this could', 'das könnte'],
    ...['it could be', 'it may have been', 'it could also', 'es könnte auch', 'it could also be'],
  ];

  it.each(hedges)('is hedged by "%s"', (hedge) => {
    expect(judge(`Paris, I think. ${hedge} London`)).toBe('no several-guesses');
    expect(judge(`${hedge} London, I say, ${hedge} Paris`)).toBe('no several-guesses');
    expect(judge(`Paris, I think. ${hedge} the town`)).toBe('yes found');
  });

  it.each([
    'the ',
    'a ',
    'an ',
    'der ',
    'die ',
    'das ',
    '"',
    "'",
    '“',
    '„',
    '*',
    '_',
    '(',
    '"the ',
    '(the "',
  ])('is one where the answer stands behind "maybe %s"', (before) => {
    expect(judge(`maybe London, I say, maybe ${before}Paris`)).toBe('no several-guesses');
    expect(judge(`maybe London, I say, ${before}Paris`)).toBe('yes found');
  });

  it('is none beside a number', () => {
    expect(judge('Paris. 12. London')).toBe('yes found');
    expect(judge('Paris. ... London')).toBe('no several-guesses');
  });

  it.each(['\n', '. ', '! ', '? '])('is a name behind %j', (gap) => {
    expect(judge(`Paris${gap}London`)).toBe('no several-guesses');
    expect(judge(`London${gap}Paris`)).toBe('no several-guesses');
  });
});

describe('a bare name', () => {
  it.each([...` "'“”„‘’*_([`])('may begin with %j', (mark) => {
    expect(isBareName(`${mark}Rome`)).toBe(true);
  });

  it.each([...` "'“”‘’*_)].!?`])('may end with %j', (mark) => {
    expect(isBareName(`Rome${mark}`)).toBe(true);
    expect(isBareName(`Yes${mark}`)).toBe(false);
  });

  it.each(['the', 'a', 'an', 'der', 'die', 'das', 'The'])('may have the article "%s"', (article) => {
    expect(isBareName(`${article} Rome`)).toBe(true);
  });

  it.each('of the de da di du la le von van der den del and und y'.split(' '))(
    'may have "%s" inside',
    (word) => {
      expect(isBareName(`Rome ${word} Oslo`)).toBe(true);
    },
  );

  it.each(['is', 'in', 'big', 'or'])('has no "%s" inside', (word) => {
    expect(isBareName(`Rome ${word} Oslo`)).toBe(false);
  });

  it.each(['Rome 2', '2 Rome', 'Éire', 'Rome Two Three Four'])('%s is one', (name) => {
    expect(isBareName(name)).toBe(true);
  });

  it.each([...',;:'])('has no %s', (mark) => {
    expect(isBareName(`Rome${mark} Oslo`)).toBe(false);
  });
});
