import { describe, expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { judgeItem } from './judge-item.ts';

const item = (gold: string): Item => ({
  id: 'x',
  task: 'open',
  question: 'q',
  answer: `#### ${gold}`,
  accepted: [gold],
  prompt: '',
  grading: 'math',
});

describe('judgeMath', () => {
  it('accepts any of several golds', () => {
    const either = { ...item('2'), accepted: ['2', '3'] };
    expect(judgeItem(either, { output: '\\boxed{3}' }).knowledge).toBe(true);
    expect(judgeItem(either, { output: '\\boxed{4}' }).knowledge).toBe(false);
  });

  it.each([
    ['\\frac{1}{2}', '#### \\frac{1}{2}', true, 'judge.math-equal', true],
    ['\\frac{1}{2}', '#### 0.5', true, 'judge.math-equal', true],
    ['\\frac{1}{2}', '#### $\\dfrac12$', true, 'judge.math-equal', true],
    ['\\frac{1}{2}', '#### \\frac{1}{3}', false, 'judge.other-math', false],
    ['\\frac{1}{2}', 'So \\boxed{\\frac{1}{2}}.', true, 'judge.math-equal', false],
    ['42', '\\[ \\boxed{42} \\]', true, 'judge.math-equal', false],
    ['42', '\\boxed{41} or \\boxed{42}', false, 'judge.several-guesses', false],
    ['42', '\\boxed{42}, that is \\boxed{42.0}', true, 'judge.math-equal', false],
    ['42', 'The answer is $42$.', true, 'judge.math-equal', false],
    ['42', 'The answer is $42$ apples.', true, 'judge.math-equal', false],
    ['42', 'The answer is $41$ or $42$.', false, 'judge.other-math', false],
    ['42', '#### \\(42\\)', true, 'judge.math-equal', true],
    ['42', 'The answer is \\[42\\] apples.', true, 'judge.math-equal', false],
    ['5', 'The answer is 5!', true, 'judge.math-equal', false],
    ['5', '\\boxed $5$', true, 'judge.math-equal', false],
    ['42', '\\boxed 41 one two three \\boxed 42', false, 'judge.several-guesses', false],
    ['42', '\\boxed{x} one two three \\boxed{42}', false, 'judge.several-guesses', false],
    ['42', '\\boxed{41}I think it is \\boxed{42}', true, 'judge.math-equal', false],
    ['42', '\\( a \\( b and \\[42\\]', true, 'judge.math-equal', false],
    ['42', 'a $ b\n$$42$$', true, 'judge.math-equal', false],
    ['42', 'costs $$42$ now', true, 'judge.math-equal', false],
    ['42', 'So\n$$\n42\n$$', true, 'judge.math-equal', false],
    ['42', 'So\n\\( x = 42 \\)', true, 'judge.math-equal', false],
    ['42', 'The final answer is 42. I hope it is correct.', true, 'judge.math-equal', false],
    ['42', 'We get $x = 6 \\cdot 7 = 42$.', true, 'judge.math-equal', false],
    ['42', 'From $42$ we get $x = 41$', false, 'judge.other-math', false],
    ['42', 'x = 42', true, 'judge.math-equal', false],
    ['42', '42', true, 'judge.math-equal', false],
    ['42', 'first\nsecond 42', false, 'judge.no-math', false],
    ['(3,2)', '#### (3, 2)', true, 'judge.math-equal', true],
    ['(3,2)', '#### (2,3)', false, 'judge.other-math', false],
    ['10\\sqrt{2}', '\\boxed{\\sqrt{200}}', true, 'judge.math-equal', false],
    ['\\text{(C)}', '#### C', true, 'judge.math-equal', true],
    ['42', '$$ x = 42 $$', true, 'judge.math-equal', false],
    ['42', 'a $$ b $41$ c $$ d $42$', true, 'judge.math-equal', false],
    ['42', 'costs $5\nso $42$', true, 'judge.math-equal', false],
    ['42', '\\[ open and \\(42\\)', true, 'judge.math-equal', false],
    ['42', '\\boxed{4{2}', false, 'judge.other-math', false],
    ['42', '\\(42\\) and \\(\\)', true, 'judge.math-equal', false],
    ['42', 'So $42$, or 41$ in all', true, 'judge.math-equal', false],
    ['\\frac{1}{2}', '\\boxed{ \\{ } \\boxed{\\frac{1}{2}}', true, 'judge.math-equal', false],
    ['42', '41\n\nQuestion: next? \\boxed{42}', false, 'judge.other-math', false],
    ['42', '', false, 'judge.empty', false],
  ])('gold %s, output %j: %s %s', (gold, output, knowledge, reason, exactMatch) => {
    const verdict = judgeItem(item(gold), { output });
    expect(verdict).toMatchObject({ knowledge, exactMatch });
    expect(verdict.reasons[0]).toBe(reason);
  });

  it.each([
    ['#### 42', 'judge.math-equal', 'judge.marked-hash'],
    ['\\boxed{42}', 'judge.math-equal', 'judge.marked-boxed'],
    ['\\boxed{42} + 1', 'judge.math-equal', 'judge.marked-boxed'],
    ['\\boxed{43} + 1', 'judge.other-math', 'judge.marked-boxed'],
    ['The answer is 42', 'judge.math-equal', 'judge.marked-phrase'],
    ['So $42$', 'judge.math-equal', 'judge.last-math'],
    ['So $43$', 'judge.other-math', 'judge.last-math'],
    ['42', 'judge.math-equal', undefined],
    ['43', 'judge.other-math', undefined],
  ])('says by which part it judged: %j', (output, reason, part) => {
    const { reasons } = judgeItem(item('42'), { output });
    expect(reasons.slice(0, -1)).toEqual(part === undefined ? [reason] : [reason, part]);
  });

  it.each(['\\[', '\\(', '$$', '$', '\\boxed{', '\\boxed{1} ', '#### 1\n', 'the answer is x. ', ' ', 'x = '])(
    'finds the last answer behind 40,000 characters of %j',
    (piece) => {
      const output = `${piece.repeat(40_000 / piece.length)}\nSo in the end, all of it considered, we have #### 42`;
      expect(judgeItem(item('42'), { output }).knowledge).toBe(true);
      expect(judgeItem(item('41'), { output }).knowledge).toBe(false);
    },
  );
});
