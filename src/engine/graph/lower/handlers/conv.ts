/**
 * Depthwise causal convolution with a cache of its last inputs (LFM2): Concat(past_conv, x), Conv, Slice of the last tokens.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { ConvAttrs } from '../../program.ts';
import { axisSize, features, isTokenAxis, storedSize } from '../axes.ts';
import { constantVector } from '../constants.ts';
import { intAttr, intsAttr, type Lowering, PROBE } from '../lowering.ts';
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
    axes: [x.axes[0]!, x.axes[1]!, features(PROBE.tokens + extra)],
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
  const layer = L.nextCacheLayer();
  const vector = async (name: string): Promise<number> =>
    L.program.vector(name, await constantVector(L, name));
  const attrs: ConvAttrs = {
    layer,
    channels,
    width,
    kernel: await vector(node.inputs[1]!),
    ...(node.inputs[2] ? { bias: await vector(node.inputs[2]) } : {}),
  };
  const [id] = L.emit('conv', [input.of.id], attrs, [[channels]], node);
  const extra = input.extra - width + 1;
  const of: TensorValue = { ...input.of, id: id! };
  L.set(node.outputs[0], {
    kind: 'conv-output',
    of,
    extra,
    axes: [input.axes[0]!, input.axes[1]!, features(PROBE.tokens + extra)],
  });
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
  const size = axisSize(input.axes[2]!, PROBE);
  if (starts.length !== 1 || starts[0] !== -PROBE.tokens || ends[0]! < size)
    throw L.unsupported(node, 'other tokens than the last of a convolution');
  L.set(node.outputs[0], input.of);
  return true;
}

export const convHandlers: Record<string, Handler> = { Conv: conv };
