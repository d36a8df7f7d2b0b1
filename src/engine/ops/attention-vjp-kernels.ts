/**
 * WGSL of attention's backward pass: scores are recomputed from the saved log-sum-exp (Dao et al. 2022, FlashAttention).
 *
 * p = exp(z - lse), dz = p * (dO·v - delta) with delta = dO·O; one invocation owns each output element, so nothing is added
 * atomically and results are deterministic. Packed mode only.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import { dotText, headLayout, scoreDeclarations, scoreText, windowStart } from './attention-kernels.ts';
import { kernel, literal, unroll } from './shader.ts';

/** Words a (token, head) of the scratch output `stats`: lse, delta and, with alibi, the head's slope. */
export function statsWidth(attrs: AttentionAttrs): 2 | 4 {
  return attrs.alibi === undefined ? 2 : 4;
}

/** Bindings: o, lse, g, [slopes], stats. */
export function attentionStats(attrs: AttentionAttrs, invocations: number): string {
  const { lane, m } = headLayout(attrs);
  const alibi = attrs.alibi !== undefined;
  const delta = dotText(
    lane,
    m,
    (i) => `o[index * ${m}u + ${i}u]`,
    (i) => `g[index * ${m}u + ${i}u]`,
  );
  return kernel({
    inputs: { o: lane.type, lse: 'f32', g: lane.type, ...(alibi ? { slopes: 'f32' } : {}) },
    outputs: { stats: `vec${statsWidth(attrs)}<f32>` },
    params: { rows: 'u32' },
    invocations,
    body: `  if (index >= params.rows * ${attrs.heads}u) { return; }
  let delta = ${delta};
  stats[index] = ${alibi ? `vec4<f32>(lse[index], delta, slopes[index % ${attrs.heads}u], 0.0f)` : 'vec2<f32>(lse[index], delta)'};`,
  });
}

/** dz/dz_uncapped of a capped score `z`. */
function capFactor(attrs: AttentionAttrs, z: string): string {
  return attrs.softcap > 0 ? ` * (1.0f - (${z}) * (${z}) * ${literal(1 / attrs.softcap ** 2)})` : '';
}

/**
 * `let z`, `let p`, `let dz` from `s` (scaled product), `dp` (g·v), `st` (stats) and `behind`.
 * The cap's derivative needs the capped score without the alibi term.
 */
function probability(attrs: AttentionAttrs, behind: string): string {
  return `    let capped = ${scoreText({ ...attrs, alibi: undefined }, 's', '', '')};
    let p = exp(capped${attrs.alibi === undefined ? '' : ` - st.z * ${behind}`} - st.x);
    let dz = p * (dp - st.y)${capFactor(attrs, 'capped')};`;
}

/** Bindings: q, k, v, g, stats, key_start, dq. One invocation a (query token, head) walks the keys it attended to. */
export function attentionQueryGradient(attrs: AttentionAttrs, invocations: number): string {
  const { lane, n, m } = headLayout(attrs);
  const T = lane.type;
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, key_start: 'u32' },
    outputs: { dq: T },
    params: { rows: 'u32' },
    invocations,
    declarations: scoreDeclarations(attrs),
    body: `  if (index >= params.rows * ${attrs.heads}u) { return; }
  let row = index / ${attrs.heads}u;
  let head = index % ${attrs.heads}u;
  let kv = head * ${attrs.kvHeads}u / ${attrs.heads}u;
  let start = key_start[row];
  let last = row - start;
  let first = ${windowStart(attrs, 'last')};
  let st = stats[index];
${unroll(n, (i) => `  let q${i} = q[index * ${n}u + ${i}u] * ${literal(attrs.scale)};`)}
${unroll(m, (i) => `  let g${i} = g[index * ${m}u + ${i}u];`)}
${unroll(n, (i) => `  var d${i} = ${T}(0.0f);`)}
  for (var j = first; j <= last; j++) {
    let r = (start + j) * ${attrs.kvHeads}u + kv;
    let t = r * ${n}u;
    let u = r * ${m}u;
${unroll(n, (i) => `    let k${i} = k[t + ${i}u];`)}
    let s = ${dotText(
      lane,
      n,
      (i) => `q${i}`,
      (i) => `k${i}`,
    )};
    let dp = ${dotText(
      lane,
      m,
      (i) => `g${i}`,
      (i) => `v[u + ${i}u]`,
    )};
${probability(attrs, 'f32(last - j)')}
${unroll(n, (i) => `    d${i} += dz * k${i};`)}
  }
${unroll(n, (i) => `  dq[index * ${n}u + ${i}u] = d${i} * ${literal(attrs.scale)};`)}`,
  });
}

/**
 * Bindings: q, k, v, g, stats, sequence_end, dk, dv. One invocation a (key token, kv head) walks the later queries of its
 * sequence and the query heads that share the kv head.
 */
export function attentionKeyGradient(attrs: AttentionAttrs, invocations: number): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads, window } = attrs;
  const T = lane.type;
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, sequence_end: 'u32' },
    outputs: { dk: T, dv: T },
    params: { rows: 'u32' },
    invocations,
    declarations: scoreDeclarations(attrs),
    body: `  if (index >= params.rows * ${kvHeads}u) { return; }
  let row = index / ${kvHeads}u;
  let kv = index % ${kvHeads}u;
  let end = ${window > 0 ? `min(sequence_end[row], row + ${window}u)` : 'sequence_end[row]'};
  let from_head = (kv * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
  let to_head = ((kv + 1u) * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
${unroll(n, (i) => `  let k${i} = k[index * ${n}u + ${i}u] * ${literal(attrs.scale)};`)}
${unroll(m, (i) => `  let v${i} = v[index * ${m}u + ${i}u];`)}
${unroll(n, (i) => `  var d${i} = ${T}(0.0f);`)}
${unroll(m, (i) => `  var e${i} = ${T}(0.0f);`)}
  for (var i = row; i < end; i++) {
  for (var h = from_head; h < to_head; h++) {
    let r = i * ${heads}u + h;
    let t = r * ${n}u;
    let u = r * ${m}u;
    let st = stats[r];
${unroll(n, (i) => `    let q${i} = q[t + ${i}u];`)}
${unroll(m, (i) => `    let g${i} = g[u + ${i}u];`)}
    let s = ${dotText(
      lane,
      n,
      (i) => `k${i}`,
      (i) => `q${i}`,
    )};
    let dp = ${dotText(
      lane,
      m,
      (i) => `v${i}`,
      (i) => `g${i}`,
    )};
${probability(attrs, 'f32(i - row)')}
${unroll(n, (i) => `    d${i} += dz * q${i};`)}
${unroll(m, (i) => `    e${i} += p * g${i};`)}
  }
  }
${unroll(n, (i) => `  dk[index * ${n}u + ${i}u] = d${i} * ${literal(attrs.scale)};`)}
${unroll(m, (i) => `  dv[index * ${m}u + ${i}u] = e${i};`)}`,
  });
}
