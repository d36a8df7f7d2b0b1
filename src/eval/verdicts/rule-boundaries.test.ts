/** Rules of the judges at the point where they begin and end to hold: one case on each side. */

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../types.ts';
import { diagnoseZero } from './diagnosis.ts';
import { isLooping } from './generation.ts';
import { harnessMatch } from './harness-match.ts';
import { judgeItem } from './judge-item.ts';
import { numbersIn } from './numbers.ts';
import { normaliseSquad, normaliseTrivia } from './official-normalise.ts';
import { openItem as item } from './testing/open-item.ts';

describe('marked answers', () => {
  it.each([
    ['\\boxed{41} one two three four \\boxed{42}', true, 'judge.math-equal'],
    ['\\boxed{41} one two three \\boxed{42}', false, 'judge.several-guesses'],
  ])('four words between them make a revision: %j', (output, known, reason) => {
    const verdict = judgeItem(item('42', { grading: 'math' }), { output });
    expect(verdict.knowledge).toBe(known);
    expect(verdict.reasons[0]).toBe(reason);
  });

  it.each([
    'So $$42$$',
    'So $42$',
    'So \\(42\\)',
    'So \\[42\\]',
    'So \\[x = 42\\]',
    'It is $41$, no, \\(42\\)',
    'So $6 \\cdot 7=42$',
  ])('the last expression in math delimiters counts: %j', (output) => {
    const verdict = judgeItem(item('42', { grading: 'math' }), { output });
    expect(verdict.reasons.slice(0, 2)).toEqual(['judge.math-equal', 'judge.last-math']);
  });
});

describe('the judged segment', () => {
  it('holds phrases one after another as guesses', () => {
    const output = 'The final correct answer is 41. The answer is 42.';
    expect(judgeItem(item('42', { grading: 'math' }), { output }).reasons[0]).toBe('judge.several-guesses');
  });

  it.each([
    ['<think>maybe 41\nno, 43</think>42', '42'],
    [' \n<think>41</think> 42', ' 42'],
    ['<think>42', ''],
    ['42 <think>41</think>', '42 <think>41</think>'],
  ])('leaves out a block of thought at the start: %j', (output, segment) => {
    expect(judgeItem(item('42'), { output }).output).toBe(segment);
  });

  it('is one line in math, or what follows its last equals sign', () => {
    expect(judgeItem(item('42', { grading: 'math' }), { output: '6 \\cdot 7=42' }).knowledge).toBe(true);
    expect(judgeItem(item('42', { grading: 'math' }), { output: '6 \\cdot 7 = 41' }).knowledge).toBe(false);
  });
});

describe('signs in words', () => {
  it.each([
    ['of 3 it is minus 5', -5n],
    ['of 3 minus 5', 5n],
    ['(3) minus 5', 5n],
    ['negative 5', -5n],
  ])('%j', (text, value) => {
    expect(numbersIn(text).at(-1)!.readings[0]!.numerator).toBe(value);
  });
});

describe('judges of words', () => {
  it.each([
    ['Paris or  London', 'judge.several-guesses'],
    ['Paris, or London', 'judge.several-guesses'],
    ['Paris / London', 'judge.several-guesses'],
    ['Paris/London', 'judge.several-guesses'],
    ['Paris', 'judge.found'],
  ])('alternatives after the gold: %j', (output, reason) => {
    expect(judgeItem(item('Paris'), { output }).reasons[0]).toBe(reason);
  });

  it('look at a number first, at its name in words only where there is none', () => {
    const twelve = item('12', { accepted: ['12', 'twelve'] });
    expect(judgeItem(twelve, { output: '12 (twelve)' }).reasons[0]).toBe('judge.number-equal');
    expect(judgeItem(twelve, { output: 'twelve' }).reasons[0]).toBe('judge.found');
    expect(judgeItem(item('12'), { output: 'twelve' }).reasons[0]).toBe('judge.no-number');
  });

  it('compare exactly after every run of blanks is one', () => {
    expect(judgeItem(item('New York City'), { output: '#### New  York \t City' }).exactMatch).toBe(true);
  });
});

describe('lists of different answers', () => {
  const list = (count: number, mark: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `${mark(i)} ${i === 0 ? 'Paris' : `Town${i}`}`).join('\n');

  it.each([
    ['numbered', list(2, (i) => `${i + 1}.`)],
    ['numbered beyond nine', list(10, (i) => `${i + 1}.`)],
    ['numbered with brackets', list(3, (i) => `${i + 1})`)],
    ['lettered', list(3, (i) => `${'ABC'[i]}.`)],
    ['lettered in brackets', list(3, (i) => `(${'ABC'[i]})`)],
    ['with dashes', list(2, () => '-')],
    ['with stars and more blanks', list(2, () => ' *  ')],
    ['with points', list(2, () => '•')],
  ])('%s', (_, output) => {
    expect(judgeItem(item('Paris'), { output }).reasons[0]).toBe('judge.several-guesses');
  });

  it('are none with one line, or beside other lines', () => {
    expect(judgeItem(item('Paris'), { output: '1. Paris' }).knowledge).toBe(true);
    expect(judgeItem(item('Paris'), { output: 'Paris\n1. It is big\n2. It is old' }).knowledge).toBe(true);
  });
});

