/**
 * Attention and rotary embedding as single ONNX nodes: com.microsoft (GroupQueryAttention, RotaryEmbedding) and standard
 * since opset 23 (Attention, RotaryEmbedding).
 */
import { LabError } from '../../../../lib/errors.ts';
import type { OnnxNode } from '../../../onnx/types.ts';
import type { PositionTable, RotaryAttrs, TableId } from '../../program.ts';
import { type Axis, axisSize, features, isFeatureAxis, storedDims, storedSize } from '../axes.ts';
import { constantVector, positionTable } from '../constants.ts';
import { floatAttr, intAttr, type Lowering } from '../lowering.ts';
import { analyseMask } from '../masks.ts';
import { groupedHeads, written } from '../repeats.ts';
import type { MaskTerm, TensorValue } from '../types.ts';
import { checkPast } from './cache.ts';
import { checkHeads, emitAttentionNode } from './scores.ts';
import type { Handler } from './types.ts';

/** Rows of a [positions, width] initializer, one a position; the file's length is the limit. */
async function cacheTable(L: Lowering, name: string): Promise<PositionTable & { readonly limit: number }> {
  const tensor = await L.constant(name);
  const [limit, width] = tensor.dims.slice(-2) as [number, number];
  const data = Float32Array.from(tensor.data);
  const rows = async (count: number): Promise<Float32Array> => {
    if (count > limit)
      throw new LabError('graph.positions-exceeded', { have: limit, need: count, table: name });
    return data.subarray(0, count * width);
  };
  return { name, width, limit, rows };
}

function emitRotary(
  L: Lowering,
  node: OnnxNode,
  x: TensorValue,
  heads: number,
  cos: TableId,
  sin: TableId,
  interleaved: boolean,
): TensorValue {
  const headDim = storedDims(x.axes).reduce((a, b) => a * b, 1) / heads;
  const rotaryDim = 2 * L.program.tables[cos]!.width;
  if (!Number.isInteger(headDim) || headDim < rotaryDim || L.program.tables[sin]!.width * 2 !== rotaryDim)
    throw L.unsupported(node, `${heads} heads of ${headDim} with ${rotaryDim} rotary channels`);
  const attrs: RotaryAttrs = { heads, headDim, rotaryDim, interleaved, cos, sin, inverse: false };
  const [id] = L.emit('rotary', [x.id], attrs, [L.program.dims(x.id)], node);
  return { ...x, id: id! };
}

/** Splits features [sum of sizes] of a packed projection. */
export function packedPart(
  L: Lowering,
  node: OnnxNode,
  x: TensorValue,
  start: number,
  count: number,
): TensorValue {
  const axis = storedSize(x.axes.at(-1)!);
  const attrs = { outer: 1, axis, inner: 1, start, step: 1, count };
  const [id] = L.emit('slice', [x.id], attrs, [[count]], node);
  return { kind: 'tensor', id: id!, axes: [...x.axes.slice(0, -1), features(count)] };
}

async function headNorm(
  L: Lowering,
  node: OnnxNode,
  x: TensorValue,
  name: string | undefined,
  headDim: number,
): Promise<TensorValue> {
  if (!name) return x;
  const gamma = L.program.vector(name, await constantVector(L, name));
  const attrs = { kind: 'rms', size: headDim, eps: floatAttr(node, 'qk_norm_epsilon', 1e-6), gamma };
  const [id] = L.emit('norm', [x.id], attrs, [L.program.dims(x.id)], node);
  return { ...x, id: id! };
}

