/**
 * What the kernels over rows of logits share: one workgroup a row, a stable log-sum-exp and the argmax in one walk.
 *
 * The only barrier stands between the walk and the combination, so that it stays fast on software adapters.
 */
import { type Lane, laneFor } from './shader.ts';
import type { VariantChoice } from './types.ts';

/** Lanes a row. Every lane combines the partial results of all, so where lanes are emulated few are faster. */
export function logitLanes({ gemm }: VariantChoice): number {
  return gemm === 'register' ? 8 : 64;
}

/** Below every finite f32 logit's useful range: the start of a running maximum that is never -inf. */
export const LOWEST = '-3.4028234663852886e38f';

export function logitLane(vocab: number): Lane {
  return laneFor(vocab);
}

/**
 * Declares `summarise(row, lane) -> Summary`. Rows hold `n` elements of the array `logits`. Ties of the maximum go to the
 * lowest index. Rows with NaN or of -inf only give a log-sum-exp that is not finite.
 */
export function summaryDeclarations(lane: Lane, n: number, lanes: number): string {
  const wide = lane.width === 4;
  return `struct Summary { lse: f32, best: f32, at: u32 }
var<workgroup> part_best: array<f32, ${lanes}>;
var<workgroup> part_sum: array<f32, ${lanes}>;
var<workgroup> part_at: array<u32, ${lanes}>;
fn summarise(row: u32, lane: u32) -> Summary {
  var best = ${LOWEST};
  var sum = 0.0f;
  var at = ${n * lane.width}u;
  for (var i = lane; i < ${n}u; i += ${lanes}u) {
    let x = logits[row * ${n}u + i];
    let top = ${wide ? 'max(max(x.x, x.y), max(x.z, x.w))' : 'x'};
    if (top > best) {
      sum *= exp(best - top);
      best = top;
      at = ${wide ? '4u * i + select(select(select(3u, 2u, x.z == top), 1u, x.y == top), 0u, x.x == top)' : 'i'};
    }
    let e = exp(x - best);
    sum += ${wide ? '(e.x + e.y) + (e.z + e.w)' : 'e'};
  }
  part_best[lane] = best;
  part_sum[lane] = sum;
  part_at[lane] = at;
  workgroupBarrier();
  var all_best = part_best[0];
  var all_at = part_at[0];
  for (var l = 1u; l < ${lanes}u; l++) {
    let candidate = part_best[l];
    if (candidate > all_best || (candidate == all_best && part_at[l] < all_at)) {
      all_best = candidate;
      all_at = part_at[l];
    }
  }
  var total = 0.0f;
  for (var l = 0u; l < ${lanes}u; l++) {
    total += part_sum[l] * exp(part_best[l] - all_best);
  }
  return Summary(all_best + log(total), all_best, all_at);
}`;
}