describe('harnessMatch', () => {
  it('looks for #### at the start of the first line, and for a final number of two characters and more', () => {
    expect(harnessMatch(item('Paris'), 'It is #### Paris').strict.answer).toBe('[invalid]');
    expect(harnessMatch(item('Paris'), '#### Paris').strict).toEqual({ answer: 'Paris', match: true });
    expect(harnessMatch(item('Paris'), '####Paris').flexible).toEqual({ answer: 'Paris', match: true });
    expect(harnessMatch(item('5'), 'It is $5').flexible).toEqual({ answer: '$5', match: true });
  });
});

describe('diagnoseZero', () => {
  const verdicts = (count: number, more: Partial<Verdict>): Verdict[] =>
    Array.from({ length: count }, () => ({
      ...judgeItem(item('Paris'), { output: 'London' }),
      ...more,
    }));

  it('speaks up to 2 % of exact matches', () => {
    const rest = (n: number) => verdicts(n, { knowledge: false, reasons: ['format.empty'] });
    expect(diagnoseZero([...verdicts(2, { exactMatch: true }), ...rest(98)])).toBeDefined();
    expect(diagnoseZero([...verdicts(3, { exactMatch: true }), ...rest(97)])).toBeUndefined();
  });

  it('tells format from knowledge at a share of 20 %, and names the most frequent reason', () => {
    const unknown = verdicts(8, { reasons: ['judge.not-found', 'format.empty'] });
    const known = verdicts(2, { knowledge: true, reasons: ['judge.found', 'format.no-marker'] });
    expect(diagnoseZero([...known, ...unknown])).toEqual({
      code: 'eval.zero-format',
      params: { reason: 'format.empty', count: 8, n: 10, known: 2 },
    });
    const followed = verdicts(2, { format: true, reasons: ['format.required-form'] });
    expect(diagnoseZero([...followed, ...unknown])?.code).toBe('eval.zero-knowledge');
    expect(diagnoseZero([followed[0]!, ...unknown])?.code).toBe('eval.zero-both');
  });
});

describe('isLooping', () => {
  const distinct = (length: number) => String.fromCodePoint(...Array.from({ length }, (_, i) => 0x4e00 + i));

  it.each([
    ['24 characters', 'ab'.repeat(12), true],
    ['23 characters', `b${'ab'.repeat(11)}`, false],
    ['a third repeat but for its last character', 'abcdefghij'.repeat(3).slice(0, -1), true],
    ['a third repeat but for its last two', 'abcdefghij'.repeat(3).slice(0, -2), false],
    ['blanks after it', `${'ab'.repeat(12)} \n`, true],
    ['a part of 200', distinct(200).repeat(3), true],
    ['a part of 201', distinct(201).repeat(3), false],
  ])('%s', (_, text, looping) => {
    expect(isLooping(text)).toBe(looping);
  });
});

describe('numbers', () => {
  it.each([
    ['42', '#### 42 = x', 'judge.expression'],
    ['42', '#### x = 42', 'judge.number-equal'],
    ['42', '#### 41 = 42', 'judge.number-equal'],
  ])('of a marked answer follow its last equals sign: gold %s, %j', (gold, output, reason) => {
    expect(judgeItem(item(gold), { output }).reasons[0]).toBe(reason);
  });

  it.each(['9*18', '9 * 18', '9  *  18', '9 * $18', '9 * ( 18', '9) * (18', '9% * 18', 'x * 18', 'x  * 18'])(
    'after an operator are operands: %j',
    (output) => {
      expect(judgeItem(item('18'), { output }).reasons[0]).toBe('judge.expression');
    },
  );

  it('of four digits and no more are years', () => {
    const year = item('1937', { question: 'In which year?' });
    expect(judgeItem(year, { output: 'In 1937 there were 20000 people' }).knowledge).toBe(true);
    expect(judgeItem(year, { output: 'In 1937 there were 2000 people' }).knowledge).toBe(false);
    expect(judgeItem(year, { output: 'On 14 May 1937, aged 25' }).knowledge).toBe(true);
  });
});

describe('ASCII punctuation', () => {
  it.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])(
    '%s is a space for TriviaQA and nothing for SQuAD',
    (sign) => {
      expect(normaliseTrivia(`x${sign}y`)).toBe('x y');
      expect(normaliseSquad(`x${sign}y`)).toBe('xy');
      expect(harnessMatch(item('xy'), `#### x${sign}y`).strict.match).toBe(true);
      expect(harnessMatch(item(`xy${sign}`), 'xy').flexible.match).toBe(true);
    },
  );

  it.each([...'‘’´`'])('%s is a space for TriviaQA too', (sign) => {
    expect(normaliseTrivia(`x${sign}y`)).toBe('x y');
  });
});
