/**
 * com.microsoft MultiHeadAttention, and Attention and QAttention, which hold their own projection (ORT-optimised GPT-2).
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { MatrixWeight } from '../../program.ts';
import { type Axis, axisSize, features, storedDims, storedSize } from '../axes.ts';
import { floatAttr, intAttr, intsAttr, type Lowering } from '../lowering.ts';
import { analyseMask, SMALL } from '../masks.ts';
import { groupedHeads, written } from '../repeats.ts';
import type { MaskTerm, TensorValue } from '../types.ts';
import { checkPast } from './cache.ts';
import { packedPart } from './fused-attention.ts';
import { biasVector, emitLinear, storedMatrix } from './linear.ts';
import { integerMatrix } from './quantised.ts';
import { checkHeads, emitAttentionNode } from './scores.ts';
import type { Handler } from './types.ts';

function size(t: TensorValue): number {
  return storedDims(t.axes).reduce((a, b) => a * b, 1);
}

/** Padding of the keys as lengths [B] (or ends and starts [2B]) or as ones and zeros [B, T] or [B, S, T]. */
async function paddingTerms(L: Lowering, node: OnnxNode, name: string | undefined): Promise<MaskTerm[]> {
  if (!name) return [];
  const { dims, data } = await L.constantAt(name, SMALL);
  if (dims.length === 2 || dims.length === 3) return [{ name, mode: 'keep', factor: 1 }];
  const [end, start = 0, ...rest] = data;
  if (dims.length !== 1 || end !== SMALL.tokens || start !== 0 || rest.length > 0)
    throw L.unsupported(node, 'padding in another form');
  return [];
}

function addTerms(name: string | undefined): MaskTerm[] {
  return name ? [{ name, mode: 'add', factor: 1 }] : [];
}

/** softmax(scale·q·kᵀ + bias)·v on [B, S, heads·size] operands. */
async function emit(
  L: Lowering,
  node: OnnxNode,
  qkv: readonly [TensorValue, TensorValue, TensorValue],
  terms: readonly MaskTerm[],
): Promise<void> {
  const heads = intAttr(node, 'num_heads', 0);
  const q = written(L, node, qkv[0]);
  const headDim = size(q) / heads;
  // The operator has as many key heads as query heads; files that share them repeat them before it.
  const width = axisSize(qkv[2].axes.at(-1)!, L.probe) / (qkv[2].axes.length === 4 ? 1 : heads);
  const k = groupedHeads(L, node, qkv[1], headDim);
  const v = groupedHeads(L, node, qkv[2], width);
  const kvHeads = size(k) / headDim;
  const valueDim = size(v) / kvHeads;
  checkHeads(L, node, { heads, kvHeads, headDim, valueDim });
  if (valueDim !== width) throw L.unsupported(node, 'keys and values of unlike heads');
  const mask = await analyseMask(L, node, terms, heads, intAttr(node, 'unidirectional', 0) === 1);
  const scale = floatAttr(node, 'scale', 0) || 1 / Math.sqrt(headDim);
  const shape = { heads, kvHeads, headDim, valueDim, scale, softcap: 0, ...mask };
  const axes: Axis[] = [...q.axes.slice(0, 2), features(heads * valueDim)];
  emitAttentionNode(L, node, [q, k, v], shape, axes);
}

/** Part `index` of a projection packed as [B, S, heads, parts, size]. */
function interleavedPart(
  L: Lowering,
  node: OnnxNode,
  x: TensorValue,
  parts: number,
  index: number,
): TensorValue {
  const [batch, tokens, heads, part, inner] = x.axes;
  if (!batch || !tokens || !heads || !part || !inner || storedSize(part) !== parts)
    throw L.unsupported(node, 'packed projection of another form');
  const [outer, count] = [storedSize(heads), storedSize(inner)];
  const attrs = { outer, axis: parts, inner: count, start: index, step: 1, count: 1 };
  const [id] = L.emit('slice', [x.id], attrs, [[outer * count]], node);
  return { kind: 'tensor', id: id!, axes: [batch, tokens, features(outer * count)] };
}

