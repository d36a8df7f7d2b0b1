/**
 * The tuning loop's state: initial soft prompt, example order, optimiser, one step at a time. The model stays frozen.
 *
 * Order (as in the recipe's tune.py): the train items are shuffled once (stream 'batches'); step s takes the examples
 * s·batch … s·batch + batch − 1, cyclically.
 */

import type { CausalLM, TrainingExample } from '../engine/model/types.ts';
import { clipGradient } from '../engine/tuning/clip.ts';
import { initialSoftPrompt } from '../engine/tuning/init.ts';
import { createOptimizer, type Optimizer } from '../engine/tuning/optimizer.ts';
import { scheduleFactor } from '../engine/tuning/schedules.ts';
import type { OptimizerState } from '../engine/tuning/state.ts';
import { LabError } from '../lib/errors.ts';
import { createRng, shuffled } from '../lib/rng.ts';
import type { TuningConfig } from './types.ts';

export interface StepResult {
  /** Before the update. */
  readonly loss: number;
  /** Before clipping. */
  readonly gradientNorm: number;
}

/** All that later steps depend on besides configuration and examples. */
export interface TunerState {
  /** Updates made. */
  readonly step: number;
  /** [numVirtualTokens, hiddenSize] in full precision. */
  readonly parameters: Float64Array;
  readonly optimizer: OptimizerState;
}

export interface Tuner {
  /** [numVirtualTokens, hiddenSize] as of the last step, rounded to float32 as the model gets it. */
  softPrompt(): Float32Array;
  /** Step `step` (from 0). Throws `lab.not-finite` {step, tensor} when a number of it is NaN or infinite. */
  step(step: number): Promise<StepResult>;
  /** A copy of the state after `step` updates. */
  state(step: number): TunerState;
}

/** The order in which a run sees its examples. */
export function trainingOrder<T>(items: readonly T[], seed: number): T[] {
  return shuffled(items, createRng(seed, 'batches'));
}

/** Examples of a step, cyclic over the order. */
export function batchAt<T>(order: readonly T[], step: number, batchSize: number): T[] {
  return Array.from({ length: batchSize }, (_, i) => order[(step * batchSize + i) % order.length]!);
}

function assertFinite(values: ArrayLike<number>, step: number, tensor: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new LabError('lab.not-finite', { step, tensor });
  }
}

/** The engine names the tensor; the step is known here. */
async function lossAndGradient(
  model: CausalLM,
  softPrompt: Float32Array,
  batch: readonly TrainingExample[],
  step: number,
) {
  try {
    return await model.lossAndGradient(softPrompt, batch);
  } catch (error) {
    if (error instanceof LabError && error.code === 'model.not-finite') {
      throw new LabError('lab.not-finite', { step, tensor: error.params.tensor ?? '' }, { cause: error });
    }
    throw error;
  }
}

/**
 * `order`: encoded examples in training order; `textIds`: the ids of `initText`, used by init 'text'; `saved`: the state
 * of an earlier tuner of the same configuration to go on from, with the numbers it would have given.
 */
export async function createTuner(
  model: CausalLM,
  order: readonly TrainingExample[],
  config: TuningConfig,
  seed: number,
  textIds: readonly number[],
  saved?: TunerState,
): Promise<Tuner> {
  const { numVirtualTokens, init } = config;
  const parameters =
    saved?.parameters.slice() ?? (await initialSoftPrompt(model, { init, numVirtualTokens, seed, textIds }));
  const optimizer: Optimizer = createOptimizer(config.optimizer, [numVirtualTokens, model.hiddenSize]);
  if (saved) optimizer.restore(saved.optimizer);
  return {
    softPrompt: () => Float32Array.from(parameters),
    step: async (step) => {
      const batch = batchAt(order, step, config.batchSize);
      const { loss, gradient } = await lossAndGradient(model, Float32Array.from(parameters), batch, step);
      assertFinite([loss], step, 'loss');
      assertFinite(gradient, step, 'gradient');
      const gradientNorm = clipGradient(gradient, config.clipNorm);
      const rate = config.learningRate * scheduleFactor(config.schedule, step, config.steps);
      optimizer.step(parameters, gradient, rate);
      assertFinite(parameters, step, 'soft prompt');
      return { loss, gradientNorm };
    },
    state: (step) => ({ step, parameters: parameters.slice(), optimizer: optimizer.state() }),
  };
}
