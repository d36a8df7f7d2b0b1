/**
 * The verdict rules against the recipe's own: outputs of six micro models on the test rows (greedy, with and without
 * few-shot pairs), and what the recipe's Python rules said about each.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recogniseText } from './formats/recognise.ts';
import type { Task } from './types.ts';
import { judgeItem } from './verdicts/judge-item.ts';

interface Case {
  task: Task;
  row: number;
  text: string;
  logProbs?: number[];
  knowledge: boolean;
  format: boolean;
  exact: boolean;
  shape: boolean;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const cases = read('./fixtures/recipe-outputs.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const items = (task: Task) =>
  recogniseText(`${task}.jsonl`, read(`../../public/benchmarks/micro/${task}_test.jsonl`)).items;

describe('agreement with the recipe on real outputs', () => {
  it.each(['closed', 'open'] as const)('%s', (task) => {
    const rows = items(task);
    expect(rows).toHaveLength(228);
    const mine = cases.filter((one) => one.task === task);
    expect(mine.length).toBeGreaterThan(200);
    for (const { row, text, logProbs, knowledge, format, exact, shape } of mine) {
      const verdict = judgeItem(rows[row]!, {
        output: text,
        ...(logProbs ? { optionLogProbs: logProbs } : {}),
      });
      expect({ ...verdict, row, text }).toMatchObject({ knowledge, format, exactMatch: exact, shape });
    }
  });
});
