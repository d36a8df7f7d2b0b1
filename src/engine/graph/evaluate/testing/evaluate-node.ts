/** One node through the real evaluator, and short ways to write tensors. For tests. */
import { elementType } from '../../../onnx/dtypes.ts';
import { inlineTensor } from '../../../onnx/parse-tensor.ts';
import type { AttributeValue, OnnxModel, OnnxNode } from '../../../onnx/types.ts';
import type { HostDtype, HostTensor } from '../../host-tensor.ts';
import type { PreparedGraph } from '../../prepare.ts';
import { createEvaluator } from '../evaluator.ts';

type Numbers = readonly number[];

function tensor(dtype: HostDtype) {
  return (dims: Numbers, data: Numbers): HostTensor => ({ dtype, dims, data: Float64Array.from(data) });
}

export const f32 = tensor('float32');
export const f16 = tensor('float16');
export const i64 = tensor('int64');
export const i32 = tensor('int32');
export const u8 = tensor('uint8');
export const bool = tensor('bool');

/** 0, 1, 2, … in a shape, as float32. */
export function counting(...dims: number[]): HostTensor {
  const size = dims.reduce((product, d) => product * d, 1);
  return f32(
    dims,
    Array.from({ length: size }, (_, i) => i),
  );
}

/** Integers and strings as such; {float}, {int64: one value as a tensor} for the rest. */
export type Attribute = number | string | Numbers | { readonly float: number } | { readonly int64: number };

function attributeValue(value: Attribute): AttributeValue {
  if (typeof value === 'number') return { kind: 'int', value };
  if (typeof value === 'string') return { kind: 'string', value };
  if ('float' in value) return { kind: 'float', value: value.float };
  if ('int64' in value) {
    const bytes = new Uint8Array(BigInt64Array.of(BigInt(value.int64)).buffer);
    return { kind: 'tensor', value: inlineTensor('value', elementType(7), [1], bytes) };
  }
  return { kind: 'ints', value };
}

export interface NodeRun {
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly opset?: number;
  readonly domain?: string;
  readonly outputs?: number;
  readonly maxElements?: number;
}

/** All outputs of `op` on the inputs (undefined: absent). */
export async function evaluateNode(
  op: string,
  inputs: readonly (HostTensor | undefined)[],
  { attributes = {}, opset = 18, domain = '', outputs = 1, maxElements }: NodeRun = {},
): Promise<HostTensor[]> {
  const names = Array.from({ length: outputs }, (_, i) => `out${i}`);
  const node: OnnxNode = {
    name: 'node',
    op,
    domain,
    inputs: inputs.map((input, i) => (input ? `in${i}` : '')),
    outputs: names,
    attributes: new Map(Object.entries(attributes).map(([key, value]) => [key, attributeValue(value)])),
  };
  const feeds = new Map(inputs.flatMap((input, i) => (input ? [[`in${i}`, input]] : [])));
  const evaluator = createEvaluator(graphOf([node]), modelOf(opset));
  const request = { feeds, knownShapes: new Map(), wanted: names, ...(maxElements ? { maxElements } : {}) };
  return [...(await evaluator.run(request)).values()];
}

/** The only output of a node as plain data. */
export async function evaluateOne(
  op: string,
  inputs: readonly (HostTensor | undefined)[],
  run: NodeRun = {},
): Promise<{ dtype: string; dims: Numbers; data: Numbers }> {
  const [{ dtype, dims, data }] = (await evaluateNode(op, inputs, run)) as [HostTensor];
  return { dtype, dims, data: Array.from(data) };
}

/** A sorted graph of the nodes alone. */
export function graphOf(nodes: readonly OnnxNode[], rest: Partial<PreparedGraph> = {}): PreparedGraph {
  return {
    nodes,
    initializers: new Map(),
    inputs: [],
    outputs: [],
    producers: new Map(nodes.flatMap((node, i) => node.outputs.map((name) => [name, i] as const))),
    consumers: new Map(),
    aliases: new Map(),
    ...rest,
  };
}

export function modelOf(opset: number): OnnxModel {
  const graph = { nodes: [], initializers: new Map(), inputs: [], outputs: [] };
  return { path: 'm.onnx', irVersion: 8, producer: '', opsets: new Map([['', opset]]), graph, fileBytes: 0 };
}
