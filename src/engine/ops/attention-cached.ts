/**
 * WGSL of attention over a KV cache: the copy of new keys and values into it, and the forward kernel.
 *
 * One invocation a query head and, on software adapters, four neighbouring rows of a run (`rowsTogether`). The slot lists of
 * such rows begin alike: tokens of one sequence have the same keys, and rows of an evaluation share the soft prompt and the
 * examples before the question. As far as the lists agree, a key or value is loaded once for all four: 8 FLOP a loaded number
 * (2 a byte) instead of 2; then each row walks the rest of its list. Real GPUs take rows one by one: their lanes read the same
 * keys at the same time, and a load serves them all from the cache.
 *
 * A row takes its keys one by one in their order, whoever its neighbours are, so no result depends on them, not even in the
 * last digit. Blocks of keys (attention-kernels.ts) gain nothing here and compile three times as long; branches and masks
 * inside the loops cost software adapters more than the loads they save. No subgroups, no barriers.
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

/** Rows an invocation takes at a time on software adapters. */
const TOGETHER = 4;
/** Most elements of a head's key and value together for that: longer straight-line code compiles for seconds there. */
const SHORT_HEAD = 16;

/** Rows an invocation takes when a run has `rows`: few rows are better spread over the threads. */
export function rowsTogether(attrs: AttentionAttrs, { gemm }: VariantChoice, rows: number): number {
  const { n, m } = headLayout(attrs);
  const short = n.unrolled && m.unrolled && n.count + m.count <= SHORT_HEAD;
  return gemm === 'register' && short && rows >= 2 * TOGETHER ? TOGETHER : 1;
}

/** For every row t of an invocation: `row<t>`, `at<t>` = row * heads + head, and `own<t>`, whether it exists. And `head`. */
export function cachedGrid({ gemm }: VariantChoice, together: number): HeadGrid {
  const byToken = gemm === 'register';
  const each = Array.from({ length: together }, (_, t) => t);
  return {
    invocations: byToken ? 16 : 64,
    lanes: (rows, heads) => Math.ceil(rows / together) * heads,
    text: (heads) => `  let places = (params.rows + ${together - 1}u) / ${together}u;
  if (index >= places * ${heads}u) { return; }
  let head = ${byToken ? `index % ${heads}u` : 'index / places'};
  let place = ${byToken ? `index / ${heads}u` : 'index % places'} * ${together}u;
${each
  .map(
    (t) => `  let own${t} = place + ${t}u < params.rows;
  let row${t} = params.first + min(place + ${t}u, params.rows - 1u);
  let at${t} = row${t} * ${heads}u + head;`,
  )
  .join('\n')}`,
  };
}

/** Bindings: q, keys, values, key_start, positions, key_slots, [slopes], [sinks], o. */
export function attentionCached(attrs: AttentionAttrs, together: number, layout: HeadGrid): string {
  const { lane, n, m } = headLayout(attrs);
  const { heads, kvHeads } = attrs;
  const T = lane.type;
  const rows = Array.from({ length: together }, (_, t) => t);
  const each = (f: (t: number) => string) => rows.map(f).join('\n');
  const query = rows.map((t) => n.operand(`query${t}`, (i) => `q[at${t} * ${n.count}u + ${i}]`));
  const key = n.operand('key', (i) => `k[place_k + ${i}]`);
  const value = m.operand('value', (i) => `v[place_v + ${i}]`);
  const out = rows.map((t) => m.accumulator(`out${t}`, T));
  const read = (start: string) => `    let place = key_slots[${start} + j] * ${kvHeads}u + kv;
    let place_k = place * ${n.count}u;
    let place_v = place * ${m.count}u;
${key.declare}
${value.declare}`;
  /** One step of row t's online softmax. */
  const step = (t: number) => `${n.sum(`s${t}`, (i) => times(lane, query[t]!.at(i), key.at(i)))}
    let z${t} = ${scoreText(attrs, `s${t}`, 'slope', `f32(last${t} - j)`)};
    let highest${t} = max(top${t}, z${t});
    let fix${t} = exp(top${t} - highest${t});
    let p${t} = exp(z${t} - highest${t});
    top${t} = highest${t};
    sum${t} = sum${t} * fix${t} + p${t};
${m.each((i) => `    ${out[t]!.at(i)} = ${out[t]!.at(i)} * fix${t} + p${t} * ${value.at(i)};`)}`;
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
    declarations: scoreDeclarations(attrs),
    body: `${layout.text(heads)}
  let kv = head * ${kvHeads}u / ${heads}u;
${attrs.alibi === undefined ? '' : '  let slope = slopes[head];'}
${each(
  (t) => `  let start${t} = key_start[row${t}];
  let last${t} = positions[row${t}];
  let first${t} = ${windowStart(attrs, `last${t}`)};
${query[t]!.declare}
  var top${t} = ${attrs.sinks === undefined ? LOWEST : 'sinks[head]'};
  var sum${t} = ${attrs.sinks === undefined ? '0.0f' : '1.0f'};
${out[t]!.declare}`,
)}
${together > 1 ? sharedLength(rows) : '  let same = 0u;'}
${
  together > 1
    ? `  for (var j = 0u; j < same; j++) {
${read('start0')}
${each(step)}
  }`
    : ''
}
${each(
  (t) => `  for (var j = max(same, first${t}); j <= last${t}; j++) {
${read(`start${t}`)}
${step(t)}
  }`,
)}
${each(
  (t) => `  if (own${t}) {
    let inverse = select(0.0f, 1.0f / sum${t}, sum${t} > 0.0f);
${m.each((i) => `    o[at${t} * ${m.count}u + ${i}] = ${out[t]!.at(i)} * inverse;`)}
  }`,
)}`,
  });
}

/** `same`: how many keys, from the first on, all rows see in the same slots; 0 where a window hides the first from any. */
function sharedLength(rows: readonly number[]): string {
  const of = (name: string, f: string) => rows.map((t) => `${name}${t}`).reduce((a, b) => `${f}(${a}, ${b})`);
  const others = rows.slice(1).map((t) => `key_slots[start${t} + same] != key_slots[start0 + same]`);
  return `  let seen_by_all = select(0u, ${of('last', 'min')} + 1u, ${of('first', 'max')} == 0u);
  var same = 0u;
  for (; same < seen_by_all; same++) {
    if (${others.join(' || ')}) { break; }
  }`;
}

/** Bindings: k, v, write_slots, keys, values. Copies the rows of this run into the cache. */
export function cacheWrite(
  attrs: AttentionAttrs,
  invocations: number,
): { wgsl: string; unitsPerRow: number } {
  const { lane, n, m } = headLayout(attrs);
  const keyUnits = attrs.kvHeads * n.count;
  const valueUnits = attrs.kvHeads * m.count;
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
