/** Runs the parts of the bench that were asked for; the same in a browser and in Node. */

import { openGpu } from '../../../src/engine/gpu/device.ts';
import { requestDevice } from '../../../src/engine/gpu/request-device.ts';
import type { ModelFiles } from '../../../src/engine/onnx/types.ts';
import type { Part } from '../options.ts';
import type { Fact, Group } from '../report.ts';
import { type Comparison, type Contestant, race } from './contestant.ts';
import { ourDecode, type TransformersModel, transformersDecode } from './decode.ts';
import { economy } from './economy.ts';
import { embeddings, FIFTH, LENGTH, openEngine, ourForward, ourGradient, ROWS } from './engine.ts';
import { fewShotContestants } from './few-shot.ts';
import { gemmContestants } from './gemm.ts';
import { profile } from './profile.ts';
import { scaling } from './scaling.ts';
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
  const embeds = await embeddings(engine);
  engine.executor.dispose();
  const bytes = peers?.staticModel;
  const others = async (make: (peer: typeof import('./peers.ts')) => Contestant[]) =>
    peers ? make(await import('./peers.ts')) : [];
  const file = bytes && { bytes, embeddings: embeds, hidden, vocab };

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
    decode: async () => ({
      id: 'decode',
      title: 'Greedy generation, 16 prompt and 24 new tokens a row',
      what: 'ids of the first row',
      contestants: [
        ourDecode(model, 16),
        ...(peers
          ? (['webgpu', 'wasm'] as const).map((device) =>
              transformersDecode({ ...peers.transformers, vocabSize: vocab }, device),
            )
          : []),
      ],
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
    if (part === 'scaling') facts.push(...(await scaling(gpu, rounds, log)));
  }
  return { adapter: gpu.facts.description, groups, facts };
}
