/**
 * Replays a golden tuning sequence: the same initial soft prompt, examples and optimiser, loss by loss.
 *
 * Pure over CausalLM. The recorded losses come from PyTorch in float64; float32 arithmetic differs by about 3e-5 relative,
 * so a larger difference is a mistake, not noise.
 */

import type { CausalLM } from '../../engine/model/types.ts';
import { createOptimizer, type OptimizerRule } from '../../engine/tuning/optimizer.ts';
import { LabError } from '../../lib/errors.ts';
import { decodeFloat32, maxAbs, maxDifference } from './tensors.ts';

interface GoldenMatrix {
  readonly shape: readonly number[];
  readonly float32_base64: string;
}

export interface GoldenTuning {
  /** Prose that names optimiser, learning rate and batch as in "torch.optim.Adam lr 0.03 …, batch 8". */
  readonly what: string;
  readonly soft_prompt_initial: GoldenMatrix;
  /** Step s uses examples s*batch to s*batch + batch - 1, cyclically. */
  readonly examples: readonly { readonly ids: readonly number[]; readonly answer_tokens: number }[];
  /** losses[s] is the loss before update s. */
  readonly losses: readonly number[];
  readonly soft_prompt_final?: GoldenMatrix;
}

export interface TuningReport {
  readonly steps: number;
  readonly optimizer: OptimizerRule;
  readonly learningRate: number;
  readonly batchSize: number;
  readonly losses: readonly number[];
  /** Largest |loss - recorded| / |recorded| and the step where it is. */
  readonly maxRelative: number;
  readonly worstStep: number;
  readonly tolerance: number;
  /** Largest difference of the final soft prompt relative to its largest entry; null where none is recorded. */
  readonly finalRelative: number | null;
  /** Every loss within the tolerance. The final soft prompt is reported, not judged. */
  readonly passed: boolean;
}

export const TUNING_TOLERANCE = 1e-3;

export interface TuningCheckOptions {
  readonly onStep?: (step: number, steps: number) => void;
}

/** Throws `model.check-format` where the file does not say what to do, and what the model throws. */
export async function checkTuning(
  lm: CausalLM,
  golden: GoldenTuning,
  options: TuningCheckOptions = {},
): Promise<TuningReport> {
  const { rule, learningRate, batchSize } = readSettings(golden);
  const parameters = Float64Array.from(matrix(golden.soft_prompt_initial, lm.hiddenSize));
  const optimizer = createOptimizer(rule, [parameters.length / lm.hiddenSize, lm.hiddenSize]);
  const losses: number[] = [];
  let maxRelative = 0;
  let worstStep = 0;
  for (const [step, recorded] of golden.losses.entries()) {
    const batch = Array.from(
      { length: batchSize },
      (_, i) => golden.examples[(step * batchSize + i) % golden.examples.length]!,
    );
    const { loss, gradient } = await lm.lossAndGradient(
      Float32Array.from(parameters),
      batch.map(({ ids, answer_tokens }) => ({ ids, answerTokens: answer_tokens })),
    );
    optimizer.step(parameters, gradient, learningRate);
    losses.push(loss);
    const relative = Math.abs(loss - recorded) / Math.abs(recorded);
    if (!(relative <= maxRelative)) {
      maxRelative = relative;
      worstStep = step;
    }
    options.onStep?.(step + 1, golden.losses.length);
  }
  const final = golden.soft_prompt_final && matrix(golden.soft_prompt_final, lm.hiddenSize);
  return {
    steps: losses.length,
    optimizer: rule,
    learningRate,
    batchSize,
    losses,
    maxRelative,
    worstStep,
    tolerance: TUNING_TOLERANCE,
    finalRelative: final ? maxDifference(parameters, final) / maxAbs(final) : null,
    passed: maxRelative <= TUNING_TOLERANCE,
  };
}

const optimizerNames: Readonly<Record<string, OptimizerRule>> = {
  SGD: 'sgd',
  Adam: 'adam',
  AdamW: 'adamw',
  Adafactor: 'adafactor',
};

/**
 * Optimiser, rate and batch size as the file's prose tells them; what it leaves out is the recipe's default (Adam 0.03) and
 * the number of examples a loss.
 */
export function readSettings(golden: GoldenTuning): {
  readonly rule: OptimizerRule;
  readonly learningRate: number;
  readonly batchSize: number;
} {
  const named = /\b(SGD|AdamW?|Adafactor)\b/.exec(golden.what)?.[1] ?? 'Adam';
  const rate = /\b(?:lr|learning rate) ?=? ?(\d[\d.]*(?:e-?\d+)?)/.exec(golden.what)?.[1] ?? '0.03';
  const stated = /\bbatch(?: size)? ?=? ?(\d+)/.exec(golden.what)?.[1];
  const batchSize = stated ? Number(stated) : golden.examples.length / golden.losses.length;
  if (!Number.isInteger(batchSize) || batchSize < 1 || golden.examples.length < batchSize) {
    const what = `${golden.examples.length} examples for ${golden.losses.length} losses`;
    throw new LabError('model.check-format', { what });
  }
  return { rule: optimizerNames[named]!, learningRate: Number(rate), batchSize };
}

function matrix({ shape, float32_base64 }: GoldenMatrix, hiddenSize: number): Float32Array {
  const values = decodeFloat32(float32_base64);
  if (shape.length !== 2 || shape[1] !== hiddenSize || values.length !== shape[0]! * hiddenSize) {
    throw new LabError('model.check-format', {
      what: `soft prompt ${shape.join('x')} for hidden size ${hiddenSize}`,
    });
  }
  return values;
}
