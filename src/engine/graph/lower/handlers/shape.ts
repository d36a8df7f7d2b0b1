/**
 * Ops that move or regroup: on token rows most of them cost nothing.
 */
import { LabError } from '../../../../lib/errors.ts';
import type { OnnxNode } from '../../../onnx/types.ts';
import type { HostTensor } from '../../host-tensor.ts';
import {
  type Axis,
  axisSize,
  hasRepeat,
  isFeatureAxis,
  isTokenAxis,
  reshapeAxes,
  shapeOf,
  storedDims,
  storedSize,
  transposeAxes,
} from '../axes.ts';
import { intAttr, intsAttr, type Lowering } from '../lowering.ts';
import { written } from '../repeats.ts';
import type { TensorValue } from '../types.ts';
import { checkPast } from './cache.ts';
import { convInput, sliceOfConv } from './conv.ts';
import { reshapeScores } from './scores.ts';
import type { Handler } from './types.ts';

function normalise(axis: number, rank: number): number {
  return axis < 0 ? axis + rank : axis;
}

const reshape: Handler = async (node, L) => {
  const wanted = await L.integers(node.inputs[1]!);
  const value = L.values.get(node.inputs[0]!)!;
  const from = shapeOf(value.axes, L.probe);
  const allowZero = intAttr(node, 'allowzero', 0) === 1;
  const shape = wanted.map((d, i) => (d === 0 && !allowZero ? from[i]! : d));
  const total = from.reduce((a, b) => a * b, 1);
  const known = shape.reduce((a, b) => (b === -1 ? a : a * b), 1);
  const target = shape.map((d) => (d === -1 ? total / known : d));
  if (await reshapeScores(node, L, target)) return;
  setAxes(
    node,
    L,
    L.tensor(node, 0),
    reshapeAxes(value.axes, target, L.probe),
    `reshape ${from} to ${target}`,
  );
};

function setAxes(node: OnnxNode, L: Lowering, x: TensorValue, axes: Axis[] | undefined, what: string): void {
  if (!axes) throw L.unsupported(node, what);
  L.set(node.outputs[0], { ...x, axes });
}

const flatten: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const shape = shapeOf(x.axes, L.probe);
  const axis = normalise(intAttr(node, 'axis', 1), shape.length);
  const target = [shape.slice(0, axis), shape.slice(axis)].map((part) => part.reduce((a, b) => a * b, 1));
  setAxes(node, L, x, reshapeAxes(x.axes, target, L.probe), `flatten at ${axis}`);
};

const transpose: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const perm = intsAttr(node, 'perm') ?? x.axes.map((_, i) => x.axes.length - 1 - i);
  const { axes, featurePerm } = transposeAxes(x.axes, perm);
  if (!featurePerm) return L.set(node.outputs[0], { ...x, axes });
  L.emitTensor('permute', [x.id], { dims: storedDims(x.axes), perm: featurePerm }, axes, node);
};

async function axesOf(node: OnnxNode, L: Lowering, input: number): Promise<readonly number[] | undefined> {
  const attribute = intsAttr(node, 'axes');
  if (attribute) return attribute;
  return node.inputs[input] ? L.integers(node.inputs[input]!) : undefined;
}

const unsqueeze: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  const axes = (await axesOf(node, L, 1)) ?? [];
  const rank = value.axes.length + axes.length;
  const added = new Set(axes.map((axis) => normalise(axis, rank)));
  const rest = [...value.axes];
  const out = Array.from({ length: rank }, (_, i): Axis => (added.has(i) ? [] : rest.shift()!));
  L.set(node.outputs[0], { ...value, axes: out });
};

const squeeze: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  const shape = shapeOf(value.axes, L.probe);
  const axes = await axesOf(node, L, 1);
  const removed = new Set(
    axes ? axes.map((axis) => normalise(axis, shape.length)) : shape.flatMap((d, i) => (d === 1 ? [i] : [])),
  );
  if ([...removed].some((i) => shape[i] !== 1)) throw L.unsupported(node, 'squeeze of a larger axis');
  L.set(node.outputs[0], { ...value, axes: value.axes.filter((_, i) => !removed.has(i)) });
};

/** Broadcasting adds repeated atoms; they are written out only where an op cannot read them. */
const expand: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const shape = await L.integers(node.inputs[1]!);
  const rank = Math.max(shape.length, x.axes.length);
  const own: Axis[] = [...Array.from({ length: rank - x.axes.length }, (): Axis => []), ...x.axes];
  const target = [...Array.from({ length: rank - shape.length }, () => 1), ...shape];
  const axes = own.map((axis, i): Axis => {
    const size = axisSize(axis, L.probe);
    const wanted = target[i]!;
    if (wanted === size || wanted === 1) return axis;
    if (size === 1) return [{ kind: 'F', size: wanted, repeated: true }];
    throw L.unsupported(node, `expand ${size} to ${wanted}`);
  });
  L.set(node.outputs[0], { ...x, axes });
};

