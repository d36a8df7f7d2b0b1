/**
 * Plain stochastic gradient descent, p -= lr * g: torch.optim.SGD without momentum, dampening or weight decay.
 * Serves the golden sequences of the fixtures; it is not offered for runs.
 */
import type { Optimizer } from './optimizer.ts';

export function createSgd(): Optimizer {
  return {
    step(parameters, gradient, learningRate) {
      for (let i = 0; i < parameters.length; i++) parameters[i]! -= learningRate * gradient[i]!;
    },
    state: () => ({ steps: 0, moments: [] }),
    restore: () => undefined,
  };
}
