/** Options without the question, by a real model, against log-softmax sums over its logits. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import { recogniseFile } from '../eval/index.ts';
import type { Item } from '../eval/types.ts';
import { openForNode } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';
import type { RunEvent } from './types.ts';
import { unconditionalLogProbs } from './unconditional.ts';

let model: InferenceModel;
let tokenizer: LabTokenizer;

beforeAll(async () => {
  ({ model, tokenizer } = await openForNode('micro/m1-base'));
}, 60_000);
afterAll(() => model.dispose());

async function* hold(): AsyncGenerator<RunEvent> {
  yield { type: 'paused' };
}

/** The scores, and how often it stopped to look whether it may go on. */
async function scored(items: readonly Item[], using = tokenizer) {
  const { signal } = new AbortController();
  const working = unconditionalLogProbs({ model, tokenizer: using, items, signal, checkpoint: hold });
  for (let held = 0; ; held++) {
    const next = await working.next();
    if (next.done) return { scores: next.value, held };
  }
}

/** Sum of log-probabilities of `ids` after `before`. */
async function summed(before: number, ids: readonly number[]): Promise<number> {
  const [logits] = await model.logits([[before, ...ids]]);
  let sum = 0;
  for (const [i, id] of ids.entries()) {
    const row = [...logits!.subarray(i * model.vocabSize, (i + 1) * model.vocabSize)];
    const highest = Math.max(...row);
    sum += row[id]! - highest - Math.log(row.reduce((total, value) => total + Math.exp(value - highest), 0));
  }
  return sum;
}

const ask = (...options: readonly string[]) =>
  recogniseFile('f', [{ question: 'Which?', choices: options, answer: 0 }]).items[0]!;

describe('unconditionalLogProbs', () => {
  it('scores each option alone after the prefix token, in the order of the item', async () => {
    const items = [ask('Berlin', 'Rome is old'), ask('Paris', 'Berlin')];
    const { scores } = await scored(items);
    for (const [i, item] of items.entries()) {
      for (const [o, option] of item.options!.entries()) {
        expect(scores![i]![o]).toBeCloseTo(await summed(tokenizer.prefixId!, tokenizer.encode(option)), 3);
      }
    }
  });

  it('does not put the prefix token before a text that brings it along', async () => {
    const ids = tokenizer.encode('Berlin');
    const prefix = tokenizer.prefixId!;
    const encode = (text: string) => (text.endsWith('Berlin') ? [prefix, ...ids] : [prefix]);
    const { scores } = await scored([ask('Berlin', 'Rome')], { ...tokenizer, encode });
    expect(scores![0]![0]).toBeCloseTo(await summed(prefix, ids), 3);
    // Nothing else than that token: it is what is scored.
    expect(scores![0]![1]).toBeCloseTo(await summed(prefix, [prefix]), 3);
  });

  it('computes a text once and stops between parts', async () => {
    const shared = Array.from({ length: 70 }, () => ask('yes', 'no'));
    expect((await scored(shared)).held).toBe(1);
    const apart = Array.from({ length: 65 }, (_, i) => ask(`a${i}`, `b${i}`));
    const { scores, held } = await scored(apart);
    expect(held).toBe(2);
    expect(scores!.map((list) => list.length)).toEqual(apart.map(() => 2));
    const last = apart.at(-1)!.options!;
    expect(scores!.at(-1)![1]).toBeCloseTo(await summed(tokenizer.prefixId!, tokenizer.encode(last[1]!)), 3);
  });

  it('is unknown without a token to stand after', async () => {
    expect((await scored([ask('a', 'b')], { ...tokenizer, prefixId: undefined })).scores).toBeUndefined();
  });
});
