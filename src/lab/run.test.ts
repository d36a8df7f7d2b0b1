/** Runs on a real model (onnxruntime's wasm) and real rows; tuning needs the engine and is tested in Chromium. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import type { Verdict } from '../eval/types.ts';
import { evaluatedItems } from './items.ts';
import { createPauseGate } from './pause-gate.ts';
import { runLab } from './run.ts';
import type { RunDeps } from './run-deps.ts';
import { settle } from './settle.ts';
import { microBenchmark, openForNode, runConfig, testFacts } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';
import type { RunConfig, RunEvent } from './types.ts';

const closed = microBenchmark('closed');
const open = microBenchmark('open');
let model: InferenceModel;
let tokenizer: LabTokenizer;

beforeAll(async () => {
  ({ model, tokenizer } = await openForNode('micro/m1-base'));
}, 60_000);
afterAll(() => model.dispose());

function deps(changes: Partial<RunConfig>, others: Partial<RunDeps> = {}): RunDeps {
  const config = runConfig(changes);
  return {
    model,
    tokenizer,
    benchmark: config.task === 'closed' ? closed : open,
    config,
    facts: testFacts,
    signal: new AbortController().signal,
    pauseGate: createPauseGate(),
    clock: () => performance.now(),
    ...others,
  };
}

async function collect(run: RunDeps, react?: (event: RunEvent) => void): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of settle(runLab(run), run.signal)) {
    events.push(event);
    react?.(event);
  }
  return events;
}

const pointsOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'eval' ? [event.point] : []));
const percent = (rate: { readonly rate: number }) => Math.round(1000 * rate.rate) / 10;

describe('a run without tuning', () => {
  it('gives the recipe’s numbers on all 228 closed rows', async () => {
    const points = pointsOf(await collect(deps({})));
    expect(points.map(({ condition }) => condition)).toEqual(['zero-shot', 'few-shot']);
    const [zero, few] = points.map(({ metrics }) => metrics);
    expect(zero!.exactMatch.n).toBe(228);
    // PyTorch, fp32: 2.2 / 98.7 / 2.2 / 2.6.
    expect(percent(zero!.exactMatch)).toBeCloseTo(2.2, 0);
    expect(percent(zero!.knowledge)).toBeCloseTo(98.7, 0);
    expect(percent(zero!.format)).toBeCloseTo(2.2, 0);
    expect(percent(zero!.shape)).toBeCloseTo(2.6, 0);
    // PyTorch drew other pairs: 6.1.
    expect(percent(few!.exactMatch)).toBeGreaterThan(1);
    expect(percent(few!.exactMatch)).toBeLessThan(15);
    expect(percent(few!.knowledge)).toBeGreaterThan(96);
  }, 120_000);

  it('gives the recipe’s numbers on all 228 open rows', async () => {
    const [zero] = pointsOf(await collect(deps({ task: 'open', conditions: ['zero-shot'] })));
    expect(percent(zero!.metrics.exactMatch)).toBe(0);
    expect(percent(zero!.metrics.knowledge)).toBeCloseTo(83.3, 0);
  }, 120_000);

  it('ranks options by mutual information as well, the same way for every number of shots', async () => {
    const kept = new Map<string, readonly Verdict[]>();
    const keepSamples: RunDeps['keepSamples'] = (condition, samples) => {
      kept.set(
        condition,
        samples.map(({ verdict }) => verdict),
      );
    };
    const events = await collect(deps({ itemLimit: 20 }, { keepSamples }));
    const result = events.find((event) => event.type === 'result')!.result;
    const alone = kept.get('zero-shot')!.map((verdict) => verdict.unconditionalLogProbs!);
    expect(kept.get('few-shot')!.map((verdict) => verdict.unconditionalLogProbs)).toEqual(alone);
    for (const { condition, rates } of result.analysis!.scoring) {
      const right = evaluatedItems(closed, result.config).filter(({ goldIndex }, i) => {
        const { optionLogProbs } = kept.get(condition)![i]!;
        const gains = optionLogProbs!.map((value, o) => value - alone[i]![o]!);
        return gains.indexOf(Math.max(...gains)) === goldIndex;
      });
      expect(rates.acc_mutual_info).toMatchObject({ successes: right.length, n: 20 });
    }
  });

  it('tells phases, rates, examples and a complete result, in this order', async () => {
    const events = await collect(deps({ itemLimit: 5 }));
    const kinds = events.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1]);
    expect(kinds).toEqual(['phase', 'eval', 'examples', 'phase', 'eval', 'examples', 'phase', 'result']);
    const phases = events.flatMap((event) => (event.type === 'phase' ? [event] : []));
    expect(phases.filter(({ phase }) => phase === 'few-shot').map(({ done }) => done)).toEqual(
      expect.arrayContaining([0, 5]),
    );
    expect(phases.at(-1)).toMatchObject({ phase: 'done', secondsLeft: 0 });
    expect(phases.some(({ secondsLeft }) => secondsLeft !== null && secondsLeft > 0)).toBe(true);
    const last = events.at(-1);
    if (last?.type !== 'result') throw new Error('no result');
    const { result } = last;
    expect(result).toMatchObject({
      backend: 'onnxruntime-wasm',
      counts: { train: 666, test: 228, evaluated: 5, rejectedRows: 0 },
      hashes: { train: closed.hashes.train, test: closed.hashes.test },
      saturationStep: null,
      losses: [],
    });
    expect(result.points).toHaveLength(2);
    const examples = events.filter((event) => event.type === 'examples').at(-1)?.examples;
    expect(examples).toHaveLength(5);
    expect(Object.keys(examples![0]!.verdicts)).toEqual(['zero-shot', 'few-shot']);
    expect(examples![0]!.verdicts['zero-shot']!.optionLogProbs).toHaveLength(4);
  });

  it('does not depend on the sample it is part of', async () => {
    const verdicts = async (itemLimit: number) => {
      const events = await collect(deps({ itemLimit, conditions: ['few-shot'] }));
      return events.filter((event) => event.type === 'examples').at(-1)!.examples;
    };
    const few = await verdicts(4);
    const many = new Map((await verdicts(40)).map((example) => [example.itemId, example]));
    const shared = few.filter(({ itemId }) => many.has(itemId));
    expect(shared.length).toBeGreaterThan(0);
    for (const { itemId, verdicts: own } of shared) {
      expect(many.get(itemId)!.verdicts['few-shot']!.output).toBe(own['few-shot']!.output);
    }
  });
});

/** Some of the items are done, not all. */
const isInside = (event: RunEvent) => event.type === 'phase' && event.done > 0 && event.done < event.total;

