/**
 * This engine below its model interface: the program of the file on an executor, so that a batch can have exactly the
 * shape that the peers' static file has (8 rows of 64 tokens, every position's logits, the gradient of every embedding).
 */

import type { Gpu } from '../../../src/engine/gpu/device.ts';
import { differentiate } from '../../../src/engine/graph/differentiate.ts';
import { lowerCausalLM } from '../../../src/engine/graph/lower/index.ts';
import type { MatrixWeight, TrainingProgram } from '../../../src/engine/graph/program.ts';
import { readModel } from '../../../src/engine/onnx/read-model.ts';
import type { ModelFiles } from '../../../src/engine/onnx/types.ts';
import { createExecutor } from '../../../src/engine/plan/executor.ts';
import type { BatchSpec, Executor } from '../../../src/engine/plan/types.ts';
import { createRng } from '../../../src/lib/rng.ts';
import type { Contestant, Prepared } from './contestant.ts';

export const ROWS = 8;
export const LENGTH = 64;
export const TOKENS = ROWS * LENGTH;
/** Labels of a row where "a fifth of the positions" have one: the last 13 of 64, as answers come last. */
export const FIFTH = 13;

export interface BenchModel {
  readonly gpu: Gpu;
  readonly files: ModelFiles;
  /** Of the .onnx file in `files`. */
  readonly path: string;
}

export interface OpenEngine {
  readonly program: TrainingProgram;
  readonly executor: Executor;
}

export async function openEngine({ gpu, files, path }: BenchModel): Promise<OpenEngine> {
  const { program } = await lowerCausalLM(await readModel(files, path));
  const training = differentiate(program);
  return { program: training, executor: await createExecutor(gpu, training) };
}

const rng = createRng(1, 'bench');
const seeded: number[] = Array.from({ length: 2 * TOKENS }, () => rng.next());

/** The same ids for every contestant. */
export function tokenIds(vocabSize: number): Int32Array {
  return Int32Array.from({ length: TOKENS }, (_, i) => Math.floor(seeded[i]! * vocabSize));
}

/** The token each position should predict. */
export function targetIds(vocabSize: number): Int32Array {
  return Int32Array.from({ length: TOKENS }, (_, i) => Math.floor(seeded[TOKENS + i]! * vocabSize));
}

/** Positions (of all TOKENS) that have a label. */
export function labelled(labels: number): number[] {
  return Array.from({ length: TOKENS }, (_, t) => t).filter((t) => t % LENGTH >= LENGTH - labels);
}

function sequences(): Pick<BatchSpec, 'mode' | 'positions' | 'keyStart' | 'sequenceEnd'> {
  const start = (t: number) => t - (t % LENGTH);
  return {
    mode: 'packed',
    positions: Uint32Array.from({ length: TOKENS }, (_, t) => t % LENGTH),
    keyStart: Uint32Array.from({ length: TOKENS }, (_, t) => start(t)),
    sequenceEnd: Uint32Array.from({ length: TOKENS }, (_, t) => start(t) + LENGTH),
  };
}

/** Every position's logits. */
export function forwardBatch(vocabSize: number): BatchSpec {
  return {
    ...sequences(),
    ids: tokenIds(vocabSize),
    selected: Uint32Array.from({ length: TOKENS }, (_, t) => t),
    targets: new Int32Array(TOKENS).fill(-1),
  };
}

/** Loss over the last `labels` positions of each row; every token is a virtual one, so that each has its gradient. */
export function gradientBatch(vocabSize: number, labels: number, embeddings: Float32Array): BatchSpec {
  const selected = Uint32Array.from(labelled(labels));
  const targets = targetIds(vocabSize);
  return {
    ...sequences(),
    ids: Int32Array.from({ length: TOKENS }, (_, t) => -1 - t),
    selected,
    targets: Int32Array.from(selected, (t) => targets[t]!),
    softPrompt: embeddings,
    lossScale: 1 / selected.length,
  };
}

/** inputs_embeds of the bench's tokens, [TOKENS, hidden]: what the peers' file takes. */
export async function embeddings({ executor, program }: OpenEngine): Promise<Float32Array> {
  const [values] = await executor.run(forwardBatch(program.vocabSize), [program.inputsEmbeds]);
  return values!;
}

/** Multiply-adds of all products of a forward pass, twice; the head on `headRows` rows. Attention is left out. */
export function forwardGflop(program: TrainingProgram, headRows: number): number {
  const size = ({ k, n }: MatrixWeight) => k * n;
  let flop = 0;
  for (const node of program.nodes) {
    if (node.op !== 'linear' || (node.attrs as { transposed: boolean }).transposed) continue;
    const { weight } = node.attrs as { weight: number };
    const rows = program.values[node.outputs[0]!]!.rows === 'selected' ? headRows : TOKENS;
    flop += 2 * rows * size(program.weights[weight]!);
  }
  return flop / 1e9;
}

export function ourForward(model: BenchModel): Contestant {
  return {
    name: 'this engine, WebGPU',
    ours: true,
    async prepare(): Promise<Prepared> {
      const engine = await openEngine(model);
      const { program, executor } = engine;
      const batch = forwardBatch(program.vocabSize);
      return {
        run: async () => (await executor.run(batch, [program.logits]))[0],
        work: { amount: forwardGflop(program, TOKENS), unit: 'GFLOP' },
        dispose: async () => executor.dispose(),
      };
    },
  };
}

export function ourGradient(model: BenchModel, labels: number): Contestant {
  return {
    name: 'this engine, WebGPU',
    ours: true,
    async prepare(): Promise<Prepared> {
      const engine = await openEngine(model);
      const { program, executor } = engine;
      const batch = gradientBatch(program.vocabSize, labels, await embeddings(engine));
      return {
        run: async () => (await executor.run(batch, [program.rowLoss, program.promptGradient]))[1],
        work: { amount: 2 * forwardGflop(program, ROWS * labels), unit: 'GFLOP' },
        dispose: async () => executor.dispose(),
      };
    },
  };
}
