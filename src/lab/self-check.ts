/**
 * The second opinion: the engine's logits against onnxruntime's on prompts of the run, before anything is believed.
 *
 * onnxruntime gets every file in float32 arithmetic with the weights as stored (hub/ort-graph.ts), which is what the engine
 * computes. So one tolerance holds for all precisions: 3e-5 of the largest logit, growing with the square root of the layers
 * (independent roundings of float32 sums in another order). A wrong kernel or weight is off by percents. Values that stand
 * for a forbidden token (finfo.min, -1e9, …) are no logits: they must be nearly equal, and set no scale for the others. The
 * most likely token may differ within the tolerance, so agreement is reported, not judged.
 */

import type { ModelDescription } from '../engine/model/types.ts';
import { LabError } from '../lib/errors.ts';
import type { SelfCheck } from './types.ts';

export interface CheckRow {
  readonly ids: readonly number[];
  /** [virtual tokens, hidden] row-major, before the ids. */
  readonly softPrompt?: Float32Array;
}

/** Logits compared at most, so that a large vocabulary does not fill the memory: [positions, vocabulary]. */
const LOGIT_BUDGET = 4_000_000;
/** Parameters times positions, so that the check of a large model does not outlast its loading. */
const WORK_BUDGET = 1e10;
const MAX_POSITIONS = 192;
const MIN_POSITIONS = 16;
/** Fewer prompts rather than shorter ones: attention shows itself over several tokens. */
const MIN_ROW = 8;

const PER_LAYER_TOLERANCE = 3e-5;
/** Logits of models stay far below; masks lie at or beyond it, the smallest in use being -1e4. */
const MASK_MAGNITUDE = 5e3;

/** Of the largest logit. */
export function relativeTolerance(layers: number): number {
  return PER_LAYER_TOLERANCE * Math.sqrt(Math.max(1, layers));
}

/** Starts of as many of `prompts`, shortened so far, that logits and work fit their budgets. */
export function checkRows(
  prompts: readonly (readonly number[])[],
  { vocabSize, parameters }: Pick<ModelDescription, 'vocabSize' | 'parameters'>,
): number[][] {
  const affordable = Math.floor(Math.min(LOGIT_BUDGET / vocabSize, WORK_BUDGET / Math.max(1, parameters)));
  const positions = Math.min(MAX_POSITIONS, Math.max(MIN_POSITIONS, affordable));
  const rows = prompts.filter((ids) => ids.length > 0).slice(0, Math.floor(positions / MIN_ROW));
  const each = Math.floor(positions / Math.max(1, rows.length));
  return rows.map((ids) => ids.slice(0, each));
}

const maxIndex = (row: Float32Array): number => {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i]! > row[best]!) best = i;
  return best;
};

/** The largest magnitude below that of masks; 0 where there is none. */
function largestLogit(rows: readonly Float32Array[]): number {
  let largest = 0;
  for (const row of rows) {
    for (const value of row) {
      const magnitude = Math.abs(value);
      if (magnitude > largest && magnitude < MASK_MAGNITUDE) largest = magnitude;
    }
  }
  return largest;
}

/**
 * Compares logits of the same rows, [row length, vocabulary] each; passes or not is for `assertSelfCheck`.
 * Rows of different lengths count as infinitely different.
 */
export function compareLogits(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  file: Pick<ModelDescription, 'layers' | 'vocabSize'>,
): SelfCheck {
  let positions = 0;
  let agreeing = 0;
  let difference = 0;
  const largest = largestLogit(expected);
  const worst = (d: number) => {
    // NaN compares false with everything: it must count as the worst difference.
    if (!(d <= difference)) difference = Number.isNaN(d) ? Number.POSITIVE_INFINITY : d;
  };
  for (const [r, b] of expected.entries()) {
    const a = actual[r];
    if (a?.length !== b.length) {
      difference = Number.POSITIVE_INFINITY;
      continue;
    }
    for (let i = 0; i < b.length; i++) {
      const [x, y] = [a[i]!, b[i]!];
      // Infinities of one sign have no difference.
      if (x !== y) worst(Math.abs(x - y) * (largest / Math.max(largest, Math.abs(y))));
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
    tolerance: largest * relativeTolerance(file.layers),
    argmaxAgreement: positions === 0 ? 0 : agreeing / positions,
  };
}

/** Throws `lab.self-check-failed` {difference, tolerance, agreement}; also where nothing was compared. */
export function assertSelfCheck(check: SelfCheck): void {
  if (check.positions > 0 && check.maxAbsDifference <= check.tolerance) return;
  throw new LabError('lab.self-check-failed', {
    difference: check.maxAbsDifference,
    tolerance: check.tolerance,
    agreement: check.argmaxAgreement,
  });
}
