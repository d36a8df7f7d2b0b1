/** A run that was cut off goes on from its journal: same verdicts, and nothing computed twice. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import type { KeptPart, RunJournal } from './journal.ts';
import { createPauseGate } from './pause-gate.ts';
import { runLab } from './run.ts';
import { settle } from './settle.ts';
import { microBenchmark, openForNode, runConfig, testFacts } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';
import type { RunEvent } from './types.ts';

const benchmark = microBenchmark('closed');
let model: InferenceModel;
let tokenizer: LabTokenizer;

beforeAll(async () => {
  ({ model, tokenizer } = await openForNode('micro/m1-base'));
}, 60_000);
afterAll(() => model.dispose());

/** Keeps parts in memory; the part after the first `limit` is lost, and the run with it. */
function memoryJournal(
  limit = Number.POSITIVE_INFINITY,
): RunJournal & { readonly kept: Map<string, KeptPart[]> } {
  const kept = new Map<string, KeptPart[]>();
  let count = 0;
  return {
    kept,
    begin: async () => undefined,
    parts: (condition, step) => kept.get(`${condition} ${step}`) ?? [],
    keepPart: async (condition, step, index, part) => {
      if (count++ >= limit) throw new Error('cut off');
      const parts = kept.get(`${condition} ${step}`) ?? [];
      expect(index).toBe(parts.length);
      kept.set(`${condition} ${step}`, [...parts, structuredClone(part)]);
    },
    tuning: () => undefined,
    keepTuning: async () => undefined,
  };
}

async function run(journal: RunJournal | undefined) {
  const answer = vi.spyOn(model, 'answer');
  const signal = new AbortController().signal;
  const events: RunEvent[] = [];
  const deps = {
    model,
    tokenizer,
    benchmark,
    config: runConfig({ itemLimit: 70 }),
    facts: testFacts,
    signal,
    pauseGate: createPauseGate(),
    clock: () => performance.now(),
    ...(journal ? { journal } : {}),
  };
  for await (const event of settle(runLab(deps), signal)) events.push(event);
  const points = events.flatMap((event) =>
    event.type === 'eval' ? [{ ...event.point, seconds: undefined }] : [],
  );
  const examples = events.filter((event) => event.type === 'examples').at(-1)?.examples;
  // Options without the question are scored, not answered; they are few and are not kept.
  const answered = answer.mock.calls.reduce(
    (sum, [, requests, { maxNewTokens }]) => sum + (maxNewTokens > 0 ? requests.length : 0),
    0,
  );
  answer.mockRestore();
  return { events, answered, points, examples };
}

describe('a run with a journal', () => {
  it('that is cut off goes on with the same numbers and repeats only the part it was in', async () => {
    const whole = await run(undefined);
    expect(whole.answered).toBe(140);

    // 70 items are three parts; the second condition loses its second part.
    const journal = memoryJournal(4);
    const cut = await run(journal);
    expect(cut.events.at(-1)).toMatchObject({ type: 'failed' });
    expect([...journal.kept].map(([key, parts]) => [key, parts.length])).toEqual([
      ['zero-shot 0', 3],
      ['few-shot 0', 1],
    ]);

    const again = memoryJournal();
    for (const [key, parts] of journal.kept) again.kept.set(key, structuredClone(parts));
    const resumed = await run(again);
    expect(resumed.points).toEqual(whole.points);
    expect(resumed.examples).toEqual(whole.examples);
    expect(resumed.answered).toBe(140 - 70 - journal.kept.get('few-shot 0')![0]!.verdicts.length);

    const finished = await run(again);
    expect(finished.answered).toBe(0);
    expect(finished.points).toEqual(whole.points);
    const last = finished.events.at(-1);
    const seconds = [...again.kept.values()].flat().reduce((sum, part) => sum + part.seconds, 0);
    expect(last?.type === 'result' && last.result.cost.totalSeconds).toBeGreaterThanOrEqual(seconds);
  }, 120_000);
});
