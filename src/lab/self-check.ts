/**
 * The second opinion: the engine's logits against onnxruntime's on prompts of the run, before anything is believed.
 *
 * Tolerance, relative to the largest logit, by what onnxruntime's CPU kernels do with the weights' precision:
 * - fp32 (2e-4): both sum in float32, in another order; errors grow with depth, a wrong kernel is off by percents.
 * - fp16, bf16 (2e-2): onnxruntime rounds every activation to 11 bits, the engine computes in float32; dozens of
 *   roundings of 5e-4 add up (the micro models differ by 0.3 %).
 * - integers (1e-1): onnxruntime may quantise activations to 8 bits as well, the engine does not.
 * The most likely token may differ within the tolerance, so agreement is reported, not judged.
 */

import type { InferenceModel } from '../engine/model/types.ts';
import { LabError } from '../lib/errors.ts';
import type { SelfCheck } from './types.ts';

/** Logits compared at most, so that a large vocabulary does not fill the memory: [positions, vocabulary]. */
const LOGIT_BUDGET = 4_000_000;
const MAX_POSITIONS = 192;
const MIN_POSITIONS = 12;

const RELATIVE_TOLERANCE = { fp32: 2e-4, half: 2e-2, integer: 1e-1 } as const;

/** `dtype` as in ModelDescription, e.g. 'fp16' or 'int4 + fp16'. */
export function relativeTolerance(dtype: string): number {
  if (/int|bnb|^q/.test(dtype)) return RELATIVE_TOLERANCE.integer;
  return /16/.test(dtype) ? RELATIVE_TOLERANCE.half : RELATIVE_TOLERANCE.fp32;
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

/** Compares two models on the same rows; passes or not is for `assertSelfCheck`. */
export async function selfCheck(
  ours: InferenceModel,
  reference: InferenceModel,
  rows: readonly (readonly number[])[],
  dtype: string,
): Promise<SelfCheck> {
  const vocab = reference.vocabSize;
  const expected = await reference.logits(rows);
  const actual = await ours.logits(rows);
  let positions = 0;
  let agreeing = 0;
  let largest = 0;
  let difference = 0;
  for (let r = 0; r < rows.length; r++) {
    const [a, b] = [actual[r]!, expected[r]!];
    if (a.length !== b.length) return failed(rows, positions);
    for (let i = 0; i < b.length; i++) {
      const d = Math.abs(a[i]! - b[i]!);
      // NaN compares false with everything: it must count as the worst difference.
      if (!(d <= difference)) difference = Number.isNaN(d) ? Number.POSITIVE_INFINITY : d;
      largest = Math.max(largest, Math.abs(b[i]!));
    }
    for (let at = 0; at < b.length; at += vocab) {
      positions++;
      if (maxIndex(a.subarray(at, at + vocab)) === maxIndex(b.subarray(at, at + vocab))) agreeing++;
    }
  }
  return {
    prompts: rows.length,
    positions,
    maxAbsDifference: difference,
    tolerance: largest * relativeTolerance(dtype),
    argmaxAgreement: positions === 0 ? 0 : agreeing / positions,
  };
}

/** The two models do not even answer with the same shape. */
function failed(rows: readonly unknown[], positions: number): SelfCheck {
  return {
    prompts: rows.length,
    positions,
    maxAbsDifference: Number.POSITIVE_INFINITY,
    tolerance: 0,
    argmaxAgreement: 0,
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
