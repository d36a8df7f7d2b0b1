/**
 * Operators that onnxruntime's CPU kernels lack or compute in low precision, written as ones it computes in float32:
 * - attention with forms of operands that only other devices or versions take (exact-attention.ts);
 * - products with dynamically quantised activations: the activations unrounded, times the weights as stored;
 * - MatMulNBits: accuracy level 1, which forbids rounding activations to 8 bits;
 * - Swish: Sigmoid and Mul.
 *
 * For graphs that are float32 already (widen.ts). Main graph only: exporters put these operators nowhere else.
 */
import { memoryTensor } from '../memory-tensor.ts';
import type { OnnxGraph, OnnxNode } from '../types.ts';
import { attentionRewrites } from './exact-attention.ts';
import { add, dequantised, own, type Rewrite, type Rewriting } from './rewriting.ts';

/** x · ((B - zero point) · scale) + bias. */
function floatProduct(
  to: Rewriting,
  node: OnnxNode,
  inputs: {
    readonly zero: number;
    readonly scale?: number;
    readonly bias?: number;
    /** Of the left operand, where it is integers of the file: rows of a table, which no DynamicQuantizeLinear made. */
    readonly left?: { readonly zero: number; readonly scale?: number };
  },
): boolean {
  const at = (index: number | undefined) => (index === undefined ? '' : (node.inputs[index] ?? ''));
  const output = node.outputs[0]!;
  const { left } = inputs;
  const integers =
    left && !to.graph.nodes.some(({ op, outputs }) => op === 'DynamicQuantizeLinear' && outputs[0] === at(0));
  const x = integers ? dequantised(to, at(0), at(left.zero), at(left.scale), own('left', output)) : at(0);
  const weights = dequantised(to, at(1), at(inputs.zero), at(inputs.scale), output);
  const bias = at(inputs.bias);
  const product = add(to, 'MatMul', [x, weights], bias === '' ? output : own('product', output));
  if (bias !== '') add(to, 'Add', [product, bias], output);
  return true;
}

/** The value itself, with scale 1 in the products after it; its zero point is not read by them any more. */
const unrounded: Rewrite = (node, to) => {
  const [value, scale] = node.outputs;
  add(to, 'Identity', [node.inputs[0]!], value!);
  if (scale) to.initializers.set(scale, memoryTensor(scale, Float32Array.of(1), []));
  return true;
};

const unroundedProducts: Rewrite = (node, to) => {
  const attributes = new Map(node.attributes);
  attributes.set('accuracy_level', { kind: 'int', value: 1 });
  to.nodes.push({ ...node, attributes });
  return true;
};

/** x · sigmoid(alpha · x), which has no kernel yet where it is one operator (opset 24). */
const swish: Rewrite = (node, to) => {
  const [input = ''] = node.inputs;
  const output = node.outputs[0]!;
  const alpha = node.attributes.get('alpha');
  let scaled = input;
  if (alpha?.kind === 'float' && alpha.value !== 1) {
    const name = own('alpha', output);
    to.initializers.set(name, memoryTensor(name, Float32Array.of(alpha.value), []));
    scaled = add(to, 'Mul', [input, name], own('scaled', output));
  }
  const gate = add(to, 'Sigmoid', [scaled], own('gate', output));
  add(to, 'Mul', [input, gate], output);
  return true;
};

const REWRITES: Readonly<Record<string, Rewrite>> = {
  ...attentionRewrites,
  'com.microsoft::MatMulNBits': unroundedProducts,
  '::Swish': swish,
  '::DynamicQuantizeLinear': unrounded,
  '::MatMulInteger': (node, to) => floatProduct(to, node, { zero: 3, left: { zero: 2 } }),
  '::ConvInteger': (node, to) => {
    const [x = '', kernel = '', , zero = ''] = node.inputs;
    const output = node.outputs[0]!;
    const weights = dequantised(to, kernel, zero, '', output);
    add(to, 'Conv', [x, weights], output, Object.fromEntries(node.attributes));
    return true;
  },
  'com.microsoft::DynamicQuantizeMatMul': (node, to) =>
    floatProduct(to, node, { scale: 2, zero: 3, bias: 4 }),
  'com.microsoft::MatMulIntegerToFloat': (node, to) =>
    floatProduct(to, node, { scale: 3, zero: 5, bias: 6, left: { scale: 2, zero: 4 } }),
};

const ROUNDING = new Set(['DynamicQuantizeLinear', 'DynamicQuantizeMatMul']);

/** Whether the graph as it is would round activations to 8 bits. */
export const roundsActivations = ({ nodes }: OnnxGraph): boolean => nodes.some(({ op }) => ROUNDING.has(op));

/** The graph with these operators replaced; everything else is shared with `graph`. */
export function withExactOperators(graph: OnnxGraph): OnnxGraph {
  const to: Rewriting = { graph, nodes: [], initializers: new Map(graph.initializers) };
  for (const node of graph.nodes) {
    const rewrite = REWRITES[`${node.domain}::${node.op}`];
    if (!rewrite?.(node, to)) to.nodes.push(node);
  }
  return { ...graph, nodes: to.nodes, initializers: to.initializers };
}
