/**
 * WGSL of attention's backward pass: scores are recomputed from the saved log-sum-exp (Dao et al. 2022, FlashAttention).
 *
 * p = exp(z - lse), dz = p * (dO·v - delta) with delta = dO·O; one invocation owns each output element, so nothing is added
 * atomically and results are deterministic. Packed mode only.
 * Per number loaded: 3 FLOP in dq, 4 in dk and dv (up to 1 FLOP a byte); lanes share loads as in the forward pass.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import {
  HEAD_PARAMS,
  type HeadGrid,
  headLayout,
  scoreDeclarations,
  scoreText,
  times,
  windowStart,
} from './attention-kernels.ts';
import { kernel, literal } from './shader.ts';

/** Words a (token, head) of the scratch output `stats`: lse, delta and, with alibi, the head's slope. */
export function statsWidth(attrs: AttentionAttrs): 2 | 4 {
  return attrs.alibi === undefined ? 2 : 4;
}

/** Bindings: o, lse, g, [slopes], stats. */
export function attentionStats(attrs: AttentionAttrs, layout: HeadGrid): string {
  const { lane, m } = headLayout(attrs);
  const alibi = attrs.alibi !== undefined;
  return kernel({
    inputs: { o: lane.type, lse: 'f32', g: lane.type, ...(alibi ? { slopes: 'f32' } : {}) },
    outputs: { stats: `vec${statsWidth(attrs)}<f32>` },
    params: HEAD_PARAMS,
    invocations: layout.invocations,
    body: `${layout.text(attrs.heads)}
${m.sum('delta', (i) => times(lane, `o[at * ${m.count}u + ${i}]`, `g[at * ${m.count}u + ${i}]`))}
  stats[at] = ${alibi ? `vec4<f32>(lse[at], delta, slopes[head], 0.0f)` : 'vec2<f32>(lse[at], delta)'};`,
  });
}

/** dz/dz_uncapped of a capped score `z`. */
function capFactor(attrs: AttentionAttrs, z: string): string {
  return attrs.softcap > 0 ? ` * (1.0f - (${z}) * (${z}) * ${literal(1 / attrs.softcap ** 2)})` : '';
}

/**
 * `let p` and `let dz` from `s` (q·k), `dp` (g·v), `st` (stats) and `behind`.
 * The cap's derivative needs the capped score without the alibi term.
 */
export function probability(attrs: AttentionAttrs, behind: string): string {
  return `    let capped = ${scoreText({ ...attrs, alibi: undefined }, 's', '', '')};
    let p = exp(capped${attrs.alibi === undefined ? '' : ` - st.z * ${behind}`} - st.x);
    let dz = p * (dp - st.y)${capFactor(attrs, 'capped')};`;
}

/** Bindings: q, k, v, g, stats, key_start, dq. One invocation a (query token, head) walks the keys it attended to. */
export function attentionQueryGradient(attrs: AttentionAttrs, layout: HeadGrid): string {
  const { lane, n, m } = headLayout(attrs);
  const T = lane.type;
  const query = n.operand('query', (i) => `q[at * ${n.count}u + ${i}]`);
  const grad = m.operand('grad', (i) => `g[at * ${m.count}u + ${i}]`);
  const sum = n.accumulator('sum', T);
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, key_start: 'u32' },
    outputs: { dq: T },
    params: HEAD_PARAMS,
    invocations: layout.invocations,
    declarations: scoreDeclarations(attrs),
    body: `${layout.text(attrs.heads)}
  let kv = head * ${attrs.kvHeads}u / ${attrs.heads}u;
  let start = key_start[row];
  let last = row - start;
  let first = ${windowStart(attrs, 'last')};
  let st = stats[at];
${query.declare}
${grad.declare}
${sum.declare}
  for (var j = first; j <= last; j++) {
    let r = (start + j) * ${attrs.kvHeads}u + kv;
    let t = r * ${n.count}u;
    let u = r * ${m.count}u;
${n.sum('s', (i) => times(lane, query.at(i), `k[t + ${i}]`))}
${m.sum('dp', (i) => times(lane, grad.at(i), `v[u + ${i}]`))}
${probability(attrs, 'f32(last - j)')}
${n.each((i) => `    ${sum.at(i)} += dz * k[t + ${i}];`)}
  }
${n.each((i) => `  dq[at * ${n.count}u + ${i}] = ${sum.at(i)} * ${literal(attrs.scale)};`)}`,
  });
}

/**
 * Bindings: q, k, v, g, stats, sequence_end, dk, dv. One invocation a (key token, kv head) walks the later queries of its
 * sequence and the query heads that share the kv head.
 */
export function attentionKeyGradient(attrs: AttentionAttrs, layout: HeadGrid): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads, window } = attrs;
  const T = lane.type;
  const key = n.operand('key', (i) => `k[at * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[at * ${m.count}u + ${i}]`);
  const sumK = n.accumulator('sum_k', T);
  const sumV = m.accumulator('sum_v', T);
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, sequence_end: 'u32' },
    outputs: { dk: T, dv: T },
    params: HEAD_PARAMS,
    invocations: layout.invocations,
    declarations: scoreDeclarations(attrs),
    body: `${layout.text(kvHeads)}
  let kv = head;
  let end = ${window > 0 ? `min(sequence_end[row], row + ${window}u)` : 'sequence_end[row]'};
  let from_head = (kv * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
  let to_head = ((kv + 1u) * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
${key.declare}
${value.declare}
${sumK.declare}
${sumV.declare}
  for (var i = row; i < end; i++) {
  for (var h = from_head; h < to_head; h++) {
    let r = i * ${heads}u + h;
    let t = r * ${n.count}u;
    let u = r * ${m.count}u;
    let st = stats[r];
${n.sum('s', (i) => times(lane, key.at(i), `q[t + ${i}]`))}
${m.sum('dp', (i) => times(lane, value.at(i), `g[u + ${i}]`))}
${probability(attrs, 'f32(i - row)')}
${n.each((i) => `    ${sumK.at(i)} += dz * q[t + ${i}];`)}
${m.each((i) => `    ${sumV.at(i)} += p * g[u + ${i}];`)}
  }
  }
${n.each((i) => `  dk[at * ${n.count}u + ${i}] = ${sumK.at(i)} * ${literal(attrs.scale)};`)}
${m.each((i) => `  dv[at * ${m.count}u + ${i}] = ${sumV.at(i)};`)}`,
  });
}
