/** jax-js with its ONNX loader, on the static file: forward, and the gradient by inputs_embeds. */

import { defaultDevice, init, jit, nn, numpy as np, valueAndGrad } from '@jax-js/jax';
import { ONNXModel } from '@jax-js/onnx';
import type { Contestant, Prepared } from './contestant.ts';
import { LENGTH, ROWS, targetIds } from './engine.ts';

export interface StaticModel {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** [ROWS * LENGTH, hidden] */
  readonly embeddings: Float32Array;
  readonly hidden: number;
  readonly vocab: number;
}

const name = 'jax-js, WebGPU';

async function load(bytes: Uint8Array<ArrayBuffer>): Promise<ONNXModel> {
  await init('webgpu');
  defaultDevice('webgpu');
  return new ONNXModel(bytes);
}

const input = ({ embeddings, hidden }: StaticModel) =>
  np.array(embeddings as Float32Array<ArrayBuffer>).reshape([ROWS, LENGTH, hidden]);

export function jaxForward(model: StaticModel): Contestant {
  return {
    name,
    ours: false,
    async prepare(): Promise<Prepared> {
      const onnx = await load(model.bytes);
      const forward = jit((inputs_embeds: np.Array) => onnx.run({ inputs_embeds }).logits!);
      const embeds = input(model);
      return {
        run: async () => (await forward(embeds.ref).data()) as Float32Array,
        dispose: async () => {
          embeds.dispose();
          onnx.dispose();
        },
      };
    },
  };
}

/** Mean cross-entropy over the last `labels` positions of each row. */
export function jaxGradient(model: StaticModel, labels: number): Contestant {
  return {
    name,
    ours: false,
    async prepare(): Promise<Prepared> {
      const onnx = await load(model.bytes);
      const all = targetIds(model.vocab);
      const targets = all.filter((_, t) => t % LENGTH >= LENGTH - labels);
      const oneHot = nn
        .oneHot(np.array(targets as Int32Array<ArrayBuffer>, { dtype: np.int32 }), model.vocab)
        .reshape([ROWS, labels, model.vocab]);
      const loss = (inputs_embeds: np.Array, wanted: np.Array) => {
        const logits = onnx.run({ inputs_embeds }).logits!;
        const chosen = labels === LENGTH ? logits : logits.slice([], [LENGTH - labels, LENGTH], []);
        return np.sum(nn.logSoftmax(chosen, -1).mul(wanted)).mul(-1 / (ROWS * labels));
      };
      const step = jit(valueAndGrad(loss));
      const embeds = input(model);
      return {
        run: async () => {
          const [value, gradient] = step(embeds.ref, oneHot.ref) as [np.Array, np.Array];
          await value.data();
          return (await gradient.data()) as Float32Array;
        },
        dispose: async () => {
          embeds.dispose();
          oneHot.dispose();
          onnx.dispose();
        },
      };
    },
  };
}
