/** Each word and sign that makes a number one of several, an operand or the opening of an output. */

import { describe, expect, it } from 'vitest';
import { judgeWords as judge } from './testing/judge-words.ts';

/** Behind a number that the output opens with, so that it does not count as the last one. */
const REST = 'because 16 - 7 and 9 * 2';

describe('one of two numbers', () => {
  it.each('or oder and/or bzw bzw. maybe perhaps vielleicht versus vs vs. to bis'.split(' '))(
    'is joined by "%s"',
    (word) => {
      expect(judge('18', `17 ${word} 18`)).toBe('no several-guesses last-number');
    },
  );

  it.each([...`"'*_)`])('may stand before %s', (mark) => {
    expect(judge('18', `17${mark} or 18`)).toBe('no several-guesses last-number');
  });

  it.each([...`"'*(`, '$**', '€**'])('may stand behind %s', (mark) => {
    expect(judge('18', `17 or ${mark}18`)).toBe('no several-guesses last-number');
  });

  it.each([...'-–—'])('is joined by %s', (dash) => {
    expect(judge('18', `17${dash}18`)).toBe('no several-guesses last-number');
    expect(judge('18', `17 ${dash} 18`)).toBe('no several-guesses last-number');
  });

  it.each(['and', 'then', 'of', 'for'])('is not joined by "%s"', (word) => {
    expect(judge('18', `17 ${word} 18`)).not.toContain('several-guesses last-number');
  });
});

describe('one of three numbers', () => {
  it.each([', ', '; ', '\n', '\n- ', '\n* ', '\n• '])('in a list with %j', (gap) => {
    expect(judge('18', `16${gap}17${gap}18`)).toBe('no several-guesses last-number');
  });
});

describe('an operand', () => {
  const OPERATORS = [...'-+*/x×÷^−–'];

  it.each([...OPERATORS, '<', '>', '=', 'times', 'plus', 'minus', 'mal'])('stands before %s', (operator) => {
    expect(judge('18', `#### 18 ${operator} y`)).toBe('no expression marked-hash');
  });

  it.each(['(y)', '$y$', '2y', ' y'])('stands before an operator with %j behind it', (second) => {
    expect(judge('18', `#### 18*${second}`)).toBe('no expression marked-hash');
  });

  it.each(OPERATORS)('stands behind %s', (operator) => {
    expect(judge('18', `So y ${operator} 18`)).toBe('no expression last-number');
  });

  it.each(['9)', '9]', '9%', '9', 'y '])('stands behind an operator with %j before it', (first) => {
    expect(judge('18', `So ${first}*18`)).toBe('no expression last-number');
  });

  it.each(['9 * (18)', '9 * $18', '9 * $(18)$'])('may be bracketed: %s', (output) => {
    expect(judge('18', output)).toBe('no expression last-number');
  });

  it.each(['#### 18x', '#### 18*', '#### 18 timeless eggs', '#### 18 eggs'])('is none: %s', (output) => {
    expect(judge('18', output)).toBe('yes number-equal marked-hash');
  });
});

describe('the number that an output opens with', () => {
  it.each([' ', '"', "'", '*', '(', '=', ':', '≈', '~', ' "', '_It is ', '*It is ', 'It is $**'])(
    'may stand behind %j',
    (opening) => {
      expect(judge('18', `${opening}18 ${REST}`)).toBe('yes number-equal opening-number');
    },
  );

  it.each([
    ...[
      "It's",
      'It’s',
      'It is',
      'It was',
      'It would be',
      'That is',
      "That's",
      'This is',
      'Es ist',
      'Es sind',
    ],
    ...['Das ist', 'Das sind', 'About', 'Exactly', 'Approximately', 'Only', 'Etwa', 'Genau'],
    ...['It is about', 'Das sind genau'],
  ])('may stand behind "%s"', (words) => {
    expect(judge('18', `${words} 18 ${REST}`)).toBe('yes number-equal opening-number');
  });

  it.each(['She has', 'Item', 'In all', 'Not'])('does not stand behind "%s"', (words) => {
    expect(judge('18', `${words} 18 ${REST}`)).toBe('no expression last-number');
  });
});

describe('a question for a year', () => {
  it.each(['In which year was it?', 'When was it?', 'In welchem Jahr war das?', 'Wann war das?'])(
    '%s',
    (question) => {
      expect(judge('1937', 'In 1937, aged 25', { question })).toBe('yes number-equal last-number');
    },
  );

  it.each(['How many yearlings were there?', 'How many were there?'])('is none: %s', (question) => {
    expect(judge('1937', 'In 1937, aged 25', { question })).toBe('no gold-not-final last-number');
  });
});

describe('a denied number', () => {
  it.each([
    ...[
      'not',
      'never',
      'nicht',
      'kein',
      'keine',
      'keinen',
      'isn’t',
      "isn't",
      "can't be",
      'not be',
      'not equal to',
    ],
    ...['not exactly', 'nicht genau', 'nicht gleich', 'not  be ', 'not '],
  ])('stands behind "%s"', (words) => {
    expect(judge('18', `So it is ${words} 18`)).toContain('no negated');
  });

  it.each([...`"'*(`, '$', '€', '£', '$**', '€**', '£**'])('may stand behind %s', (mark) => {
    expect(judge('18', `So it is not ${mark}18`)).toContain('no negated');
  });

  it.each(['knot', 'not only', 'not by', 'note', 'keinerlei'])('does not stand behind "%s"', (words) => {
    expect(judge('18', `So it is ${words} 18`)).toContain('yes number-equal');
  });
});

describe('a question for thousands or millions', () => {
  it.each([
    ...['thousand', 'thousands', 'tausend', 'million', 'millions', 'millionen', 'Mio', 'billion', 'billions'],
    ...['milliarde', 'milliarden', 'Mrd'],
  ])('may ask for %s', (word) => {
    const question = `How many ${word} of people are there?`;
    expect(judge('25', 'It is 25 million', { question })).toContain('yes number-equal');
    expect(judge('25', 'It is 25 million', { question: `How many x${word} are there?` })).toContain('no ');
  });
});
