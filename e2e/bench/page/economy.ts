/**
 * What a training step and a decode step cost besides arithmetic: dispatches, submissions, encoding, GPU bytes as planned and
 * as they are.
 */

import { loadCausalLM } from '../../../src/engine/model/causal-lm.ts';
import { savedBytes, trainingSteps } from '../../../src/engine/plan/testing/saved-bytes.ts';
import { createRng } from '../../../src/lib/rng.ts';
import type { Fact } from '../report.ts';
import { DECODE, prompts } from './decode.ts';
import { type BenchModel, openEngine, ROWS } from './engine.ts';
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
    const plan = lm.predictTraining(VIRTUAL_TOKENS, examples);
    await step();
    const afterFirst = lm.memory().liveBytes;
    watch.takeCounts();
    for (let i = 0; i < STEPS; i++) await step();
    const training = watch.takeCounts();
    const { liveBytes, weightBytes, peakBytes } = lm.memory();

    const given = prompts(16, DECODE, lm.vocabSize);
    const decode = (maxNewTokens: number) =>
      lm.generate({ ids: [] }, given, { maxNewTokens, stopTokens: [] });
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
          ['GPU bytes planned for the step', mib(plan.peakBytes)],
          ['GPU bytes after step 1', mib(afterFirst)],
          [`GPU bytes after step ${STEPS + 1}`, mib(liveBytes)],
          ['GPU bytes at the peak', mib(peakBytes)],
        ],
      },
      await savedActivations(model),
    ];
  } finally {
    await lm.dispose();
  }
}

const LONG_ROWS = 4;
const LONG_LENGTH = 512;

/** What a step keeps of its forward pass, counted in residuals (one f32 row of the hidden size a token). */
async function savedActivations(model: BenchModel): Promise<Fact> {
  const { program, executor } = await openEngine(model);
  executor.dispose();
  const { nodes, layers, wanted, recomputed } = trainingSteps(program);
  const tokens = LONG_ROWS * LONG_LENGTH;
  const residuals = (bytes: number) =>
    `${mib(bytes)}, ${(bytes / (4 * program.hiddenSize * tokens * program.layers)).toFixed(2)} residuals a layer`;
  const again = recomputed(layers.length);
  return {
    id: 'saved',
    title: `Saved activations, ${LONG_ROWS} x ${LONG_LENGTH} tokens, ${program.layers} layers`,
    rows: [
      ['as long as memory allows', residuals(savedBytes(nodes, program.values, wanted, tokens))],
      [
        `with ${layers.length} layers recomputed`,
        residuals(savedBytes(again.nodes, again.values, wanted, tokens)),
      ],
    ],
  };
}
