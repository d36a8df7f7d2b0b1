import { describe, expect, it } from 'vitest';
import { EQUIVALENCE_MARGIN } from '../eval/metrics/equivalence.ts';
import { wilson } from '../eval/metrics/wilson.ts';
import type { ComparisonRow } from './analysis.ts';
import { changeOf, MARGIN, rateChange } from './changes.ts';

const change = (n: number, before: number, after: number) => rateChange(wilson(before, n), wilson(after, n));

describe('a change from the rates alone', () => {
  it.each<[n: number, before: number, after: number, shown: boolean, within: boolean]>([
    // One item lost of eleven, as it was once called a fall.
    [11, 4, 3, false, false],
    [3, 0, 3, false, false],
    // The interval alone leaves out 0, but five items that changed are p = 0.0625 at best.
    [5, 0, 5, false, false],
    [6, 0, 6, true, false],
    [60, 59, 59, false, false],
    [200, 195, 122, true, false],
    [200, 122, 195, true, false],
    [1000, 980, 981, false, true],
  ])('n = %i, %i to %i: shown %s, within the margin %s', (n, before, after, shown, within) => {
    expect(change(n, before, after)).toMatchObject({ n, shown, within });
  });

  it('has Newcombe\u2019s interval of his example 56/70 against 48/80', () => {
    const { low, high } = rateChange(wilson(48, 80), wilson(56, 70));
    expect([low, high]).toEqual([expect.closeTo(0.0524, 4), expect.closeTo(0.3339, 4)]);
  });

  it('says nothing without items', () => {
    expect(change(0, 0, 0)).toMatchObject({ shown: false, within: false });
  });
});

describe('the margin', () => {
  it('is the evaluation\u2019s', () => {
    expect(MARGIN).toBe(EQUIVALENCE_MARGIN);
  });
});

describe('a change from paired counts', () => {
  const row: ComparisonRow = {
    first: 'zero-shot',
    second: 'soft-prompt',
    metric: 'knowledge',
    difference: -0.1,
    low: -0.18,
    high: -0.02,
    gains: 1,
    losses: 7,
    n: 60,
    p: 0.07,
    byFormula: false,
    equivalent: false,
  };
  const of = (comparisons: readonly ComparisonRow[]) =>
    changeOf(comparisons, ['zero-shot', 'soft-prompt', 'knowledge'], wilson(50, 60), wilson(20, 60));

  it('is shown only where the exact test agrees with the interval', () => {
    expect(of([row])).toMatchObject({ difference: -0.1, low: -0.18, shown: false });
    expect(of([{ ...row, p: 0.03 }]).shown).toBe(true);
    expect(of([{ ...row, p: 0.03, high: 0 }]).shown).toBe(false);
  });

  it('goes by the rates where the pair was not compared', () => {
    expect(of([{ ...row, metric: 'format' }])).toMatchObject({ difference: -0.5, shown: true });
  });
});
