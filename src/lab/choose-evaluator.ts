/**
 * Which of two models of one file evaluates: both answer the same small batch of the run's own prompts, the faster wins.
 *
 * Tuning stays with WebGPU. What the two compute was compared before (self-check.ts); here only time counts. On graphics
 * cards the engine wins by far, on software adapters wasm does.
 */

import type { CausalLM, InferenceModel, Prefix, ScoreRequest } from '../engine/model/types.ts';
import type { EncodedCondition } from './prompts.ts';
import type { EvaluationFacts } from './types.ts';

/** The trial: enough tokens for a batch, few enough that a slow adapter is done in seconds. */
const TRIAL_ITEMS = 4;
const TRIAL_PROMPT_TOKENS = 24;
const TRIAL_OPTIONS = 2;
const TRIAL_OPTION_TOKENS = 3;
const TRIAL_NEW_TOKENS = 3;

export interface Evaluator {
  readonly model: InferenceModel;
  readonly facts: EvaluationFacts;
}

/** The ends of the first prompts, with a few options. */
export function trialRequests({ prefix, items }: EncodedCondition): ScoreRequest[] {
  return items.slice(0, TRIAL_ITEMS).map(({ prompt, options }) => ({
    prompt: [...prefix, ...prompt].slice(-TRIAL_PROMPT_TOKENS),
    continuations: options.slice(0, TRIAL_OPTIONS).map((option) => option.slice(0, TRIAL_OPTION_TOKENS)),
  }));
}

/**
 * `other` is onnxruntime's model of the same file; without one, or where it cannot take the soft prompts that the run
 * evaluates, the engine evaluates. The engine may throw; what `other` throws disqualifies it.
 */
export async function chooseEvaluator(
  engine: CausalLM,
  other: InferenceModel | undefined,
  requests: readonly ScoreRequest[],
  needs: { readonly softPrompts: boolean; readonly signal: AbortSignal },
  clock: () => number,
): Promise<Evaluator> {
  const only: Evaluator = { model: engine, facts: { backend: engine.backend, trial: null } };
  if (!other || requests.length === 0 || (needs.softPrompts && !other.acceptsSoftPrompt)) return only;
  const prefix: Prefix = { ids: [] };
  const options = { maxNewTokens: TRIAL_NEW_TOKENS, stopTokens: [], signal: needs.signal };
  const seconds = async (model: InferenceModel): Promise<number> => {
    // Compiles kernels, and finds out whether rows can be batched: neither is part of an evaluation's pace.
    await model.answer(prefix, requests.slice(0, 1), options);
    const since = clock();
    await model.answer(prefix, requests, options);
    return (clock() - since) / 1000;
  };
  let wasm: number;
  try {
    wasm = await seconds(other);
  } catch (error) {
    if (needs.signal.aborted) throw error;
    return only;
  }
  const webgpu = await seconds(engine);
  await engine.releaseScratch();
  const model = wasm < webgpu ? other : engine;
  return { model, facts: { backend: model.backend, trial: { webgpu, wasm } } };
}
