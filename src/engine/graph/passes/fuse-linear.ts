/**
 * Biases and numbers around linear and attention nodes: one dispatch less each.
 */
import type { AttentionAttrs, BinaryVectorAttrs, LinearAttrs } from '../program.ts';
import type { FuseRule } from './fuse.ts';

/** linear + bias vector */
const bias: FuseRule = (node, m) => {
  if (node.op !== 'binaryVector') return undefined;
  const { fn, vector, vectorDims } = node.attrs as BinaryVectorAttrs;
  const linear = m.producer(node.inputs[0]!, 'linear');
  if (fn !== 'add' || !linear || !m.usedOnce(linear.outputs[0]!)) return undefined;
  const attrs = linear.attrs as LinearAttrs;
  const { n } = m.program.weights[attrs.weight]!;
  if (attrs.bias !== undefined || vectorDims.reduce((a, b) => a * b, 1) !== n) return undefined;
  return { ...node, op: 'linear', inputs: linear.inputs, attrs: { ...attrs, bias: vector } };
};

/** Numbers multiplied to q or k belong to attention's scale. */
const attentionScale: FuseRule = (node, m) => {
  if (node.op !== 'attention') return undefined;
  const attrs = node.attrs as AttentionAttrs;
  for (const index of [0, 1]) {
    const scaled = m.affine(node.inputs[index]!);
    if (scaled?.shift !== 0) continue;
    const inputs = node.inputs.map((input, i) => (i === index ? scaled.input : input));
    return { ...node, inputs, attrs: { ...attrs, scale: attrs.scale * scaled.scale } };
  }
  return undefined;
};

/** A number multiplied to a matrix's input belongs to its alpha. */
const inputScale: FuseRule = (node, m) => {
  if (node.op !== 'linear') return undefined;
  const scaled = m.affine(node.inputs[0]!);
  if (scaled?.shift !== 0) return undefined;
  const attrs = node.attrs as LinearAttrs;
  const inputs = [scaled.input, ...node.inputs.slice(1)];
  return { ...node, inputs, attrs: { ...attrs, alpha: attrs.alpha * scaled.scale } };
};

export const linearRules: readonly FuseRule[] = [bias, attentionScale, inputScale];
