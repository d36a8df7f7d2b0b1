/** Greedy decoding: this engine with many rows at once; transformers.js with the batch of one that its users run. */

import { loadCausalLM } from '../../../src/engine/model/causal-lm.ts';
import { createRng } from '../../../src/lib/rng.ts';
import type { Contestant, Prepared } from './contestant.ts';
import type { BenchModel } from './engine.ts';

const PROMPT_TOKENS = 16;
const NEW_TOKENS = 24;

export function decodePrompts(rows: number, vocabSize: number): number[][] {
  const rng = createRng(2, 'bench prompts');
  return Array.from({ length: rows }, () =>
    Array.from({ length: PROMPT_TOKENS }, () => 3 + rng.int(vocabSize - 3)),
  );
}

export function ourDecode(model: BenchModel, rows: number): Contestant {
  return {
    name: `this engine, WebGPU, ${rows} row${rows === 1 ? '' : 's'}`,
    ours: true,
    async prepare(): Promise<Prepared> {
      const lm = await loadCausalLM(model);
      const prompts = decodePrompts(rows, lm.vocabSize);
      return {
        run: async () => {
          const done = await lm.generate({ ids: [] }, prompts, { maxNewTokens: NEW_TOKENS, stopTokens: [] });
          return Float32Array.from(done[0]!.ids);
        },
        work: { amount: rows * NEW_TOKENS, unit: 'tokens' },
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

export function transformersDecode(model: TransformersModel, device: 'webgpu' | 'wasm'): Contestant {
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
      const [prompt] = decodePrompts(1, model.vocabSize);
      const int64 = (values: readonly number[]) =>
        new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
      return {
        run: async () => {
          const output = (await lm.generate({
            inputs: int64(prompt!),
            attention_mask: int64(prompt!.map(() => 1)),
            max_new_tokens: NEW_TOKENS,
            min_new_tokens: NEW_TOKENS,
            do_sample: false,
          } as never)) as { data: BigInt64Array };
          const ids = [...output.data].slice(PROMPT_TOKENS).map(Number);
          if (ids.length !== NEW_TOKENS) throw new Error(`${ids.length} new tokens instead of ${NEW_TOKENS}`);
          return Float32Array.from(ids);
        },
        work: { amount: NEW_TOKENS, unit: 'tokens' },
        dispose: async () => {
          await lm.dispose();
        },
      };
    },
  };
}
