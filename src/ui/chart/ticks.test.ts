import { describe, expect, it } from 'vitest';
import { linearTicks, logTicks, stepTicks } from './ticks.ts';

describe('ticks', () => {
  it('are whole for steps', () => {
    expect(stepTicks(80, 8)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80]);
    expect(stepTicks(3, 8)).toEqual([0, 1, 2, 3]);
    expect(stepTicks(0, 8)).toEqual([0]);
  });

  it('cover the largest value', () => {
    expect(linearTicks(3.26, 4)).toEqual([0, 1, 2, 3, 4]);
    expect(linearTicks(0.29, 4)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(linearTicks(Number.NEGATIVE_INFINITY, 4)).toEqual([0, 1]);
  });

  it('enclose the values on a log scale', () => {
    expect(logTicks(0.06, 3.2)).toEqual([0.05, 0.1, 0.2, 0.5, 1, 2, 5]);
    expect(logTicks(0.0002, 30)).toEqual([0.0001, 0.001, 0.01, 0.1, 1, 10, 100]);
    expect(logTicks(1, 1)).toEqual([1, 2]);
    expect(logTicks(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).toEqual([0.1, 1]);
  });
});
