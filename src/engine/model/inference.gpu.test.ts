/**
 * Scoring and generating from outside, on a tiny exported Llama: cached against uncached, batched against single, small runs
 * against large ones, and what a caller may get wrong.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { loadCausalLM } from './causal-lm.ts';
import { hasSharedFolder, sharedFiles } from './testing/shared-folder.ts';
import {
  HIDDEN,
  loadTinyLlama,
  maxDifference,
  randomIds,
  randomPrompt,
  uncachedGreedy,
  uncachedScore,
  VOCAB,
} from './testing/tiny-llama.ts';
import type { CausalLM, Prefix, ScoreRequest } from './types.ts';

describe.runIf(await hasSharedFolder())('inference on WebGPU', () => {
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

  test('describes the file', () => {
    expect(lm.description).toMatchObject({
      architecture: 'llama',
      dialect: 'decomposed',
      hiddenSize: HIDDEN,
      vocabSize: VOCAB,
      layers: 2,
      kvHeads: 2,
      headDim: 16,
      opset: 18,
    });
    expect(lm.description.fused.attention).toBe(2);
    expect(lm.memory().weightBytes).toBeGreaterThan(4 * VOCAB * HIDDEN);
  });

  describe('score', () => {
    const prefix: Prefix = { softPrompt: randomPrompt(3), ids: randomIds(5) };
    const stem = randomIds(2);
    const requests: ScoreRequest[] = [
      { prompt: randomIds(6), continuations: [randomIds(1), randomIds(4), randomIds(2)] },
      { prompt: randomIds(1), continuations: [[...stem, 7], [...stem, 8, 9], stem, [...stem, 7]] },
      { prompt: randomIds(17), continuations: [randomIds(3)] },
    ];
    const cases: [string, Prefix, ScoreRequest[]][] = [
      ['soft prompt and ids before the prompts', prefix, requests],
      ['no prefix', { ids: [] }, requests],
      [
        'an empty prompt after a prefix',
        prefix,
        [{ prompt: [], continuations: [[3, 4], [5]] }, requests[0]!],
      ],
      [
        'only a soft prompt',
        { softPrompt: prefix.softPrompt!, ids: [] },
        [{ prompt: [], continuations: [[3]] }],
      ],
    ];

    test.each(cases)('equals whole rows: %s', async (_, shared, asked) => {
      for (const model of [lm, small]) {
        const scores = await model.score(shared, asked);
        for (const [r, { prompt, continuations }] of asked.entries()) {
          for (const [c, continuation] of continuations.entries()) {
            const expected = await uncachedScore(lm, shared, prompt, continuation);
            const score = scores[r]![c]!;
            expect(maxDifference(score.tokenLogProbs, expected.tokens)).toBeLessThan(1e-4);
            expect(score.logProb).toBeCloseTo(
              expected.tokens.reduce((sum, x) => sum + x, 0),
              3,
            );
            expect(score.greedy).toBe(expected.greedy);
          }
        }
      }
    });

    test('finds the greedy continuation greedy', async () => {
      const prompt = randomIds(4);
      const best = await uncachedGreedy(lm, prefix, prompt, 3);
      const other = [...best.slice(0, 2), (best[2]! + 1) % VOCAB];
      const [scores] = await lm.score(prefix, [{ prompt, continuations: [best, other] }]);
      expect(scores!.map((score) => score.greedy)).toEqual([true, false]);
    });

    test('does not mix up prefixes of consecutive calls', async () => {
      const softPrompt = randomPrompt(3);
      const ask = [{ prompt: [1, 2], continuations: [[3]] }];
      const first = await lm.score({ softPrompt, ids: [] }, ask);
      const kept = await lm.score({ softPrompt, ids: [] }, ask);
      softPrompt[5]! += 0.5;
      const changed = await lm.score({ softPrompt, ids: [] }, ask);
      expect(kept).toEqual(first);
      const expected = await uncachedScore(lm, { softPrompt, ids: [] }, [1, 2], [3]);
      expect(changed[0]![0]!.logProb).toBeCloseTo(expected.tokens[0]!, 4);
      expect(changed[0]![0]!.logProb).not.toBeCloseTo(first[0]![0]!.logProb, 4);
    });

    test('counts finished requests', async () => {
      const seen: number[] = [];
      await small.score(prefix, requests, { onProgress: (done, total) => seen.push(done / total) });
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
      expect(seen.at(-1)).toBe(1);
    });
  });

  describe('generate', () => {
    const prefix: Prefix = { softPrompt: randomPrompt(2), ids: randomIds(3) };
    const prompts = [4, 1, 9, 2, 12, 3].map(randomIds);

    test('batched equals single equals whole rows', async () => {
      const options = { maxNewTokens: 6, stopTokens: [] };
      const batched = await lm.generate(prefix, prompts, options);
      expect(await small.generate(prefix, prompts, options)).toEqual(batched);
      for (const [i, prompt] of prompts.entries()) {
        expect(await lm.generate(prefix, [prompt], options)).toEqual([batched[i]]);
        const ids = await uncachedGreedy(lm, prefix, prompt, 6);
        expect(batched[i]).toEqual({ ids, stopReason: 'length' });
      }
    });

    test('ends rows by stop token and by rule, each on its own', async () => {
      const free = await lm.generate(prefix, prompts, { maxNewTokens: 6, stopTokens: [] });
      const stop = free[2]!.ids[3]!;
      const shouldStop = (ids: readonly number[]) => ids.length === 5;
      const stopped = await lm.generate(prefix, prompts, { maxNewTokens: 6, stopTokens: [stop], shouldStop });
      for (const [i, { ids }] of free.entries()) {
        const at = ids.indexOf(stop);
        const expected =
          at >= 0 && at < 5
            ? { ids: ids.slice(0, at), stopReason: 'stop-token' }
            : { ids: ids.slice(0, 5), stopReason: 'stop-rule' };
        expect(stopped[i]).toEqual(expected);
      }
      expect(stopped[2]!.stopReason).toBe('stop-token');
      expect(await lm.generate(prefix, prompts, { maxNewTokens: 0, stopTokens: [] })).toEqual(
        prompts.map(() => ({ ids: [], stopReason: 'length' })),
      );
    });

    test('starts waiting rows when others end', async () => {
      // 140 rows are more than may generate at once.
      const many = Array.from({ length: 140 }, (_, i) => prompts[i % prompts.length]!);
      const seen: number[] = [];
      const results = await lm.generate(prefix, many, {
        maxNewTokens: 3,
        stopTokens: [],
        onProgress: (done) => seen.push(done),
      });
      const first = results.slice(0, prompts.length);
      results.forEach((result, i) => {
        expect(result).toEqual(first[i % prompts.length]);
      });
      expect(seen.some((done) => done > 0 && done < 140)).toBe(true);
      expect(seen.at(-1)).toBe(140);
    });
  });

  describe('answer', () => {
    const prefix: Prefix = { softPrompt: randomPrompt(2), ids: randomIds(3) };
    const requests: ScoreRequest[] = [
      { prompt: randomIds(5), continuations: [randomIds(3), randomIds(1), randomIds(4)] },
      { prompt: randomIds(1), continuations: [] },
      { prompt: randomIds(9), continuations: [randomIds(2)] },
      { prompt: randomIds(2), continuations: [[5], [5, 6, 7], [8]] },
    ];
    const prompts = requests.map(({ prompt }) => prompt);

    test('equals scoring and generating apart, in large runs and in small ones', async () => {
      const shouldStop = (ids: readonly number[]) => ids.length === 3 && ids[0]! % 2 === 0;
      const options = { maxNewTokens: 6, stopTokens: [], shouldStop };
      const scores = await lm.score(prefix, requests);
      const generations = await lm.generate(prefix, prompts, options);
      for (const model of [lm, small]) {
        const answers = await model.answer(prefix, requests, options);
        expect(answers.map(({ generation }) => generation)).toEqual(generations);
        for (const [r, answer] of answers.entries()) {
          expect(answer.scores).toHaveLength(scores[r]!.length);
          for (const [c, score] of answer.scores.entries()) {
            expect(maxDifference(score.tokenLogProbs, scores[r]![c]!.tokenLogProbs)).toBeLessThan(1e-5);
            expect(score.greedy).toBe(scores[r]![c]!.greedy);
          }
        }
      }
    });

    test('counts a scored row as a half until it has stopped', async () => {
      const seen: number[] = [];
      const onProgress = (done: number) => seen.push(done);
      await lm.answer(prefix, requests, { maxNewTokens: 3, stopTokens: [], onProgress });
      expect(seen).toEqual([1.5, 1.5, 4]);
    });
  });

  test('stops between runs when asked to, and works afterwards', async () => {
    const abort = new AbortController();
    const running = small.generate({ ids: [1, 2] }, [randomIds(30)], {
      maxNewTokens: 20,
      stopTokens: [],
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await expect(running).rejects.toMatchObject({ code: 'model.aborted' });
    const request = { prompt: [4], continuations: [[5]] };
    const [scores] = await small.score({ ids: [1, 2] }, [request]);
    const expected = await uncachedScore(lm, { ids: [1, 2] }, [4], [5]);
    expect(scores![0]!.logProb).toBeCloseTo(expected.tokens[0]!, 4);
  });

  test('names what is wrong with a request', async () => {
    const code = (promise: Promise<unknown>) => promise.then(() => 'none').catch((error) => error.code);
    const stop = { maxNewTokens: 1, stopTokens: [] };
    expect(await code(lm.generate({ ids: [] }, [[VOCAB]], stop))).toBe('model.bad-token');
    expect(await code(lm.generate({ ids: [] }, [[1], []], stop))).toBe('model.empty-prompt');
    expect(await code(lm.score({ ids: [] }, [{ prompt: [1], continuations: [[]] }]))).toBe(
      'model.empty-continuation',
    );
    expect(await code(lm.score({ softPrompt: new Float32Array(9), ids: [] }, []))).toBe(
      'model.soft-prompt-shape',
    );
    const infinite = new Float32Array(HIDDEN).fill(Number.POSITIVE_INFINITY);
    expect(await code(lm.lossAndGradient(infinite, [{ ids: [1, 2], answerTokens: 1 }]))).toBe(
      'model.not-finite',
    );
  });

  test('refuses rows longer than the learned positions', async () => {
    const path = 'onnx/model.onnx';
    const gpt2 = await loadCausalLM({
      gpu: await openTestGpu(),
      files: sharedFiles('fixtures/ts13-gpt2'),
      path,
    });
    try {
      const most = gpt2.description.maxPositions!;
      expect(most).toBeGreaterThan(0);
      const prompt = Array.from({ length: most }, (_, i) => i % 90);
      const [generation] = await gpt2.generate({ ids: [] }, [prompt], { maxNewTokens: 4, stopTokens: [] });
      expect(generation).toMatchObject({ stopReason: 'length' });
      expect(generation!.ids).toHaveLength(1);
      await expect(
        gpt2.generate({ ids: [1] }, [prompt], { maxNewTokens: 4, stopTokens: [] }),
      ).rejects.toMatchObject({ code: 'model.too-long', params: { need: most + 1, have: most, row: 0 } });
    } finally {
      await gpt2.dispose();
    }
  });
});
