import { describe, expect, it } from 'vitest';
import type { Condition, Outcome, Verdict } from '../eval/types.ts';
import type { ExampleRecord } from '../lab/types.ts';
import { countOutcomes, exampleConditions, filterExamples, tellingExample } from './examples.ts';

const example = (itemId: string, outcomes: Partial<Record<Condition, Outcome>>): ExampleRecord => ({
  itemId,
  prompt: '',
  answer: '',
  verdicts: Object.fromEntries(
    Object.entries(outcomes).map(([condition, outcome]) => [condition, { outcome } as Verdict]),
  ),
});
const examples = [
  example('a', { 'zero-shot': 'wrong', 'soft-prompt': 'wrong' }),
  example('b', { 'zero-shot': 'uncaptured', 'soft-prompt': 'correct' }),
  example('c', { 'zero-shot': 'uncaptured', 'soft-prompt': 'wrong' }),
];

describe('examples', () => {
  it('are filtered by verdict under a condition', () => {
    const ids = (condition: Condition, outcome: Outcome | null) =>
      filterExamples(examples, { condition, outcome }).map((e) => e.itemId);
    expect(ids('zero-shot', null)).toEqual(['a', 'b', 'c']);
    expect(ids('zero-shot', 'uncaptured')).toEqual(['b', 'c']);
    expect(ids('soft-prompt', 'wrong')).toEqual(['a', 'c']);
  });

  it('are counted by verdict', () => {
    expect(countOutcomes(examples, 'zero-shot')).toEqual({ correct: 0, uncaptured: 2, wrong: 1 });
  });

  it('name only conditions that were judged', () => {
    expect(exampleConditions(examples)).toEqual(['zero-shot', 'soft-prompt']);
  });

  it('open with the one that tells the story', () => {
    expect(tellingExample(examples)).toBe(1);
    expect(tellingExample([])).toBe(0);
  });
});
