import { describe, expect, it } from 'vitest';
import { benchmarkName, joinBenchmark, readBenchmarkFile, suggestRoles } from './benchmarks.ts';

const row = (n: number) => JSON.stringify({ question: `What is ${n} + ${n}?`, answer: `#### ${2 * n}` });
const jsonl = (...lines: string[]) => new Blob([lines.join('\n')]);

describe('benchmark names', () => {
  it.each([
    [['gsm8k_test.jsonl'], 'gsm8k_test'],
    [['arc-train.jsonl', 'arc-test.jsonl'], 'arc'],
    [['train.jsonl', 'other.jsonl'], 'train'],
  ])('%j: %s', (names, expected) => {
    expect(benchmarkName(names)).toBe(expected);
  });
});

describe('benchmark files', () => {
  it('are read with their rejected rows and hash', async () => {
    const { recognised, hash } = await readBenchmarkFile('sums.jsonl', jsonl(row(1), 'oops', row(2)));
    expect(recognised.items).toHaveLength(2);
    expect(recognised.rejected.map((r) => r.line)).toEqual([2]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('become a benchmark, split by seed or by the roles of two files', async () => {
    const one = await readBenchmarkFile('sums.jsonl', jsonl(...Array.from({ length: 40 }, (_, i) => row(i))));
    const split = await joinBenchmark([one], { seed: 1, testShare: 0.25 });
    expect(split.train.length + split.test.length).toBe(40);
    expect(split.split).toMatchObject({ kind: 'seeded', seed: 1, testShare: 0.25 });

    const test = await readBenchmarkFile('sums-test.jsonl', jsonl(row(100)));
    const train = await readBenchmarkFile('sums-other.jsonl', jsonl(row(1), row(2)));
    expect(await suggestRoles([test, train])).toEqual(['test', 'train']);
    const two = await joinBenchmark(
      [
        { ...test, role: 'test' },
        { ...train, role: 'train' },
      ],
      { seed: 1 },
    );
    expect([two.train.length, two.test.length, two.split.kind]).toEqual([2, 1, 'files']);
  });
});
