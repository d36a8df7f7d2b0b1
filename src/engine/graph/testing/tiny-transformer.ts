/**
 * A one-layer transformer with everything a gradient meets: norm, biased and packed linears, grouped attention, gated MLP,
 * residuals, a tied head with alpha. Small enough for float64 by plain loops.
 */
import { createRng, type Rng } from '../../../lib/rng.ts';
import { causalProgram, f32Matrix, packedBatch } from '../../plan/testing/programs.ts';
import type { BatchSpec } from '../../plan/types.ts';
import { differentiate } from '../differentiate.ts';
import type { TrainingProgram } from '../program.ts';

export const hidden = 8;
const vocab = 11;
const wide = 12;
const heads = { heads: 2, kvHeads: 1, headDim: 4, valueDim: 4 };

export function normals(rng: Rng, count: number, scale: number): Float32Array {
  return Float32Array.from({ length: count }, () => scale * rng.normal());
}

/** x + attention(norm x), then + gated MLP, then tied logits of the selected rows. */
export function tinyTransformer(): TrainingProgram {
  const rng = createRng(3, 'weights');
  const matrix = (name: string, k: number, n: number, order: 'kn' | 'nk') =>
    f32Matrix(name, k, n, order, normals(rng, k * n, 1 / Math.sqrt(k)));
  const linear = (weight: number, bias?: number) => ({
    weight,
    transposed: false,
    alpha: 1,
    ...(bias === undefined ? {} : { bias }),
  });
  const t = (...dims: number[]) => ({ rows: 'tokens' as const, dims });
  const s = (...dims: number[]) => ({ rows: 'selected' as const, dims });
  return differentiate(
    causalProgram({
      hiddenSize: hidden,
      vocabSize: vocab,
      inputsEmbeds: 0,
      logits: 14,
      values: [
        t(hidden), // 0 inputs_embeds
        t(hidden), // 1 normed
        t(8), // 2 q
        t(4), // 3 k
        t(4), // 4 v
        t(8), // 5 attention
        t(2), // 6 lse
        t(hidden), // 7 projected
        t(hidden), // 8 residual
        t(wide), // 9 gate
        t(wide), // 10 up
        t(wide), // 11 gated
        t(hidden), // 12 residual
        s(hidden), // 13 selected
        s(vocab), // 14 logits
        t(hidden), // 15 down
      ],
      nodes: [
        { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 0, scale: 1 } },
        { op: 'norm', inputs: [0], outputs: [1], attrs: { kind: 'rms', size: hidden, eps: 1e-5, gamma: 0 } },
        { op: 'linear', inputs: [1], outputs: [2], attrs: linear(1, 1) },
        { op: 'linear', inputs: [1], outputs: [3], attrs: linear(2) },
        { op: 'linear', inputs: [1], outputs: [4], attrs: linear(3) },
        {
          op: 'attention',
          inputs: [2, 3, 4],
          outputs: [5, 6],
          attrs: { layer: 0, ...heads, scale: 0.5, window: 0, softcap: 0 },
        },
        { op: 'linear', inputs: [5], outputs: [7], attrs: linear(4) },
        { op: 'binary', inputs: [0, 7], outputs: [8], attrs: { fn: 'add' } },
        { op: 'linear', inputs: [8], outputs: [9], attrs: linear(5) },
        { op: 'linear', inputs: [8], outputs: [10], attrs: linear(6) },
        { op: 'gated', inputs: [9, 10], outputs: [11], attrs: { act: { fn: 'silu' } } },
        { op: 'linear', inputs: [11], outputs: [15], attrs: linear(7) },
        { op: 'binary', inputs: [8, 15], outputs: [12], attrs: { fn: 'add' } },
        { op: 'selectRows', inputs: [12], outputs: [13], attrs: {} },
        { op: 'linear', inputs: [13], outputs: [14], attrs: { ...linear(8), alpha: 0.7 } },
      ],
      weights: [
        matrix('table', hidden, vocab, 'nk'),
        matrix('q', hidden, 8, 'kn'),
        matrix('k', hidden, 4, 'nk'),
        matrix('v', hidden, 4, 'kn'),
        matrix('o', 8, hidden, 'nk'),
        matrix('gate', hidden, wide, 'kn'),
        matrix('up', hidden, wide, 'kn'),
        matrix('down', wide, hidden, 'nk'),
        matrix('head', hidden, vocab, 'kn'),
      ],
      vectors: [
        { name: 'gamma', data: normals(rng, hidden, 1) },
        { name: 'bias', data: normals(rng, 8, 0.3) },
      ],
    }),
  );
}

export const virtualTokens = 3;
export const lossScale = 1 / 4;

/** Two rows that begin with the virtual tokens, four labels, one selected row without a target. */
export function tinyBatch(softPrompt: Float32Array): BatchSpec {
  return packedBatch(
    [
      [-1, -2, -3, 4, 5, 6],
      [-1, -2, -3, 7, 2],
    ],
    {
      softPrompt,
      selected: Uint32Array.from([4, 2, 9, 10, 1]),
      targets: Int32Array.from([6, 4, 2, 9, -1]),
      lossScale,
    },
  );
}
