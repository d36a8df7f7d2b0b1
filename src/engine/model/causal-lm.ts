/**
 * A causal LM on WebGPU: puts reader, lowering, derivation and executor together and answers the calls of `CausalLM`.
 *
 * Calls on one model run one after the other, in the order in which they were made. It knows neither text nor files
 * beyond ModelFiles, and it fetches nothing.
 */
import { LabError } from '../../lib/errors.ts';
import type { Gpu } from '../gpu/device.ts';
import { differentiate } from '../graph/differentiate.ts';
import { embeddingTableFrom, lowerCausalLM } from '../graph/lower/index.ts';
import type { CausalProgram, RowStatsAttrs, ValueId } from '../graph/program.ts';
import { readModel } from '../onnx/read-model.ts';
import type { ModelFiles } from '../onnx/types.ts';
import { createExecutor } from '../plan/executor.ts';
import type { KernelOptions } from '../plan/kernel-choice.ts';
import { answer } from './answer.ts';
import { decodeLogits } from './decode-logits.ts';
import { describeModel } from './describe.ts';
import { embeddingsBeside } from './embeddings-beside.ts';
import { KvCache } from './kv-cache.ts';
import { embed, logits } from './packed-runs.ts';
import { type Runtime, runLimits, STATS_WIDTH } from './runtime.ts';
import { lossAndGradient, predictTraining } from './training.ts';
import type { CausalLM, ModelDescription } from './types.ts';

/** Large enough to fill a GPU's matrix kernels, small enough for the activations of a backward pass. */
const DEFAULT_BATCH_TOKENS = 512;
/** Most that the KV cache takes: 70 rows of 300 tokens for 24 layers with 2 KV heads of 64, 24 for GPT-2 small. */
const KV_BYTES = 512 * 1024 * 1024;

export interface LoadOptions {
  readonly gpu: Gpu;
  readonly files: ModelFiles;
  /** Of the .onnx file, relative to the model folder. */
  readonly path: string;
  /** Tokens of one run; results do not depend on it. */
  readonly maxBatchTokens?: number;
  /** [vocabSize, hidden] for graphs that take inputs_embeds; absent: embed_tokens*.onnx beside the file. */
  readonly embeddings?: { readonly data: Float32Array; readonly vocabSize: number };
  /** GPU bytes for weights, activations and caches together; absent: what the driver gives. */
  readonly memoryBudget?: number;
  /** Absent: the variant that a measurement finds, for this session. */
  readonly kernels?: KernelOptions;
  readonly signal?: AbortSignal;
  /** Weight bytes on the GPU so far. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Loads a model. Throws what its parts throw: `onnx.*`, `graph.*`, `plan.*`, `gpu.*`.
 * A file whose gradient path has an op without derivative loads; `lossAndGradient` then throws `graph.no-gradient`.
 */
export async function loadCausalLM(options: LoadOptions): Promise<CausalLM> {
  const { gpu, files, path, memoryBudget, signal, onProgress } = options;
  const model = await readModel(files, path);
  const { program: forward, facts } = await lowerCausalLM(
    model,
    options.embeddings
      ? embeddingTableFrom(options.embeddings.data, options.embeddings.vocabSize)
      : await embeddingsBeside(files, model),
  );
  const description = await describeModel(files, model, forward, facts);
  const { program, training } = derive(forward);
  const { program: complete, rowStats } = withRowStats(program);
  const executor = await createExecutor(gpu, complete, {
    ...(memoryBudget === undefined ? {} : { budgetBytes: memoryBudget }),
    ...(options.kernels ? { kernels: options.kernels } : {}),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
  const limits = runLimits(options.maxBatchTokens ?? DEFAULT_BATCH_TOKENS, forward.vocabSize);
  const runtime: Runtime = {
    executor,
    program: complete,
    rowStats,
    training,
    limits,
    budgetBytes: memoryBudget,
  };
  const room = (memoryBudget ?? Number.POSITIVE_INFINITY) - executor.memory().weightBytes;
  return createCausalLM(runtime, new KvCache(runtime, Math.min(KV_BYTES, room / 2)), description);
}

/** The training program, or the forward one with the reason why there is none. */
function derive(forward: CausalProgram): { program: CausalProgram; training: Runtime['training'] } {
  try {
    const program = differentiate(forward);
    return { program, training: { rowLoss: program.rowLoss, promptGradient: program.promptGradient } };
  } catch (error) {
    if (error instanceof LabError && error.code === 'graph.no-gradient')
      return { program: forward, training: error };
    throw error;
  }
}

/** Adds the node that reduces logits to the four numbers that scoring and decoding need. */
function withRowStats(program: CausalProgram): { program: CausalProgram; rowStats: ValueId } {
  const rowStats = program.values.length;
  const attrs: RowStatsAttrs = {};
  const node = {
    op: 'rowStats',
    inputs: [program.logits],
    outputs: [rowStats],
    attrs,
    source: 'row statistics',
  };
  const value = { id: rowStats, rows: 'selected' as const, dims: [STATS_WIDTH], name: 'row statistics' };
  const { nodes, values } = program;
  return { program: { ...program, nodes: [...nodes, node], values: [...values, value] }, rowStats };
}

function createCausalLM(runtime: Runtime, cache: KvCache, description: ModelDescription): CausalLM {
  const { executor, program } = runtime;
  let last: Promise<unknown> = Promise.resolve();
  let disposed = false;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      if (disposed) throw new LabError('model.disposed');
      try {
        return await work();
      } finally {
        cache.endCall();
      }
    });
    last = result.catch(() => undefined);
    return result;
  };
  const answerInTurn: CausalLM['answer'] = (prefix, requests, options) =>
    inTurn(() => answer(runtime, cache, prefix, requests, options));

  return {
    backend: 'webgpu',
    acceptsSoftPrompt: true,
    description,
    kernels: executor.kernels!,
    vocabSize: program.vocabSize,
    hiddenSize: program.hiddenSize,
    embed: (ids) => inTurn(() => embed(runtime, ids)),
    logits: (rows, softPrompt) => inTurn(() => logits(runtime, rows, softPrompt)),
    decodeLogits: (prefix, prompt, ids) => inTurn(() => decodeLogits(runtime, cache, prefix, prompt, ids)),
    score: async (prefix, requests, options) => {
      const answers = await answerInTurn(prefix, requests, { ...options, maxNewTokens: 0, stopTokens: [] });
      return answers.map(({ scores }) => [...scores]);
    },
    generate: async (prefix, prompts, options) => {
      const requests = prompts.map((prompt) => ({ prompt, continuations: [] }));
      return (await answerInTurn(prefix, requests, options)).map(({ generation }) => generation);
    },
    answer: answerInTurn,
    lossAndGradient: (softPrompt, examples) =>
      inTurn(() => lossAndGradient(runtime, cache, softPrompt, examples)),
    predictTraining: (virtualTokens, examples) => predictTraining(runtime, virtualTokens, examples),
    memory: () => executor.memory(),
    releaseScratch: () =>
      inTurn(async () => {
        await cache.clear();
        await executor.releaseScratch();
      }),
    async dispose() {
      await last;
      disposed = true;
      executor.dispose();
    },
  };
}
