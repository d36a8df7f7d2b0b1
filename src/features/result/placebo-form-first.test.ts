import { describe, expect, it } from 'vitest';
import { wilson } from '../../eval/index.ts';
import type { EvalPoint } from '../../lab/types.ts';
import { formFirst } from './placebo-form-first.ts';

/** Percent of 120 items, as the micro recipe's control at a low rate had them. */
const point = (step: number, shape: number, knowledge: number): EvalPoint => {
  const rate = (percent: number) => wilson(Math.round(1.2 * percent), 120);
  return {
    condition: 'soft-prompt',
    step,
    metrics: { exactMatch: rate(0), knowledge: rate(knowledge), format: rate(shape), shape: rate(shape) },
    seconds: 1,
  };
};

describe('formFirst', () => {
  it('names the first step with the form while knowledge still stands', () => {
    const points = [point(80, 100, 75), point(20, 91.7, 96.7), point(0, 5, 98.3), point(40, 98, 85)];
    expect(formFirst({ points })).toEqual({
      step: 20,
      shape: points[1]!.metrics.shape,
      knowledge: points[1]!.metrics.knowledge,
    });
  });

  it('says nothing where both came together, knowledge stayed, or the form never came', () => {
    expect(formFirst({ points: [point(0, 5, 98), point(10, 95, 62), point(80, 100, 61)] })).toBeNull();
    expect(formFirst({ points: [point(0, 5, 98), point(10, 95, 98), point(80, 100, 97)] })).toBeNull();
    expect(formFirst({ points: [point(0, 5, 98), point(80, 60, 61)] })).toBeNull();
    expect(formFirst({ points: [] })).toBeNull();
  });
});
