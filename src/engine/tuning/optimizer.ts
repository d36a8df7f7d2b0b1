/**
 * The optimisers of soft-prompt tuning: one interface, one factory; each rule lives in its own file.
 *
 * Parameters and state are float64 on the host: a soft prompt has a few thousand numbers, so precision is free.
 * Deliberately not here: schedules and clipping, which act on what is passed in (`schedules.ts`, `clip.ts`).
 */
import { createAdafactor } from './adafactor.ts';
import { createAdam } from './adam.ts';
import { createAdamW } from './adamw.ts';
import { createSgd } from './sgd.ts';
import type { OptimizerState } from './state.ts';

/** [rows, columns] of the parameter matrix: [numVirtualTokens, hiddenSize]. */
export type MatrixShape = readonly [rows: number, columns: number];

export interface Optimizer {
  /**
   * One update in place. `parameters` and `gradient` are row-major and of the shape the optimiser was made for;
   * `learningRate` is that of this step, after the schedule.
   */
  step(parameters: Float64Array, gradient: ArrayLike<number>, learningRate: number): void;
  /** A copy of the state, for going on later from here. */
  state(): OptimizerState;
  /** Goes on from a state of an optimiser of the same rule and shape: later steps give the same numbers. */
  restore(state: OptimizerState): void;
}

export type OptimizerRule = 'sgd' | 'adam' | 'adamw' | 'adafactor';

/** An optimiser with the defaults of its source: see the file of the same name. */
export function createOptimizer(rule: OptimizerRule, shape: MatrixShape): Optimizer {
  switch (rule) {
    case 'sgd':
      return createSgd();
    case 'adam':
      return createAdam(shape[0] * shape[1]);
    case 'adamw':
      return createAdamW(shape[0] * shape[1]);
    case 'adafactor':
      return createAdafactor(shape);
  }
}
