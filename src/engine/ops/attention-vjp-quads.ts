/**
 * Attention's backward kernels with loads shared in quads of lanes: see attention-quads.ts for why and where,
 * attention-vjp-kernels.ts for the formulas. A quad owns four neighbouring tokens of one head; each lane loads one of four
 * keys (or queries) and hands it around.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import { HEAD_PARAMS, headLayout, scoreDeclarations, times, windowStart } from './attention-kernels.ts';
import { QUAD, QUAD_FUNCTIONS, quadGrid } from './attention-quads.ts';
import { probability, statsWidth } from './attention-vjp-kernels.ts';
import { kernel, literal } from './shader.ts';

/** Bindings: q, k, v, g, stats, key_start, dq. */
export function attentionQueryGradientQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const T = lane.type;
  const query = n.operand('query', (i) => `q[at * ${n.count}u + ${i}]`);
  const grad = m.operand('grad', (i) => `g[at * ${m.count}u + ${i}]`);
  const key = n.operand('key', (i) => `k[near * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[near * ${m.count}u + ${i}]`);
  const sum = n.accumulator('sum', T);
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, key_start: 'u32' },
    outputs: { dq: T },
    params: HEAD_PARAMS,
    invocations: quadGrid.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${quadGrid.text(attrs.heads)}
  let kv = head * ${attrs.kvHeads}u / ${attrs.heads}u;
  let last = row - key_start[row];
  let begin = row - last + ${windowStart(attrs, 'last')};
  let end = quad_max(row);
  let st = stats[at];
${query.declare}
${grad.declare}
${sum.declare}
  for (var j = quad_min(begin); j <= end; j += 4u) {
    let near = min(j + quad_lane, end) * ${attrs.kvHeads}u + kv;
${key.declare}
${value.declare}
${QUAD.map((b) => {
  const shared = n.operand('shared', (i) => `kept(quadBroadcast(${key.at(i)}, ${b}u), bits)`);
  return `    {
    let seen = j + ${b}u >= begin && j + ${b}u <= row;
    let bits = seen_bits(seen);
${shared.declare}
${n.sum('s', (i) => times(lane, query.at(i), shared.at(i)))}
${m.sum('dp', (i) => times(lane, grad.at(i), `quadBroadcast(${value.at(i)}, ${b}u)`))}
${probability(attrs, `f32(row - j - ${b}u)`)}
    let weight = select(0.0f, dz, seen);
${n.each((i) => `    ${sum.at(i)} += weight * ${shared.at(i)};`)}
    }`;
}).join('\n')}
  }
  if (!own) { return; }
${n.each((i) => `  dq[at * ${n.count}u + ${i}] = ${sum.at(i)} * ${literal(attrs.scale)};`)}`,
  });
}

/** Bindings: q, k, v, g, stats, sequence_end, dk, dv. */
export function attentionKeyGradientQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads, window } = attrs;
  const T = lane.type;
  const key = n.operand('key', (i) => `k[at * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[at * ${m.count}u + ${i}]`);
  const query = n.operand('query', (i) => `q[near * ${n.count}u + ${i}]`);
  const grad = m.operand('grad', (i) => `g[near * ${m.count}u + ${i}]`);
  const sumK = n.accumulator('sum_k', T);
  const sumV = m.accumulator('sum_v', T);
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, sequence_end: 'u32' },
    outputs: { dk: T, dv: T },
    params: HEAD_PARAMS,
    invocations: quadGrid.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${quadGrid.text(kvHeads)}
  let kv = head;
  let end = ${window > 0 ? `min(sequence_end[row], row + ${window}u)` : 'sequence_end[row]'};
  let last = quad_max(end) - 1u;
  let from_head = (kv * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
  let to_head = ((kv + 1u) * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
${key.declare}
${value.declare}
${sumK.declare}
${sumV.declare}
  for (var i = quad_min(row); i <= last; i += 4u) {
  for (var h = from_head; h < to_head; h++) {
    let near = min(i + quad_lane, last) * ${heads}u + h;
    let stats_near = stats[near];
${query.declare}
${grad.declare}
${QUAD.map((b) => {
  const sharedQ = n.operand('shared_q', (i) => `kept(quadBroadcast(${query.at(i)}, ${b}u), bits)`);
  const sharedG = m.operand('shared_g', (i) => `kept(quadBroadcast(${grad.at(i)}, ${b}u), bits)`);
  return `    {
    let seen = i + ${b}u >= row && i + ${b}u < end;
    let bits = seen_bits(seen);
    let st = quadBroadcast(stats_near, ${b}u);
${sharedQ.declare}
${sharedG.declare}
${n.sum('s', (i) => times(lane, key.at(i), sharedQ.at(i)))}
${m.sum('dp', (i) => times(lane, value.at(i), sharedG.at(i)))}
${probability(attrs, `f32(i + ${b}u - row)`)}
    let weight_k = select(0.0f, dz, seen);
    let weight_v = select(0.0f, p, seen);
${n.each((i) => `    ${sumK.at(i)} += weight_k * ${sharedQ.at(i)};`)}
${m.each((i) => `    ${sumV.at(i)} += weight_v * ${sharedG.at(i)};`)}
    }`;
}).join('\n')}
  }
  }
  if (!own) { return; }
${n.each((i) => `  dk[at * ${n.count}u + ${i}] = ${sumK.at(i)} * ${literal(attrs.scale)};`)}
${m.each((i) => `  dv[at * ${m.count}u + ${i}] = ${sumV.at(i)};`)}`,
  });
}
