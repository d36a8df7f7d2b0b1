/**
 * Prefill and greedy decoding: this engine with many rows at once; transformers.js with the batch of one that its users run.
 */

import { loadCausalLM } from '../../../src/engine/model/causal-lm.ts';
import { createRng } from '../../../src/lib/rng.ts';
import type { Contestant, Prepared } from './contestant.ts';
import type { BenchModel } from './engine.ts';

/** What is generated, and which of its tokens are counted. */
export interface Generation {
  readonly promptTokens: number;
  readonly newTokens: number;
  readonly counted: 'prompt' | 'new';
}

/** The prompt's tokens, of which the last one gives a token. */
export const PREFILL: Generation = { promptTokens: 256, newTokens: 1, counted: 'prompt' };
export const DECODE: Generation = { promptTokens: 16, newTokens: 24, counted: 'new' };

export function prompts(rows: number, { promptTokens }: Generation, vocabSize: number): number[][] {
  const rng = createRng(2, 'bench prompts');
  return Array.from({ length: rows }, () =>
    Array.from({ length: promptTokens }, () => 3 + rng.int(vocabSize - 3)),
  );
}

const work = (rows: number, { promptTokens, newTokens, counted }: Generation) =>
  ({ amount: rows * (counted === 'prompt' ? promptTokens : newTokens), unit: 'tokens' }) as const;

export function ourGeneration(model: BenchModel, wanted: Generation, rows: number): Contestant {
  return {
    name: `this engine, WebGPU, ${rows} row${rows === 1 ? '' : 's'}`,
    ours: true,
    async prepare(): Promise<Prepared> {
      const lm = await loadCausalLM(model);
      const given = prompts(rows, wanted, lm.vocabSize);
      const options = { maxNewTokens: wanted.newTokens, stopTokens: [] };
      return {
        run: async () => {
          const done = await lm.generate({ ids: [] }, given, options);
          return Float32Array.from(done[0]!.ids);
        },
        work: work(rows, wanted),
        dispose: () => lm.dispose(),
      };
    },
  };
}

/** Where transformers.js finds the model: `root` + `id`, with the .onnx file in `subfolder`. */
export interface TransformersModel {
  readonly root: string;
  readonly id: string;
  readonly subfolder: string;
  /** Without its suffix. */
  readonly fileName: string;
  readonly vocabSize: number;
}

export function transformersGeneration(
  model: TransformersModel,
  { promptTokens, newTokens, ...wanted }: Generation,
  device: 'webgpu' | 'wasm',
): Contestant {
  return {
    name: `transformers.js, ${device === 'wasm' ? 'wasm (one thread)' : 'WebGPU'}, 1 row`,
    ours: false,
    async prepare(): Promise<Prepared> {
      const { AutoModelForCausalLM, env, Tensor } = await import('@huggingface/transformers');
      const { prepareOrt } = await import('./ort.ts');
      prepareOrt();
      env.allowRemoteModels = false;
      env.allowLocalModels = true;
      env.useBrowserCache = false;
      env.localModelPath = model.root;
      const lm = await AutoModelForCausalLM.from_pretrained(model.id, {
        device,
        dtype: 'fp32',
        subfolder: model.subfolder,
        model_file_name: model.fileName,
      });
      const generation = { promptTokens, newTokens, ...wanted };
      const [prompt] = prompts(1, generation, model.vocabSize);
      const int64 = (values: readonly number[]) =>
        new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
      return {
        run: async () => {
          const output = (await lm.generate({
            inputs: int64(prompt!),
            attention_mask: int64(prompt!.map(() => 1)),
            max_new_tokens: newTokens,
            min_new_tokens: newTokens,
            do_sample: false,
          } as never)) as { data: BigInt64Array };
          const ids = [...output.data].slice(promptTokens).map(Number);
          if (ids.length !== newTokens) throw new Error(`${ids.length} new tokens instead of ${newTokens}`);
          return Float32Array.from(ids);
        },
        work: work(1, generation),
        dispose: async () => {
          await lm.dispose();
        },
      };
    },
  };
}
