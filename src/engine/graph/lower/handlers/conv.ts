/**
 * Depthwise causal convolution with a cache of its last inputs (LFM2): Concat(past_conv, x), Conv, Slice of the last tokens; or
 * com.microsoft CausalConvWithState in their place.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { ConvAttrs } from '../../program.ts';
import { axisSize, features, isTokenAxis, storedSize } from '../axes.ts';
import { constantVector } from '../constants.ts';
import { intAttr, intsAttr, type Lowering, stringAttr } from '../lowering.ts';
import type { TensorValue } from '../types.ts';
import type { Handler } from './types.ts';

/** Concat(past_conv.N, x) along tokens: the cache holds a fixed number of inputs, zeros at the start of a sequence. */
export function convInput(node: OnnxNode, L: Lowering, x: TensorValue): boolean {
  const cache = L.graph.inputs.find(
    (input) => input.name.startsWith('past_conv') && node.inputs.includes(input.name),
  );
  if (!cache) return false;
  const extra = cache.dims[2];
  if (typeof extra !== 'number' || node.inputs[0] !== cache.name || x.axes.length !== 3)
    throw L.unsupported(node, 'convolution cache of another form');
  L.set(node.outputs[0], {
    kind: 'conv-input',
    of: x,
    extra,
    axes: [x.axes[0]!, x.axes[1]!, features(L.probe.tokens + extra)],
  });
  return true;
}

const conv: Handler = async (node, L) => {
  const input = L.values.get(node.inputs[0]!)!;
  const kernel = L.graph.initializers.get(node.inputs[1]!);
  if (input.kind !== 'conv-input' || !kernel)
    throw L.unsupported(node, 'convolution that is not causal with a cache');
  const channels = storedSize(input.of.axes[1]!);
  const width = kernel.dims[2] ?? 0;
  const plain = [
    ...(intsAttr(node, 'pads') ?? []),
    ...(intsAttr(node, 'strides') ?? [1]).map((s) => s - 1),
  ].every((v) => v === 0);
  const depthwise =
    intAttr(node, 'group', 1) === channels && kernel.dims[0] === channels && kernel.dims[1] === 1;
  if (!plain || !depthwise || !isTokenAxis(input.of.axes[2]!))
    throw L.unsupported(node, 'convolution that is not depthwise');
  const of = await emitConv(node, L, input.of, channels, width);
  const extra = input.extra - width + 1;
  L.set(node.outputs[0], {
    kind: 'conv-output',
    of,
    extra,
    axes: [input.axes[0]!, input.axes[1]!, features(L.probe.tokens + extra)],
  });
};

/** Kernel and bias are inputs 1 and 2 of the node. */
async function emitConv(
  node: OnnxNode,
  L: Lowering,
  x: TensorValue,
  channels: number,
  width: number,
): Promise<TensorValue> {
  const vector = async (name: string): Promise<number> =>
    L.program.vector(name, await constantVector(L, name));
  const attrs: ConvAttrs = {
    layer: L.nextCacheLayer(),
    channels,
    width,
    kernel: await vector(node.inputs[1]!),
    ...(node.inputs[2] ? { bias: await vector(node.inputs[2]) } : {}),
  };
  const [id] = L.emit('conv', [x.id], attrs, [[channels]], node);
  return { ...x, id: id! };
}

/** One node with its own state. [B, C, S], or [B, S, C] with channels_last. */
const convWithState: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const last = intAttr(node, 'channels_last', 0) === 1;
  const [channelAxis, tokenAxis] = last ? [x.axes[2]!, x.axes[1]!] : [x.axes[1]!, x.axes[2]!];
  const dims = L.graph.initializers.get(node.inputs[1]!)?.dims ?? [];
  const channels = storedSize(channelAxis);
  const plain = intAttr(node, 'ndim', 1) === 1 && intAttr(node, 'dilation', 1) === 1;
  if (!plain || dims.length !== 3 || dims[0] !== channels || dims[1] !== 1 || !isTokenAxis(tokenAxis))
    throw L.unsupported(node, 'convolution of another form');
  const y = await emitConv(node, L, x, channels, dims[2]!);
  const activation = stringAttr(node, 'activation', 'none');
  if (activation === 'none') return L.set(node.outputs[0], y);
  if (activation !== 'silu' && activation !== 'swish') throw L.unsupported(node, `activation ${activation}`);
  L.emitTensor('unary', [y.id], { fn: 'silu' }, y.axes, node);
};

/** Slice of the last `tokens` outputs: the convolution of the new tokens. */
export function lastTokensOfConv(
  node: OnnxNode,
  L: Lowering,
  starts: readonly number[],
  ends: readonly number[],
): boolean {
  const input = L.values.get(node.inputs[0]!);
  if (input?.kind !== 'conv-output') return false;
  const size = axisSize(input.axes[2]!, L.probe);
  if (starts.length !== 1 || starts[0] !== -L.probe.tokens || ends[0]! < size)
    throw L.unsupported(node, 'other tokens than the last of a convolution');
  L.set(node.outputs[0], input.of);
  return true;
}

export const convHandlers: Record<string, Handler> = {
  Conv: conv,
  'com.microsoft::CausalConvWithState': convWithState,
};
