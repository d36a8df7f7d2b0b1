/**
 * What the roofline's products should give: float64 on a few of their rows. Rows are of every size that activations and
 * gradients have, because kernels that scale or split numbers could lose the small ones.
 */

import type { GemmStyle } from '../../../src/engine/ops/linear/frame.ts';
import { createRng } from '../../../src/lib/rng.ts';
import { TOKENS } from './engine.ts';

export interface ExactProduct {
  readonly x: Float32Array<ArrayBuffer>;
  readonly w: Float32Array<ArrayBuffer>;
  /** Largest |y - exact| / (2^-24 * Σ|x·w|) over the checked rows of y [TOKENS, n]: roundings of f32 to the size of a sum. */
  roundings(y: Float32Array): number;
}

/** First, last, and some of every size in both halves of a tile. */
const CHECKED: readonly number[] = [0, 5, 12, 33, 100, 302, TOKENS - 1];

const known = new Map<string, ExactProduct>();

/** x [TOKENS, k] times w, [k, n] for 'nn' and [n, k] for 'nt'. */
export function exactProduct(style: GemmStyle, k: number, n: number): ExactProduct {
  const key = `${style} ${k} ${n}`;
  let product = known.get(key);
  if (!product) {
    product = compute(style, k, n);
    known.set(key, product);
  }
  return product;
}

function compute(style: GemmStyle, k: number, n: number): ExactProduct {
  const rng = createRng(1, `product ${k} ${n}`);
  const size = (row: number): number => 10 ** ((row % 13) - 8);
  const x = Float32Array.from({ length: TOKENS * k }, (_, i) => size(Math.floor(i / k)) * rng.normal());
  const w = Float32Array.from({ length: k * n }, () => 0.02 * rng.normal());
  const [alongK, alongN] = style === 'nn' ? [n, 1] : [1, k];
  const expected = CHECKED.map((row) => {
    const sums = new Float64Array(n);
    const sizes = new Float64Array(n);
    for (let o = 0; o < n; o++) {
      for (let i = 0; i < k; i++) {
        const term = x[row * k + i]! * w[i * alongK + o * alongN]!;
        sums[o] = sums[o]! + term;
        sizes[o] = sizes[o]! + Math.abs(term);
      }
    }
    return { row, sums, sizes };
  });
  return {
    x,
    w,
    roundings(y) {
      let worst = 0;
      for (const { row, sums, sizes } of expected) {
        for (let o = 0; o < n; o++) {
          const error = Math.abs(y[row * n + o]! - sums[o]!) / (2 ** -24 * sizes[o]!);
          // NaN compares false with everything and must count as the worst.
          if (!(error <= worst)) worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
        }
      }
      return worst;
    },
  };
}
