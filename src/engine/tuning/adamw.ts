/**
 * AdamW (Loshchilov and Hutter 2019) as torch.optim.AdamW: p is first scaled by 1 - lr * weightDecay, then updated
 * by Adam; the decay never enters the moments.
 */
import { type AdamOptions, createAdam } from './adam.ts';
import type { Optimizer } from './optimizer.ts';

export interface AdamWOptions extends AdamOptions {
  readonly weightDecay?: number;
}

/** State for `size` parameters; torch's default weight decay is 0.01. */
export function createAdamW(size: number, { weightDecay = 0.01, ...adam }: AdamWOptions = {}): Optimizer {
  const inner = createAdam(size, adam);
  return {
    step(parameters, gradient, learningRate) {
      const keep = 1 - learningRate * weightDecay;
      for (let i = 0; i < size; i++) parameters[i]! *= keep;
      inner.step(parameters, gradient, learningRate);
    },
    state: inner.state,
    restore: inner.restore,
  };
}
