/**
 * ONNX functions of one activation, with a bias where the operator adds one.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { UnaryFn } from '../../program.ts';
import { floatAttr, type Lowering, stringAttr } from '../lowering.ts';
import { addValues } from './elementwise.ts';
import { scoresUnary } from './scores.ts';
import type { Handler } from './types.ts';

function unary(fn: (node: OnnxNode, L: Lowering) => UnaryFn): Handler {
  return async (node, L) => {
    if (scoresUnary(node, L)) return;
    const x = L.tensor(node, 0);
    L.emitTensor('unary', [x.id], fn(node, L), x.axes, node);
  };
}

/** GELU of x + bias; the bias is optional in FastGelu. */
function biased(fn: UnaryFn): Handler {
  return async (node, L) => {
    const [input, bias] = node.inputs;
    const name = bias ? await addValues(L, node, input!, bias, `${node.outputs[0]}#biased`) : input!;
    const x = L.tensor({ ...node, inputs: [name] }, 0);
    L.emitTensor('unary', [x.id], fn, x.axes, node);
  };
}

/** x·σ(alpha·x) */
function swish(alpha: number): UnaryFn {
  return alpha === 1 ? { fn: 'silu' } : { fn: 'quickGelu', alpha };
}

/** x·tanh(softplus(x)) */
const mish: Handler = async (node, L) => {
  const x = L.tensor(node, 0);
  const dims = [L.program.dims(x.id)];
  const [soft] = L.emit('unary', [x.id], { fn: 'softplus' }, dims, node);
  const [gate] = L.emit('unary', [soft!], { fn: 'tanh' }, dims, node);
  L.emitTensor('binary', [x.id, gate!], { fn: 'mul' }, x.axes, node);
};

export const activationHandlers: Record<string, Handler> = {
  Neg: unary(() => ({ fn: 'affine', scale: -1, shift: 0 })),
  Sqrt: unary(() => ({ fn: 'sqrt' })),
  Reciprocal: unary(() => ({ fn: 'reciprocal' })),
  Sigmoid: unary(() => ({ fn: 'sigmoid' })),
  Tanh: unary(() => ({ fn: 'tanh' })),
  Erf: unary(() => ({ fn: 'erf' })),
  Exp: unary(() => ({ fn: 'exp' })),
  Abs: unary(() => ({ fn: 'abs' })),
  Relu: unary(() => ({ fn: 'relu' })),
  LeakyRelu: unary((node) => ({ fn: 'leakyRelu', alpha: floatAttr(node, 'alpha', 0.01) })),
  Softplus: unary(() => ({ fn: 'softplus' })),
  Mish: mish,
  Gelu: unary((node) =>
    stringAttr(node, 'approximate', 'none') === 'tanh' ? { fn: 'geluTanh' } : { fn: 'geluErf' },
  ),
  'com.microsoft::Gelu': unary(() => ({ fn: 'geluErf' })),
  'com.microsoft::QuickGelu': unary((node) => swish(floatAttr(node, 'alpha', 1.702))),
  Swish: unary((node) => swish(floatAttr(node, 'alpha', 1))),
  'com.microsoft::FastGelu': biased({ fn: 'geluTanh' }),
  'com.microsoft::BiasGelu': biased({ fn: 'geluErf' }),
};
