/**
 * Adam (Kingma and Ba 2015, algorithm 1) in the arithmetic of torch.optim.Adam: eps is added to the square root of
 * the bias-corrected second moment, and there is neither weight decay nor AMSGrad.
 */
import type { Optimizer } from './optimizer.ts';
import { restoreMoments } from './state.ts';

export interface AdamOptions {
  readonly beta1?: number;
  readonly beta2?: number;
  readonly eps?: number;
}

/** State for `size` parameters; defaults are torch's: betas 0.9 and 0.999, eps 1e-8. */
export function createAdam(
  size: number,
  { beta1 = 0.9, beta2 = 0.999, eps = 1e-8 }: AdamOptions = {},
): Optimizer {
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  let steps = 0;
  return {
    step(parameters, gradient, learningRate) {
      steps++;
      const stepSize = learningRate / (1 - beta1 ** steps);
      const squareCorrection = Math.sqrt(1 - beta2 ** steps);
      for (let i = 0; i < size; i++) {
        const g = gradient[i]!;
        const m = mean[i]! + (1 - beta1) * (g - mean[i]!);
        const v = beta2 * square[i]! + (1 - beta2) * g * g;
        mean[i] = m;
        square[i] = v;
        parameters[i]! -= (stepSize * m) / (Math.sqrt(v) / squareCorrection + eps);
      }
    },
    state: () => ({ steps, moments: [mean.slice(), square.slice()] }),
    restore(state) {
      steps = state.steps;
      restoreMoments([mean, square], state.moments);
    },
  };
}
