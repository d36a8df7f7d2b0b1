/**
 * Attention nodes whose operands onnxruntime's CPU kernels do not take, written as ones they do:
 * - GroupQueryAttention with q/k norms: the norms stand before it, on unpacked q and k;
 * - MultiHeadAttention with packed projections: unpacked;
 * - QAttention: Attention with the weights as stored and its input unrounded;
 * - Attention of opset 25 with windows: a mask says which keys they leave.
 */
import { add, constant, dequantised, intOf, own, type Rewrite, type Rewriting } from './rewriting.ts';

/** GroupQueryAttention's inputs (com.microsoft, version 1). */
const [Q_NORM, K_NORM] = [14, 15];
const DEFAULT_NORM_EPSILON = 1e-6;

/** q and k normed per head, before the rotation as in the fused node. False where sizes are not known. */
const normsBeforeAttention: Rewrite = (node, to) => {
  const [qNorm, kNorm] = [node.inputs[Q_NORM] ?? '', node.inputs[K_NORM] ?? ''];
  if (qNorm === '' || kNorm === '') return false;
  const headDim = to.graph.initializers.get(qNorm)?.dims.at(-1);
  const heads = intOf(node, 'num_heads');
  const kvHeads = intOf(node, 'kv_num_heads');
  if (headDim === undefined || heads === 0 || kvHeads === 0) return false;
  const label = node.outputs[0] ?? node.name;
  const epsilon = node.attributes.get('qk_norm_epsilon') ?? { kind: 'float', value: DEFAULT_NORM_EPSILON };
  let [query = '', key = '', value = ''] = node.inputs;
  if (key === '') {
    const packed = query;
    const last = constant(to, own('last_axis', label), [-1]);
    const part = (what: string, start: number, end: number) =>
      add(
        to,
        'Slice',
        [
          packed,
          constant(to, own(`${what}_start`, label), [start]),
          constant(to, own(`${what}_end`, label), [end]),
          last,
        ],
        own(what, label),
      );
    const [q, k] = [heads * headDim, kvHeads * headDim];
    query = part('query', 0, q);
    key = part('key', q, q + k);
    value = part('value', q + k, q + 2 * k);
  }
  const normed = (what: string, x: string, weight: string, count: number) => {
    const shape = constant(to, own(`${what}_heads`, label), [0, 0, count, headDim]);
    const flat = constant(to, own(`${what}_flat`, label), [0, 0, count * headDim]);
    const split = add(to, 'Reshape', [x, shape], own(`${what}_split`, label));
    const norm = add(to, 'SimplifiedLayerNormalization', [split, weight], own(`${what}_norm`, label), {
      axis: { kind: 'int', value: -1 },
      epsilon,
    });
    return add(to, 'Reshape', [norm, flat], own(`${what}_normed`, label));
  };
  const q = normed('q', query, qNorm, heads);
  const k = normed('k', key, kNorm, kvHeads);
  const attributes = new Map(node.attributes);
  attributes.delete('qk_norm_epsilon');
  to.nodes.push({ ...node, inputs: [q, k, value, ...node.inputs.slice(3, Q_NORM)], attributes });
  return true;
};

/** One of `parts` projections of [batch, tokens, heads, parts, size] as [batch, tokens, heads · size]. */
function unpacked(to: Rewriting, packed: string, part: number, label: string): string {
  const what = `part_${part}`;
  const index = constant(to, own(`${what}_index`, label), [part]);
  const heads = add(to, 'Gather', [packed, index], own(`${what}_heads`, label), {
    axis: { kind: 'int', value: 3 },
  });
  const flat = constant(to, own(`${what}_flat`, label), [0, 0, -1]);
  return add(to, 'Reshape', [heads, flat], own(what, label));
}

const unpackedProjections: Rewrite = (node, to) => {
  const [query = '', key = '', value = '', ...rest] = node.inputs;
  if (value !== '') return false;
  const label = node.outputs[0] ?? node.name;
  const parts = (packed: string, count: number) =>
    Array.from({ length: count }, (_, part) => unpacked(to, packed, part, label));
  const inputs = key === '' ? parts(query, 3) : [query, ...parts(key, 2)];
  to.nodes.push({ ...node, inputs: [...inputs, ...rest] });
  return true;
};

/** Inputs of QAttention: input, weights, bias, input scale, weight scale, mask, input zero, weight zero, past. */
const floatAttention: Rewrite = (node, to) => {
  const [input = '', weights = '', bias = '', , scale = '', mask = '', , zero = '', past = ''] = node.inputs;
  const matrix = dequantised(to, weights, zero, scale, node.outputs[0] ?? node.name);
  to.nodes.push({ ...node, op: 'Attention', inputs: [input, matrix, bias, mask, past] });
  return true;
};

/** Keys from `left` before to `right` after a query (-1: all), as a mask of [queries, keys]. False beside another mask. */
const windowsAsMask: Rewrite = (node, to) => {
  const left = node.attributes.get('left_window_size');
  const right = node.attributes.get('right_window_size');
  const [query = '', key = '', value = '', mask = '', pastKey = '', ...rest] = node.inputs;
  if ((left?.kind !== 'int' && right?.kind !== 'int') || mask !== '') return false;
  const label = node.outputs[0] ?? node.name;
  const tokenAxis = intOf(node, 'q_num_heads') > 0 ? 1 : 2;
  const length = (x: string, axis: number, what: string) => {
    const shape = add(to, 'Shape', [x], own(`${what}_shape`, label));
    const at = constant(to, own(`${what}_axis`, label), [axis], []);
    return add(to, 'Gather', [shape, at], own(what, label));
  };
  const zero = constant(to, own('zero', label), [0], []);
  const one = constant(to, own('one', label), [1], []);
  const past = pastKey === '' ? zero : length(pastKey, 2, 'past');
  const sum = (a: string, b: string, what: string) => add(to, 'Add', [a, b], own(what, label));
  const queries = sum(past, length(query, tokenAxis, 'queries'), 'query_end');
  const keys = sum(past, length(key, tokenAxis, 'keys'), 'key_end');
  const column = constant(to, own('column', label), [-1, 1]);
  const positions = add(to, 'Range', [past, queries, one], own('query_positions', label));
  const rows = add(to, 'Reshape', [positions, column], own('query_rows', label));
  const distance = add(
    to,
    'Sub',
    [rows, add(to, 'Range', [zero, keys, one], own('key_positions', label))],
    own('distance', label),
  );
  const limits = [
    ['LessOrEqual', left, 1],
    ['GreaterOrEqual', right, -1],
  ] as const;
  const conditions = limits.flatMap(([op, size, sign]) => {
    if (size?.kind !== 'int' || size.value < 0) return [];
    const limit = constant(to, own(`${op}_limit`, label), [sign * size.value], []);
    return [add(to, op, [distance, limit], own(op, label))];
  });
  const allowed =
    conditions.length === 2 ? add(to, 'And', conditions, own('window', label)) : (conditions[0] ?? '');
  const attributes = new Map(node.attributes);
  attributes.delete('left_window_size');
  attributes.delete('right_window_size');
  to.nodes.push({ ...node, inputs: [query, key, value, allowed, pastKey, ...rest], attributes });
  return true;
};

export const attentionRewrites: Readonly<Record<string, Rewrite>> = {
  'com.microsoft::GroupQueryAttention': normsBeforeAttention,
  'com.microsoft::MultiHeadAttention': unpackedProjections,
  'com.microsoft::QAttention': floatAttention,
  '::Attention': windowsAsMask,
};
