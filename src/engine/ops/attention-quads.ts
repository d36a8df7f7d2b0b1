/**
 * Attention's forward kernel with loads shared in quads of lanes (feature 'subgroups'): packed mode on software adapters.
 *
 * Why: one invocation a (token, head) loads every key and value for itself (attention-kernels.ts), 2 FLOP a loaded number,
 * and on a software adapter each load is a gather that costs more than the arithmetic. Here a quad takes four neighbouring
 * tokens of one head; every lane loads one key of four and hands it around: 8 FLOP a loaded number (2 a byte), and 12 to 16 in
 * the backward pass.
 * The quad walks the union of its lanes' keys: three more for one sequence, and where a quad spans sequences those of both.
 * What a lane does not see counts as exactly 0 for it, whatever is stored there, so that no row depends on its neighbours.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import {
  HEAD_PARAMS,
  type HeadGrid,
  headLayout,
  LOWEST,
  scoreDeclarations,
  scoreText,
  times,
  windowStart,
} from './attention-kernels.ts';
import { kernel } from './shader.ts';
import type { VariantChoice } from './types.ts';

/** Whether the quads' kernels serve this attention: heads must fit into registers, four features to an element. */
export function sharesInQuads(attrs: AttentionAttrs, { gemm, quads }: VariantChoice): boolean {
  const { lane, n, m } = headLayout(attrs);
  return quads === true && gemm === 'register' && lane.width === 4 && n.unrolled && m.unrolled;
}

/** Four neighbouring tokens of a head to a quad; neighbouring quads take heads of the same tokens. `own`: this row is stored. */
export const quadGrid: HeadGrid = {
  invocations: 16,
  lanes: (rows, heads) => 4 * Math.ceil(rows / 4) * heads,
  text: (heads) => `  let head = index / 4u % ${heads}u;
  let first_slot = index / ${4 * heads}u * 4u;
  if (first_slot >= params.rows) { return; }
  let own = first_slot + quad_lane < params.rows;
  let row = params.first + min(first_slot + quad_lane, params.rows - 1u);
  let at = row * ${heads}u + head;`,
};

/** The four lanes' places in a quad. */
export const QUAD = [0, 1, 2, 3] as const;

export const QUAD_FUNCTIONS = `
fn quad_min(v: u32) -> u32 {
  return min(min(quadBroadcast(v, 0u), quadBroadcast(v, 1u)), min(quadBroadcast(v, 2u), quadBroadcast(v, 3u)));
}
fn quad_max(v: u32) -> u32 {
  return max(max(quadBroadcast(v, 0u), quadBroadcast(v, 1u)), max(quadBroadcast(v, 2u), quadBroadcast(v, 3u)));
}
fn seen_bits(seen: bool) -> u32 { return select(0u, 0xffffffffu, seen); }
fn kept(v: vec4<f32>, bits: u32) -> vec4<f32> {
  return bitcast<vec4<f32>>(bitcast<vec4<u32>>(v) & vec4<u32>(bits));
}`;

/** Bindings: q, k, v, key_start, [slopes], [sinks], o, lse. */
export function attentionForwardQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads } = attrs;
  const T = lane.type;
  const each = (f: (b: number) => string) => QUAD.map(f).join('\n');
  const query = n.operand('query', (i) => `q[at * ${n.count}u + ${i}]`);
  const key = n.operand('key', (i) => `k[near * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[near * ${m.count}u + ${i}]`);
  const out = m.accumulator('out', T);
  const weighted = (i: string) =>
    QUAD.map((b) => `p${b} * kept(quadBroadcast(${value.at(i)}, ${b}u), bits${b})`).join(' + ');
  return kernel({
    inputs: {
      q: T,
      k: T,
      v: T,
      key_start: 'u32',
      ...(attrs.alibi === undefined ? {} : { slopes: 'f32' }),
      ...(attrs.sinks === undefined ? {} : { sinks: 'f32' }),
    },
    outputs: { o: T, lse: 'f32' },
    params: HEAD_PARAMS,
    invocations: quadGrid.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${quadGrid.text(heads)}
  let kv = head * ${kvHeads}u / ${heads}u;
  let last = row - key_start[row];
  let begin = row - last + ${windowStart(attrs, 'last')};
  let end = quad_max(row);
${attrs.alibi === undefined ? '' : '  let slope = slopes[head];'}
${query.declare}
  var top = ${attrs.sinks === undefined ? LOWEST : 'sinks[head]'};
  var sum = ${attrs.sinks === undefined ? '0.0f' : '1.0f'};
${out.declare}
  for (var j = quad_min(begin); j <= end; j += 4u) {
    let near = min(j + quad_lane, end) * ${kvHeads}u + kv;
${key.declare}
${each(
  (b) => `    let seen${b} = j + ${b}u >= begin && j + ${b}u <= row;
${n.sum(`s${b}`, (i) => times(lane, query.at(i), `quadBroadcast(${key.at(i)}, ${b}u)`))}
    let z${b} = select(${LOWEST}, ${scoreText(attrs, `s${b}`, 'slope', `f32(row - j - ${b}u)`)}, seen${b});`,
)}
    let highest = ${QUAD.reduce((text, b) => `max(${text}, z${b})`, 'top')};
    let fix = exp(top - highest);
    top = highest;
${each(
  (b) => `    let p${b} = select(0.0f, exp(z${b} - highest), seen${b});
    let bits${b} = seen_bits(seen${b});`,
)}
    sum = sum * fix + ${QUAD.map((b) => `p${b}`).join(' + ')};
${value.declare}
${m.each((i) => `    ${out.at(i)} = ${out.at(i)} * fix + ${weighted(i)};`)}
  }
  if (!own) { return; }
  let inverse = select(0.0f, 1.0f / sum, sum > 0.0f);
${m.each((i) => `  o[at * ${m.count}u + ${i}] = ${out.at(i)} * inverse;`)}
  lse[at] = select(${LOWEST}, top + log(sum), sum > 0.0f);`,
  });
}