const groupQueryAttention: Handler = async (node, L) => {
  const heads = intAttr(node, 'num_heads', 0);
  const kvHeads = intAttr(node, 'kv_num_heads', 0);
  let q = L.tensor(node, 0);
  const width = storedSize(q.axes.at(-1)!);
  const packed = !node.inputs[1];
  const headDim = packed ? width / (heads + 2 * kvHeads) : width / heads;
  checkHeads(L, node, { heads, kvHeads, headDim, valueDim: headDim });
  let k = packed ? packedPart(L, node, q, heads * headDim, kvHeads * headDim) : L.tensor(node, 1);
  const v = packed
    ? packedPart(L, node, q, (heads + kvHeads) * headDim, kvHeads * headDim)
    : L.tensor(node, 2);
  if (packed) q = packedPart(L, node, q, 0, heads * headDim);
  await checkPast(L, node, node.inputs[3], node.inputs[4]);
  if (node.inputs[12] || node.inputs[13]) throw L.unsupported(node, 'quantised cache');
  q = await headNorm(L, node, q, node.inputs[14], headDim);
  k = await headNorm(L, node, k, node.inputs[15], headDim);
  if (intAttr(node, 'do_rotary', 0) === 1) {
    const cos = L.program.table(await cacheTable(L, node.inputs[7]!));
    const sin = L.program.table(await cacheTable(L, node.inputs[8]!));
    const interleaved = intAttr(node, 'rotary_interleaved', 0) === 1;
    q = emitRotary(L, node, q, heads, cos, sin, interleaved);
    k = emitRotary(L, node, k, kvHeads, cos, sin, interleaved);
  }
  const terms: MaskTerm[] = node.inputs[10] ? [{ name: node.inputs[10], mode: 'add', factor: 1 }] : [];
  const bias = await analyseMask(L, node, terms, heads, intAttr(node, 'causal', 1) === 1);
  const local = intAttr(node, 'local_window_size', -1);
  if (local === 0) throw L.unsupported(node, 'a window of no keys');
  const window = narrower(bias.window, local);
  const sinks = await sinkVector(L, node, heads);
  const shape = {
    heads,
    kvHeads,
    headDim,
    valueDim: headDim,
    scale: floatAttr(node, 'scale', 0) || 1 / Math.sqrt(headDim),
    softcap: floatAttr(node, 'softcap', 0),
    ...bias,
    window,
    ...(sinks === undefined ? {} : { sinks }),
  };
  emitAttentionNode(L, node, [q, k, v], shape, [...q.axes.slice(0, -1), features(heads * headDim)]);
};

/** The smaller of two windows; 0 and below: no window. */
function narrower(a: number, b: number): number {
  if (a <= 0 || b <= 0) return Math.max(a, b, 0);
  return Math.min(a, b);
}

/** head_sink adds exp(sink) to a head's denominator; smooth_softmax is a sink of 0. */
async function sinkVector(L: Lowering, node: OnnxNode, heads: number): Promise<number | undefined> {
  if (node.inputs[11]) return L.program.vector(node.inputs[11], await constantVector(L, node.inputs[11]));
  if (intAttr(node, 'smooth_softmax', -1) === 1)
    return L.program.vector(`${node.outputs[0]} smooth softmax`, new Float32Array(heads));
  return undefined;
}

/** Heads of a [B, S, hidden] or [B, N, S, H] (or [B, S, N, H]) operand. */
function headsOf(x: TensorValue, declared: number): number {
  if (declared > 0) return declared;
  const last = storedSize(x.axes.at(-1)!);
  return storedDims(x.axes).reduce((a, b) => a * b, 1) / last;
}

const msRotary: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const positions = await L.constant(node.inputs[1]!);
  // Positions must be the running count: every other use would be a different model.
  const expected =
    positions.data.length === 1
      ? [0]
      : Array.from({ length: positions.data.length }, (_, i) => i % L.probe.tokens);
  if (expected.some((p, i) => positions.data[i] !== p))
    throw L.unsupported(node, 'positions that are not 0, 1, 2, …');
  const cos = L.program.table(await cacheTable(L, node.inputs[2]!));
  const sin = L.program.table(await cacheTable(L, node.inputs[3]!));
  const width = L.program.tables[cos]!.width;
  const declared = intAttr(node, 'num_heads', 0);
  const rank3 = x.axes.length === 3;
  const total = storedDims(x.axes).reduce((a, b) => a * b, 1);
  const heads = rank3 ? (declared > 0 ? declared : total / (2 * width)) : headsOf(x, 0);
  L.set(node.outputs[0], emitRotary(L, node, x, heads, cos, sin, intAttr(node, 'interleaved', 0) === 1));
};

