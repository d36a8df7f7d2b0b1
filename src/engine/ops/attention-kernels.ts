/**
 * WGSL of the forward attention kernels: one invocation a (token, query head), no workgroup memory, no barriers.
 *
 * Online softmax (Milakov and Gimelshein 2018) over blocks of keys; the score matrix is never stored. Head dimensions are
 * constants and unrolled, so queries and accumulators live in registers.
 */
import type { AttentionAttrs } from '../graph/program.ts';
import { tanhFunction } from './activations.ts';
import { kernel, type Lane, laneFor, literal, unroll } from './shader.ts';
import type { AttentionMode } from './types.ts';

/** Start of a running maximum: below every score, but finite, so that differences never are NaN. */
const LOWEST = '-3.4028234663852886e38f';
/** Keys scored per step of the online softmax: one rescaling of the accumulators serves them all. */
const BLOCK = 4;
/** Element type and lengths in elements of query/key heads (n) and value heads (m). */
export function headLayout(attrs: AttentionAttrs): { lane: Lane; n: number; m: number } {
  const lane = laneFor(attrs.headDim, attrs.valueDim);
  return { lane, n: attrs.headDim / lane.width, m: attrs.valueDim / lane.width };
}

/** `a0*b0 + …` over the channels of a head. */
export function dotText(
  lane: Lane,
  count: number,
  a: (i: number) => string,
  b: (i: number) => string,
): string {
  const terms = Array.from({ length: count }, (_, i) =>
    lane.width === 4 ? `dot(${a(i)}, ${b(i)})` : `${a(i)} * ${b(i)}`,
  );
  return terms.join(' + ');
}

/** The score of a key at distance `behind` (f32 text, query position - key position) from the scaled product `z`. */
export function scoreText(attrs: AttentionAttrs, z: string, slope: string, behind: string): string {
  const cap = attrs.softcap;
  const capped = cap > 0 ? `${literal(cap)} * tanh_((${z}) * ${literal(1 / cap)})` : z;
  return attrs.alibi === undefined ? capped : `${capped} - ${slope} * ${behind}`;
}

/** Functions that `scoreText` needs. */
export function scoreDeclarations(attrs: AttentionAttrs): string {
  return attrs.softcap > 0 ? tanhFunction('f32') : '';
}

/** `let first`: the first key in the window of the query at `last`. */
export function windowStart(attrs: AttentionAttrs, last: string): string {
  return attrs.window > 0 ? `select(0u, ${last} + 1u - ${attrs.window}u, ${last} >= ${attrs.window}u)` : '0u';
}

/**
 * Bindings: q, k, v, key_start, [positions, key_slots], [slopes], [sinks], o, [lse]; k and v are packed values or caches.
 * lse is written in packed mode only: cached mode has no backward pass, and its bindings are few.
 */
export function attentionForward(attrs: AttentionAttrs, mode: AttentionMode, invocations: number): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads } = attrs;
  const cached = mode === 'cached';
  const T = lane.type;
  const keys = Array.from({ length: BLOCK }, (_, b) => b);
  const each = (f: (b: number) => string) => keys.map(f).join('\n');
  const keyRow = (j: string) => (cached ? `key_slots[start + ${j}]` : `(start + ${j})`);
  const pairMax = keys.slice(1).reduce((text, b) => `max(${text}, z${b})`, 'z0');
  const weighted = (i: number) => keys.map((b) => `p${b} * v[u${b} + ${i}u]`).join(' + ');
  return kernel({
    inputs: {
      q: T,
      k: T,
      v: T,
      key_start: 'u32',
      ...(cached ? { positions: 'u32', key_slots: 'u32' } : {}),
      ...(attrs.alibi === undefined ? {} : { slopes: 'f32' }),
      ...(attrs.sinks === undefined ? {} : { sinks: 'f32' }),
    },
    outputs: { o: T, ...(cached ? {} : { lse: 'f32' }) },
    params: { rows: 'u32' },
    invocations,
    declarations: scoreDeclarations(attrs),
    body: `  if (index >= params.rows * ${heads}u) { return; }
  let row = index / ${heads}u;
  let head = index % ${heads}u;
  let kv = head * ${kvHeads}u / ${heads}u;
  let start = key_start[row];
  let last = ${cached ? 'positions[row]' : 'row - start'};
  let first = ${windowStart(attrs, 'last')};
${attrs.alibi === undefined ? '' : '  let slope = slopes[head];'}
${unroll(n, (i) => `  let q${i} = q[index * ${n}u + ${i}u] * ${literal(attrs.scale)};`)}
  var top = ${attrs.sinks === undefined ? LOWEST : 'sinks[head]'};
  var sum = ${attrs.sinks === undefined ? '0.0f' : '1.0f'};
${unroll(m, (i) => `  var a${i} = ${T}(0.0f);`)}
  for (var j = first; j <= last; j += ${BLOCK}u) {
${each(
  (b) => `    let j${b} = min(j + ${b}u, last);
    let r${b} = ${keyRow(`j${b}`)} * ${kvHeads}u + kv;
    let t${b} = r${b} * ${n}u;
    let u${b} = r${b} * ${m}u;
    let s${b} = ${dotText(
      lane,
      n,
      (i) => `q${i}`,
      (i) => `k[t${b} + ${i}u]`,
    )};
    let z${b} = select(${LOWEST}, ${scoreText(attrs, `s${b}`, 'slope', `f32(last - j${b})`)}, j + ${b}u <= last);`,
)}
    let highest = max(top, ${pairMax});
    let fix = exp(top - highest);
    top = highest;
${each((b) => `    let p${b} = exp(z${b} - highest);`)}
    sum = sum * fix + ${keys.map((b) => `p${b}`).join(' + ')};
${unroll(m, (i) => `    a${i} = a${i} * fix + ${weighted(i)};`)}
  }
  let inverse = select(0.0f, 1.0f / sum, sum > 0.0f);
${unroll(m, (i) => `  o[index * ${m}u + ${i}u] = a${i} * inverse;`)}
${cached ? '' : `  lse[index] = select(${LOWEST}, top + log(sum), sum > 0.0f);`}`,
  });
}

/** Bindings: k, v, write_slots, keys, values. Copies the rows of this run into the cache. */
export function cacheWrite(
  attrs: AttentionAttrs,
  invocations: number,
): { wgsl: string; unitsPerRow: number } {
  const { lane, n, m } = headLayout(attrs);
  const keyUnits = attrs.kvHeads * n;
  const valueUnits = attrs.kvHeads * m;
  const unitsPerRow = keyUnits + valueUnits;
  const wgsl = kernel({
    inputs: { k: lane.type, v: lane.type, write_slots: 'u32' },
    outputs: { keys: lane.type, values: lane.type },
    params: { count: 'u32' },
    invocations,
    body: `  if (index >= params.count) { return; }
  let row = index / ${unitsPerRow}u;
  let unit = index % ${unitsPerRow}u;
  let slot = write_slots[row];
  if (unit < ${keyUnits}u) {
    keys[slot * ${keyUnits}u + unit] = k[row * ${keyUnits}u + unit];
  } else {
    values[slot * ${valueUnits}u + unit - ${keyUnits}u] = v[row * ${valueUnits}u + unit - ${keyUnits}u];
  }`,
  });
  return { wgsl, unitsPerRow };
}
