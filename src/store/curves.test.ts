import { describe, expect, it } from 'vitest';
import { wilson } from '../eval/metrics/wilson.ts';
import type { Condition, Rate } from '../eval/types.ts';
import type { EvalPoint } from '../lab/types.ts';
import { rateChange } from './changes.ts';
import { baselines, curveRows, decimate, finalPoint, finding, isFormGap } from './curves.ts';

const rate = (successes: number, n = 100): Rate => ({ successes, n, rate: successes / n, low: 0, high: 1 });
const point = (condition: Condition, step: number, [exact, knowledge, format]: number[]): EvalPoint => ({
  condition,
  step,
  seconds: 1,
  metrics: {
    exactMatch: rate(exact!),
    knowledge: rate(knowledge!),
    format: rate(format!),
    shape: rate(format!),
  },
});
const points = [
  point('zero-shot', 0, [2, 98, 2]),
  point('few-shot', 0, [6, 97, 8]),
  point('soft-prompt', 80, [98, 98, 99]),
  point('soft-prompt', 0, [3, 98, 3]),
];

describe('curves', () => {
  it('are the evaluations of the soft prompt by step', () => {
    expect(curveRows(points).map((row) => [row.step, row.format.successes])).toEqual([
      [0, 3],
      [80, 99],
    ]);
  });

  it('have the untuned conditions as reference lines, format only where it differs', () => {
    expect(baselines(points).map((line) => `${line.condition} ${line.metric}`)).toEqual([
      'zero-shot exactMatch',
      'few-shot exactMatch',
      'few-shot format',
    ]);
  });

  it('end with the last evaluation, whatever the order of arrival', () => {
    expect(finalPoint(points, 'soft-prompt')?.step).toBe(80);
    expect(finalPoint([], 'soft-prompt')).toBeNull();
  });
});

describe('finding', () => {
  it('needs a zero-shot evaluation', () => {
    expect(finding([points[2]!])).toBeNull();
  });

  it('takes the tuned numbers from the last step', () => {
    expect(finding(points)).toMatchObject({
      untuned: { successes: 2 },
      knowledge: { successes: 98 },
      tuned: { successes: 98 },
      tunedKnowledge: { successes: 98 },
      step: 80,
    });
  });

  it.each<[name: string, n: number, untuned: number[], tuned: number[], expected: boolean]>([
    ['score up, knowledge flat', 100, [2, 98], [98, 98], true],
    ['score up, knowledge down', 100, [2, 98], [90, 92], false],
    ['score hardly up', 100, [2, 98], [12, 98], false],
    ['score up on three items', 3, [0, 3], [3, 3], false],
    ['score up on six items, where knowledge may have moved as far', 6, [0, 6], [6, 6], false],
    ['nothing moved', 100, [50, 98], [50, 98], false],
  ])('%s (n = %i): form is the gap only where shown', (_name, n, untuned, tuned, expected) => {
    const change = (metric: number) => rateChange(wilson(untuned[metric]!, n), wilson(tuned[metric]!, n));
    expect(isFormGap(change(0), change(1))).toBe(expected);
  });
});

describe('decimate', () => {
  it('keeps first and last and the limit', () => {
    const rows = Array.from({ length: 1001 }, (_, i) => i);
    const few = decimate(rows, 500);
    expect([few.length, few[0], few.at(-1)]).toEqual([500, 0, 1000]);
    expect(decimate(rows.slice(0, 3), 500)).toHaveLength(3);
  });
});
