/** Optimisers, clipping, schedules and initialisation against PyTorch's values (golden.json, written by golden.py). */
import { describe, expect, it } from 'vitest';
import { clipGradient, gradientNorm } from './clip.ts';
import golden from './golden.json';
import { columnStatistics, type EmbeddingModel, initialSoftPrompt } from './init.ts';
import { createOptimizer, type OptimizerRule } from './optimizer.ts';
import { scheduleFactor } from './schedules.ts';

function expectClose(actual: ArrayLike<number>, expected: readonly number[], relative: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(actual[i]! - expected[i]!);
    expect(difference, `entry ${i}: ${actual[i]} for ${expected[i]}`).toBeLessThanOrEqual(
      relative * Math.max(1e-3, Math.abs(expected[i]!)),
    );
  }
}

describe('optimisers', () => {
  const rules: OptimizerRule[] = ['sgd', 'adam', 'adamw', 'adafactor'];
  it.each(rules)('%s follows PyTorch step by step', (rule) => {
    const parameters = Float64Array.from(golden.start);
    const optimizer = createOptimizer(rule, [golden.shape[0]!, golden.shape[1]!]);
    golden.gradients.forEach((gradient, step) => {
      optimizer.step(parameters, gradient, golden.rates[step]!);
      expectClose(parameters, golden.trace[rule][step]!, 1e-12);
    });
  });

  it.each(rules)('%s goes on from a saved state with the same numbers', (rule) => {
    const shape = [golden.shape[0]!, golden.shape[1]!] as const;
    const parameters = Float64Array.from(golden.start);
    const first = createOptimizer(rule, shape);
    const half = golden.gradients.length >> 1;
    const step = (optimizer: ReturnType<typeof createOptimizer>, i: number) =>
      optimizer.step(parameters, golden.gradients[i]!, golden.rates[i]!);
    for (let i = 0; i < half; i++) step(first, i);
    const saved = first.state();
    const kept = parameters.slice();
    for (let i = half; i < golden.gradients.length; i++) step(first, i);
    const uninterrupted = parameters.slice();
    // What was saved did not move on with the optimiser.
    const second = createOptimizer(rule, shape);
    second.restore(saved);
    parameters.set(kept);
    for (let i = half; i < golden.gradients.length; i++) step(second, i);
    expect(half).toBeGreaterThan(0);
    expect([...parameters]).toEqual([...uninterrupted]);
  });

  it('keeps its state to itself: two instances do not mix', () => {
    const one = createOptimizer('adam', [1, 1]);
    one.step(Float64Array.of(1), [5], 0.1);
    const fresh = Float64Array.of(1);
    createOptimizer('adam', [1, 1]).step(fresh, [-2], 0.1);
    expect(fresh[0]).toBeCloseTo(1.1, 6);
  });
});

describe('clipping', () => {
  it.each(golden.clip)('to $limit equals torch', ({ limit, norm, gradient }) => {
    const own = Float64Array.from(golden.gradients[3]!);
    expect(clipGradient(own, limit)).toBeCloseTo(norm, 12);
    expectClose(own, gradient, 1e-12);
  });

  it('leaves the gradient alone at 0', () => {
    const own = Float64Array.of(3, 4);
    expect(clipGradient(own, 0)).toBe(5);
    expect([...own]).toEqual([3, 4]);
    expect(gradientNorm(own)).toBe(5);
  });
});

describe('schedules', () => {
  const factors = (name: 'constant' | 'linear' | 'cosine', steps: number) =>
    Array.from({ length: steps }, (_, step) => scheduleFactor(name, step, steps));

  it('constant is 1, linear falls from 1 and never reaches 0', () => {
    expect(factors('constant', 3)).toEqual([1, 1, 1]);
    expect(factors('linear', 4)).toEqual([1, 0.75, 0.5, 0.25]);
  });

  it('cosine warms up over a tenth of the steps and falls towards a tenth', () => {
    const all = factors('cosine', 80);
    expect(all[0]).toBeCloseTo(1 / 8, 12);
    expect(all[3]).toBeCloseTo(0.5 * (0.1 + 0.45 * (1 + Math.cos((3 * Math.PI) / 80))), 12);
    expect(all[40]).toBeCloseTo(0.55, 12);
    expect(all[79]).toBeGreaterThan(0.1);
    expect(all[79]).toBeLessThan(0.101);
    expect(Math.max(...all)).toBe(all[7]);
    expect(factors('cosine', 1)).toEqual([1]);
  });
});

describe('initialisation', () => {
  /** A table whose row `id` is [id, -id, 7]: what comes back names the rows that were read. */
  const model: EmbeddingModel = {
    vocabSize: 5000,
    hiddenSize: 3,
    embed: async (ids) => Float32Array.from(ids.flatMap((id) => [id, -id, 7])),
  };
  const start = (init: 'sample-vocab' | 'random' | 'text', seed: number, textIds: number[] = [], count = 4) =>
    initialSoftPrompt(model, { init, numVirtualTokens: count, seed, textIds });

  it('samples vocabulary rows by seed', async () => {
    const a = await start('sample-vocab', 1);
    expect(a).toEqual(await start('sample-vocab', 1));
    expect(a).not.toEqual(await start('sample-vocab', 2));
    for (let row = 0; row < 4; row++) {
      const id = a[row * 3]!;
      expect(Number.isInteger(id) && id >= 0 && id < 5000).toBe(true);
      expect([...a.subarray(row * 3, row * 3 + 3)]).toEqual([id, -id, 7]);
    }
  });

  it('repeats or cuts the text', async () => {
    const ids = async (text: number[], count: number) =>
      [...(await start('text', 0, text, count))].filter((_, i) => i % 3 === 0);
    expect(await ids([8, 9, 10], 7)).toEqual([8, 9, 10, 8, 9, 10, 8]);
    expect(await ids([8, 9, 10], 2)).toEqual([8, 9]);
    await expect(start('text', 0, [])).rejects.toMatchObject({ code: 'tuning.empty-init-text' });
  });

  it('draws normals with the statistics of the table', async () => {
    const rows = 20_000;
    const drawn = await start('random', 3, [], rows);
    expect(drawn).toEqual(await start('random', 3, [], rows));
    const { mean, deviation } = columnStatistics(Float32Array.from(drawn), 3);
    const uniform = 5000 / Math.sqrt(12);
    expect(Math.abs(mean[0]! - 2500)).toBeLessThan(0.1 * uniform);
    expect(Math.abs(deviation[0]! / uniform - 1)).toBeLessThan(0.05);
    expect(mean[2]).toBeCloseTo(7, 6);
    expect(deviation[2]).toBeCloseTo(0, 9);
  });

  it('takes mean and standard deviation as torch does', () => {
    const { mean, deviation } = columnStatistics(Float32Array.from(golden.start), 5);
    expectClose(mean, golden.std.mean, 1e-5);
    expectClose(deviation, golden.std.deviation, 1e-5);
  });
});
