import { describe, expect, it } from 'vitest';
import { wilson } from '../../eval/metrics/wilson.ts';
import { reportResult } from '../../lab/study/testing/report-study.ts';
import type { StudyResult } from '../../lab/study/types.ts';
import { linkedRows } from './linked-rows.ts';

const linked = reportResult();

/** The study with other counts in its first cell, m1-base zero-shot. */
const changed = (successes: number, n: number): StudyResult => {
  const [first, ...rest] = linked.cells;
  const rate = wilson(successes, n);
  const metrics = [{ ...first!.metrics[0]!, exactMatch: rate }];
  return { ...linked, cells: [{ ...first!, metrics }, ...rest] };
};

describe('a study beside its link', () => {
  it('that was run again with the same numbers differs by nothing, within an interval', () => {
    for (const { change, n, within } of linkedRows(linked, linked)) {
      expect(change!.difference).toBe(0);
      expect(change!.low).toBeLessThan(0);
      expect(change!.high).toBeGreaterThan(0);
      expect(n).toEqual([228]);
      expect(within).toBe(true);
    }
  });

  it('shows a difference with its interval, and both numbers of items where they differ', () => {
    const [row] = linkedRows(linked, changed(60, 120));
    // 5 of 228 against 60 of 120; Newcombe's bounds from the two Wilson intervals.
    expect(row!.change!.difference).toBeCloseTo(60 / 120 - 5 / 228, 12);
    const [before, after] = [wilson(5, 228), wilson(60, 120)];
    expect(row!.change!.low).toBeCloseTo(
      after.rate - before.rate - Math.hypot(after.rate - after.low, before.high - before.rate),
      12,
    );
    expect(row!.n).toEqual([228, 120]);
    expect(row!.within).toBe(false);
  });

  it('has no difference where a model was not run', () => {
    const own = { ...linked, cells: linked.cells.slice(1) };
    expect(linkedRows(linked, own)[0]).toMatchObject({ own: null, change: null, within: null, n: [228] });
  });
});
