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

const conv: Handler = async (node, L) => {
  const kernel = L.graph.initializers.has(node.inputs[1]!)
    ? await constantVector(L, node.inputs[1]!)
    : undefined;
  const { of, before, after } = await convolve(
    node,
    L,
    L.values.get(node.inputs[0]!)!,
    kernel,
    node.inputs[2],
  );
  L.set(node.outputs[0], cut(L, of, before, after));
};

/** Of inputs whose rounding is left out (quantised.ts); the kernel's scale follows in a Mul. */
const convInteger: Handler = async (node, L) => {
  const input = L.values.get(node.inputs[0]!);
  if (input?.kind !== 'quantised' || input.stored || !L.graph.initializers.has(node.inputs[1]!))
    throw L.unsupported(node, 'integer convolution of another form');
  const zero = node.inputs[3] ? await L.scalar(node.inputs[3]) : 0;
  if (zero === undefined) throw L.unsupported(node, 'several zero points');
  const kernel = Float32Array.from((await L.constant(node.inputs[1]!)).data, (q) => q - zero);
  const { of, before, after } = await convolve(node, L, input.of, kernel, undefined);
  L.set(node.outputs[0], { ...places('conv-output', L, of, before, after), unscaled: true });
};

/** An integer convolution times its scale. */
export async function scaleConv(node: OnnxNode, L: Lowering, value: ConvValue, scale: string): Promise<void> {
  const factor = await L.scalar(scale);
  if (factor === undefined) throw L.unsupported(node, 'integer convolution with several scales');
  const attrs = { fn: 'affine', scale: factor, shift: 0 };
  const [id] = L.emit('unary', [value.of.id], attrs, [L.program.dims(value.of.id)], node);
  L.set(node.outputs[0], cut(L, { ...value.of, id: id! }, value.before, value.after));
}

/** Padding on both sides is what torch's own causal convolution does, which then cuts off what lies ahead. */
async function convolve(
  node: OnnxNode,
  L: Lowering,
  value: LoweredValue,
  kernel: Float32Array | undefined,
  bias: string | undefined,
): Promise<{ readonly of: TensorValue; readonly before: number; readonly after: number }> {
  const input = value.kind === 'tensor' ? places('conv-input', L, value, 0, 0) : value;
  if (input.kind !== 'conv-input' || !kernel || input.of.axes.length !== 3 || !isTokenAxis(input.of.axes[2]!))
    throw L.unsupported(node, 'convolution over something else than tokens');
  const channels = storedSize(input.of.axes[1]!);
  const dims = L.graph.initializers.get(node.inputs[1]!)!.dims;
  const width = dims[2] ?? 0;
  const [left = 0, right = 0] = intsAttr(node, 'pads') ?? [];
  const plain = [...(intsAttr(node, 'strides') ?? []), ...(intsAttr(node, 'dilations') ?? [])];
  const depthwise = intAttr(node, 'group', 1) === channels && dims[0] === channels && dims[1] === 1;
  const unpadded = ['NOTSET', 'VALID', ''].includes(stringAttr(node, 'auto_pad', ''));
  if (plain.some((v) => v !== 1) || !depthwise || !unpadded)
    throw L.unsupported(node, 'convolution that is not depthwise');
  // The output whose last input is the first new token; with fewer, tokens before it would be left out.
  const before = input.before + left - width + 1;
  if (before < 0 || (input.before > 0 && input.before < width - 1))
    throw L.unsupported(node, 'convolution that is not causal');
  return { of: await emitConv(node, L, input.of, { channels, width, kernel, bias }), before, after: right };
}

/** The outputs as a tensor where they are those of the new tokens. */
function cut(L: Lowering, of: TensorValue, before: number, after: number): LoweredValue {
  return before === 0 && after === 0 ? of : places('conv-output', L, of, before, after);
}

interface Kernel {
  readonly channels: number;
  readonly width: number;
  readonly kernel: Float32Array;
  readonly bias: string | undefined;
}

/** The kernel goes by the name of the node's input 1. */
async function emitConv(
  node: OnnxNode,
  L: Lowering,
  x: TensorValue,
  { channels, width, kernel, bias }: Kernel,
): Promise<TensorValue> {
  const attrs: ConvAttrs = {
    layer: L.nextCacheLayer(),
    channels,
    width,
    kernel: L.program.vector(node.inputs[1]!, kernel),
    ...(bias ? { bias: L.program.vector(bias, await constantVector(L, bias)) } : {}),
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
  const kernel = await constantVector(L, node.inputs[1]!);
  const y = await emitConv(node, L, x, { channels, width: dims[2]!, kernel, bias: node.inputs[2] });
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
  if (input?.kind !== 'conv-output' || input.unscaled) return false;
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
  ConvInteger: convInteger,
  'com.microsoft::CausalConvWithState': convWithState,
};
