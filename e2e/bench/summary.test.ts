import { expect, it } from 'vitest';
import type { Entry, Group } from './report.ts';
import { summary } from './summary.ts';

const entry = (name: string, ours: boolean, seconds: number, amount?: number): Entry => ({
  name,
  ours,
  timing: { seconds: [seconds, 2 * seconds] },
  ...(amount === undefined ? {} : { work: { amount, unit: 'GFLOP' } }),
});
const group = (id: string, entries: readonly Entry[]): Group => ({ id, title: id, entries, failures: [] });

it('puts ratios, the share of the best product and backward / forward together', () => {
  const { rows } = summary([
    group('gemm', [entry('slow', false, 1, 4), entry('fast', false, 1, 8)]),
    group('forward', [entry('ours', true, 1, 5), entry('peer', false, 3)]),
    group('gradient', [entry('ours', true, 2.2, 11), entry('peer', false, 5.5)]),
  ]);
  expect(rows).toEqual([
    ['gradient step, against peer', '2.50 x faster'],
    ['forward, against peer', '3.00 x faster'],
    ['best standalone product', '8.00 GFLOP/s (fast)'],
    ['whole gradient step against it', '63 %'],
    ['backward / forward time', '1.20'],
  ]);
});

it('says nothing of what was not measured', () => {
  expect(summary([group('gradient', [entry('ours', true, 1, 1)])]).rows).toEqual([]);
});
