/**
 * Attention in decomposed graphs: from the product q·kᵀ to the product with the values, nothing is computed; scale,
 * softcap and masks are collected and one attention node is emitted at the end.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { BinaryFn } from '../../program.ts';
import { type Axis, isTokenAxis, reshapeAxes, sameAxis, shapeOf, storedDims, storedSize } from '../axes.ts';
import { floatAttr, intAttr, type Lowering } from '../lowering.ts';
import { analyseMask } from '../masks.ts';
import { groupedHeads, written } from '../repeats.ts';
import type { ScoresValue, TensorValue } from '../types.ts';
import type { Handler } from './types.ts';

function scoresInput(node: OnnxNode, L: Lowering): { scores: ScoresValue; index: number } | undefined {
  const index = node.inputs.findIndex((name) => L.values.get(name)?.kind === 'scores');
  if (index < 0) return undefined;
  return { scores: L.values.get(node.inputs[index]!) as ScoresValue, index };
}

/** MatMul of two activations: q·kᵀ starts scores, probabilities times values end them. */
export async function activationProduct(
  node: OnnxNode,
  L: Lowering,
  alpha = 1,
  transB = false,
): Promise<void> {
  const left = L.values.get(node.inputs[0]!)!;
  const right = L.tensor(node, 1);
  if (left.kind === 'scores') {
    if (!left.normalised || transB || alpha !== 1)
      throw L.unsupported(node, 'product with scores that are not normalised');
    return emitAttention(node, L, left, right);
  }
  const q = L.tensor(node, 0);
  const rank = right.axes.length;
  const keyAxis = right.axes[transB ? rank - 2 : rank - 1];
  const contracted = right.axes[transB ? rank - 1 : rank - 2];
  const tokens = q.axes.at(-2);
  const features = q.axes.at(-1);
  if (
    !keyAxis ||
    !contracted ||
    !tokens ||
    !features ||
    !isTokenAxis(keyAxis) ||
    !isTokenAxis(tokens) ||
    !sameAxis(features, contracted)
  ) {
    throw L.unsupported(node, 'product of two activations that is not q·kᵀ');
  }
  L.set(node.outputs[0], {
    kind: 'scores',
    q,
    k: right,
    axes: [...q.axes.slice(0, -1), [{ kind: 'T' }]],
    scale: alpha,
    softcap: 0,
    capped: false,
    masks: [],
    normalised: false,
  });
}

/** Add, Sub, Mul, Div between scores and a constant. */
export async function scoresArithmetic(fn: BinaryFn, node: OnnxNode, L: Lowering): Promise<boolean> {
  const input = scoresInput(node, L);
  if (!input) return false;
  const { scores, index } = input;
  const other = node.inputs[1 - index]!;
  if (scores.normalised || L.isLowered(other))
    throw L.unsupported(node, 'arithmetic on attention probabilities');
  const factor = fn === 'mul' || (fn === 'div' && index === 0) ? await L.scalar(other) : undefined;
  if (factor !== undefined) {
    const f = fn === 'mul' ? factor : 1 / factor;
    const masks = scores.masks.map((mask) => ({ ...mask, factor: mask.factor * f }));
    // After tanh the factor is the cap itself: scores were divided by it before.
    const next = scores.capped
      ? { ...scores, softcap: f, capped: false, scale: scores.scale * f }
      : { ...scores, scale: scores.scale * f };
    L.set(node.outputs[0], { ...next, masks });
    return true;
  }
  if (fn !== 'add') throw L.unsupported(node, 'arithmetic on attention scores');
  L.set(node.outputs[0], { ...scores, masks: [...scores.masks, { name: other, mode: 'add', factor: 1 }] });
  return true;
}

/** Tanh of scores is a softcap: c·tanh(z/c). */
export function scoresUnary(node: OnnxNode, L: Lowering): boolean {
  const input = scoresInput(node, L);
  if (!input) return false;
  if (node.op !== 'Tanh' || input.scores.masks.length > 0 || input.scores.softcap !== 0)
    throw L.unsupported(node, 'function of attention scores');
  L.set(node.outputs[0], { ...input.scores, capped: true });
  return true;
}

/** Where(condition, scores, -inf), its mirror, and the NaN guard after softmax. */
export async function scoresWhere(node: OnnxNode, L: Lowering): Promise<boolean> {
  const input = scoresInput(node, L);
  if (!input) return false;
  const { scores, index } = input;
  const condition = node.inputs[0]!;
  if (L.values.get(condition)?.kind === 'nan-guard') {
    L.set(node.outputs[0], scores);
    return true;
  }
  if (L.isLowered(condition) || scores.normalised)
    throw L.unsupported(node, 'condition on attention probabilities');
  const fill = await L.constant(node.inputs[3 - index]!);
  if (!fill.data.every((x) => x <= -9000))
    throw L.unsupported(node, 'masked scores are not filled with a very negative number');
  const mode = index === 1 ? 'keep' : 'drop';
  L.set(node.outputs[0], { ...scores, masks: [...scores.masks, { name: condition, mode, factor: 1 }] });
  return true;
}

