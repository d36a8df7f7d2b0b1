/** What a seed draws stays what it drew: a link made once repeats its run, whatever is changed here. */

import { expect, it } from 'vitest';
import { withControlAnswers } from './controls.ts';
import { recogniseFile } from './formats/recognise.ts';
import { labelSample } from './llm-judge/labels.ts';
import { bootstrapMean } from './metrics/bootstrap.ts';
import { pickFewShot, pickFewShotFor } from './prompts/few-shot.ts';
import { compareRankings } from './ranking/resample.ts';
import { sampleTest, splitBySeed } from './splits.ts';

const { items } = recogniseFile(
  'all',
  Array.from({ length: 12 }, (_, i) => ({ question: `q${i}`, answer: `#### ${i}` })),
);
const names = (drawn: readonly { readonly question: string }[]) =>
  drawn.map(({ question }) => question).join(' ');

it('few-shot pairs', () => {
  expect(names(pickFewShot(items, 3, 1))).toBe('q7 q2 q5');
  expect(names(pickFewShotFor(items[0]!, items, 3, 1))).toBe('q11 q4 q7');
});

it('the split of one file', () => {
  expect(names(splitBySeed(items, 1).test)).toBe('q0 q4 q7 q8 q9 q10');
});

it('the sample of test items', () => {
  expect(names(sampleTest(items, 4, 1))).toBe('q3 q6 q9 q11');
});

it('the items shown for labelling', () => {
  const candidates = items.map(({ question }, i) => ({ id: question, ruleYes: i % 2 === 0 }));
  expect(labelSample(candidates, 4, 1).join(' ')).toBe('q3 q8 q2 q7');
});

it('the answers of placebo controls', () => {
  const answers = (control: 'wrong' | 'random') =>
    withControlAnswers(items, control, 1)
      .map(({ accepted }) => accepted[0])
      .join(' ');
  expect(answers('wrong')).toBe('2 2 0 9 7 6 0 1 6 0 6 8');
  expect(answers('random')).toBe('1 1 0 9 6 6 0 1 6 0 6 8');
});

it('bootstrap replicates', () => {
  const values = Array.from({ length: 12 }, (_, i) => i);
  const { low, high } = bootstrapMean(values, 1, 100);
  expect(low).toBeCloseTo(3.622916666666667, 12);
  expect(high).toBeCloseTo(7.547916666666665, 12);
  const scores = [values.map((i) => i % 2), values.map((i) => i % 3 && 1), values.map((i) => i % 4 && 1)];
  expect(compareRankings(scores, [...scores].reverse(), 1, 100)).toEqual({
    distance: 3,
    low: 0,
    high: 3,
    bestNamed: 0.36,
  });
});
