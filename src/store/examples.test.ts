import { describe, expect, it } from 'vitest';
import type { Condition, Outcome, Verdict } from '../eval/types.ts';
import type { ExampleRecord } from '../lab/types.ts';
import {
  countOutcomes,
  exampleConditions,
  filterExamples,
  type KnowledgeChange,
  tellingExample,
} from './examples.ts';

const example = (itemId: string, outcomes: Partial<Record<Condition, Outcome>>): ExampleRecord => ({
  itemId,
  prompt: '',
  answer: '',
  verdicts: Object.fromEntries(
    Object.entries(outcomes).map(([condition, outcome]) => [
      condition,
      { outcome, knowledge: outcome !== 'wrong' } as Verdict,
    ]),
  ),
});
const examples = [
  example('a', { 'zero-shot': 'wrong', 'soft-prompt': 'wrong' }),
  example('b', { 'zero-shot': 'uncaptured', 'soft-prompt': 'correct' }),
  example('c', { 'zero-shot': 'uncaptured', 'soft-prompt': 'wrong' }),
  example('d', { 'zero-shot': 'correct', 'soft-prompt': 'wrong' }),
  example('e', { 'zero-shot': 'wrong', 'soft-prompt': 'correct' }),
  example('f', { 'zero-shot': 'wrong' }),
];

describe('examples', () => {
  it('are filtered by verdict under a condition', () => {
    const ids = (condition: Condition, outcome: Outcome | null, change: KnowledgeChange | null = null) =>
      filterExamples(examples, { condition, outcome, change }).map((e) => e.itemId);
    expect(ids('zero-shot', null)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(ids('zero-shot', 'uncaptured')).toEqual(['b', 'c']);
    expect(ids('soft-prompt', 'wrong')).toEqual(['a', 'c', 'd']);
    expect(ids('soft-prompt', null, 'lost')).toEqual(['c', 'd']);
    expect(ids('zero-shot', 'correct', 'lost')).toEqual(['d']);
    expect(ids('zero-shot', null, 'gained')).toEqual(['e']);
  });

  it('are counted by verdict', () => {
    expect(countOutcomes(examples, 'zero-shot')).toEqual({ correct: 1, uncaptured: 2, wrong: 3 });
  });

  it('name only conditions that were judged', () => {
    expect(exampleConditions(examples)).toEqual(['zero-shot', 'soft-prompt']);
  });

  it('open with the one that tells the story', () => {
    expect(tellingExample(examples)).toBe(1);
    expect(tellingExample([])).toBe(0);
  });
});