/** Copies one after the other: the repeated atom comes before the axis' own. */
const tile: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const times = await L.integers(node.inputs[1]!);
  const axes = x.axes.map((axis, i): Axis => {
    const size = times[i] ?? 0;
    if (size === 1) return axis;
    if (size < 1 || !isFeatureAxis(axis)) throw L.unsupported(node, `${size} copies of axis ${i}`);
    return [{ kind: 'F', size, repeated: true }, ...axis];
  });
  L.set(node.outputs[0], { ...x, axes });
};

/** Features seen as [outer, axis, inner] for the axis at `index`. */
export function around(axes: readonly Axis[], index: number): { outer: number; axis: number; inner: number } {
  const product = (part: readonly Axis[]): number =>
    part.reduce((total, axis) => total * storedSize(axis), 1);
  return {
    outer: product(axes.slice(0, index)),
    axis: storedSize(axes[index]!),
    inner: product(axes.slice(index + 1)),
  };
}

function emitSlice(
  node: OnnxNode,
  L: Lowering,
  x: TensorValue,
  axis: number,
  start: number,
  count: number,
  step: number,
  output = 0,
): TensorValue {
  const axes = x.axes.map(
    (a, i): Axis => (i === axis ? (count === 1 ? [] : [{ kind: 'F', size: count, repeated: false }]) : a),
  );
  return L.emitTensor('slice', [x.id], { ...around(x.axes, axis), start, step, count }, axes, node, output);
}

const slice: Handler = async (node, L) => {
  const starts = intsAttr(node, 'starts') ?? (await L.integers(node.inputs[1]!));
  const ends = intsAttr(node, 'ends') ?? (await L.integers(node.inputs[2]!));
  const axes = (await axesOf(node, L, 3)) ?? starts.map((_, i) => i);
  const steps = node.inputs[4] ? await L.integers(node.inputs[4]) : starts.map(() => 1);
  if (sliceOfConv(node, L, { axes, starts, ends, steps })) return;
  let x = L.tensor(node, 0);
  for (const [n, rawAxis] of axes.entries()) {
    const axis = normalise(rawAxis, x.axes.length);
    const size = axisSize(x.axes[axis]!, L.probe);
    const clamp = (v: number): number => Math.min(Math.max(v < 0 ? v + size : v, 0), size);
    const [start, end, step] = [clamp(starts[n]!), clamp(ends[n]!), steps[n]!];
    if (start === 0 && end === size && step === 1) continue;
    if (step < 1) throw L.unsupported(node, 'slice backwards');
    if (!isFeatureAxis(x.axes[axis]!)) throw prunedOrUnsupported(node, L, x.axes[axis]!);
    if (hasRepeat(x.axes[axis]!)) x = written(L, node, x);
    if (end <= start) {
      const axes = x.axes.map((a, i): Axis => (i === axis ? [{ kind: 'F', size: 0, repeated: false }] : a));
      return L.set(node.outputs[0], { kind: 'empty', axes });
    }
    x = emitSlice(node, L, x, axis, start, Math.ceil((end - start) / step), step);
  }
  L.set(node.outputs[0], x);
};

/** A slice of the token axis before the head keeps the last position only: such a file cannot give a training loss. */
function prunedOrUnsupported(node: OnnxNode, L: Lowering, axis: Axis): LabError {
  if (isTokenAxis(axis)) return new LabError('graph.pruned-logits', { file: L.model.path });
  return L.unsupported(node, 'slice of the batch');
}

const split: Handler = async (node, L) => {
  let x = L.tensor(node, 0);
  const axis = normalise(intAttr(node, 'axis', 0), x.axes.length);
  if (!isFeatureAxis(x.axes[axis]!)) throw L.unsupported(node, 'split of tokens');
  if (hasRepeat(x.axes[axis]!)) x = written(L, node, x);
  const size = storedSize(x.axes[axis]!);
  const count = node.outputs.length;
  const given = intsAttr(node, 'split') ?? (node.inputs[1] ? await L.integers(node.inputs[1]) : undefined);
  const chunk = Math.ceil(size / count);
  const sizes = given ?? Array.from({ length: count }, (_, i) => Math.min(chunk, size - i * chunk));
  let start = 0;
  sizes.forEach((length, i) => {
    if (node.outputs[i])
      emitSlice({ ...node, outputs: node.outputs.slice(i, i + 1) }, L, x, axis, start, length, 1);
    start += length;
  });
};

