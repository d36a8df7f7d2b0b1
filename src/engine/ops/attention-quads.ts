/**
 * Attention's forward kernel with loads shared in quads of lanes (feature 'subgroups'): packed mode on software adapters.
 *
 * Why: one invocation a (token, head) loads every key and value for itself (attention-kernels.ts), 2 FLOP a loaded number,
 * and on a software adapter each load is a gather that costs more than the arithmetic. Here a quad takes neighbouring tokens
 * of one head, two a lane where heads are short; every lane loads one key of four and hands it around: 16 FLOP a loaded number
 * (4 a byte), and 24 to 32 in the backward pass. Longer heads keep one token a lane: straight-line code of twice the length
 * takes more than twice as long to compile.
 * The quad walks the union of its tokens' keys: at most seven more for one sequence, and where it spans sequences those of
 * both. What a token does not see counts as exactly 0 for it, whatever is stored there, so that no row depends on others.
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

/** Most elements of a head's key and value together for which a lane takes two tokens. */
const TWO_TOKENS = 16;

/** The tokens of a lane by number: 0, or 0 and 1. */
export function laneTokens(attrs: AttentionAttrs): readonly number[] {
  const { n, m } = headLayout(attrs);
  return n.count + m.count <= TWO_TOKENS ? [0, 1] : [0];
}

/**
 * Neighbouring tokens of a head to a quad; neighbouring quads take heads of the same tokens. For every token t of the lane:
 * `row<t>`, `at<t>` = row * heads + head, and `own<t>`, whether the row is this lane's to store.
 */
export function quadGrid(tokens: readonly number[]): HeadGrid {
  const per = tokens.length;
  return {
    invocations: 16,
    lanes: (rows, heads) => 4 * Math.ceil(rows / (4 * per)) * heads,
    text: (heads) => `  let head = index / 4u % ${heads}u;
  let first_slot = index / ${4 * heads}u * ${4 * per}u;
  if (first_slot >= params.rows) { return; }
${tokens
  .map(
    (t) => `  let slot${t} = first_slot + quad_lane * ${per}u + ${t}u;
  let own${t} = slot${t} < params.rows;
  let row${t} = params.first + min(slot${t}, params.rows - 1u);
  let at${t} = row${t} * ${heads}u + head;`,
  )
  .join('\n')}`,
  };
}

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

/** `begin<t>`: the first key of token t, as a row. */
export const keysBegin = (
  attrs: AttentionAttrs,
  t: number,
): string => `  let last${t} = row${t} - key_start[row${t}];
  let begin${t} = row${t} - last${t} + ${windowStart(attrs, `last${t}`)};`;

/** Bindings: q, k, v, key_start, [slopes], [sinks], o, lse. */
export function attentionForwardQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads } = attrs;
  const T = lane.type;
  const tokens = laneTokens(attrs);
  const layout = quadGrid(tokens);
  const each = (f: (t: number) => string) => tokens.map(f).join('\n');
  const four = (f: (b: number) => string) => QUAD.map(f).join('\n');
  const query = tokens.map((t) => n.operand(`query${t}`, (i) => `q[at${t} * ${n.count}u + ${i}]`));
  const key = n.operand('key', (i) => `k[near * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[near * ${m.count}u + ${i}]`);
  const out = tokens.map((t) => m.accumulator(`out${t}`, T));
  const shared = (name: string) => four((b) => `let w${b} = quadBroadcast(${name}, ${b}u);`);
  const weighted = (t: number) => QUAD.map((b) => `p${t}_${b} * kept(w${b}, bits${t}_${b})`).join(' + ');
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
    invocations: layout.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${layout.text(heads)}
  let kv = head * ${kvHeads}u / ${heads}u;
${attrs.alibi === undefined ? '' : '  let slope = slopes[head];'}
${each(
  (t) => `${keysBegin(attrs, t)}
${query[t]!.declare}
  var top${t} = ${attrs.sinks === undefined ? LOWEST : 'sinks[head]'};
  var sum${t} = ${attrs.sinks === undefined ? '0.0f' : '1.0f'};
${out[t]!.declare}`,
)}
  let end = quad_max(row${tokens.at(-1)!});
  for (var j = quad_min(begin0); j <= end; j += 4u) {
    let near = min(j + quad_lane, end) * ${kvHeads}u + kv;
${each((t) => four((b) => `    var s${t}_${b} = 0.0f;`))}
${key.declare}
${n.each(
  (i) => `    {
${shared(key.at(i))}
${each((t) => four((b) => `      s${t}_${b} += ${times(lane, query[t]!.at(i), `w${b}`)};`))}
    }`,
)}
${each(
  (t) => `${four(
    (b) => `    let seen${t}_${b} = j + ${b}u >= begin${t} && j + ${b}u <= row${t};
    let z${t}_${b} = select(${LOWEST}, ${scoreText(attrs, `s${t}_${b}`, 'slope', `f32(row${t} - j - ${b}u)`)}, seen${t}_${b});`,
  )}
    let highest${t} = ${QUAD.reduce((text, b) => `max(${text}, z${t}_${b})`, `top${t}`)};
    let fix${t} = exp(top${t} - highest${t});
    top${t} = highest${t};
${four(
  (b) => `    let p${t}_${b} = select(0.0f, exp(z${t}_${b} - highest${t}), seen${t}_${b});
    let bits${t}_${b} = seen_bits(seen${t}_${b});`,
)}
    sum${t} = sum${t} * fix${t} + ${QUAD.map((b) => `p${t}_${b}`).join(' + ')};`,
)}
${value.declare}
${m.each(
  (i) => `    {
${shared(value.at(i))}
${each((t) => `      ${out[t]!.at(i)} = ${out[t]!.at(i)} * fix${t} + ${weighted(t)};`)}
    }`,
)}
  }
${each(
  (t) => `  if (own${t}) {
    let inverse = select(0.0f, 1.0f / sum${t}, sum${t} > 0.0f);
${m.each((i) => `    o[at${t} * ${m.count}u + ${i}] = ${out[t]!.at(i)} * inverse;`)}
    lse[at${t}] = select(${LOWEST}, top${t} + log(sum${t}), sum${t} > 0.0f);
  }`,
)}`,
  });
}
