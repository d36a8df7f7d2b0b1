/**
 * Adafactor (Shazeer and Stern 2018) as Lester et al. (2021, section 3) tune soft prompts with it: constant learning
 * rate (0.3 there), no scaling by parameter size, weight decay 1e-5, decay exponent 0.8, no first moment.
 *
 * The arithmetic is that of transformers' `Adafactor(scale_parameter=False, relative_step=False, weight_decay=1e-5)`
 * with its defaults eps 1e-30 and clip threshold 1. Second moments are kept as row and column means of the squared
 * gradient [rows, columns], never as a full matrix.
 */
import type { MatrixShape, Optimizer } from './optimizer.ts';
import { restoreMoments } from './state.ts';

export interface AdafactorOptions {
  readonly decayRate?: number;
  readonly eps?: number;
  readonly clipThreshold?: number;
  readonly weightDecay?: number;
}

/** State for a [rows, columns] matrix: rows + columns numbers. */
export function createAdafactor(
  [rows, columns]: MatrixShape,
  { decayRate = 0.8, eps = 1e-30, clipThreshold = 1, weightDecay = 1e-5 }: AdafactorOptions = {},
): Optimizer {
  const rowMean = new Float64Array(rows);
  const columnMean = new Float64Array(columns);
  const update = new Float64Array(rows * columns);
  let steps = 0;

  const accumulate = (gradient: ArrayLike<number>): void => {
    const beta2 = 1 - steps ** -decayRate;
    const newRows = new Float64Array(rows);
    const newColumns = new Float64Array(columns);
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const square = gradient[r * columns + c]! ** 2 + eps;
        newRows[r]! += square / columns;
        newColumns[c]! += square / rows;
      }
    }
    for (let r = 0; r < rows; r++) rowMean[r] = beta2 * rowMean[r]! + (1 - beta2) * newRows[r]!;
    for (let c = 0; c < columns; c++) columnMean[c] = beta2 * columnMean[c]! + (1 - beta2) * newColumns[c]!;
  };

  return {
    step(parameters, gradient, learningRate) {
      steps++;
      accumulate(gradient);
      const overall = rowMean.reduce((sum, x) => sum + x, 0) / rows;
      let squares = 0;
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < columns; c++) {
          const i = r * columns + c;
          update[i] = gradient[i]! / Math.sqrt((rowMean[r]! / overall) * columnMean[c]!);
          squares += update[i]! ** 2;
        }
      }
      const rms = Math.sqrt(squares / update.length);
      const scale = learningRate / Math.max(1, rms / clipThreshold);
      const keep = 1 - weightDecay * learningRate;
      for (let i = 0; i < update.length; i++) parameters[i] = keep * parameters[i]! - scale * update[i]!;
    },
    state: () => ({ steps, moments: [rowMean.slice(), columnMean.slice()] }),
    restore(state) {
      steps = state.steps;
      restoreMoments([rowMean, columnMean], state.moments);
    },
  };
}
