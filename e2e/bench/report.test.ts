import { describe, expect, it } from 'vitest';
import {
  asMarkdown,
  asText,
  fittedExponent,
  type Group,
  median,
  type Report,
  ratioToOurs,
} from './report.ts';

const group: Group = {
  id: 'decode',
  title: 'Decoding',
  entries: [
    { name: 'ours', ours: true, timing: { seconds: [3, 2, 4] }, work: { amount: 160, unit: 'tokens' } },
    { name: 'peer', ours: false, timing: { seconds: [5, 9] }, work: { amount: 10, unit: 'tokens' } },
  ],
  failures: [{ name: 'other', message: 'no kernel' }],
};

const report: Report = {
  startedAt: '2026-01-01T00:00:00Z',
  adapter: 'a software adapter',
  kernels: 'register',
  model: 'tiny',
  rounds: 3,
  machine: { loadBefore: 0.5, loadAfter: 1.25, processors: 2 },
  groups: [group],
  facts: [{ id: 'memory', title: 'Memory', rows: [['live bytes', 12]] }],
};

describe('report', () => {
  it('takes the middle of an even number of rounds between the two', () => {
    expect(median({ seconds: [4, 1, 3, 2] })).toBe(2.5);
    expect(median({ seconds: [9, 1, 3] })).toBe(3);
  });

  it('compares time per unit of work, best against best', () => {
    expect(ratioToOurs(group, group.entries[1]!)).toBeCloseTo(5 / 10 / (2 / 160));
    const { work: _, ...noWork } = group.entries[1]!;
    expect(ratioToOurs(group, noWork)).toBeCloseTo(5 / 2);
    expect(ratioToOurs({ ...group, entries: [group.entries[1]!] }, group.entries[1]!)).toBeUndefined();
  });

  it('fits the exponent of a power law', () => {
    const points = [1, 2, 4, 8].map((size) => ({ size, seconds: 0.3 * size ** 1.5 }));
    expect(fittedExponent(points)).toBeCloseTo(1.5);
  });

  it('says load, ratio, rate and failures in both forms', () => {
    for (const text of [asText(report), asMarkdown(report)]) {
      expect(text).toContain('load average 0.5 before, 1.3 after, 2 processors');
      expect(text).toContain('40.00 x');
      expect(text).toContain('80.0 tokens/s');
      expect(text).toContain('other failed: no kernel');
      expect(text).toMatch(/live bytes\W+12/);
    }
  });
});
