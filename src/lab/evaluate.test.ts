/** How generations end, by a real model, against a greedy loop over its logits that is written out here. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import type { EndReason, StopRuleName, Task, Verdict } from '../eval/types.ts';
import { evaluate } from './evaluate.ts';
import { type EncodedCondition, encodeCondition } from './prompts.ts';
import { microBenchmark, openForNode } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';

let model: InferenceModel;
let tokenizer: LabTokenizer;

beforeAll(async () => {
  ({ model, tokenizer } = await openForNode('micro/m1-base'));
}, 60_000);
afterAll(() => model.dispose());

interface Ended {
  readonly text: string;
  readonly end: EndReason;
}

async function nextToken(ids: readonly number[]): Promise<number> {
  const [logits] = await model.logits([ids]);
  const row = logits!.subarray((ids.length - 1) * model.vocabSize, ids.length * model.vocabSize);
  return row.indexOf(Math.max(...row));
}

/** One token after the other until the end token, a line break that `counts`, or the budget. */
async function greedy(
  prompt: readonly number[],
  budget: number,
  counts: (before: string) => boolean,
): Promise<Ended> {
  const ids: number[] = [];
  while (ids.length < budget) {
    const token = await nextToken([...prompt, ...ids]);
    if (tokenizer.eosIds.includes(token)) return { text: tokenizer.decode(ids), end: 'stop-token' };
    ids.push(token);
    const text = tokenizer.decode(ids);
    const at = [...text.matchAll(/\n/g)].find(({ index }) => counts(text.slice(0, index)))?.index;
    if (at !== undefined) return { text: text.slice(0, at), end: 'stop-rule' };
  }
  return { text: tokenizer.decode(ids), end: 'length' };
}

async function evaluated(
  task: Task,
  condition: EncodedCondition,
  stopRule: StopRuleName,
  maxNewTokens: number,
): Promise<readonly Verdict[]> {
  const { signal } = new AbortController();
  const working = evaluate({ model, tokenizer, task, condition, stopRule, maxNewTokens, signal });
  for (;;) {
    const next = await working.next();
    if (next.done) return next.value;
  }
}

describe('evaluate', () => {
  it.each([
    ['closed', 'newline', () => true],
    ['open', 'text-line', (before: string) => before.trim() !== ''],
  ] as const)(
    'ends every %s generation at its end token, its stop rule (%s) or its budget, and says so',
    async (task, rule, counts) => {
      const budget = 3;
      const condition = encodeCondition(microBenchmark(task).test.slice(0, 12), 'zero-shot', () => [], {
        tokenizer,
        useChatTemplate: false,
      });
      const verdicts = await evaluated(task, condition, rule, budget);
      const expected: Ended[] = [];
      for (const { prompt } of condition.items) {
        expected.push(await greedy([...condition.prefix, ...prompt], budget, counts));
      }
      expect(verdicts.map(({ output, generation }) => ({ text: output, end: generation?.end }))).toEqual(
        expected,
      );
      expect(new Set(expected.map(({ end }) => end))).toEqual(new Set(['stop-token', 'stop-rule', 'length']));
    },
    60_000,
  );

  it('judges the text before the stop, however much of the next line its last token brought', async () => {
    const { test } = microBenchmark('open');
    const condition = encodeCondition(test.slice(0, 12), 'zero-shot', () => [], {
      tokenizer,
      useChatTemplate: false,
    });
    const wide = await evaluated('open', condition, 'new-question', 24);
    const narrow = await evaluated('open', condition, 'text-line', 24);
    expect(wide.some(({ output }) => output.trimStart().includes('\n'))).toBe(true);
    for (const [i, { output }] of narrow.entries()) {
      expect(output.trimStart()).toBe(wide[i]!.output.trimStart().split('\n', 1)[0]);
    }
  }, 60_000);
});
