import { describe, expect, it } from 'vitest';
import { judgeItem } from './judge-item.ts';
import { openItem as open } from './testing/open-item.ts';

describe('format and exact match', () => {
  it.each([
    ['Paris', ' #### Paris', 'exact format', 'format.required-form'],
    ['Paris', '#### Paris\n\nQuestion: next', 'exact format', 'format.required-form'],
    ['Paris', ' ####  Paris ', 'exact format', 'format.required-form'],
    ['Paris', ' #### London', 'format', 'format.required-form'],
    ['Paris', ' #### paris', 'format', 'format.required-form'],
    ['Paris', ' #### Paris.', 'format', 'format.required-form'],
    ['Paris', ' #### Paris, France', 'format', 'format.required-form'],
    ['Paris', '####Paris', '', 'format.marker-without-space'],
    ['Paris', '####', '', 'format.marker-alone'],
    ['Paris', '#### ', '', 'format.marker-alone'],
    ['Paris', '##### Paris', '', 'format.marker-without-space'],
    ['Paris', '### Paris', '', 'format.no-marker'],
    ['Paris', 'It is #### Paris', '', 'format.marker-not-first'],
    ['Paris', 'Paris', '', 'format.no-marker'],
    ['Paris', '\n#### Paris', '', 'format.empty'],
    ['Paris', '', '', 'format.empty'],
    ['18', '#### 18', 'exact format', 'format.required-form'],
    ['18', '#### 18.00', 'exact format', 'format.required-form'],
    ['18', '#### $18', 'exact format', 'format.required-form'],
    ['18', '#### 18.', 'exact format', 'format.required-form'],
    ['1,024', '#### 1024', 'exact format', 'format.required-form'],
    ['1024', '#### 1,024', 'exact format', 'format.required-form'],
    ['0.75', '#### 3/4', 'exact format', 'format.required-form'],
    ['18', '#### 18 dollars', 'format', 'format.required-form'],
    ['18', '#### x = 18', 'format', 'format.required-form'],
    ['18', '#### 9 * 2', 'format', 'format.required-form'],
    ['+43', '#### +43', 'exact format', 'format.required-form'],
    ['+43', '#### 43', 'format', 'format.required-form'],
    ['Zürich', '#### Zu\u0308rich', 'exact format', 'format.required-form'],
    ['New York', '#### New  York', 'exact format', 'format.required-form'],
    ['New York', '#### NewYork', 'format', 'format.required-form'],
  ])('gold %s, output %j: %s (%s)', (gold, output, holds, reason) => {
    const verdict = judgeItem(open(gold), { output });
    expect([verdict.exactMatch && 'exact', verdict.format && 'format'].filter(Boolean).join(' ')).toBe(holds);
    expect(verdict.shape).toBe(verdict.format);
    expect(verdict.reasons).toContain(reason);
  });

  it('reads numbers as its language writes them', () => {
    const length = open('2,5', { language: 'de' });
    expect(judgeItem(length, { output: '#### 2.5' }).exactMatch).toBe(true);
  });

  it('takes no notice of blanks around the gold', () => {
    expect(judgeItem(open(' Paris '), { output: '#### Paris' }).exactMatch).toBe(true);
  });

  it('an alias is knowledge, not an exact match', () => {
    const item = open('Finnish', { accepted: ['Finnish', 'Swedish'] });
    expect(judgeItem(item, { output: '#### Swedish' })).toMatchObject({
      exactMatch: false,
      knowledge: true,
      format: true,
      outcome: 'uncaptured',
    });
  });
});

describe('outcome', () => {
  it.each([
    ['#### Paris', 'correct'],
    ['Paris', 'uncaptured'],
    ['#### The city of Paris', 'uncaptured'],
    ['#### London', 'wrong'],
    ['Paris or London', 'wrong'],
  ])('%j: %s', (output, outcome) => {
    expect(judgeItem(open('Paris'), { output }).outcome).toBe(outcome);
  });

  it.each([
    ['mathematics', open('42', { grading: 'math' }), '42'],
    ['numbers', open('42'), '42'],
    ['numbers in words', open('42', { accepted: ['42', 'forty-two'] }), 'forty-two'],
    ['words', open('Paris'), 'Paris'],
  ])('keeps what was judged of %s', (_, item, output) => {
    const verdict = judgeItem(item, { output: `${output}\nQuestion: next` });
    expect(verdict).toMatchObject({ knowledge: true, output });
  });

  it('keeps what was judged and the line that the form was looked for in', () => {
    const verdict = judgeItem(open('Paris'), { output: ' #### Paris\nmore\n\nQuestion: next' });
    expect(verdict).toMatchObject({ output: ' #### Paris\nmore\n', answerLine: '#### Paris', itemId: 'x' });
  });
});