describe('steering', () => {
  it('holds inside an evaluation until resumed, and does not count the time', async () => {
    const pauseGate = createPauseGate();
    let now = 0;
    const clock = () => now;
    const run = deps({ itemLimit: 40, conditions: ['zero-shot'] }, { pauseGate, clock });
    let held = false;
    const events = await collect(run, (event) => {
      now += 1;
      if (!held && isInside(event)) {
        held = true;
        pauseGate.close();
      }
      if (event.type !== 'paused') return;
      now += 1_000_000;
      pauseGate.open();
    });
    const kinds = events.map(({ type }) => type);
    expect(kinds.indexOf('resumed')).toBe(kinds.indexOf('paused') + 1);
    expect(kinds.indexOf('paused')).toBeLessThan(kinds.indexOf('eval'));
    const last = events.at(-1);
    expect(last?.type === 'result' && last.result.cost.totalSeconds).toBeLessThan(1000);
  });

  it('ends at once when cancelled, also while it holds', async () => {
    for (const hold of [false, true]) {
      const abort = new AbortController();
      const pauseGate = createPauseGate();
      const run = deps({ itemLimit: 40 }, { pauseGate, signal: abort.signal });
      const events = await collect(run, (event) => {
        if (isInside(event)) {
          if (hold) pauseGate.close();
          else abort.abort();
        }
        if (event.type === 'paused') setTimeout(() => abort.abort());
      });
      expect(events.at(-1)).toEqual({ type: 'cancelled' });
      expect(events.some(({ type }) => type === 'eval')).toBe(false);
    }
  });
});

describe('refusals', () => {
  const failure = async (changes: Partial<RunConfig>, others?: Partial<RunDeps>) => {
    const last = (await collect(deps(changes, others))).at(-1);
    return last?.type === 'failed' ? last.error : undefined;
  };

  it('refuses a required answer that its own stop rule would cut, and names the item', async () => {
    const [first, ...rest] = open.test;
    const answer = '#### a\nQuestion: b';
    const benchmark = { ...open, test: [{ ...first!, answer }, ...rest] };
    expect(await failure({ task: 'open', conditions: ['zero-shot'] }, { benchmark })).toMatchObject({
      code: 'lab.stop-in-answer',
      params: { item: first!.id, count: 1 },
    });
  });

  it('says that tuning needs WebGPU', async () => {
    expect(await failure({ conditions: ['soft-prompt'] })).toMatchObject({ code: 'lab.tuning-needs-webgpu' });
  });

  it('counts few-shot pairs against the positions before anything is computed', async () => {
    expect(await failure({ fewShotCount: 12, itemLimit: 5 })).toMatchObject({
      code: 'lab.too-long',
      params: { condition: 'few-shot', limit: 512 },
    });
  });

  it.each([
    [{ evalSteps: [90] }, 'evalSteps'],
    [{ itemLimit: -1 }, 'itemLimit'],
    [{ tuning: { ...runConfig().tuning, batchSize: 0 } }, 'batchSize'],
    [{ tuning: { ...runConfig().tuning, learningRate: Number.NaN } }, 'learningRate'],
  ])('refuses %j', async (changes, field) => {
    expect(await failure(changes)).toMatchObject({ code: 'lab.bad-config', params: { field } });
  });
});
