/**
 * Normalisations: fused ones (standard and com.microsoft) and the reductions of decomposed ones.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { NormAttrs } from '../../program.ts';
import { type Axis, axisSize, hasRepeat, isFeatureAxis, storedDims, storedSize } from '../axes.ts';
import { constantVector } from '../constants.ts';
import { floatAttr, intAttr, intsAttr, type Lowering } from '../lowering.ts';
import { written } from '../repeats.ts';
import type { TensorValue } from '../types.ts';
import { addValues } from './elementwise.ts';
import type { Handler } from './types.ts';

async function emitNorm(
  L: Lowering,
  node: OnnxNode,
  x: TensorValue,
  kind: NormAttrs['kind'],
  eps: number,
  gamma?: string,
  beta?: string,
): Promise<void> {
  const axis = intAttr(node, 'axis', -1);
  if (axis !== -1 && axis !== x.axes.length - 1) throw L.unsupported(node, 'norm over several axes');
  if (hasRepeat(x.axes.at(-1)!)) return emitNorm(L, node, written(L, node, x), kind, eps, gamma, beta);
  const size = storedSize(x.axes.at(-1)!);
  const vector = async (name: string): Promise<number> => {
    const data = await constantVector(L, name);
    if (data.length !== size && data.length !== 1)
      throw L.unsupported(node, `${data.length} gains or shifts for ${size} features`);
    return L.program.vector(name, data.length === size ? data : new Float32Array(size).fill(data[0]!));
  };
  const attrs: NormAttrs = {
    kind,
    size,
    eps,
    ...(gamma ? { gamma: await vector(gamma) } : {}),
    ...(beta ? { beta: await vector(beta) } : {}),
  };
  L.emitTensor('norm', [x.id], attrs, x.axes, node);
}

/** x + skip (+ bias), registered under output 3, then the norm. Skip and x may be constants (learned positions). */
async function skipSum(L: Lowering, node: OnnxNode, bias: string | undefined): Promise<TensorValue> {
  let [x, skip] = node.inputs as [string, string];
  // On the operand that a product made, where it becomes the product's bias.
  if (bias && L.isLowered(x)) x = await addValues(L, node, x, bias, `${node.outputs[0]}#biased`);
  else if (bias) skip = await addValues(L, node, skip, bias, `${node.outputs[0]}#biased`);
  const sum = await addValues(L, node, x, skip, node.outputs[3] || `${node.outputs[0]}#sum`);
  return L.tensor({ ...node, inputs: [sum] }, 0);
}

function reduce(fn: 'mean' | 'sum'): Handler {
  return async (node, L) => {
    const x = written(L, node, L.tensor(node, 0));
    const axes = intsAttr(node, 'axes') ?? (node.inputs[1] ? await L.integers(node.inputs[1]) : []);
    const last = x.axes.length - 1;
    if (axes.length !== 1 || (axes[0] !== -1 && axes[0] !== last))
      throw L.unsupported(node, 'reduction over other axes than the last');
    if (!isFeatureAxis(x.axes[last]!)) throw L.unsupported(node, 'reduction over tokens');
    const keep = intAttr(node, 'keepdims', 1) === 1;
    const reduced: Axis[] = [...x.axes.slice(0, -1), ...(keep ? [[]] : [])];
    const wanted = storedDims(x.axes);
    const size = axisSize(x.axes[last]!, L.probe);
    const dims = [...wanted.slice(0, wanted.length - storedDims([x.axes[last]!]).length), size];
    const id = L.withDims(x, dims, node);
    const [out] = L.emit('reduce', [id], { fn }, [[...dims.slice(0, -1), 1]], node);
    L.set(node.outputs[0], { kind: 'tensor', id: out!, axes: reduced });
  };
}

const rms: Handler = (node, L) =>
  emitNorm(L, node, L.tensor(node, 0), 'rms', floatAttr(node, 'epsilon', 1e-5), node.inputs[1]);
const layer: Handler = (node, L) =>
  emitNorm(
    L,
    node,
    L.tensor(node, 0),
    'layer',
    floatAttr(node, 'epsilon', 1e-5),
    node.inputs[1],
    node.inputs[2],
  );

export const normHandlers: Record<string, Handler> = {
  RMSNormalization: rms,
  SimplifiedLayerNormalization: rms,
  'com.microsoft::SimplifiedLayerNormalization': rms,
  LayerNormalization: layer,
  'com.microsoft::LayerNormalization': layer,
  'com.microsoft::SkipSimplifiedLayerNormalization': async (node, L) =>
    emitNorm(
      L,
      node,
      await skipSum(L, node, node.inputs[3]),
      'rms',
      floatAttr(node, 'epsilon', 1e-12),
      node.inputs[2],
    ),
  'com.microsoft::SkipLayerNormalization': async (node, L) =>
    emitNorm(
      L,
      node,
      await skipSum(L, node, node.inputs[4]),
      'layer',
      floatAttr(node, 'epsilon', 1e-12),
      node.inputs[2],
      node.inputs[3],
    ),
  ReduceMean: reduce('mean'),
  ReduceSum: reduce('sum'),
};
