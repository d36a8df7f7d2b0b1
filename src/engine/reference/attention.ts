/**
 * Causal attention and its derivative in float64, with the whole score row in memory.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import type { Reference, ReferenceContext, ReferenceValue } from './types.ts';

interface ScoreRow {
  /** First key token of the window. */
  readonly from: number;
  readonly kv: number;
  /** Probability of each key from `from` to the query, and d score / d (scaled product). */
  readonly p: number[];
  readonly capSlope: number[];
  readonly lse: number;
}

function scoreRow(
  attrs: AttentionAttrs,
  q: ReferenceValue,
  k: ReferenceValue,
  context: ReferenceContext,
  row: number,
  head: number,
): ScoreRow {
  const { heads, kvHeads, headDim, window, softcap, scale, alibi, sinks } = attrs;
  const kv = Math.floor((head * kvHeads) / heads);
  const start = context.batch.keyStart[row]!;
  const from = window > 0 ? Math.max(start, row - window + 1) : start;
  const capSlope: number[] = [];
  const z: number[] = [];
  for (let key = from; key <= row; key++) {
    let s = 0;
    for (let i = 0; i < headDim; i++) {
      s += q.data[(row * heads + head) * headDim + i]! * k.data[(key * kvHeads + kv) * headDim + i]!;
    }
    s *= scale;
    const t = softcap > 0 ? Math.tanh(s / softcap) : 0;
    capSlope.push(1 - t * t);
    z.push(
      (softcap > 0 ? softcap * t : s) +
        (alibi === undefined ? 0 : context.vector(alibi)[head]! * (key - row)),
    );
  }
  const all = sinks === undefined ? z : [...z, context.vector(sinks)[head]!];
  const top = Math.max(...all);
  const lse = top + Math.log(all.reduce((sum, v) => sum + Math.exp(v - top), 0));
  return { from, kv, p: z.map((v) => Math.exp(v - lse)), capSlope, lse };
}

export const attention: Reference<AttentionAttrs> = (attrs, [q, k, v], context) => {
  const { heads, kvHeads, valueDim } = attrs;
  const o = new Float64Array(q!.rows * heads * valueDim);
  const lse = new Float64Array(q!.rows * heads);
  for (let row = 0; row < q!.rows; row++) {
    for (let head = 0; head < heads; head++) {
      const at = row * heads + head;
      const scores = scoreRow(attrs, q!, k!, context, row, head);
      lse[at] = scores.lse;
      scores.p.forEach((p, j) => {
        for (let i = 0; i < valueDim; i++) {
          o[at * valueDim + i]! += p * v!.data[((scores.from + j) * kvHeads + scores.kv) * valueDim + i]!;
        }
      });
    }
  }
  return [o, lse];
};

/** q, k, v, o, lse, g to dq, dk, dv and the (lse, delta[, slope, 0]) scratch. */
export const attentionVjp: Reference<AttentionAttrs> = (attrs, [q, k, v, o, , g], context) => {
  const { heads, kvHeads, headDim, valueDim, scale, alibi } = attrs;
  const [dq, dk, dv] = [q!, k!, v!].map((value) => new Float64Array(value.data.length));
  const stats: number[] = [];
  for (let row = 0; row < q!.rows; row++) {
    for (let head = 0; head < heads; head++) {
      const at = row * heads + head;
      const scores = scoreRow(attrs, q!, k!, context, row, head);
      let delta = 0;
      for (let i = 0; i < valueDim; i++) delta += g!.data[at * valueDim + i]! * o!.data[at * valueDim + i]!;
      stats.push(scores.lse, delta, ...(alibi === undefined ? [] : [context.vector(alibi)[head]!, 0]));
      scores.p.forEach((p, j) => {
        const key = (scores.from + j) * kvHeads + scores.kv;
        let dp = 0;
        for (let i = 0; i < valueDim; i++) {
          dp += g!.data[at * valueDim + i]! * v!.data[key * valueDim + i]!;
          dv![key * valueDim + i]! += p * g!.data[at * valueDim + i]!;
        }
        const ds = scale * p * (dp - delta) * scores.capSlope[j]!;
        for (let i = 0; i < headDim; i++) {
          dq![at * headDim + i]! += ds * k!.data[key * headDim + i]!;
          dk![key * headDim + i]! += ds * q!.data[at * headDim + i]!;
        }
      });
    }
  }
  return [dq!, dk!, dv!, Float64Array.from(stats)];
};
