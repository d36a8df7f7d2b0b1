/** Open answers that are quantities: what is credited, what is not, and by which rule. */

import { describe, expect, it } from 'vitest';
import type { Item, Language } from '../types.ts';
import { judgeKnowledge } from './judge.ts';

function judge(gold: string, output: string, question = 'How many?', language: Language = 'en') {
  const item: Item = {
    id: 'x',
    task: 'open',
    question,
    answer: `#### ${gold}`,
    accepted: [gold],
    prompt: '',
    language,
  };
  const { known, reasons } = judgeKnowledge(item, output);
  return `${known ? 'yes' : 'no'} ${reasons.map((reason) => reason.replace('judge.', '')).join(' ')}`;
}

describe('quantities', () => {
  it.each([
    // marked by ####
    ['18', '#### 18', 'yes number-equal marked-hash'],
    ['18', ' #### 18', 'yes number-equal marked-hash'],
    ['18', '####18', 'yes number-equal marked-hash'],
    ['18', '####  18', 'yes number-equal marked-hash'],
    ['18', '#### $18', 'yes number-equal marked-hash'],
    ['18', '#### $18.00', 'yes number-equal marked-hash'],
    ['18', '#### \\boxed{18}', 'yes number-equal marked-hash'],
    ['18', '#### 18 dollars', 'yes number-equal marked-hash'],
    ['18', '#### 18 dollars for 9 eggs', 'yes number-equal marked-hash'],
    ['18', '#### 9 * 2 = 18', 'yes number-equal marked-hash'],
    ['18', '#### 9 * 2', 'no expression marked-hash'],
    ['9', '#### 9 * 2', 'no expression marked-hash'],
    ['2', '#### 9 * 2', 'no expression marked-hash'],
    ['18', '#### 18.5', 'no other-number marked-hash'],
    ['18', '#### -18', 'no other-number marked-hash'],
    ['-18', '#### \u221218', 'yes number-equal marked-hash'],
    ['1,024', '#### 1024', 'yes number-equal marked-hash'],
    ['1024', '#### 1,024', 'yes number-equal marked-hash'],
    ['18', '#### 1,8', 'no no-number'],
    ['18', '#### 18\n#### 18', 'yes number-equal marked-hash'],
    ['18', '#### 18\n#### 20', 'no several-guesses marked-hash'],
    ['20', '#### 18\n#### 20', 'no several-guesses marked-hash'],
    ['18', '#### 18 #### 20', 'no several-guesses marked-hash'],
    ['18', '#### 17 or 18', 'no several-guesses marked-hash'],
    ['18', '#### 17, 18, 19', 'no several-guesses marked-hash'],
    ['18', '#### 17-18', 'no several-guesses marked-hash'],
    ['18', '#### 18\n\nQuestion: next?\n#### 20', 'yes number-equal marked-hash'],
    ['18', '16 - 3 - 4 = 9 eggs.\n9 * 2 = 20\n#### 18', 'yes number-equal marked-hash'],
    ['9', '16 - 3 - 4 = 9 eggs.\n9 * 2 = 18\n#### 18', 'no other-number marked-hash'],
    ['18', '#### \nSo 18.', 'yes number-equal last-number'],
    ['18', '#### .', 'no no-number'],
    // boxed
    ['18', 'So \\boxed{18}.', 'yes number-equal marked-boxed'],
    ['18', '\\[ \\boxed{18} \\]', 'yes number-equal marked-boxed'],
    ['18', '\\boxed 18', 'yes number-equal marked-boxed'],
    ['18', '\\boxed{18} and \\boxed{20}', 'no several-guesses marked-boxed'],
    ['18', '\\boxed{18}\n#### 20', 'no other-number marked-hash'],
    // said in a phrase
    ['18', 'The answer is 18.', 'yes number-equal marked-phrase'],
    ['18', 'The answer is $18.00.', 'yes number-equal marked-phrase'],
    ['18', 'The final answer is: 18', 'yes number-equal marked-phrase'],
    ['18', 'Answer: 18', 'yes number-equal marked-phrase'],
    ['18', 'ANSWER: 18', 'yes number-equal marked-phrase'],
    [
      '18',
      'She has 16 - 7 = 9 eggs. The answer is 18. I hope 20 is not it.',
      'yes number-equal marked-phrase',
    ],
    ['18', 'The answer is 18 because 9 * 2 = 18', 'yes number-equal marked-phrase'],
    ['18', 'The answer is 18. The answer is 20.', 'no several-guesses marked-phrase'],
    ['18', 'The answer is 17 or 18.', 'no several-guesses marked-phrase'],
    ['18', 'The answer is unclear, maybe 18', 'yes number-equal marked-phrase'],
    ['18', 'The answer is unclear. 18', 'yes number-equal last-number'],
    // the number the output opens with
    ['18', '18', 'yes number-equal opening-number'],
    ['18', ' 18\n', 'yes number-equal opening-number'],
    ['18', '18.', 'yes number-equal opening-number'],
    ['18', '**18**', 'yes number-equal opening-number'],
    ['18', '18 eggs.', 'yes number-equal opening-number'],
    ['18', '$18', 'yes number-equal opening-number'],
    ['18', 'It is 18.', 'yes number-equal opening-number'],
    ['18', 'She has 18 eggs.', 'yes number-equal last-number'],
    ['18', 'about 18', 'yes number-equal opening-number'],
    ['18', '18 because 16 - 3 - 4 = 9 and 9 * 2', 'yes number-equal opening-number'],
    ['18', '18, since she eats 3 of 16.', 'yes number-equal opening-number'],
    ['18', '20 because 9 * 2 = 18', 'no several-guesses'],
    ['18', '20 because 9 * 2 = 19', 'no other-number'],
    ['18', '17 or 18', 'no several-guesses last-number'],
    ['17', '17 or 18', 'no several-guesses opening-number'],
    ['18', '18 or maybe 20', 'no several-guesses opening-number'],
    ['18', '18 eggs or 20 eggs', 'no several-guesses opening-number'],
    ['18', '18 to 20', 'no several-guesses opening-number'],
    ['18', '18-20', 'no several-guesses last-number'],
    ['18', '16, 17, 18', 'no several-guesses last-number'],
    ['18', '18, 19, 20', 'no several-guesses opening-number'],
    ['1', '1\n2\n3\n4', 'no several-guesses opening-number'],
    ['3', '1. 3\n2. 4\n3. 5', 'no several-guesses'],
    // alternatives, and what only looks like them
    ['18', '**17** or **18**', 'no several-guesses last-number'],
    ['18', '17 or even just 18', 'no several-guesses last-number'],
    ['18', '17 or ( 18 )', 'no several-guesses last-number'],
    ['18', '17 eggs  or 18', 'no several-guesses last-number'],
    ['18', '17 vs 18', 'no several-guesses last-number'],
    ['18', '17 vs. 18', 'no several-guesses last-number'],
    ['18', '17 - 18', 'no several-guesses last-number'],
    ['18', 'She had 17 or so, in all 18', 'yes number-equal last-number'],
    ['18', 'She counts 17 in the box — 18 with hers', 'yes number-equal last-number'],
    ['18', 'She had 17 — the day after 18', 'yes number-equal last-number'],
    // lists, and what only looks like them
    ['18', '16 , 17 , 18', 'no several-guesses last-number'],
    ['18', '16\n  - 17\n  - 18', 'no several-guesses last-number'],
    ['18', 'With 3 apples, 4 pears, 18 fruits', 'yes number-equal last-number'],
    ['18', 'First 3, then 4, then 18', 'yes number-equal last-number'],
    ['18', 'In room 17, 18', 'yes number-equal last-number'],
    // openings
    ['18', 'Answer:\n18 because 16 - 7 and 9 * 2', 'yes number-equal opening-number'],
    ['18', 'It is **18** because 16 - 7 and 9 * 2', 'yes number-equal opening-number'],
    ['18', 'It is  18 because 16 - 7 and 9 * 2', 'yes number-equal opening-number'],
    ['18', '#### 18\n#### 9 * 2', 'no expression marked-hash'],
    // the last number of a solution
    ['18', 'so 18 ... I think', 'yes number-equal last-number'],
    ['18', '9 * 2 = 18', 'yes number-equal last-number'],
    ['18', '9 * 2 = $18.00.', 'yes number-equal last-number'],
    ['18', 'She sells 9 eggs at $2, so she makes 18.', 'yes number-equal last-number'],
    ['18', '= 18.\n\nQuestion: next 5 apples', 'yes number-equal opening-number'],
    ['18', '= 18.\nQ: next 5 apples', 'yes number-equal opening-number'],
    ['18', 'She has 18 eggs and sells 9 of them for $20', 'no gold-not-final last-number'],
    ['18', 'First 18 eggs, then 20', 'no gold-not-final last-number'],
    ['18', 'The total of 9 and 9 eggs', 'no other-number last-number'],
    ['2', 'x = 9 * 2', 'no expression last-number'],
    ['18', 'The days give 3, 5, 10. Together 18', 'yes number-equal last-number'],
    ['3/4', 'x = 3/4', 'yes number-equal last-number'],
    ['4', 'x = 3/4', 'no other-number last-number'],
    ['0.75', 'x = 3/4', 'yes number-equal last-number'],
    ['25', 'It will be 5', 'no other-number last-number'],
    ['5', 'It will be 25', 'no other-number last-number'],
    ['-5', 'It will be 5', 'no other-number last-number'],
    ['5', 'It will be -5', 'no other-number last-number'],
    ['-5', 'It drops to -5 degrees', 'yes number-equal last-number'],
    ['-5', 'It drops to minus 5 degrees', 'yes number-equal last-number'],
    ['50', 'It rises by 50%', 'yes number-equal last-number'],
    ['80000', 'It costs 80 thousand dollars', 'yes number-equal last-number'],
    ['18', 'eighteen', 'no no-number'],
    ['18', 'the 18th', 'no no-number'],
    ['18', 'ABC18', 'no no-number'],
    ['18', '', 'no empty'],
    ['18', '\n\nQuestion: 18?', 'no empty'],
    ['18', '<think>9 * 2 = 20</think>18', 'yes number-equal opening-number'],
    ['20', '<think>9 * 2 = 20', 'no empty'],
  ])('gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge(gold, output)).toBe(verdict);
  });

  it.each([
    ['70000', 'Er macht 70.000 Dollar Gewinn.', 'yes number-equal last-number'],
    ['70000', 'Die Antwort ist 70,000.', 'yes number-equal marked-phrase'],
    ['70000', 'Die Antwort lautet: 70 000', 'no other-number marked-phrase'],
    ['2.5', 'Es sind 2,5 Meter.', 'yes number-equal opening-number'],
    ['18', '17 oder 18', 'no several-guesses last-number'],
    ['18', '17 bzw 18', 'no several-guesses last-number'],
    ['18', '17 bzw. 18', 'no several-guesses last-number'],
    ['18', 'Es sind 18.\nFrage: Und 20?', 'yes number-equal opening-number'],
    ['18', '#### 18 Euro', 'yes number-equal marked-hash'],
  ])('German, gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge(gold, output, 'Wie viele?', 'de')).toBe(verdict);
  });

  it.each([
    ['1937', 'On 14 May 1937.', 'yes number-equal last-number'],
    ['1937', 'In 1937, at the age of 25.', 'yes number-equal last-number'],
    ['1937', 'It was 1937 or 1938.', 'no several-guesses opening-number'],
    ['1937', 'Between 1937 and 1940.', 'no gold-not-final last-number'],
    ['1937', '14 May 1938', 'no other-number last-number'],
    ['1937', '25', 'no no-number'],
    ['25', 'At 25', 'yes number-equal last-number'],
    ['1/2', 'At 1/2', 'yes number-equal last-number'],
    ['968.5', 'At 968.5', 'yes number-equal last-number'],
    ['1939', '1. 1937\n2) 1938\n10. 1939', 'no several-guesses last-number'],
  ])('a year, gold %s, output %j: %s', (gold, output, verdict) => {
    expect(judge(gold, output, 'In which year did it open?')).toBe(verdict);
  });

  it('any of several golds counts, and years only where all are', () => {
    const item = (question: string, accepted: readonly string[]): Item => ({
      id: 'x',
      task: 'open',
      question,
      answer: `#### ${accepted[0]}`,
      accepted,
      prompt: '',
    });
    expect(judgeKnowledge(item('How many?', ['18', '20']), 'It is 20.').known).toBe(true);
    expect(judgeKnowledge(item('In which year?', ['1937', '25']), 'At 25').known).toBe(true);
  });

  it('aliases in words count as words', () => {
    const item: Item = {
      id: 'x',
      task: 'open',
      question: 'q',
      answer: '#### 12',
      accepted: ['12', 'twelve'],
      prompt: '',
    };
    expect(judgeKnowledge(item, 'There are twelve.')).toMatchObject({
      known: true,
      reasons: ['judge.found'],
    });
    expect(judgeKnowledge(item, 'There are 12.').known).toBe(true);
    expect(judgeKnowledge(item, 'There are 13.').reasons).toEqual([
      'judge.other-number',
      'judge.last-number',
    ]);
    expect(judgeKnowledge(item, 'There are thirteen.')).toMatchObject({
      known: false,
      reasons: ['judge.no-number'],
    });
    expect(judgeKnowledge(item, 'Not twelve.').known).toBe(false);
  });
});
