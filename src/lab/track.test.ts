import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InferenceModel } from '../engine/model/types.ts';
import { microBenchmark, openForNode, runConfig } from './testing/node-run.ts';
import type { LabTokenizer } from './tokenizer.ts';
import { createTrack } from './track.ts';
import { DEFAULT_TUNING, PLACEBOS } from './types.ts';

let model: InferenceModel;
let tokenizer: LabTokenizer;
beforeAll(async () => {
  ({ model, tokenizer } = await openForNode('micro/m1-base'));
}, 60_000);
afterAll(() => model.dispose());

describe('a placebo’s tuning', () => {
  const benchmark = microBenchmark('closed');
  const config = runConfig({ tuning: { ...DEFAULT_TUNING, steps: 2, batchSize: 4 } });
  const trackOf = (placebo?: (typeof PLACEBOS)[number]) =>
    createTrack(benchmark, config, { tokenizer, useChatTemplate: false }, placebo);

  it('is the run’s own, but for the answers; slow ones at a tenth of the rate', () => {
    const rates = [undefined, ...PLACEBOS].map((placebo) => trackOf(placebo).tuning.learningRate);
    expect(rates.slice(0, 3)).toEqual([0.03, 0.03, 0.03]);
    for (const rate of rates.slice(3)) expect(rate).toBeCloseTo(0.003, 12);
    expect({ ...trackOf('wrong-slow').tuning, learningRate: 0 }).toEqual({
      ...config.tuning,
      learningRate: 0,
    });
  });

  it('takes the same wrong answers at both rates, and others than the real tuning', () => {
    const ids = (placebo?: (typeof PLACEBOS)[number]) =>
      trackOf(placebo).examples.map((example) => [...example.ids]);
    expect(ids('wrong-slow')).toEqual(ids('wrong'));
    expect(ids('random-slow')).toEqual(ids('random'));
    const real = ids();
    expect(ids('wrong').every((own, i) => own.join() !== real[i]!.join())).toBe(true);
    expect(trackOf('wrong-slow').side).toBe('placebo-wrong-slow');
    expect(trackOf().side).toBe('soft-prompt');
  });
});
