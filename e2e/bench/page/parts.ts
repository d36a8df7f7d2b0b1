/** Runs the parts of the bench that were asked for; the same in a browser and in Node. */

import { openGpu } from '../../../src/engine/gpu/device.ts';
import { requestDevice } from '../../../src/engine/gpu/request-device.ts';
import type { ModelFiles } from '../../../src/engine/onnx/types.ts';
import type { Part } from '../options.ts';
import type { Fact, Group } from '../report.ts';
import { type Comparison, type Contestant, race } from './contestant.ts';
import {
  DECODE,
  type Generation,
  ourGeneration,
  PREFILL,
  type TransformersModel,
  transformersGeneration,
} from './decode.ts';
import { economy } from './economy.ts';
import { embeddings, FIFTH, LENGTH, openEngine, ourForward, ourGradient, ROWS } from './engine.ts';
import { fewShotContestants } from './few-shot.ts';
import { gemmContestants } from './gemm.ts';
import { profile } from './profile.ts';
import { flatMemory, scaling } from './scaling.ts';
import { watchDevice } from './watch-device.ts';

/** Others to measure against; browsers only. */
export interface Peers {
  /** The bench model from inputs_embeds to logits, 8 x 64 tokens; undefined for other models. */
  readonly staticModel?: Uint8Array<ArrayBuffer>;
  readonly transformers: Omit<TransformersModel, 'vocabSize'>;
}

export interface PartsInput {
  readonly gpu: GPU | undefined;
  readonly files: ModelFiles;
  readonly path: string;
  readonly parts: readonly Part[];
  readonly rounds: number;
  readonly peers?: Peers;
  readonly log: (text: string) => void;
}

export interface PartsOutput {
  readonly adapter: string;
  /** The variant that the bench's model is computed with. */
  readonly kernels: string;
  readonly groups: readonly Group[];
  readonly facts: readonly Fact[];
}

const SHAPE = `${ROWS} x ${LENGTH} tokens`;

export async function runParts(input: PartsInput): Promise<PartsOutput> {
  const { parts, rounds, peers, log } = input;
  const answer = await requestDevice(input.gpu);
  if (!answer.ok) throw new Error(`No WebGPU device: ${answer.reason} ${answer.detail}`);
  const gpu = openGpu(answer.device, answer.facts);
  const watch = watchDevice(answer.device);
  const model = { gpu, files: input.files, path: input.path };

  const engine = await openEngine(model);
  const vocab = engine.program.vocabSize;
  const hidden = engine.program.hiddenSize;
  const kernels = engine.executor.kernels!.name;
  const embeds = await embeddings(engine);
  engine.executor.dispose();
  const bytes = peers?.staticModel;
  const others = async (make: (peer: typeof import('./peers.ts')) => Contestant[]) =>
    peers ? make(await import('./peers.ts')) : [];
  const file = bytes && { bytes, embeddings: embeds, hidden, vocab };

  /** Ours with each number of rows, transformers.js with one. */
  const generation = (wanted: Generation, rows: readonly number[]): Contestant[] => [
    ...rows.map((count) => ourGeneration(model, wanted, count)),
    ...(peers
      ? (['webgpu', 'wasm'] as const).map((device) =>
          transformersGeneration({ ...peers.transformers, vocabSize: vocab }, wanted, device),
        )
      : []),
  ];

  const comparisons: Partial<Record<Part, () => Promise<Comparison>>> = {
    gemm: async () => ({
      id: 'gemm',
      title: 'Standalone products of this engine’s kernels (512 tokens; 256 x 704, 704 x 256, 256 x 4096)',
      contestants: gemmContestants(gpu),
    }),
    forward: async () => ({
      id: 'forward',
      title: `Forward, ${SHAPE}, logits of every position`,
      what: 'logits',
      contestants: [
        ourForward(model),
        ...(await others(({ jaxForward, ortForward }) =>
          file ? [jaxForward(file), ortForward(file, 'webgpu'), ortForward(file, 'wasm')] : [],
        )),
      ],
    }),
    gradient: async () => ({
      id: 'gradient',
      title: `Gradient step, ${SHAPE}, loss over every position`,
      what: 'gradients',
      contestants: [
        ourGradient(model, LENGTH),
        ...(await others(({ jaxGradient }) => (file ? [jaxGradient(file, LENGTH)] : []))),
      ],
    }),
    'gradient-fifth': async () => ({
      id: 'gradient-fifth',
      title: `Gradient step, ${SHAPE}, labels on the last ${FIFTH} of ${LENGTH} positions`,
      what: 'gradients',
      contestants: [
        ourGradient(model, FIFTH),
        ...(await others(({ jaxGradient }) => (file ? [jaxGradient(file, FIFTH)] : []))),
      ],
    }),
    prefill: async () => ({
      id: 'prefill',
      title: `Prefill, ${PREFILL.promptTokens} prompt tokens a row up to the first new token`,
      what: 'first new token of the first row',
      contestants: generation(PREFILL, [1, 4]),
    }),
    decode: async () => ({
      id: 'decode',
      title: `Greedy generation, ${DECODE.promptTokens} prompt and ${DECODE.newTokens} new tokens a row`,
      what: 'ids of the first row',
      contestants: generation(DECODE, [16, 1]),
    }),
    'few-shot': async () => ({
      id: 'few-shot',
      title: 'Evaluation with three examples before every question: 4 options scored, 8 tokens generated',
      what: 'log-probabilities',
      contestants: fewShotContestants(model),
    }),
  };

  const groups: Group[] = [];
  const facts: Fact[] = [];
  for (const part of parts) {
    const comparison = await comparisons[part]?.();
    if (comparison) groups.push(await race(comparison, rounds, log));
    if (part === 'economy') facts.push(...(await economy(model, watch)));
    if (part === 'profile') facts.push(...(await profile(model, watch)));
    if (part === 'scaling') groups.push(...(await scaling(gpu, rounds, log)));
    if (part === 'memory') facts.push(await flatMemory(gpu, watch, log));
  }
  return { adapter: gpu.facts.description, kernels, groups, facts };
}
