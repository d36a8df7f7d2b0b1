/**
 * Depthwise causal convolution (LFM2) with a cache of its last inputs, Concat(past_conv, x), or padding, Conv, and Slices of the
 * new tokens; or com.microsoft CausalConvWithState in their place.
 */
import type { OnnxNode, OnnxValueInfo } from '../../../onnx/types.ts';
import type { ConvAttrs } from '../../program.ts';
import { axisSize, features, isTokenAxis, storedSize } from '../axes.ts';
import { constantVector } from '../constants.ts';
import { intAttr, intsAttr, type Lowering, stringAttr } from '../lowering.ts';
import type { ConvValue, LoweredValue, TensorValue } from '../types.ts';
import type { Handler } from './types.ts';

/** A convolution's cache: [batch, channels, number of inputs], zeros at the start of a sequence. */
function isConvCache({ name, dims }: OnnxValueInfo): boolean {
  return /(^|[._])conv/.test(name) && dims.length === 3 && typeof dims[2] === 'number';
}

/** Concat(cache, x) along tokens. */
export function convInput(node: OnnxNode, L: Lowering, x: TensorValue): boolean {
  const cache = L.graph.inputs.find((input) => isConvCache(input) && node.inputs.includes(input.name));
  if (!cache) return false;
  if (node.inputs[0] !== cache.name || x.axes.length !== 3)
    throw L.unsupported(node, 'convolution cache of another form');
  L.set(node.outputs[0], places('conv-input', L, x, cache.dims[2] as number, 0));
  return true;
}

/** The value [batch, channels, before + tokens + after]. */
function places(
  kind: ConvValue['kind'],
  L: Lowering,
  of: TensorValue,
  before: number,
  after: number,
): ConvValue {
  const axes = [of.axes[0]!, of.axes[1]!, features(before + L.probe.tokens + after)];
  return { kind, of, before, after, axes };
}

/** Padding on both sides is what torch's own causal convolution does, which then cuts off what lies ahead. */
const conv: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  const input = value.kind === 'tensor' ? places('conv-input', L, value, 0, 0) : value;
  const kernel = L.graph.initializers.get(node.inputs[1]!);
  if (input.kind !== 'conv-input' || !kernel || input.of.axes.length !== 3 || !isTokenAxis(input.of.axes[2]!))
    throw L.unsupported(node, 'convolution over something else than tokens');
  const channels = storedSize(input.of.axes[1]!);
  const width = kernel.dims[2] ?? 0;
  const [left = 0, right = 0] = intsAttr(node, 'pads') ?? [];
  const plain = [...(intsAttr(node, 'strides') ?? []), ...(intsAttr(node, 'dilations') ?? [])];
  const depthwise =
    intAttr(node, 'group', 1) === channels && kernel.dims[0] === channels && kernel.dims[1] === 1;
  const unpadded = ['NOTSET', 'VALID', ''].includes(stringAttr(node, 'auto_pad', ''));
  if (plain.some((v) => v !== 1) || !depthwise || !unpadded)
    throw L.unsupported(node, 'convolution that is not depthwise');
  // The output whose last input is the first new token; with fewer, tokens before it would be left out.
  const before = input.before + left - width + 1;
  if (before < 0 || (input.before > 0 && input.before < width - 1))
    throw L.unsupported(node, 'convolution that is not causal');
  const of = await emitConv(node, L, input.of, channels, width);
  L.set(node.outputs[0], cut(L, of, before, right));
};

/** The outputs as a tensor where they are those of the new tokens. */
function cut(L: Lowering, of: TensorValue, before: number, after: number): LoweredValue {
  return before === 0 && after === 0 ? of : places('conv-output', L, of, before, after);
}

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

/** Slice of a convolution's outputs along tokens. */
export function sliceOfConv(
  node: OnnxNode,
  L: Lowering,
  { axes, starts, ends, steps }: Readonly<Record<'axes' | 'starts' | 'ends' | 'steps', readonly number[]>>,
): boolean {
  const input = L.values.get(node.inputs[0]!);
  if (input?.kind !== 'conv-output') return false;
  const size = axisSize(input.axes[2]!, L.probe);
  const place = (v: number): number => Math.min(Math.max(v < 0 ? v + size : v, 0), size);
  const [start, end] = [place(starts[0]!), place(ends[0]!)];
  const [before, after] = [input.before - start, input.after - (size - end)];
  const along = axes.length === 1 && (axes[0] === 2 || axes[0] === -1) && steps[0] === 1;
  if (!along || before < 0 || after < 0)
    throw L.unsupported(node, 'other tokens than the new ones of a convolution');
  L.set(node.outputs[0], cut(L, input.of, before, after));
  return true;
}

export const convHandlers: Record<string, Handler> = {
  Conv: conv,
  'com.microsoft::CausalConvWithState': convWithState,
};