/** Queries, keys and values apart, packed as [B, S, heads, 3, size], or only keys and values packed as [B, T, heads, 2, size]. */
function separateOperands(L: Lowering, node: OnnxNode): TensorValue[] {
  const [, key, value] = node.inputs;
  if (key && value) return [0, 1, 2].map((i) => L.tensor(node, i));
  const packed = L.tensor(node, key ? 1 : 0);
  const parts = key ? 2 : 3;
  const rest = Array.from({ length: parts }, (_, i) => interleavedPart(L, node, packed, parts, i));
  return key ? [L.tensor(node, 0), ...rest] : rest;
}

const multiHeadAttention: Handler = async (node, L) => {
  await checkPast(L, node, node.inputs[6], node.inputs[7]);
  const bias = node.inputs[3];
  let qkv = separateOperands(L, node);
  if (bias) {
    const parts = await biasParts(L, bias, qkv.map(size));
    qkv = qkv.map((t, i) => {
      const attrs = { fn: 'add', vector: parts[i], vectorDims: [size(t)], swapped: false };
      const [id] = L.emit('binaryVector', [L.withDims(t, [size(t)], node)], attrs, [[size(t)]], node);
      return { ...t, id: id! };
    });
  }
  const terms = [...(await paddingTerms(L, node, node.inputs[4])), ...addTerms(node.inputs[5])];
  await emit(L, node, qkv as [TensorValue, TensorValue, TensorValue], terms);
};

/** The bias of all three projections, one vector each. */
async function biasParts(L: Lowering, name: string, sizes: readonly number[]): Promise<number[]> {
  const { data } = await L.constant(name);
  let start = 0;
  return sizes.map((length, i) => {
    const part = Float32Array.from(data.subarray(start, start + length));
    start += length;
    return L.program.vector(`${name}#${i}`, part);
  });
}

/** Inputs of an attention with its own projection, by the operator's order. */
interface Projected {
  readonly of: TensorValue;
  readonly weight: MatrixWeight;
  readonly padding: string | undefined;
  readonly bias: string | undefined;
}

async function projectedAttention(node: OnnxNode, L: Lowering, input: Projected): Promise<void> {
  if (intAttr(node, 'do_rotary', 0) === 1) throw L.unsupported(node, 'rotary embedding inside');
  const { weight } = input;
  const bias = node.inputs[2] ? await biasVector(L, node.inputs[2], weight.n) : undefined;
  const projection = { ...node, outputs: [`${node.outputs[0]}#qkv`] };
  const packed = emitLinear(L, projection, input.of, weight, 1, bias);
  const third = weight.n / 3;
  const sizes = intsAttr(node, 'qkv_hidden_sizes') ?? [third, third, third];
  if (sizes.length !== 3 || sizes.reduce((a, b) => a + b) !== storedSize(packed.axes.at(-1)!))
    throw L.unsupported(node, `projection of ${weight.n} features`);
  let start = 0;
  const qkv = sizes.map((count) => {
    start += count;
    return packedPart(L, node, packed, start - count, count);
  });
  const terms = [...(await paddingTerms(L, node, input.padding)), ...addTerms(input.bias)];
  await emit(L, node, qkv as [TensorValue, TensorValue, TensorValue], terms);
}

const attention: Handler = async (node, L) => {
  await checkPast(L, node, node.inputs[4]);
  await projectedAttention(node, L, {
    of: L.tensor(node, 0),
    weight: await storedMatrix(L, node, node.inputs[1]!),
    padding: node.inputs[3],
    bias: node.inputs[5],
  });
};

/** Attention of a dynamically quantised file: 8-bit weights, and an input whose rounding is left out. */
const quantisedAttention: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!);
  if (value?.kind !== 'quantised' || value.of.kind !== 'tensor')
    throw L.unsupported(node, 'an input that is not quantised while it runs');
  await checkPast(L, node, node.inputs[8]);
  const weight = await integerMatrix(L, node, node.inputs[1]!, node.inputs[4]!, node.inputs[7]);
  await projectedAttention(node, L, { of: value.of, weight, padding: node.inputs[5], bias: undefined });
};

export const msAttentionHandlers: Record<string, Handler> = {
  'com.microsoft::MultiHeadAttention': multiHeadAttention,
  'com.microsoft::Attention': attention,
  'com.microsoft::QAttention': quantisedAttention,
};
