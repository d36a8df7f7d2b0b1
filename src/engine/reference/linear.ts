/**
 * linear, embed and promptGradient in float64.
 */
import type { EmbedAttrs, LinearAttrs, PromptGradientAttrs } from '../graph/program.ts';
import { type Reference, type ReferenceContext, rowLength } from './types.ts';

/** A decoded matrix in stored order. */
export interface ReferenceWeight {
  readonly k: number;
  readonly n: number;
  readonly order: 'kn' | 'nk';
  readonly data: Float64Array;
}

function weightOf(context: ReferenceContext, id: number): ReferenceWeight {
  if (!context.weight) throw new Error('the reference context has no weights');
  return context.weight(id);
}

export const linear: Reference<LinearAttrs> = (
  { weight, transposed, alpha, bias },
  [x, summand],
  context,
) => {
  const { k, n, order, data } = weightOf(context, weight);
  const [inDim, outDim] = transposed ? [n, k] : [k, n];
  // Element (i of K, o of N) lies at i*n + o or o*k + i.
  const at = (i: number, o: number): number => (order === 'kn' ? data[i * n + o]! : data[o * k + i]!);
  const shift = bias === undefined ? undefined : context.vector(bias);
  const y = new Float64Array(x!.rows * outDim);
  for (let row = 0; row < x!.rows; row++) {
    for (let o = 0; o < outDim; o++) {
      let sum = 0;
      for (let i = 0; i < inDim; i++) sum += x!.data[row * inDim + i]! * (transposed ? at(o, i) : at(i, o));
      y[row * outDim + o] = alpha * sum + (shift?.[o] ?? 0) + (summand?.data[row * outDim + o] ?? 0);
    }
  }
  return [y];
};

export const embed: Reference<EmbedAttrs> = ({ weight, scale }, _, context) => {
  const { k, n, order, data } = weightOf(context, weight);
  const { ids, softPrompt } = context.batch;
  return [
    Float64Array.from({ length: context.rows('tokens') * k }, (_v, i) => {
      const id = ids![Math.floor(i / k)]!;
      const feature = i % k;
      if (id < 0) return softPrompt![(-1 - id) * k + feature]!;
      return scale * (order === 'kn' ? data[feature * n + id]! : data[id * k + feature]!);
    }),
  ];
};

export const promptGradient: Reference<PromptGradientAttrs> = (_, [g], context) => {
  const hidden = rowLength(g!);
  const d = new Float64Array(context.rows('prompt') * hidden);
  for (let token = 0; token < g!.rows; token++) {
    const id = context.batch.ids![token]!;
    if (id >= 0) continue;
    for (let i = 0; i < hidden; i++) d[(-1 - id) * hidden + i]! += g!.data[token * hidden + i]!;
  }
  return [d];
};
