/**
 * Loss, gradient and memory from outside, on a tiny exported Llama: against whole rows, finite differences, micro-batches and
 * a budget that is too small.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSharedFolder } from './testing/shared-folder.ts';
import {
  loadTinyLlama,
  maxDifference,
  randomIds,
  randomPrompt,
  rng,
  uncachedScore,
} from './testing/tiny-llama.ts';
import type { CausalLM } from './types.ts';

describe.runIf(await hasSharedFolder())('training on WebGPU', () => {
  let lm: CausalLM;
  /** The same model in runs of seven tokens. */
  let small: CausalLM;
  beforeAll(async () => {
    lm = await loadTinyLlama();
    small = await loadTinyLlama({ maxBatchTokens: 7 });
  });
  afterAll(async () => {
    await lm.dispose();
    await small.dispose();
  });

  describe('lossAndGradient', () => {
    const softPrompt = randomPrompt(4);
    const examples = [
      { ids: randomIds(9), answerTokens: 4 },
      { ids: randomIds(3), answerTokens: 3 },
      { ids: randomIds(14), answerTokens: 1 },
    ];

    test('is the mean over labels, whatever the micro-batches', async () => {
      const whole = await lm.lossAndGradient(softPrompt, examples);
      expect(whole.labelCount).toBe(8);
      let sum = 0;
      for (const { ids, answerTokens } of examples) {
        const label = ids.slice(-answerTokens);
        const score = await uncachedScore(lm, { softPrompt, ids: [] }, ids.slice(0, -answerTokens), label);
        sum -= score.tokens.reduce((total, x) => total + x, 0);
      }
      expect(whole.loss).toBeCloseTo(sum / 8, 5);
      const parts = await small.lossAndGradient(softPrompt, examples);
      expect(parts.loss).toBeCloseTo(whole.loss, 6);
      const scale = Math.max(...whole.gradient.map(Math.abs));
      expect(maxDifference(parts.gradient, whole.gradient)).toBeLessThan(1e-5 * scale);
    });

    test('has the gradient of its own loss', async () => {
      const { gradient } = await lm.lossAndGradient(softPrompt, examples);
      const direction = Float64Array.from(gradient, () => rng.normal());
      const along = gradient.reduce((sum, g, i) => sum + g * direction[i]!, 0);
      const step = 2e-3;
      const at = async (sign: number) => {
        const moved = softPrompt.map((x, i) => x + sign * step * direction[i]!);
        return (await lm.lossAndGradient(moved, examples)).loss;
      };
      const difference = ((await at(1)) - (await at(-1))) / (2 * step);
      expect(Math.abs(difference - along)).toBeLessThan(2e-3 * Math.max(1, Math.abs(along)));
    });

    test('refuses examples without label or context', async () => {
      const bad = { ids: [1, 2], answerTokens: 0 };
      await expect(lm.lossAndGradient(softPrompt, [bad])).rejects.toMatchObject({
        code: 'model.bad-example',
      });
    });
  });

  test('splits a run that the memory budget does not allow', async () => {
    const softPrompt = randomPrompt(4);
    const examples = Array.from({ length: 8 }, () => ({ ids: randomIds(40), answerTokens: 3 }));
    const requests = Array.from({ length: 8 }, () => ({
      prompt: randomIds(40),
      continuations: [[1], [2, 3]],
    }));
    const expected = await lm.lossAndGradient(softPrompt, examples);
    const expectedScores = await lm.score({ softPrompt, ids: [] }, requests);
    const tight = await loadTinyLlama({ memoryBudget: lm.memory().weightBytes + 1_500_000 });
    try {
      const actual = await tight.lossAndGradient(softPrompt, examples);
      expect(actual.loss).toBeCloseTo(expected.loss, 6);
      const scale = Math.max(...expected.gradient.map(Math.abs));
      expect(maxDifference(actual.gradient, expected.gradient)).toBeLessThan(1e-5 * scale);
      const scores = await tight.score({ softPrompt, ids: [] }, requests);
      scores.flat().forEach((score, i) => {
        expect(score.logProb).toBeCloseTo(expectedScores.flat()[i]!.logProb, 4);
      });
      expect(tight.memory().peakBytes).toBeLessThan(lm.memory().peakBytes);
      const again = await tight.lossAndGradient(softPrompt, examples);
      expect(again.loss).toBeCloseTo(expected.loss, 6);
      await expect(
        tight.generate({ ids: [] }, [randomIds(3)], { maxNewTokens: 10_000, stopTokens: [] }),
      ).rejects.toMatchObject({ code: 'model.kv-budget' });
    } finally {
      await tight.dispose();
    }
  });

  describe('under a memory budget', () => {
    const softPrompt = randomPrompt(4);
    const long = [{ ids: randomIds(400), answerTokens: 5 }];
    const many = Array.from({ length: 10 }, () => ({ ids: randomIds(60), answerTokens: 3 }));

    test('plans as few runs as the limits allow where there is room', async () => {
      const plan = lm.predictTraining(4, many);
      expect(plan).toMatchObject({ fits: true, runs: 2, recomputedLayers: 0, budgetBytes: undefined });
      expect(plan.weightBytes).toBe(lm.memory().weightBytes);
      expect(plan.peakBytes).toBeGreaterThan(plan.weightBytes);
    });

    test('halves a batch, recomputes a long row, and gives the same gradient', async () => {
      for (const examples of [many, long]) {
        const free = lm.predictTraining(4, examples);
        const memoryBudget = Math.floor(free.weightBytes + 0.7 * (free.peakBytes - free.weightBytes));
        const tight = await loadTinyLlama({ memoryBudget });
        const plan = tight.predictTraining(4, examples);
        expect(plan.fits).toBe(true);
        expect(plan.peakBytes).toBeLessThanOrEqual(memoryBudget);
        expect(plan.budgetBytes).toBe(memoryBudget);
        expect(plan.runs).toBeGreaterThan(examples === many ? 2 : 0);
        expect(plan.recomputedLayers).toBe(examples === many ? 0 : 1);
        const expected = await lm.lossAndGradient(softPrompt, examples);
        const actual = await tight.lossAndGradient(softPrompt, examples);
        expect(actual.loss).toBeCloseTo(expected.loss, 6);
        const scale = Math.max(...expected.gradient.map(Math.abs));
        expect(maxDifference(actual.gradient, expected.gradient)).toBeLessThan(1e-5 * scale);
        expect(tight.memory().peakBytes).toBeLessThanOrEqual(memoryBudget);
        await tight.dispose();
      }
    });

    test('says beforehand what cannot be run', async () => {
      const { weightBytes } = lm.memory();
      const tight = await loadTinyLlama({ memoryBudget: weightBytes + 100_000 });
      const plan = tight.predictTraining(4, long);
      expect(plan.fits).toBe(false);
      expect(plan.peakBytes).toBeGreaterThan(weightBytes + 100_000);
      await expect(tight.lossAndGradient(softPrompt, long)).rejects.toMatchObject({
        code: 'plan.does-not-fit',
      });
      await tight.dispose();
    });
  });

  test('gives memory back after use, and all of it when disposed', async () => {
    const model = await loadTinyLlama();
    const softPrompt = randomPrompt(2);
    const use = async () => {
      await model.score({ softPrompt, ids: [1] }, [{ prompt: [2, 3], continuations: [[4], [5]] }]);
      await model.generate({ ids: [] }, [[1, 2]], { maxNewTokens: 2, stopTokens: [] });
      await model.lossAndGradient(softPrompt, [{ ids: [1, 2, 3], answerTokens: 1 }]);
      await model.releaseScratch();
      return model.memory().liveBytes;
    };
    const after = await use();
    expect(await use()).toBe(after);
    expect(after - model.memory().weightBytes).toBeLessThan(100_000);
    await model.dispose();
    expect(model.memory().liveBytes).toBe(0);
    await expect(model.embed([1])).rejects.toMatchObject({ code: 'model.disposed' });
  });
});
