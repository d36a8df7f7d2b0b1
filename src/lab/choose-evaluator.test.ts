import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CausalLM, InferenceModel } from '../engine/model/types.ts';
import { chooseEvaluator, trialRequests } from './choose-evaluator.ts';
import { openForNode } from './testing/node-run.ts';

let model: InferenceModel;
/** The same computation under the engine's name: which one is faster is up to the clock. */
let engine: CausalLM;
let released = 0;

beforeAll(async () => {
  ({ model } = await openForNode('micro/m1-base'));
  engine = {
    backend: 'webgpu',
    acceptsSoftPrompt: true,
    answer: model.answer.bind(model),
    releaseScratch: async () => {
      released++;
    },
  } as unknown as CausalLM;
}, 60_000);
afterAll(() => model.dispose());

const requests = [
  { prompt: [5, 6, 7], continuations: [[8, 9], [10]] },
  { prompt: [11], continuations: [] },
];
const needs = { softPrompts: false, signal: new AbortController().signal };
/** Reads these seconds one after the other. */
const clock =
  (...seconds: number[]) =>
  () =>
    1000 * seconds.shift()!;

describe('the choice of the evaluator', () => {
  it('goes to the faster in the trial, which is recorded', async () => {
    const slowEngine = await chooseEvaluator(engine, model, requests, needs, clock(0, 1, 1, 4));
    expect(slowEngine.model).toBe(model);
    expect(slowEngine.facts).toEqual({ backend: 'onnxruntime-wasm', trial: { wasm: 1, webgpu: 3 } });
    const fastEngine = await chooseEvaluator(engine, model, requests, needs, clock(0, 2, 2, 2.5));
    expect(fastEngine.model).toBe(engine);
    expect(fastEngine.facts).toEqual({ backend: 'webgpu', trial: { wasm: 2, webgpu: 0.5 } });
    expect(released).toBe(2);
  });

  it('has no trial where only the engine can do the work', async () => {
    const alone = { model: engine, facts: { backend: 'webgpu', trial: null } };
    const noClock = () => expect.unreachable();
    expect(await chooseEvaluator(engine, undefined, requests, needs, noClock)).toEqual(alone);
    const soft = { ...needs, softPrompts: true };
    expect(model.acceptsSoftPrompt).toBe(false);
    expect(await chooseEvaluator(engine, model, requests, soft, noClock)).toEqual(alone);
    const tooLarge = [{ prompt: [model.vocabSize + 5], continuations: [] }];
    expect(await chooseEvaluator(engine, model, tooLarge, needs, noClock)).toEqual(alone);
  });

  it('stops when the run is cancelled', async () => {
    const cancelled = { softPrompts: false, signal: AbortSignal.abort() };
    await expect(chooseEvaluator(engine, model, requests, cancelled, clock(0, 1))).rejects.toThrow();
  });

  it('tries the ends of the first prompts', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i);
    const item = { item: {} as never, text: '', prompt: ids(30), options: [ids(5), ids(1), ids(2)] };
    const trial = trialRequests({ prefix: [99], items: Array.from({ length: 9 }, () => item) });
    expect(trial).toHaveLength(4);
    expect(trial[0]).toEqual({ prompt: ids(30).slice(-24), continuations: [ids(3), ids(1)] });
  });
});
