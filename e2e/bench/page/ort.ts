/** onnxruntime-web on the static file: its WebGPU provider and its wasm. Both live in one build of the runtime. */

import * as ort from 'onnxruntime-web/webgpu';
import type { Contestant, Prepared } from './contestant.ts';
import { LENGTH, ROWS } from './engine.ts';
import type { StaticModel } from './jax.ts';

/** The page's server has the wasm file of the installed package here. */
export function prepareOrt(): void {
  ort.env.wasm.wasmPaths = {
    wasm: '/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm',
  };
  ort.env.wasm.numThreads = 1;
}

export function ortForward(model: StaticModel, provider: 'webgpu' | 'wasm'): Contestant {
  return {
    name: `onnxruntime-web, ${provider === 'wasm' ? 'wasm (one thread)' : 'WebGPU'}`,
    ours: false,
    async prepare(): Promise<Prepared> {
      prepareOrt();
      const session = await ort.InferenceSession.create(model.bytes, {
        executionProviders: [provider],
        logSeverityLevel: 3,
      });
      const shape = [ROWS, LENGTH, model.hidden];
      return {
        run: async () => {
          const inputs_embeds = new ort.Tensor('float32', model.embeddings, shape);
          const { logits } = await session.run({ inputs_embeds });
          return (await logits!.getData()) as Float32Array;
        },
        dispose: () => session.release(),
      };
    },
  };
}
