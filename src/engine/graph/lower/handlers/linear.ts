/**
 * Products with stored matrices: MatMul, Gemm, MatMulNBits, MatMulBnb4, FusedMatMul.
 */
import { LabError } from '../../../../lib/errors.ts';
import type { OnnxNode } from '../../../onnx/types.ts';
import type { MatrixFormat, MatrixWeight, UnaryFn, VectorId } from '../../program.ts';
import { type Axis, features, hasRepeat, storedSize } from '../axes.ts';
import { constantVector } from '../constants.ts';
import { floatAttr, intAttr, type Lowering, stringAttr } from '../lowering.ts';
import { written } from '../repeats.ts';
import type { TensorValue } from '../types.ts';
import { matrixWeight } from '../weights.ts';
import { activationProduct, fusedMatMul } from './scores.ts';
import type { Handler } from './types.ts';

/** Emits x · W and registers the output. */
export function emitLinear(
  L: Lowering,
  node: OnnxNode,
  x: TensorValue,
  weight: MatrixWeight,
  alpha = 1,
  bias?: VectorId,
): TensorValue {
  const last = x.axes.at(-1)!;
  if (hasRepeat(last)) return emitLinear(L, node, written(L, node, x), weight, alpha, bias);
  if (storedSize(last) !== weight.k)
    throw L.unsupported(node, `matrix ${weight.name} has ${weight.k} rows for ${storedSize(last)} features`);
  const attrs = {
    weight: L.program.weight(weight),
    transposed: false,
    alpha,
    ...(bias === undefined ? {} : { bias }),
  };
  const axes: Axis[] = [...x.axes.slice(0, -1), features(weight.n)];
  if (axes.slice(0, -1).some((axis) => storedSize(axis) > 1))
    throw L.unsupported(node, 'one matrix for several heads');
  return L.emitTensor('linear', [x.id], attrs, axes, node);
}

export async function storedMatrix(
  L: Lowering,
  node: OnnxNode,
  name: string,
  transposed = false,
): Promise<MatrixWeight> {
  const weight = await matrixWeight(L, name, transposed);
  if (!weight) throw L.unsupported(node, `right operand ${name} is no stored matrix`);
  return weight;
}

const matMul: Handler = async (node, L) => {
  if (L.isLowered(node.inputs[1]!)) return activationProduct(node, L);
  emitLinear(L, node, L.tensor(node, 0), await storedMatrix(L, node, node.inputs[1]!));
};

const gemm: Handler = async (node, L) => {
  if (intAttr(node, 'transA', 0)) throw L.unsupported(node, 'transposed left operand');
  const weight = await storedMatrix(L, node, node.inputs[1]!, intAttr(node, 'transB', 0) === 1);
  const bias = node.inputs[2]
    ? await biasVector(L, node.inputs[2], weight.n, floatAttr(node, 'beta', 1))
    : undefined;
  emitLinear(L, node, L.tensor(node, 0), weight, floatAttr(node, 'alpha', 1), bias);
};

export async function biasVector(L: Lowering, name: string, n: number, factor = 1): Promise<VectorId> {
  const data = await constantVector(L, name);
  if (data.length !== n && data.length !== 1)
    throw new LabError('graph.weight-type', {
      tensor: name,
      type: `bias [${data.length}]`,
      file: L.model.path,
    });
  const full = data.length === n ? data : new Float32Array(n).fill(data[0]!);
  return L.program.vector(name, factor === 1 ? full : full.map((x) => x * factor));
}

const msFusedMatMul: Handler = async (node, L) => {
  if (L.isLowered(node.inputs[1]!)) return fusedMatMul(node, L);
  const weight = await storedMatrix(L, node, node.inputs[1]!, intAttr(node, 'transB', 0) === 1);
  emitLinear(L, node, L.tensor(node, 0), weight, floatAttr(node, 'alpha', 1));
};

const ACTIVATIONS: Readonly<Record<string, UnaryFn>> = {
  Relu: { fn: 'relu' },
  Tanh: { fn: 'tanh' },
  Sigmoid: { fn: 'sigmoid' },
};

/** Gemm with an activation on its result. */
const fusedGemm: Handler = async (node, L) => {
  const name = stringAttr(node, 'activation', '');
  const fn = ACTIVATIONS[name];
  if (!fn) throw L.unsupported(node, `activation ${name}`);
  await gemm(node, L);
  const y = L.tensor({ ...node, inputs: node.outputs }, 0);
  L.emitTensor('unary', [y.id], fn, y.axes, node);
};

/** Blocks along K of [N, K]; see the com.microsoft operator documentation. */
const matMulNBits: Handler = async (node, L) => {
  const [k, n, block, bits] = ['K', 'N', 'block_size', 'bits'].map((name) =>
    intAttr(node, name, name === 'bits' ? 4 : 0),
  ) as [number, number, number, number];
  if (intAttr(node, 'weight_prepacked', 0) !== 0) throw L.unsupported(node, 'weights packed for one device');
  if (node.inputs[4]) throw L.unsupported(node, 'g_idx');
  const [data, scales, zeroPoints] = [1, 2, 3].map((i) =>
    node.inputs[i] ? L.graph.initializers.get(node.inputs[i]!) : undefined,
  );
  if (!data || !scales || (bits !== 2 && bits !== 4 && bits !== 8))
    throw L.unsupported(node, `${bits}-bit weights that are no initializers`);
  // N and K are attributes: nothing of their size is made before the bytes are known to be there.
  if (data.byteLength !== (n * Math.ceil(k / block) * block * bits) / 8)
    throw L.unsupported(node, `${data.byteLength} bytes for ${n} x ${k} weights of ${bits} bits`);
  const format: MatrixFormat = { kind: 'blocks', bits, block, scales, ...(zeroPoints ? { zeroPoints } : {}) };
  const bias = node.inputs[5] ? await biasVector(L, node.inputs[5], n) : undefined;
  emitLinear(L, node, L.tensor(node, 0), { name: data.name, k, n, order: 'nk', format, data }, 1, bias);
};

const matMulBnb4: Handler = async (node, L) => {
  const [k, n, block] = ['K', 'N', 'block_size'].map((name) => intAttr(node, name, 0)) as [
    number,
    number,
    number,
  ];
  const data = L.graph.initializers.get(node.inputs[1]!);
  const absmax = L.graph.initializers.get(node.inputs[2]!);
  if (!data || !absmax)
    throw new LabError('graph.weight-type', {
      tensor: node.inputs[1] ?? '',
      type: 'bnb4',
      file: L.model.path,
    });
  const format: MatrixFormat = {
    kind: 'bnb4',
    table: intAttr(node, 'quant_type', 1) === 1 ? 'nf4' : 'fp4',
    block,
    absmax,
  };
  emitLinear(L, node, L.tensor(node, 0), { name: data.name, k, n, order: 'nk', format, data });
};

export const linearHandlers: Record<string, Handler> = {
  MatMul: matMul,
  Gemm: gemm,
  'com.microsoft::FusedGemm': fusedGemm,
  'com.microsoft::FusedMatMul': msFusedMatMul,
  'com.microsoft::MatMulNBits': matMulNBits,
  'com.microsoft::MatMulBnb4': matMulBnb4,
};