export const softmax: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  if (value.kind !== 'scores') throw L.unsupported(node, 'softmax outside attention');
  const axis = intAttr(node, 'axis', L.opset('') < 13 ? 1 : -1);
  if (axis !== -1 && axis !== value.axes.length - 1)
    throw L.unsupported(node, 'softmax over another axis than the keys');
  if (value.capped) throw L.unsupported(node, 'softcap without its factor');
  L.set(node.outputs[0], { ...value, normalised: true });
};

/** Bloom folds batch and heads into one axis around its scores. */
export async function reshapeScores(node: OnnxNode, L: Lowering, shape: readonly number[]): Promise<boolean> {
  const input = scoresInput(node, L);
  if (!input) return false;
  const axes = reshapeAxes(input.scores.axes, shape, L.probe);
  if (!axes) throw L.unsupported(node, `reshape ${shapeOf(input.scores.axes, L.probe)} to ${shape}`);
  L.set(node.outputs[0], { ...input.scores, axes });
  return true;
}

async function emitAttention(
  node: OnnxNode,
  L: Lowering,
  scores: ScoresValue,
  v: TensorValue,
): Promise<void> {
  const valueTokens = v.axes.at(-2);
  if (!valueTokens || !isTokenAxis(valueTokens)) throw L.unsupported(node, 'values without a token axis');
  const headDim = storedSize(scores.q.axes.at(-1)!);
  const valueDim = storedSize(v.axes.at(-1)!);
  const heads = headCount(scores.q);
  let k = groupedHeads(L, node, scores.k, headDim);
  let values = groupedHeads(L, node, v, valueDim);
  if (headCount(k) !== headCount(values)) [k, values] = [written(L, node, k), written(L, node, values)];
  const kvHeads = headCount(k);
  if (headCount(values) !== kvHeads) throw L.unsupported(node, 'keys and values of unlike heads');
  checkHeads(L, node, { heads, kvHeads, headDim, valueDim });
  const mask = await analyseMask(L, node, scores.masks, heads);
  const attrs = { headDim, valueDim, heads, kvHeads, scale: scores.scale, softcap: scores.softcap, ...mask };
  const axes = [...scores.axes.slice(0, -1), v.axes.at(-1)!];
  emitAttentionNode(L, node, [scores.q, k, values], attrs, axes);
}

export interface AttentionShape {
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly valueDim: number;
  readonly scale: number;
  readonly softcap: number;
  readonly window: number;
  readonly alibi?: number;
  readonly sinks?: number;
}

/** Attributes name heads freely: refuses numbers that do not divide the features, before anything of their size is made. */
export function checkHeads(
  L: Lowering,
  node: OnnxNode,
  shape: Pick<AttentionShape, 'heads' | 'kvHeads' | 'headDim' | 'valueDim'>,
): void {
  const { heads, kvHeads, headDim, valueDim } = shape;
  const whole = [heads, kvHeads, headDim, valueDim].every((x) => Number.isInteger(x) && x > 0);
  if (!whole || heads % kvHeads !== 0)
    throw L.unsupported(node, `${heads} heads of ${headDim}, ${kvHeads} key heads, values of ${valueDim}`);
}

/** Emits the attention node and registers its output under the ONNX node's first output. */
export function emitAttentionNode(
  L: Lowering,
  node: OnnxNode,
  qkv: readonly TensorValue[],
  shape: AttentionShape,
  axes: readonly Axis[],
): void {
  const layer = L.nextCacheLayer();
  const dims = [[shape.heads, shape.valueDim], [shape.heads]];
  const ids = L.emit(
    'attention',
    qkv.map((t) => t.id),
    { layer, ...shape },
    dims,
    { ...node, outputs: [node.outputs[0]!] },
  );
  L.set(node.outputs[0], { kind: 'tensor', id: ids[0]!, axes });
}

/** Number of stored heads: all features but the last axis. */
function headCount(t: TensorValue): number {
  const featureAxis = t.axes.at(-1)!;
  const isKeyTransposed = isTokenAxis(featureAxis);
  const inner = isKeyTransposed ? t.axes.at(-2)! : featureAxis;
  return storedDims(t.axes).reduce((a, b) => a * b, 1) / storedSize(inner);
}

export const fusedMatMul: Handler = async (node, L) => {
  if (intAttr(node, 'transA', 0) || intAttr(node, 'transBatchA', 0) || intAttr(node, 'transBatchB', 0))
    throw L.unsupported(node, 'transposed left operand');
  await activationProduct(node, L, floatAttr(node, 'alpha', 1), intAttr(node, 'transB', 0) === 1);
};
