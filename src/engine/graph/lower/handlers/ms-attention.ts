/**
 * com.microsoft MultiHeadAttention and Attention, the latter with its own projection (ORT-optimised GPT-2).
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import { type Axis, features, storedDims, storedSize } from '../axes.ts';
import { floatAttr, intAttr, intsAttr, type Lowering } from '../lowering.ts';
import { analyseMask, SMALL } from '../masks.ts';
import type { MaskTerm, TensorValue } from '../types.ts';
import { packedPart } from './fused-attention.ts';
import { biasVector, emitLinear, storedMatrix } from './linear.ts';
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
  [q, k, v]: readonly [TensorValue, TensorValue, TensorValue],
  terms: readonly MaskTerm[],
): Promise<void> {
  const heads = intAttr(node, 'num_heads', 0);
  const headDim = size(q) / heads;
  const kvHeads = size(k) / headDim;
  const valueDim = size(v) / kvHeads;
  checkHeads(L, node, { heads, kvHeads, headDim, valueDim });
  const mask = await analyseMask(L, node, terms, heads, intAttr(node, 'unidirectional', 0) === 1);
  const scale = floatAttr(node, 'scale', 0) || 1 / Math.sqrt(headDim);
  const shape = { heads, kvHeads, headDim, valueDim, scale, softcap: 0, ...mask };
  const axes: Axis[] = [...q.axes.slice(0, 2), features(heads * valueDim)];
  emitAttentionNode(L, node, [q, k, v], shape, axes);
}

const multiHeadAttention: Handler = async (node, L) => {
  const [query, key, value, bias] = node.inputs;
  if (!query || !key || !value) throw L.unsupported(node, 'packed projection');
  let qkv = [0, 1, 2].map((i) => L.tensor(node, i));
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

const attention: Handler = async (node, L) => {
  if (intAttr(node, 'do_rotary', 0) === 1) throw L.unsupported(node, 'rotary embedding inside');
  const x = L.tensor(node, 0);
  const weight = await storedMatrix(L, node, node.inputs[1]!);
  const bias = node.inputs[2] ? await biasVector(L, node.inputs[2], weight.n) : undefined;
  const projection = { ...node, outputs: [`${node.outputs[0]}#qkv`] };
  const packed = emitLinear(L, projection, x, weight, 1, bias);
  const third = weight.n / 3;
  const sizes = intsAttr(node, 'qkv_hidden_sizes') ?? [third, third, third];
  if (sizes.length !== 3 || sizes.reduce((a, b) => a + b) !== storedSize(packed.axes.at(-1)!))
    throw L.unsupported(node, `projection of ${weight.n} features`);
  let start = 0;
  const qkv = sizes.map((count) => {
    start += count;
    return packedPart(L, node, packed, start - count, count);
  });
  const terms = [...(await paddingTerms(L, node, node.inputs[3])), ...addTerms(node.inputs[5])];
  await emit(L, node, qkv as [TensorValue, TensorValue, TensorValue], terms);
};

export const msAttentionHandlers: Record<string, Handler> = {
  'com.microsoft::MultiHeadAttention': multiHeadAttention,
  'com.microsoft::Attention': attention,
};
