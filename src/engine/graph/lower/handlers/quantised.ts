/**
 * Dynamically quantised files: DynamicQuantizeLinear + MatMulInteger + Cast + Mul, and the nodes into which onnxruntime fuses
 * them, become one linear with int8 weights.
 *
 * The rounding of activations is left out on purpose: its scale spans the whole tensor, so a row's result would depend
 * on the rows beside it.
 */
import type { OnnxNode } from '../../../onnx/types.ts';
import type { MatrixWeight } from '../../program.ts';
import { features, storedSize } from '../axes.ts';
import type { Lowering } from '../lowering.ts';
import type { IntegerProductValue, QuantisedValue, TensorValue } from '../types.ts';
import { int8Format } from '../weights.ts';
import { scaleConv } from './conv.ts';
import { biasVector, emitLinear } from './linear.ts';
import type { Handler } from './types.ts';

const dynamicQuantize: Handler = async (node, L) => {
  const value = L.values.get(node.inputs[0]!)!;
  const of = value.kind === 'conv-input' ? value : L.tensor(node, 0);
  const common = { of, factors: [] };
  L.set(node.outputs[0], { kind: 'quantised', axes: of.axes, ...common });
  L.set(node.outputs[1], { kind: 'quantised-scale', axes: [], ...common });
  L.set(node.outputs[2], { kind: 'quantised-zero', axes: [], ...common });
};

const matMulInteger: Handler = async (node, L) => {
  const a = L.values.get(node.inputs[0]!);
  const data = L.graph.initializers.get(node.inputs[1]!);
  if (a?.kind !== 'quantised' || a.of.kind !== 'tensor' || !data || data.dims.length !== 2)
    throw L.unsupported(node, 'integer product of another form');
  if (a.stored && a.stored.zeroPoint !== (node.inputs[2] ?? ''))
    throw L.unsupported(node, 'a zero point that is not the embedding table’s');
  const [k, n] = data.dims as [number, number];
  const value: IntegerProductValue = {
    kind: 'integer-product',
    of: a.of,
    weight: {
      name: data.name,
      k,
      n,
      order: 'kn',
      data,
      zeroPoint: node.inputs[3] ?? '',
    },
    axes: [...a.axes.slice(0, -1), features(n)],
    ...(a.stored ? { stored: a.stored } : {}),
  };
  if (storedSize(a.axes.at(-1)!) !== k) throw L.unsupported(node, `matrix ${data.name} has ${k} rows`);
  L.set(node.outputs[0], value);
};

/** Mul(activation scale, weight scale) and Mul(product, that). */
export async function quantisedMul(node: OnnxNode, L: Lowering): Promise<boolean> {
  const kinds = node.inputs.map((name) => L.values.get(name)?.kind);
  const scaleIndex = kinds.indexOf('quantised-scale');
  const productIndex = kinds.indexOf('integer-product');
  const other = L.values.get(node.inputs[1 - scaleIndex]!);
  if (scaleIndex >= 0 && other?.kind === 'conv-output') {
    const { factors } = L.values.get(node.inputs[scaleIndex]!) as QuantisedValue;
    if (factors.length !== 1) throw L.unsupported(node, 'integer convolution with several scales');
    await scaleConv(node, L, other, factors[0]!);
    return true;
  }
  if (scaleIndex < 0 && productIndex < 0) return false;
  if (productIndex < 0) {
    const scale = L.values.get(node.inputs[scaleIndex]!) as QuantisedValue;
    L.set(node.outputs[0], { ...scale, factors: [...scale.factors, node.inputs[1 - scaleIndex]!] });
    return true;
  }
  const product = L.values.get(node.inputs[productIndex]!) as IntegerProductValue;
  if (scaleIndex < 0) {
    await finishStoredProduct(L, node, product, node.inputs[1 - productIndex]!);
    return true;
  }
  await finishIntegerProduct(L, node, product, L.values.get(node.inputs[scaleIndex]!) as QuantisedValue);
  return true;
}

/** Emits the linear of a finished integer product. */
async function finishIntegerProduct(
  L: Lowering,
  node: OnnxNode,
  product: IntegerProductValue,
  scale: QuantisedValue,
): Promise<void> {
  if (scale.factors.length !== 1) throw L.unsupported(node, 'integer product with several scales');
  const { zeroPoint, data, ...weight } = product.weight;
  const format = await int8Format(L, data, scale.factors[0]!, zeroPoint);
  emitLinear(L, node, product.of, { ...weight, data, format });
}

/** The same for rows of an integer table: `scale` is the product of both scales, the table's own is in the rows already. */
async function finishStoredProduct(
  L: Lowering,
  node: OnnxNode,
  product: IntegerProductValue,
  scale: string,
): Promise<void> {
  if (!product.stored) throw L.unsupported(node, 'integer product without its scale');
  const own = await L.scalar(product.stored.scale);
  if (!own) throw L.unsupported(node, 'an embedding table with several scales');
  const scales = Float32Array.from((await L.constant(scale)).data, (both) => both / own);
  const { zeroPoint, data, ...weight } = product.weight;
  const format = await int8Format(L, data, scales, zeroPoint);
  emitLinear(L, node, product.of, { ...weight, data, format });
}

/** 8-bit weights [K, N] with their scale and zero point, each by the name of a value. */
export async function integerMatrix(
  L: Lowering,
  node: OnnxNode,
  name: string,
  scale: string,
  zero: string | undefined,
): Promise<MatrixWeight> {
  const data = L.graph.initializers.get(name);
  if (data?.dims.length !== 2) throw L.unsupported(node, 'weights that are no initializer');
  const [k, n] = data.dims as [number, number];
  return { name: data.name, k, n, order: 'kn', data, format: await int8Format(L, data, scale, zero) };
}

/** x · W with W given by its input index; scale, zero point and bias follow as the operators list them. */
async function fusedProduct(
  L: Lowering,
  node: OnnxNode,
  of: TensorValue,
  inputs: { readonly scale: number; readonly zero: number; readonly bias: number },
): Promise<void> {
  const [scale, zero, bias] = [inputs.scale, inputs.zero, inputs.bias].map((index) => node.inputs[index]);
  const weight = await integerMatrix(L, node, node.inputs[1]!, scale!, zero);
  const vector = bias ? await biasVector(L, bias, weight.n) : undefined;
  emitLinear(L, node, of, weight, 1, vector);
}

const matMulIntegerToFloat: Handler = async (node, L) => {
  const a = L.values.get(node.inputs[0]!);
  if (a?.kind !== 'quantised' || a.of.kind !== 'tensor')
    throw L.unsupported(node, 'integer product of another form');
  if (a.stored) {
    // The rows of the table are read with its own scale and zero point; a product that names others means other numbers.
    const [own, named] = [await L.scalar(a.stored.scale), await L.scalar(node.inputs[2] ?? '')];
    if (own === undefined || own !== named || a.stored.zeroPoint !== (node.inputs[4] ?? ''))
      throw L.unsupported(node, 'a scale or zero point that is not the embedding table’s');
  }
  await fusedProduct(L, node, a.of, { scale: 3, zero: 5, bias: 6 });
};

export const quantisedHandlers: Record<string, Handler> = {
  DynamicQuantizeLinear: dynamicQuantize,
  MatMulInteger: matMulInteger,
  'com.microsoft::DynamicQuantizeMatMul': (node, L) =>
    fusedProduct(L, node, L.tensor(node, 0), { scale: 2, zero: 3, bias: 4 }),
  'com.microsoft::MatMulIntegerToFloat': matMulIntegerToFloat,
};
