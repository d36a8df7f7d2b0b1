/** What a run is given: model, tokenizer, benchmark and the world around it; types only, and which model can be tuned. */

import type { CausalLM, InferenceModel, ModelDescription } from '../engine/model/types.ts';
import type { SampleInput } from '../eval/index.ts';
import type { Benchmark, Condition } from '../eval/types.ts';
import type { RunJournal } from './journal.ts';
import type { PauseGate } from './pause-gate.ts';
import type { LabTokenizer } from './tokenizer.ts';
import type { RunConfig, RunResult } from './types.ts';

/** What the result records besides what the run measures. */
export interface RunFacts {
  readonly startedAt: string;
  readonly model: ModelDescription;
  /** Positions the model has; undefined = not stated. */
  readonly maxPositions: number | undefined;
  readonly modelHashes: RunResult['hashes']['model'];
  readonly versions: RunResult['versions'];
  readonly adapter: string;
  readonly selfCheck: RunResult['selfCheck'];
  readonly selfCheckSkipped?: RunResult['selfCheckSkipped'];
  readonly evaluation?: RunResult['evaluation'];
}

export interface RunDeps {
  /** A CausalLM where the conditions include 'soft-prompt'. */
  readonly model: InferenceModel;
  /** Evaluates instead of `model`, with the same numbers; tuning stays with `model`. */
  readonly evaluator?: InferenceModel;
  readonly tokenizer: LabTokenizer;
  readonly benchmark: Benchmark;
  readonly config: RunConfig;
  readonly facts: RunFacts;
  readonly signal: AbortSignal;
  readonly pauseGate: PauseGate;
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number;
  /** Where the run keeps what it finishes, with what an interrupted one had finished; without it nothing is kept. */
  readonly journal?: RunJournal;
  /** Takes every item of a condition's newest evaluation, for the sample log. */
  readonly keepSamples?: (condition: Condition, samples: readonly SampleInput[]) => void;
}

export const isCausalLM = (model: InferenceModel): model is CausalLM =>
  model.acceptsSoftPrompt && 'lossAndGradient' in model;