const concat: Handler = async (node, L) => {
  const inputs = node.inputs.filter((name) => L.values.get(name)?.kind !== 'empty');
  // One input: a part that is the whole, or an export that lost its cache; the engine keeps its own.
  if (inputs.length === 1) return L.set(node.outputs[0], L.values.get(inputs[0]!)!);
  const path = inputs.filter((name) => L.isLowered(name));
  const first = L.values.get(path[0]!)!;
  const axis = normalise(intAttr(node, 'axis', 0), first.axes.length);
  if (isTokenAxis(first.axes[axis]!)) {
    // Cache growth: [past | new] along tokens. The engine keeps its own cache, so the new part stands for both.
    if (path.length !== 1 || inputs.length !== 2) throw L.unsupported(node, 'concatenation of tokens');
    const x = L.tensor(node, node.inputs.indexOf(path[0]!));
    await checkPast(
      L,
      node,
      inputs.find((name) => name !== path[0]),
    );
    if (convInput(node, L, x)) return;
    return L.set(node.outputs[0], {
      ...x,
      axes: x.axes.map((a, i): Axis => (i === axis ? [{ kind: 'T' }] : a)),
    });
  }
  let parts = inputs.map((name) => L.tensor(node, node.inputs.indexOf(name)));
  if (parts.some((part) => part.axes.some(hasRepeat))) parts = parts.map((part) => written(L, node, part));
  if (parts.some((part) => !isFeatureAxis(part.axes[axis]!)))
    throw L.unsupported(node, 'concatenation of tokens');
  const { outer, inner } = around(parts[0]!.axes, axis);
  const sizes = parts.map((part) => storedSize(part.axes[axis]!));
  const total = sizes.reduce((a, b) => a + b, 0);
  const axes = parts[0]!.axes.map(
    (a, i): Axis => (i === axis ? [{ kind: 'F', size: total, repeated: false }] : a),
  );
  L.emitTensor(
    'concat',
    parts.map((part) => part.id),
    { outer, sizes, inner },
    axes,
    node,
  );
};

/** Gather with constant indices along features (Bloom, Falcon pick q, k, v out of a fused projection). */
const gather: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const { dims, data } = await L.constant(node.inputs[1]!);
  take(node, L, x, normalise(intAttr(node, 'axis', 0), x.axes.length), dims, data);
};

/** GatherND whose index tuples hold one number each: a Gather along the first axis, as torch's dynamo exporter writes it. */
const gatherND: Handler = async (node, L) => {
  const { dims, data } = await L.constant(node.inputs[1]!);
  if (intAttr(node, 'batch_dims', 0) !== 0 || dims.at(-1) !== 1)
    throw L.unsupported(node, `index tuples [${dims}]`);
  take(node, L, L.tensor(node, 0), 0, dims.slice(0, -1), data);
};

function take(
  node: OnnxNode,
  L: Lowering,
  value: TensorValue,
  axis: number,
  dims: readonly number[],
  data: HostTensor['data'],
): void {
  let x = value;
  if (!isFeatureAxis(x.axes[axis]!)) throw prunedOrUnsupported(node, L, x.axes[axis]!);
  if (hasRepeat(x.axes[axis]!)) x = written(L, node, x);
  const size = storedSize(x.axes[axis]!);
  const indices = Array.from(data, (i) => (i < 0 ? i + size : i));
  const step = indices.length > 1 ? indices[1]! - indices[0]! : 1;
  const regular = indices.every((v, i) => v === indices[0]! + i * step && v >= 0 && v < size);
  if (step < 1 || indices.length === 0 || !regular) throw L.unsupported(node, 'gather of irregular indices');
  if (dims.length > 1) throw L.unsupported(node, 'gather with a table of indices');
  const taken = emitSlice(node, L, x, axis, indices[0]!, indices.length, step);
  if (dims.length === 0) L.set(node.outputs[0], { ...taken, axes: taken.axes.filter((_, i) => i !== axis) });
}

export const shapeHandlers: Record<string, Handler> = {
  Reshape: reshape,
  Flatten: flatten,
  Transpose: transpose,
  Unsqueeze: unsqueeze,
  Squeeze: squeeze,
  Expand: expand,
  Tile: tile,
  Slice: slice,
  Split: split,
  Concat: concat,
  Gather: gather,
  GatherND: gatherND,
  Identity: async (node, L) => L.set(node.outputs[0], L.values.get(node.inputs[0]!)!),
  Dropout: async (node, L) => L.set(node.outputs[0], L.values.get(node.inputs[0]!)!),
};