const standardRotary: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const table = (name: string): Promise<PositionTable> =>
    node.inputs[3] ? cacheTable(L, name) : positionTable(L, name);
  if (node.inputs[3]) {
    const positions = await L.constant(node.inputs[3]);
    if (positions.data.some((p, i) => p !== i % L.probe.tokens))
      throw L.unsupported(node, 'positions that are not 0, 1, 2, …');
  }
  const cos = L.program.table(await table(node.inputs[1]!));
  const sin = L.program.table(await table(node.inputs[2]!));
  const heads = x.axes.length === 3 ? intAttr(node, 'num_heads', 0) : headsOf(x, 0);
  L.set(node.outputs[0], emitRotary(L, node, x, heads, cos, sin, intAttr(node, 'interleaved', 0) === 1));
};

const standardAttention: Handler = async (node, L) => {
  let [q, k, v] = [0, 1, 2].map((i) => L.tensor(node, i)) as [TensorValue, TensorValue, TensorValue];
  const size = (t: TensorValue): number => storedDims(t.axes).reduce((a, b) => a * b, 1);
  const rank4 = q.axes.length === 4;
  q = written(L, node, q);
  const headDim = rank4 ? axisSize(q.axes[3]!, L.probe) : size(q) / intAttr(node, 'q_num_heads', 1);
  const declared = intAttr(node, 'kv_num_heads', 1);
  const valueSize = rank4 ? axisSize(v.axes[3]!, L.probe) : axisSize(v.axes[2]!, L.probe) / declared;
  k = groupedHeads(L, node, k, headDim);
  v = groupedHeads(L, node, v, valueSize);
  const heads = size(q) / headDim;
  const kvHeads = size(k) / headDim;
  const valueDim = size(v) / kvHeads;
  checkHeads(L, node, { heads, kvHeads, headDim, valueDim });
  if (valueDim !== valueSize) throw L.unsupported(node, 'keys and values of unlike heads');
  await checkPast(L, node, node.inputs[4], node.inputs[5]);
  const terms: MaskTerm[] = [];
  if (node.inputs[3]) {
    const mask = await L.constant(node.inputs[3]);
    // A mask over a whole buffer says nothing about what else is in there; the count of valid keys does.
    if (mask.dims.at(-1)! > L.probe.tokens && !node.inputs[6])
      throw L.unsupported(node, 'a mask longer than its keys');
    terms.push({ name: node.inputs[3], mode: mask.dtype === 'bool' ? 'keep' : 'add', factor: 1 });
  }
  // Opset 24: how many keys of a buffer are valid. Rows are never padded here, so it must be all of them.
  if (node.inputs[6]) {
    const { data } = await L.constant(node.inputs[6]);
    if (data.some((count) => count !== L.probe.tokens)) throw L.unsupported(node, 'keys that are not valid');
  }
  // Opset 25: nothing to the right of the query is causal; `left` keys before it are a window of left + 1.
  const [left, right] = [intAttr(node, 'left_window_size', -1), intAttr(node, 'right_window_size', -1)];
  const causal = intAttr(node, 'is_causal', 0) === 1 || right === 0;
  const mask = await analyseMask(L, node, terms, heads, causal);
  const window = narrower(mask.window, left + 1);
  const scale = floatAttr(node, 'scale', 0) || 1 / Math.sqrt(headDim);
  const softcap = floatAttr(node, 'softcap', 0);
  const shape = { heads, kvHeads, headDim, valueDim, scale, softcap, ...mask, window };
  const axes: Axis[] = rank4
    ? [...q.axes.slice(0, 3), features(valueDim)]
    : [...q.axes.slice(0, 2), features(heads * valueDim)];
  if (axes.filter((axis) => !isFeatureAxis(axis)).length !== 2)
    throw L.unsupported(node, 'axes of another order');
  emitAttentionNode(L, node, [q, k, v], shape, axes);
};

export const fusedAttentionHandlers: Record<string, Handler> = {
  'com.microsoft::GroupQueryAttention': groupQueryAttention,
  'com.microsoft::RotaryEmbedding': msRotary,
  RotaryEmbedding: standardRotary,
  Attention: standardAttention,
};
