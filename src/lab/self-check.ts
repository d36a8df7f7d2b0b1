/**
 * The second opinion: the engine's logits against onnxruntime's on prompts of the run, before anything is believed.
 *
 * Tolerance, relative to the largest logit and growing with the square root of the layers (independent roundings), by
 * what onnxruntime's CPU kernels do with the weights' precision:
 * - fp32 (3e-5): both sum in float32, in another order; a wrong kernel is off by percents.
 * - fp16, bf16 (1e-2): onnxruntime rounds every activation to 11 bits, the engine computes in float32. Two-layer
 *   graphs wholly in half precision differ by 0.5 %, graphs with float32 between the products (the micro models) by 0.3 %.
 * - integers (5e-2): onnxruntime may quantise activations to 8 bits as well, the engine does not; two layers then differ
 *   by up to 5 %.
 * The most likely token may differ within the tolerance, so agreement is reported, not judged.
 */

import type { ModelDescription } from '../engine/model/types.ts';
import { LabError } from '../lib/errors.ts';
import type { SelfCheck } from './types.ts';

/** Logits compared at most, so that a large vocabulary does not fill the memory: [positions, vocabulary]. */
const LOGIT_BUDGET = 4_000_000;
const MAX_POSITIONS = 192;
const MIN_POSITIONS = 12;

const PER_LAYER_TOLERANCE = { fp32: 3e-5, half: 1e-2, integer: 5e-2 } as const;

/** `dtype` as in ModelDescription, e.g. 'fp16' or 'int4 + fp16'. */
export function relativeTolerance(dtype: string, layers: number): number {
  const integer = /int|bnb|^q/.test(dtype);
  const kind = integer ? 'integer' : /16/.test(dtype) ? 'half' : 'fp32';
  return PER_LAYER_TOLERANCE[kind] * Math.sqrt(Math.max(1, layers));
}

/** Starts of `prompts`, shortened so that all their logits fit the budget. */
export function checkRows(prompts: readonly (readonly number[])[], vocabSize: number): number[][] {
  const positions = Math.min(MAX_POSITIONS, Math.max(MIN_POSITIONS, Math.floor(LOGIT_BUDGET / vocabSize)));
  const each = Math.floor(positions / Math.max(1, prompts.length));
  return prompts.map((ids) => ids.slice(0, each)).filter((ids) => ids.length > 0);
}

const maxIndex = (row: Float32Array): number => {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[best]!) best = i;
  return best;
};

/**
 * Compares logits of the same rows, [row length, vocabulary] each; passes or not is for `assertSelfCheck`.
 * Rows of different lengths count as infinitely different.
 */
export function compareLogits(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  file: Pick<ModelDescription, 'dtype' | 'layers' | 'vocabSize'>,
): SelfCheck {
  let positions = 0;
  let agreeing = 0;
  let largest = 0;
  let difference = 0;
  for (const [r, b] of expected.entries()) {
    const a = actual[r];
    if (a?.length !== b.length) {
      difference = Number.POSITIVE_INFINITY;
      continue;
    }
    for (let i = 0; i < b.length; i++) {
      const d = Math.abs(a[i]! - b[i]!);
      // NaN compares false with everything: it must count as the worst difference.
      if (!(d <= difference)) difference = Number.isNaN(d) ? Number.POSITIVE_INFINITY : d;
      largest = Math.max(largest, Math.abs(b[i]!));
    }
    for (let at = 0; at < b.length; at += file.vocabSize) {
      const end = at + file.vocabSize;
      positions++;
      if (maxIndex(a.subarray(at, end)) === maxIndex(b.subarray(at, end))) agreeing++;
    }
  }
  return {
    prompts: expected.length,
    positions,
    maxAbsDifference: difference,
    tolerance: largest * relativeTolerance(file.dtype, file.layers),
    argmaxAgreement: positions === 0 ? 0 : agreeing / positions,
  };
}

/** Throws `lab.self-check-failed` {difference, tolerance, agreement}. */
export function assertSelfCheck(check: SelfCheck): void {
  if (check.maxAbsDifference <= check.tolerance) return;
  throw new LabError('lab.self-check-failed', {
    difference: check.maxAbsDifference,
    tolerance: check.tolerance,
    agreement: check.argmaxAgreement,
  });
}
