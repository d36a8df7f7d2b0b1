/**
 * RMSNorm and LayerNorm written out as reductions and elementwise ops.
 */
import type { BinaryVectorAttrs, NormAttrs, ProgramNode, ValueId } from '../program.ts';
import type { FuseRule } from './fuse.ts';
import type { Matcher } from './pattern.ts';

interface Root {
  /** What is squared and averaged. */
  readonly input: ValueId;
  readonly eps: number;
  readonly size: number;
}

/** sqrt(mean(x²) + eps) */
function rootMeanSquare(value: ValueId, m: Matcher): Root | undefined {
  const sqrt = m.unary(value, 'sqrt');
  const sum = sqrt && m.affine(sqrt.inputs[0]!);
  const mean = sum && sum.scale === 1 ? m.producer(sum.input, 'reduce') : undefined;
  if (!sum || !mean || (mean.attrs as { fn: string }).fn !== 'mean') return undefined;
  const size = m.program.values[mean.inputs[0]!]!.dims.at(-1)!;
  const power = m.unary(mean.inputs[0]!, 'pow');
  if (power && (power.attrs as { exponent: number }).exponent === 2)
    return { input: power.inputs[0]!, eps: sum.shift, size };
  const square = m.binary(mean.inputs[0]!, 'mul');
  if (square && m.same(square.inputs[0]!, square.inputs[1]!))
    return { input: square.inputs[0]!, eps: sum.shift, size };
  return undefined;
}

/** x / root or x · (1 / root), returning x and root. */
function quotient(node: ProgramNode, m: Matcher): { readonly x: ValueId; readonly root: Root } | undefined {
  if (node.op !== 'binary') return undefined;
  const fn = (node.attrs as { fn: string }).fn;
  const [a, b] = node.inputs as [ValueId, ValueId];
  if (fn === 'div') {
    const root = rootMeanSquare(b, m);
    return root && m.same(a, root.input) ? { x: a, root } : undefined;
  }
  if (fn !== 'mul') return undefined;
  for (const [x, factor] of [
    [a, b],
    [b, a],
  ] as const) {
    const inverse = m.unary(factor, 'reciprocal');
    const root = inverse && rootMeanSquare(inverse.inputs[0]!, m);
    if (root && m.same(x, root.input)) return { x, root };
  }
  return undefined;
}

/** x - mean(x), returning x. */
function centred(value: ValueId, m: Matcher): ValueId | undefined {
  const sub = m.binary(value, 'sub');
  const mean = sub && m.producer(sub.inputs[1]!, 'reduce');
  if (
    !sub ||
    !mean ||
    (mean.attrs as { fn: string }).fn !== 'mean' ||
    !m.same(mean.inputs[0]!, sub.inputs[0]!)
  )
    return undefined;
  return sub.inputs[0];
}

const rmsNorm: FuseRule = (node, m) => {
  const match = quotient(node, m);
  if (!match) return undefined;
  const { root } = match;
  const inner = centred(match.x, m);
  const attrs: NormAttrs = { kind: inner === undefined ? 'rms' : 'layer', size: root.size, eps: root.eps };
  return { ...node, op: 'norm', inputs: [inner ?? match.x], attrs };
};

/** RMSNorm of x - mean(x) is LayerNorm of x; onnxruntime's optimiser leaves such pairs. */
const centredNorm: FuseRule = (node, m) => {
  const attrs = node.op === 'norm' ? (node.attrs as NormAttrs) : undefined;
  const inner = attrs?.kind === 'rms' ? centred(node.inputs[0]!, m) : undefined;
  if (!attrs || inner === undefined || m.program.values[inner]!.dims.at(-1) !== attrs.size) return undefined;
  return { ...node, inputs: [inner], attrs: { ...attrs, kind: 'layer' } };
};

/** A vector over exactly the normalised features multiplies (gain) or is added (bias) to a norm nobody else reads. */
const gainAndBias: FuseRule = (node, m) => {
  if (node.op !== 'binaryVector') return undefined;
  const { fn, vector, vectorDims } = node.attrs as BinaryVectorAttrs;
  const norm = m.producer(node.inputs[0]!, 'norm');
  if (!norm || !m.usedOnce(norm.outputs[0]!)) return undefined;
  const attrs = norm.attrs as NormAttrs;
  const dims = m.program.values[node.inputs[0]!]!.dims.slice(-vectorDims.length);
  if (m.rowLength(node.inputs[0]!) % attrs.size !== 0 || vectorDims.some((d, i) => d !== dims[i]))
    return undefined;
  if (vectorDims.reduce((a, b) => a * b, 1) !== attrs.size) return undefined;
  if (fn === 'mul' && attrs.gamma === undefined && attrs.beta === undefined) {
    return { ...node, op: 'norm', inputs: norm.inputs, attrs: { ...attrs, gamma: vector } };
  }
  if (fn === 'add' && attrs.beta === undefined)
    return { ...node, op: 'norm', inputs: norm.inputs, attrs: { ...attrs, beta: vector } };
  return undefined;
};

export const normRules: readonly FuseRule[] = [rmsNorm, centredNorm, gainAndBias];
