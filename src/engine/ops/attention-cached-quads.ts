/**
 * Attention over a KV cache with loads shared in quads of lanes (feature 'subgroups'): cached mode on software adapters.
 *
 * Why: see attention-quads.ts. What the lanes of a quad share here is what their keys have in common: query heads of one
 * token read the same keys and values (grouped heads), tokens of one sequence too, and rows of an evaluation at least those
 * of the soft prompt and the examples before the question, since their slot lists begin alike. So a quad takes as many heads
 * of a group as fit, and neighbouring tokens beyond that; for every four keys it looks whether its lanes mean the same slots:
 * then each lane loads one of the four and hands it around (8 FLOP a loaded number), else each loads its own (2).
 * Keys are walked four at a time from a multiple of four, and what a lane does not see counts as exactly 0 for it, so that
 * no row's result depends on its neighbours, not even in the last digit.
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
import { QUAD, QUAD_FUNCTIONS } from './attention-quads.ts';
import { kernel } from './shader.ts';

/** Query heads of one token in a quad: 4, 2 or 1, all of them on one key head. */
function headsTogether({ heads, kvHeads }: AttentionAttrs): number {
  const group = heads / kvHeads;
  return [4, 2].find((count) => group % count === 0) ?? 1;
}

/** Lane by lane: `head`, `row`, `at` = row * heads + head, and `own`, whether the row is this lane's to store. */
export function cachedQuadGrid(attrs: AttentionAttrs): HeadGrid {
  const together = headsTogether(attrs);
  const rows = 4 / together;
  return {
    invocations: 16,
    lanes: (count, heads) => Math.ceil(count / rows) * (heads / together) * 4,
    text: (heads) => `  let groups = ${heads / together}u;
  let first_place = index / 4u / groups * ${rows}u;
  if (first_place >= params.rows) { return; }
  let head = index / 4u % groups * ${together}u + quad_lane % ${together}u;
  let place = first_place + quad_lane / ${together}u;
  let own = place < params.rows;
  let row = params.first + min(place, params.rows - 1u);
  let at = row * ${heads}u + head;`,
  };
}

/** Bindings: q, keys, values, key_start, positions, key_slots, [slopes], [sinks], o. */
export function attentionCachedQuads(attrs: AttentionAttrs): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads } = attrs;
  const T = lane.type;
  const layout = cachedQuadGrid(attrs);
  const four = (f: (b: number) => string) => QUAD.map(f).join('\n');
  const query = n.operand('query', (i) => `q[at * ${n.count}u + ${i}]`);
  const key = n.operand('key', (i) => `k[near * ${n.count}u + ${i}]`);
  const value = m.operand('value', (i) => `v[near * ${m.count}u + ${i}]`);
  const out = m.accumulator('out', T);
  const handed = (name: string) => four((b) => `        let w${b} = quadBroadcast(${name}, ${b}u);`);
  const weighted = (of: (b: number) => string) =>
    QUAD.map((b) => `p${b} * kept(${of(b)}, bits${b})`).join(' + ');
  return kernel({
    inputs: {
      q: T,
      k: T,
      v: T,
      key_start: 'u32',
      positions: 'u32',
      key_slots: 'u32',
      ...(attrs.alibi === undefined ? {} : { slopes: 'f32' }),
      ...(attrs.sinks === undefined ? {} : { sinks: 'f32' }),
    },
    outputs: { o: T },
    params: HEAD_PARAMS,
    invocations: layout.invocations,
    quads: true,
    declarations: `${scoreDeclarations(attrs)}${QUAD_FUNCTIONS}`,
    body: `${layout.text(heads)}
  let kv = head * ${kvHeads}u / ${heads}u;
${attrs.alibi === undefined ? '' : '  let slope = slopes[head];'}
  let start = key_start[row];
  let last = positions[row];
  let first = ${windowStart(attrs, 'last')};
${query.declare}
  var top = ${attrs.sinks === undefined ? LOWEST : 'sinks[head]'};
  var sum = ${attrs.sinks === undefined ? '0.0f' : '1.0f'};
${out.declare}
  let end = quad_max(last);
  for (var j = quad_min(first) & ~3u; j <= end; j += 4u) {
${four(
  (b) => `    let seen${b} = j + ${b}u >= first && j + ${b}u <= last;
    let bits${b} = seen_bits(seen${b});
    let slot${b} = key_slots[start + clamp(j + ${b}u, first, last)];
    let common${b} = quad_max(slot${b} & bits${b});`,
)}
    let alike = ${QUAD.map((b) => `(slot${b} == common${b} || !seen${b})`).join(' && ')};
    let sharing = quad_min(select(0u, 1u, alike)) == 1u;
    let near = select(select(common0, common1, quad_lane == 1u), select(common2, common3, quad_lane == 3u), quad_lane >= 2u) * ${kvHeads}u + kv;
${four(
  (b) => `    let near${b} = slot${b} * ${kvHeads}u + kv;
    var s${b} = 0.0f;`,
)}
    if (sharing) {
${key.declare}
${n.each(
  (i) => `      {
${handed(key.at(i))}
${four((b) => `        s${b} += ${times(lane, query.at(i), `w${b}`)};`)}
      }`,
)}
    } else {
${n.each((i) => four((b) => `      s${b} += ${times(lane, query.at(i), `k[near${b} * ${n.count}u + ${i}]`)};`))}
    }
${four(
  (b) =>
    `    let z${b} = select(${LOWEST}, ${scoreText(attrs, `s${b}`, 'slope', `f32(last - j - ${b}u)`)}, seen${b});`,
)}
    let highest = ${QUAD.reduce((text, b) => `max(${text}, z${b})`, 'top')};
    let fix = exp(top - highest);
    top = highest;
${four((b) => `    let p${b} = select(0.0f, exp(z${b} - highest), seen${b});`)}
    sum = sum * fix + ${QUAD.map((b) => `p${b}`).join(' + ')};
    if (sharing) {
${value.declare}
${m.each(
  (i) => `      {
${handed(value.at(i))}
        ${out.at(i)} = ${out.at(i)} * fix + ${weighted((b) => `w${b}`)};
      }`,
)}
    } else {
${m.each((i) => `      ${out.at(i)} = ${out.at(i)} * fix + ${weighted((b) => `v[near${b} * ${m.count}u + ${i}]`)};`)}
    }
  }
  if (own) {
    let inverse = select(0.0f, 1.0f / sum, sum > 0.0f);
${m.each((i) => `    o[at * ${m.count}u + ${i}] = ${out.at(i)} * inverse;`)}
  }`,
  });
}
