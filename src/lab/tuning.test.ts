import { describe, expect, it } from 'vitest';
import type { CausalLM, TrainingExample } from '../engine/model/types.ts';
import { LabError } from '../lib/errors.ts';
import { batchAt, createTuner, trainingOrder } from './tuning.ts';
import { DEFAULT_TUNING } from './types.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('order of examples', () => {
  it('is one seeded shuffle of all items', () => {
    const order = trainingOrder(numbers(50), 7);
    expect([...order].sort((a, b) => a - b)).toEqual(numbers(50));
    expect(order).not.toEqual(numbers(50));
    expect(trainingOrder(numbers(50), 7)).toEqual(order);
    expect(trainingOrder(numbers(50), 8)).not.toEqual(order);
  });

  it('gives step s the examples 8s to 8s + 7, cyclically, as tune.py does', () => {
    const order = numbers(20);
    expect(batchAt(order, 0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(batchAt(order, 1, 8)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(batchAt(order, 2, 8)).toEqual([16, 17, 18, 19, 0, 1, 2, 3]);
    expect(batchAt(numbers(3), 0, 8)).toEqual([0, 1, 2, 0, 1, 2, 0, 1]);
  });
});

/**
 * A quadratic bowl in place of a language model: loss = Σ p² / 2, gradient = p; its minimum and every step's loss are
 * known, which no network's are.
 */
function bowl(spoil: (loss: number, gradient: Float32Array) => { loss: number; gradient: Float32Array }) {
  const seen: (readonly TrainingExample[])[] = [];
  const model = {
    hiddenSize: 4,
    vocabSize: 3,
    embed: async (ids: readonly number[]) => new Float32Array(ids.length * 4).fill(1),
    lossAndGradient: async (prompt: Float32Array, examples: readonly TrainingExample[]) => {
      seen.push(examples);
      const loss = prompt.reduce((sum, value) => sum + (value * value) / 2, 0);
      return { ...spoil(loss, Float32Array.from(prompt)), labelCount: 1 };
    },
  } as unknown as CausalLM;
  return { model, seen };
}

const order: TrainingExample[] = numbers(10).map((i) => ({ ids: [i], answerTokens: 1 }));
const config = { ...DEFAULT_TUNING, numVirtualTokens: 2, batchSize: 4, learningRate: 0.1 };

describe('createTuner', () => {
  it('walks down and shows each batch once', async () => {
    const { model, seen } = bowl((loss, gradient) => ({ loss, gradient }));
    const tuner = await createTuner(model, order, config, 1, []);
    expect([...tuner.softPrompt()]).toEqual(new Array(8).fill(1));
    const first = await tuner.step(0);
    expect(first).toEqual({ loss: 4, gradientNorm: Math.sqrt(8) });
    const second = await tuner.step(1);
    expect(second.loss).toBeLessThan(first.loss);
    expect(seen.map((batch) => batch.map(({ ids }) => ids[0]))).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
  });

  it.each(['adam', 'adamw', 'adafactor'] as const)('goes on from a saved %s state', async (optimizer) => {
    const { model, seen } = bowl((loss, gradient) => ({ loss, gradient }));
    const settings = { ...config, optimizer, schedule: 'cosine', steps: 6 } as const;
    const whole = await createTuner(model, order, settings, 1, []);
    for (let step = 0; step < 6; step++) await whole.step(step);
    const first = await createTuner(model, order, settings, 1, []);
    for (let step = 0; step < 3; step++) await first.step(step);
    const saved = first.state(3);
    await first.step(3);
    const second = await createTuner(model, order, settings, 1, [], structuredClone(saved));
    seen.length = 0;
    for (let step = saved.step; step < 6; step++) await second.step(step);
    expect([...second.softPrompt()]).toEqual([...whole.softPrompt()]);
    expect(seen.map((batch) => batch[0]!.ids[0])).toEqual([2, 6, 0]);
  });

  it('reports the norm before clipping', async () => {
    const { model } = bowl((loss, gradient) => ({ loss, gradient }));
    const tuner = await createTuner(model, order, { ...config, clipNorm: 0.5 }, 1, []);
    expect((await tuner.step(0)).gradientNorm).toBeCloseTo(Math.sqrt(8), 12);
  });

  it.each([
    ['loss', (_: number, gradient: Float32Array) => ({ loss: Number.NaN, gradient })],
    [
      'gradient',
      (loss: number, gradient: Float32Array) => ({ loss, gradient: gradient.fill(Number.POSITIVE_INFINITY) }),
    ],
  ] as const)('stops at a %s that is not finite and says where', async (tensor, spoil) => {
    const { model } = bowl(spoil);
    const tuner = await createTuner(model, order, config, 1, []);
    await expect(tuner.step(3)).rejects.toMatchObject({
      code: 'lab.not-finite',
      params: { step: 3, tensor },
    });
  });

  it('adds the step to what the engine found', async () => {
    const { model } = bowl(() => {
      throw new LabError('model.not-finite', { what: 'loss', tensor: '/layers.1/mul' });
    });
    const tuner = await createTuner(model, order, config, 1, []);
    await expect(tuner.step(5)).rejects.toMatchObject({
      code: 'lab.not-finite',
      params: { step: 5, tensor: '/layers.1/mul' },
    });
  });
});
