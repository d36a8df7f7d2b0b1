/** What a training step and a decode step cost besides arithmetic: dispatches, submissions, encoding, GPU bytes. */

import { loadCausalLM } from '../../../src/engine/model/causal-lm.ts';
import { createRng } from '../../../src/lib/rng.ts';
import type { Fact } from '../report.ts';
import { decodePrompts } from './decode.ts';
import { type BenchModel, ROWS } from './engine.ts';
import type { DeviceWatch } from './watch-device.ts';

const VIRTUAL_TOKENS = 10;
const EXAMPLE_TOKENS = 54;
const ANSWER_TOKENS = 13;
const STEPS = 10;

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const ms = (seconds: number) => `${(seconds * 1e3).toFixed(1)} ms`;

export async function economy(model: BenchModel, watch: DeviceWatch): Promise<Fact[]> {
  const lm = await loadCausalLM(model);
  try {
    const rng = createRng(3, 'bench examples');
    const examples = Array.from({ length: ROWS }, () => ({
      ids: Array.from({ length: EXAMPLE_TOKENS }, () => rng.int(lm.vocabSize)),
      answerTokens: ANSWER_TOKENS,
    }));
    const softPrompt = await lm.embed(Array.from({ length: VIRTUAL_TOKENS }, () => rng.int(lm.vocabSize)));
    const step = () => lm.lossAndGradient(softPrompt, examples);
    await step();
    const afterFirst = lm.memory().liveBytes;
    watch.takeCounts();
    for (let i = 0; i < STEPS; i++) await step();
    const training = watch.takeCounts();
    const { liveBytes, weightBytes, peakBytes } = lm.memory();

    const prompts = decodePrompts(16, lm.vocabSize);
    const decode = (maxNewTokens: number) =>
      lm.generate({ ids: [] }, prompts, { maxNewTokens, stopTokens: [] });
    await decode(2);
    watch.takeCounts();
    await decode(2);
    const short = watch.takeCounts();
    await decode(2 + STEPS);
    const long = watch.takeCounts();
    const each = (a: number, b: number) => ((b - a) / STEPS).toFixed(1);
    return [
      {
        id: 'economy',
        title: `A training step (${ROWS} examples, ${VIRTUAL_TOKENS} virtual tokens) and a decode step (16 rows)`,
        rows: [
          ['dispatches, training', (training.dispatches / STEPS).toFixed(1)],
          ['submissions, training', (training.submits / STEPS).toFixed(1)],
          ['encoding, training', ms(training.encodeSeconds / STEPS)],
          ['dispatches, decoding', each(short.dispatches, long.dispatches)],
          ['submissions, decoding', each(short.submits, long.submits)],
          ['encoding, decoding', ms((long.encodeSeconds - short.encodeSeconds) / STEPS)],
          ['GPU bytes, weights', mib(weightBytes)],
          ['GPU bytes after step 1', mib(afterFirst)],
          [`GPU bytes after step ${STEPS + 1}`, mib(liveBytes)],
          ['GPU bytes at the peak', mib(peakBytes)],
        ],
      },
    ];
  } finally {
    await lm.dispose();
  }
}
