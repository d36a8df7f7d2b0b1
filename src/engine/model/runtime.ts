/**
 * What all calls of a loaded model share, and the one place where a run meets the limits of memory and of numbers.
 */
import { LabError } from '../../lib/errors.ts';
import type { CausalProgram, ValueId } from '../graph/program.ts';
import type { BatchSpec, Executor } from '../plan/types.ts';
import { type CachedToken, cachedBatch } from './batch.ts';
import { allFinite } from './errors.ts';
import { notFiniteError } from './not-finite.ts';

/** Bounds of one run. Results do not depend on them. */
export interface RunLimits {
  /** Tokens of a run; a packed sequence longer than this runs alone. */
  readonly maxTokens: number;
  /** Selected rows of a run; their logits are computed in pieces (plan/head-rows.ts). */
  readonly maxSelected: number;
  /** Selected rows of a run whose logits are read back whole. */
  readonly maxLogitRows: number;
  /** Sequences that generate at the same time. */
  readonly maxRows: number;
}

export interface Runtime {
  readonly executor: Executor;
  readonly program: CausalProgram;
  /** [selected, 1] and [prompt, hidden]; or why this file cannot be trained. */
  readonly training: { readonly rowLoss: ValueId; readonly promptGradient: ValueId } | LabError;
  /** [selected, 4]: log-sum-exp, logit of the target, argmax, its logit. */
  readonly rowStats: ValueId;
  readonly limits: RunLimits;
  /** GPU bytes for everything; undefined = what the driver gives. */
  readonly budgetBytes: number | undefined;
}

/** Numbers of one row of `rowStats`. */
export const STATS_WIDTH = 4;

/** Bytes of logits that one run may give back: half of WebGPU's default maximum for one binding. */
const LOGITS_BYTES = 64 * 1024 * 1024;
const MAX_SELECTED = 512;
const MAX_ROWS = 128;

/** Limits for a model; `maxTokens` bounds the activations. */
export function runLimits(maxTokens: number, vocabSize: number): RunLimits {
  return {
    maxTokens,
    maxSelected: MAX_SELECTED,
    maxLogitRows: Math.max(1, Math.min(MAX_SELECTED, Math.floor(LOGITS_BYTES / (4 * vocabSize)))),
    maxRows: Math.max(1, Math.min(MAX_ROWS, maxTokens)),
  };
}

/** Whether a smaller run may succeed: the driver refused memory, or the budget or a binding is too small. */
export function isOutOfMemory(thrown: unknown): boolean {
  return (
    thrown instanceof LabError && (thrown.code === 'gpu.out-of-memory' || thrown.code === 'plan.does-not-fit')
  );
}

/**
 * Runs a batch and returns the wanted values.
 * Throws `model.not-finite` {what, tensor} with the first tensor of the program that is not finite.
 */
export async function runFinite(
  runtime: Runtime,
  batch: BatchSpec,
  wanted: readonly { readonly value: ValueId; readonly what: string }[],
): Promise<Float32Array[]> {
  const results = await runtime.executor.run(
    batch,
    wanted.map((entry) => entry.value),
  );
  for (const [i, { value, what }] of wanted.entries()) {
    if (!allFinite(results[i]!)) throw await notFiniteError(runtime, batch, value, what);
  }
  return results;
}

/**
 * Feeds tokens through the KV cache and returns `value` (logits or rowStats) of their selected rows, in order; without
 * `value` it only fills the cache. When memory runs out, the two halves run one after the other: with a cache that is the same computation.
 */
export async function feed(
  runtime: Runtime,
  tokens: readonly CachedToken[],
  softPrompt: Float32Array | undefined,
  value: ValueId | undefined,
): Promise<Float32Array> {
  try {
    const wanted = value === undefined ? [] : [{ value, what: 'logits' }];
    const [result] = await runFinite(runtime, cachedBatch(tokens, softPrompt), wanted);
    return result ?? new Float32Array();
  } catch (error) {
    if (!isOutOfMemory(error) || tokens.length < 2) throw error;
    const half = tokens.length >> 1;
    const first = await feed(runtime, tokens.slice(0, half), softPrompt, value);
    const second = await feed(runtime, tokens.slice(half), softPrompt, value);
    const both = new Float32Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  }
}
