/**
 * WGSL of packed attention: one invocation a (token, query head), no workgroup memory, no barriers.
 *
 * Online softmax (Milakov and Gimelshein 2018) over blocks of keys; the score matrix is never stored. Head dimensions are
 * constants and unrolled, so queries and accumulators live in registers.
 * A lane does 2 FLOP per number of a key or value that it loads (0.5 FLOP a byte); what keeps real GPUs from waiting for
 * memory is that neighbouring lanes read the same keys at the same time, so that a load serves them all from the cache.
 * Software adapters have no such sharing; attention-quads.ts gives it to them.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import { tanhFunction } from './activations.ts';
import { type Channels, channels } from './channels.ts';
import { kernel, type Lane, laneFor, literal } from './shader.ts';
import type { VariantChoice } from './types.ts';

/** Start of a running maximum: below every score, but finite, so that differences never are NaN. */
export const LOWEST = '-3.4028234663852886e38f';
/** Keys scored per step of the online softmax: one rescaling of the accumulators serves them all, so short heads gain most. */
function blockOf(channelCount: number): number {
  return Math.max(1, Math.min(4, Math.floor(32 / channelCount)));
}
/** Element type, and channels of query/key heads (n) and value heads (m) in such elements. */
export function headLayout(attrs: AttentionAttrs): { lane: Lane; n: Channels; m: Channels } {
  const lane = laneFor(attrs.headDim, attrs.valueDim);
  return { lane, n: channels(attrs.headDim / lane.width), m: channels(attrs.valueDim / lane.width) };
}

/** The product of two elements, summed over a vec4's components. */
export function times(lane: Lane, a: string, b: string): string {
  return lane.width === 4 ? `dot(${a}, ${b})` : `${a} * ${b}`;
}

/** The score of a key at distance `behind` (f32 text, query position - key position) from the product `s` = q·k. */
export function scoreText(attrs: AttentionAttrs, s: string, slope: string, behind: string): string {
  const { softcap, scale } = attrs;
  const capped =
    softcap > 0
      ? `${literal(softcap)} * tanh_(${s} * ${literal(scale / softcap)})`
      : `${s} * ${literal(scale)}`;
  return attrs.alibi === undefined ? capped : `${capped} - ${slope} * ${behind}`;
}

/** Functions that `scoreText` needs. */
export function scoreDeclarations(attrs: AttentionAttrs): string {
  return attrs.softcap > 0 ? tanhFunction('f32') : '';
}

/** How invocations are laid out over (token, head) pairs. */
export interface HeadGrid {
  readonly invocations: number;
  /** Invocations that `rows` tokens need. */
  lanes(rows: number, heads: number): number;
  /**
   * `let row`, `let head` and `let at` = row * heads + head, after leaving surplus invocations. Rows params.first ..
   * params.first + params.rows - 1 are this dispatch's.
   */
  text(heads: number): string;
}

/**
 * Real GPUs: neighbours take tokens of one head, which read the same keys at the same time. Software adapters: neighbours
 * take heads of one token, which loop equally long; small workgroups spread few pairs over the threads.
 */
export function headGrid({ gemm }: VariantChoice): HeadGrid {
  const byToken = gemm === 'register';
  return {
    invocations: byToken ? 16 : 64,
    lanes: (rows, heads) => rows * heads,
    text: (heads) => `  if (index >= params.rows * ${heads}u) { return; }
  let row = params.first + ${byToken ? `index / ${heads}u` : 'index % params.rows'};
  let head = ${byToken ? `index % ${heads}u` : 'index / params.rows'};
  let at = row * ${heads}u + head;`,
  };
}

/** Uniform words that the layout's text reads. */
export const HEAD_PARAMS = { rows: 'u32', first: 'u32' } as const;

/** `let first`: the first key in the window of the query at `last`. */
export function windowStart(attrs: AttentionAttrs, last: string): string {
  return attrs.window > 0 ? `select(0u, ${last} + 1u - ${attrs.window}u, ${last} >= ${attrs.window}u)` : '0u';
}

/** Bindings: q, k, v, key_start, [slopes], [sinks], o, lse. */
export function attentionForward(attrs: AttentionAttrs, layout: HeadGrid): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads } = attrs;
  const T = lane.type;
  const keys = Array.from({ length: blockOf(n.count) }, (_, b) => b);
  const each = (f: (b: number) => string) => keys.map(f).join('\n');
  const highest = keys.reduce((text, b) => `max(${text}, z${b})`, 'top');
  const weighted = (i: string) => keys.map((b) => `p${b} * v[u${b} + ${i}]`).join(' + ');
  const query = n.operand('query', (i) => `q[at * ${n.count}u + ${i}]`);
  const out = m.accumulator('out', T);
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
    declarations: scoreDeclarations(attrs),
    body: `${layout.text(heads)}
  let kv = head * ${kvHeads}u / ${heads}u;
  let start = key_start[row];
  let last = row - start;
  let first = ${windowStart(attrs, 'last')};
${attrs.alibi === undefined ? '' : '  let slope = slopes[head];'}
${query.declare}
  var top = ${attrs.sinks === undefined ? LOWEST : 'sinks[head]'};
  var sum = ${attrs.sinks === undefined ? '0.0f' : '1.0f'};
${out.declare}
  for (var j = first; j <= last; j += ${keys.length}u) {
${each(
  (b) => `    let j${b} = min(j + ${b}u, last);
    let r${b} = (start + j${b}) * ${kvHeads}u + kv;
    let t${b} = r${b} * ${n.count}u;
    let u${b} = r${b} * ${m.count}u;
${n.sum(`s${b}`, (i) => times(lane, query.at(i), `k[t${b} + ${i}]`))}
    let z${b} = select(${LOWEST}, ${scoreText(attrs, `s${b}`, 'slope', `f32(last - j${b})`)}, j + ${b}u <= last);`,
)}
    let highest = ${highest};
    let fix = exp(top - highest);
    top = highest;
${each((b) => `    let p${b} = exp(z${b} - highest);`)}
    sum = sum * fix + ${keys.map((b) => `p${b}`).join(' + ')};
${m.each((i) => `    ${out.at(i)} = ${out.at(i)} * fix + ${weighted(i)};`)}
  }
  let inverse = select(0.0f, 1.0f / sum, sum > 0.0f);
${m.each((i) => `  o[at * ${m.count}u + ${i}] = ${out.at(i)} * inverse;`)}
  lse[at] = select(${LOWEST}, top + log(sum), sum > 0.0f);`,
  });
}
