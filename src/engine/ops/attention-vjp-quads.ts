/**
 * Attention's backward kernels with loads shared in quads of lanes: see attention-quads.ts for why and where,
 * attention-vjp-kernels.ts for the formulas. A quad owns neighbouring tokens of one head; each lane loads one of four keys (or
 * queries) and hands it around.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import { HEAD_PARAMS, headLayout, scoreDeclarations, times } from './attention-kernels.ts';
import { keysBegin, laneTokens, QUAD, QUAD_FUNCTIONS, quadGrid } from './attention-quads.ts';
import { probability, statsWidth } from './attention-vjp-kernels.ts';
import { kernel, literal } from './shader.ts';

/** Bindings: q, k, v, g, stats, key_start, dq. */
export function attentionQueryGradientQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const T = lane.type;
  const tokens = laneTokens(attrs);
  const layout = quadGrid(tokens);
  const each = (f: (t: number) => string) => tokens.map(f).join('\n');
  const query = tokens.map((t) => n.operand(`query${t}`, (i) => `q[at${t} * ${n.count}u + ${i}]`));
  const grad = tokens.map((t) => m.operand(`grad${t}`, (i) => `g[at${t} * ${m.count}u + ${i}]`));
  const sum = tokens.map((t) => n.accumulator(`sum${t}`, T));
  const key = n.operand('key', (i) => `k[near * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[near * ${m.count}u + ${i}]`);
  const step = (b: number): string => {
    const sharedK = n.operand('shared_k', (i) => `quadBroadcast(${key.at(i)}, ${b}u)`);
    const sharedV = m.operand('shared_v', (i) => `quadBroadcast(${value.at(i)}, ${b}u)`);
    return `    {
${sharedK.declare}
${sharedV.declare}
${each(
  (t) => `    {
    let st = st${t};
${n.sum('s', (i) => times(lane, query[t]!.at(i), sharedK.at(i)))}
${m.sum('dp', (i) => times(lane, grad[t]!.at(i), sharedV.at(i)))}
${probability(attrs, `f32(row${t} - j - ${b}u)`)}
    let seen = j + ${b}u >= begin${t} && j + ${b}u <= row${t};
    let bits = seen_bits(seen);
    let weight = select(0.0f, dz, seen);
${n.each((i) => `    ${sum[t]!.at(i)} += weight * kept(${sharedK.at(i)}, bits);`)}
    }`,
)}
    }`;
  };
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, key_start: 'u32' },
    outputs: { dq: T },
    params: HEAD_PARAMS,
    invocations: layout.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${layout.text(attrs.heads)}
  let kv = head * ${attrs.kvHeads}u / ${attrs.heads}u;
${each(
  (t) => `${keysBegin(attrs, t)}
  let st${t} = stats[at${t}];
${query[t]!.declare}
${grad[t]!.declare}
${sum[t]!.declare}`,
)}
  let end = quad_max(row${tokens.at(-1)!});
  for (var j = quad_min(begin0); j <= end; j += 4u) {
    let near = min(j + quad_lane, end) * ${attrs.kvHeads}u + kv;
${key.declare}
${value.declare}
${QUAD.map(step).join('\n')}
  }
${each(
  (t) => `  if (own${t}) {
${n.each((i) => `    dq[at${t} * ${n.count}u + ${i}] = ${sum[t]!.at(i)} * ${literal(attrs.scale)};`)}
  }`,
)}`,
  });
}

/** Bindings: q, k, v, g, stats, sequence_end, dk, dv. */
export function attentionKeyGradientQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads, window } = attrs;
  const T = lane.type;
  const tokens = laneTokens(attrs);
  const layout = quadGrid(tokens);
  const each = (f: (t: number) => string) => tokens.map(f).join('\n');
  const key = tokens.map((t) => n.operand(`key${t}`, (i) => `k[at${t} * ${n.count}u + ${i}]`));
  const value = tokens.map((t) => m.operand(`value${t}`, (i) => `v[at${t} * ${m.count}u + ${i}]`));
  const sumK = tokens.map((t) => n.accumulator(`sum_k${t}`, T));
  const sumV = tokens.map((t) => m.accumulator(`sum_v${t}`, T));
  const query = n.operand('query', (i) => `q[near * ${n.count}u + ${i}]`);
  const grad = m.operand('grad', (i) => `g[near * ${m.count}u + ${i}]`);
  const step = (b: number): string => {
    const sharedQ = n.operand('shared_q', (i) => `quadBroadcast(${query.at(i)}, ${b}u)`);
    const sharedG = m.operand('shared_g', (i) => `quadBroadcast(${grad.at(i)}, ${b}u)`);
    return `    {
    let st = quadBroadcast(stats_near, ${b}u);
${sharedQ.declare}
${sharedG.declare}
${each(
  (t) => `    {
${n.sum('s', (i) => times(lane, key[t]!.at(i), sharedQ.at(i)))}
${m.sum('dp', (i) => times(lane, value[t]!.at(i), sharedG.at(i)))}
${probability(attrs, `f32(i + ${b}u - row${t})`)}
    let seen = i + ${b}u >= row${t} && i + ${b}u < end${t};
    let bits = seen_bits(seen);
    let weight_k = select(0.0f, dz, seen);
    let weight_v = select(0.0f, p, seen);
${n.each((i) => `    ${sumK[t]!.at(i)} += weight_k * kept(${sharedQ.at(i)}, bits);`)}
${m.each((i) => `    ${sumV[t]!.at(i)} += weight_v * kept(${sharedG.at(i)}, bits);`)}
    }`,
)}
    }`;
  };
  return kernel({
    inputs: { q: T, k: T, v: T, g: T, stats: `vec${statsWidth(attrs)}<f32>`, sequence_end: 'u32' },
    outputs: { dk: T, dv: T },
    params: HEAD_PARAMS,
    invocations: layout.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${layout.text(kvHeads)}
  let kv = head;
  let from_head = (kv * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
  let to_head = ((kv + 1u) * ${heads}u + ${kvHeads - 1}u) / ${kvHeads}u;
${each(
  (
    t,
  ) => `  let end${t} = ${window > 0 ? `min(sequence_end[row${t}], row${t} + ${window}u)` : `sequence_end[row${t}]`};
${key[t]!.declare}
${value[t]!.declare}
${sumK[t]!.declare}
${sumV[t]!.declare}`,
)}
  let last = quad_max(end${tokens.at(-1)!}) - 1u;
  for (var i = quad_min(row0); i <= last; i += 4u) {
  for (var h = from_head; h < to_head; h++) {
    let near = min(i + quad_lane, last) * ${heads}u + h;
    let stats_near = stats[near];
${query.declare}
${grad.declare}
${QUAD.map(step).join('\n')}
  }
  }
${each(
  (t) => `  if (own${t}) {
${n.each((i) => `    dk[at${t} * ${n.count}u + ${i}] = ${sumK[t]!.at(i)} * ${literal(attrs.scale)};`)}
${m.each((i) => `    dv[at${t} * ${m.count}u + ${i}] = ${sumV[t]!.at(i)};`)}
  }`,
)}`,
  });
}
