import { describe, expect, it } from 'vitest';
import type { Condition, Rate } from '../eval/types.ts';
import type { EvalPoint } from '../lab/types.ts';
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

  it.each([
    ['score up, knowledge flat', [98, 98, 99], true],
    ['score up, knowledge down', [90, 92, 99], false],
    ['score hardly up', [12, 98, 20], false],
  ])('%s: a gap of form is %s', (_name, tuned, expected) => {
    const found = finding([points[0]!, point('soft-prompt', 80, tuned as number[])]);
    expect(isFormGap(found!)).toBe(expected);
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
