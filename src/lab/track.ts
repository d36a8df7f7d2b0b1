/** One soft prompt's way through tuning: the real one's, or a placebo control's on rows without knowledge. */

import type { TrainingExample } from '../engine/model/types.ts';
import { type Control, withControlAnswers } from '../eval/index.ts';
import type { Benchmark, Verdict } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';
import { preparedItems } from './items.ts';
import { encodeExamples, type PromptOptions } from './prompts.ts';
import { trainingOrder } from './tuning.ts';
import {
  type ControlResult,
  type EvalPoint,
  type LossPoint,
  type Placebo,
  type RunConfig,
  type Side,
  SLOW_RATE,
  type TuningConfig,
} from './types.ts';

export interface Track {
  /** Absent for the real tuning. */
  readonly control?: Placebo;
  /** What its evaluations are called. */
  readonly side: Side;
  /** The run's, at this track's learning rate. */
  readonly tuning: TuningConfig;
  /** In training order, as many as the steps can use. */
  readonly examples: readonly TrainingExample[];
  /** Train rows it draws from. */
  readonly train: number;
  readonly points: EvalPoint[];
  readonly losses: LossPoint[];
  /** Knowledge item by item at each evaluated step. */
  readonly known: Map<number, readonly boolean[]>;
  /** Format likewise. */
  readonly follows: Map<number, readonly boolean[]>;
  /** Of the last evaluation. */
  verdicts: readonly Verdict[];
}

/** Which answers a placebo is tuned on, and its learning rate as a share of the tuning's. */
function recipeOf(placebo: Placebo): { readonly answers: Control; readonly rate: number } {
  if (placebo === 'wrong' || placebo === 'random') return { answers: placebo, rate: 1 };
  return { answers: placebo === 'wrong-slow' ? 'wrong' : 'random', rate: SLOW_RATE };
}

/** Throws `lab.no-control-rows` where no train row has another answer that could be given in its place. */
export function createTrack(
  benchmark: Benchmark,
  config: RunConfig,
  options: PromptOptions,
  control?: Placebo,
): Track {
  const { train } = benchmark;
  const { answers, rate } = control ? recipeOf(control) : { answers: undefined, rate: 1 };
  const rows = answers ? withControlAnswers(train, answers, config.seed) : train;
  if (rows.length === 0) throw new LabError('lab.no-control-rows');
  // The order repeats only after all rows: those no step reaches need no encoding.
  const used = trainingOrder(rows, config.seed).slice(0, config.tuning.steps * config.tuning.batchSize);
  return {
    ...(control ? { control } : {}),
    side: control ? `placebo-${control}` : 'soft-prompt',
    tuning: { ...config.tuning, learningRate: config.tuning.learningRate * rate },
    examples: encodeExamples(preparedItems(used, config), options),
    train: rows.length,
    points: [],
    losses: [],
    known: new Map(),
    follows: new Map(),
    verdicts: [],
  };
}

/** The placebo controls as far as they have come. */
export function controlResults(tracks: readonly Track[]): ControlResult[] {
  return tracks.flatMap(({ control, train, points, losses }) =>
    control ? [{ control, train, points: [...points], losses: [...losses] }] : [],
  );
}
