import { describe, expect, it } from 'vitest';
import { createRng } from '../lib/rng.ts';
import { withControlAnswers } from './controls.ts';
import { recogniseFile } from './formats/recognise.ts';

const closed = recogniseFile(
  'closed',
  Array.from({ length: 300 }, (_, i) => ({
    question: `q${i}`,
    choices: ['a', 'b', 'c', 'd'],
    answer: i % 4,
  })),
).items;
const open = recogniseFile(
  'open',
  Array.from({ length: 60 }, (_, i) => ({
    question: `q${i}`,
    answer: `${i % 2 ? 'red' : 'one'} ${i}`,
    subject: i % 2 ? 'colour' : 'number',
  })),
).items;

describe('placebo controls', () => {
  it('closed, wrong: always another listed option, in the same form', () => {
    const changed = withControlAnswers(closed, 'wrong', 1);
    expect(changed).toHaveLength(300);
    changed.forEach((item, i) => {
      expect(item.goldIndex).not.toBe(closed[i]!.goldIndex);
      expect(item.answer).toBe(item.options![item.goldIndex!]);
      expect(item.accepted).toEqual([item.optionTexts![item.goldIndex!]]);
      expect(item.prompt).toBe(closed[i]!.prompt);
    });
    expect(withControlAnswers(closed, 'wrong', 1)).toEqual(changed);
    expect(withControlAnswers(closed, 'wrong', 2)).not.toEqual(changed);
  });

  it('closed, random: the right one in about a quarter', () => {
    const changed = withControlAnswers(closed, 'random', 1);
    const right = changed.filter((item, i) => item.goldIndex === closed[i]!.goldIndex).length;
    expect(right).toBeGreaterThan(50);
    expect(right).toBeLessThan(100);
  });

  it('open: the answer of another row of the same group', () => {
    const changed = withControlAnswers(open, 'wrong', 1);
    expect(changed).toHaveLength(60);
    changed.forEach((item, i) => {
      const giver = open.find(({ answer }) => answer === item.answer)!;
      expect(item).toEqual({ ...open[i], answer: giver.answer, accepted: giver.accepted });
      expect(item.answer).not.toBe(open[i]!.answer);
      expect(item.answer.startsWith(i % 2 ? '#### red' : '#### one')).toBe(true);
    });
  });

  it('open, wrong: draws evenly among the rows with another answer, in their order', () => {
    const few = ['x', 'a', 'x', 'b', 'x', 'x', 'c', 'x'].map((answer, i) => ({
      ...open[0]!,
      id: `${i}`,
      answer,
      accepted: [answer, `${i}`],
    }));
    const rng = createRng(5, 'control');
    const expected = few.map(({ answer }) => {
      const others = few.filter((other) => other.answer !== answer);
      return others[rng.int(others.length)]!.accepted;
    });
    expect(withControlAnswers(few, 'wrong', 5).map(({ accepted }) => accepted)).toEqual(expected);
    expect(new Set(expected.flatMap(([answer]) => answer!)).size).toBeGreaterThan(2);
  });

  it('keeps a closed item of which every option is the right answer', () => {
    const same = { ...closed[0]!, options: [closed[0]!.answer, closed[0]!.answer] };
    expect(withControlAnswers([same], 'wrong', 1)).toEqual([same]);
  });

  it('open: of two rows each gets the answer of the other; at random also its own', () => {
    const [first, second] = [open[0]!, open[2]!];
    expect(withControlAnswers([first, second], 'wrong', 1).map(({ answer }) => answer)).toEqual([
      second.answer,
      first.answer,
    ]);
    const random = withControlAnswers(open, 'random', 1);
    expect(random.some((item, i) => item.answer === open[i]!.answer)).toBe(true);
  });

  it('closed: the option as it is listed is accepted where its text is not known apart', () => {
    const { optionTexts: _, ...bare } = closed[0]!;
    const [changed] = withControlAnswers([bare], 'wrong', 1);
    expect(changed!.accepted).toEqual([changed!.answer]);
  });

  it('leaves out an item that has no other answer', () => {
    expect(withControlAnswers(open.slice(0, 1), 'wrong', 1)).toEqual([]);
  });
});
