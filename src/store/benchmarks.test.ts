import { describe, expect, it } from 'vitest';
import { benchmarkName, suggestRoles } from './benchmarks.ts';

describe('benchmark names', () => {
  it.each([
    [['gsm8k_test.jsonl'], 'gsm8k_test'],
    [['arc-train.jsonl', 'arc-test.jsonl'], 'arc'],
    [['train.jsonl', 'other.jsonl'], 'train'],
    [['train-00000.parquet'], 'train-00000'],
    [['sums.jsonl.gz'], 'sums'],
  ])('%j: %s', (names, expected) => {
    expect(benchmarkName(names)).toBe(expected);
  });
});

describe('roles of two files', () => {
  it.each([
    [
      ['a-test.jsonl', 'a-train.jsonl'],
      ['test', 'train'],
    ],
    [
      ['a-test.jsonl.gz', 'b.jsonl'],
      ['test', 'train'],
    ],
    [
      ['b.jsonl', 'a-train.csv'],
      ['test', 'train'],
    ],
    [
      ['one.jsonl', 'two.jsonl'],
      ['train', 'test'],
    ],
    [
      ['train.jsonl', 'test.jsonl'],
      ['train', 'test'],
    ],
    [['only.jsonl'], []],
  ])('%j: %j', async (names, expected) => {
    expect(await suggestRoles(names)).toEqual(expected);
  });
});
