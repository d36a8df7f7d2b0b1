/**
 * The checks themselves on real models: 80 recorded PyTorch updates of m1-base are reproduced, and a file with one wrong
 * number fails in the part where the number is.
 */
import { describe, expect, test } from 'vitest';
import { openTestGpu } from '../../engine/gpu/testing/open-test-gpu.ts';
import { loadCausalLM } from '../../engine/model/causal-lm.ts';
import { hasSharedFolder, sharedFiles, sharedJson } from '../../engine/model/testing/shared-folder.ts';
import { type CaseJson, checkCase } from './check-case.ts';
import { checkTuning, type GoldenTuning } from './check-tuning.ts';

const path = 'onnx/model.onnx';
const present = await hasSharedFolder();
const load = async (folder: string) =>
  loadCausalLM({ gpu: await openTestGpu(), files: sharedFiles(folder), path });

describe.runIf(present)('golden tuning of m1-base', () => {
  test('80 losses within 1e-3 relative', { timeout: 400_000 }, async () => {
    const golden = await sharedJson<GoldenTuning>('recipes/micro/golden_closed.json');
    const lm = await load('models/micro/m1-base');
    try {
      const seen: number[] = [];
      const report = await checkTuning(lm, golden, { onStep: (step) => seen.push(step) });
      console.log(
        `golden_closed: largest relative loss difference ${report.maxRelative.toExponential(1)} at step ${report.worstStep}, final soft prompt ${report.finalRelative?.toExponential(1)}`,
      );
      expect(report).toMatchObject({ steps: 80, optimizer: 'adam', learningRate: 0.03, batchSize: 8 });
      expect(seen.length).toBe(80);
      expect(report.maxRelative).toBeLessThanOrEqual(1e-3);
      expect(report.passed).toBe(true);

      const wrong = {
        ...golden,
        losses: golden.losses.slice(0, 2).map((loss, i) => loss * (i === 1 ? 1.002 : 1)),
      };
      wrong.examples = golden.examples.slice(0, 16);
      expect(await checkTuning(lm, wrong)).toMatchObject({ passed: false, worstStep: 1 });
    } finally {
      await lm.dispose();
    }
  });
});

describe.runIf(present)('checkCase', () => {
  test('fails in the part whose value is wrong, and only there', async () => {
    const json = await sharedJson<CaseJson>('fixtures/ts18-llama-keep/case.json');
    const lm = await load('fixtures/ts18-llama-keep');
    const failing = async (changed: CaseJson) => {
      const report = await checkCase(lm, changed);
      expect(report.passed).toBe(report.parts.every((part) => part.passed));
      return report.parts.filter((part) => !part.passed).map((part) => part.part);
    };
    try {
      expect(await failing(json)).toEqual([]);
      const { soft_prompt, decode } = json;
      const losses = soft_prompt.losses.map((loss, i) => loss + (i === 10 ? 0.01 : 0));
      expect(await failing({ ...json, soft_prompt: { ...soft_prompt, losses } })).toEqual(['losses']);
      const grad = json.soft_prompt.soft_prompt;
      expect(await failing({ ...json, soft_prompt: { ...soft_prompt, grad } })).toEqual(['gradient']);
      const greedy_ids = decode.greedy_ids.map((id, i) => (i === 3 ? id + 1 : id));
      expect(await failing({ ...json, decode: { ...decode, greedy_ids } })).toEqual(['greedy']);
      const embedding = { ...json.embedding, sample_token: 6 };
      expect(await failing({ ...json, embedding })).toEqual(['embedding']);
      await expect(checkCase(lm, { ...json, format: 2 })).rejects.toMatchObject({
        code: 'model.check-format',
      });
    } finally {
      await lm.dispose();
    }
  });
});
