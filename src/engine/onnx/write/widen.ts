/**
 * A graph in float32: every float16 and bfloat16 tensor, conversion and declaration replaced, the numbers themselves kept.
 *
 * Both formats are subsets of float32, so weights keep their exact values and only activations are rounded less; limits that
 * were chosen for the narrow format (Clip, masks of -65504) stay the numbers they are. Leaves integers and float64 alone.
 */
import type { AttributeValue, OnnxDtype, OnnxGraph, OnnxNode, OnnxValueInfo, TensorRef } from '../types.ts';

/** TensorProto.DataType of float16, bfloat16 and float32. */
const [FLOAT16, BFLOAT16, FLOAT32] = [10, 16, 1];
/** Integer attributes that name an element type: Cast, EyeLike and random numbers, DequantizeLinear, Attention, norms. */
const TYPE_ATTRIBUTES = new Set(['to', 'dtype', 'output_dtype', 'softmax_precision', 'stash_type']);

export const isNarrow = (dtype: OnnxDtype): dtype is 'float16' | 'bfloat16' =>
  dtype === 'float16' || dtype === 'bfloat16';

/** The bits of every binary16 number as a binary32 number (IEEE 754). */
function halfTable(): Float32Array {
  const table = new Float32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    if (exponent === 31) table[bits] = fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    else if (exponent === 0) table[bits] = sign * fraction * 2 ** -24;
    else table[bits] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return table;
}

let halves: Float32Array | undefined;

function widenBytes(bytes: Uint8Array, dtype: 'float16' | 'bfloat16'): Uint8Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const narrow = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2);
  if (dtype === 'bfloat16') {
    const wide = new Uint32Array(narrow.length);
    for (let i = 0; i < narrow.length; i++) wide[i] = narrow[i]! << 16;
    return new Uint8Array(wide.buffer);
  }
  halves ??= halfTable();
  const wide = new Float32Array(narrow.length);
  for (let i = 0; i < narrow.length; i++) wide[i] = halves[narrow[i]!]!;
  return new Uint8Array(wide.buffer);
}

/** The tensor with float32 elements of the same values, converted when it is read; others as they are. */
export function widenTensor(tensor: TensorRef): TensorRef {
  const { dtype, inline } = tensor;
  if (!isNarrow(dtype)) return tensor;
  return {
    name: tensor.name,
    dtype: 'float32',
    dims: tensor.dims,
    byteLength: tensor.byteLength * 2,
    ...(inline ? { inline: widenBytes(inline, dtype) } : {}),
    read: async () => widenBytes(await tensor.read(), dtype),
    readRange: async (offset, length) => widenBytes(await tensor.readRange(offset / 2, length / 2), dtype),
  };
}

function widenAttribute(name: string, attribute: AttributeValue): AttributeValue {
  switch (attribute.kind) {
    case 'int': {
      const narrow = attribute.value === FLOAT16 || attribute.value === BFLOAT16;
      return narrow && TYPE_ATTRIBUTES.has(name) ? { kind: 'int', value: FLOAT32 } : attribute;
    }
    case 'tensor':
      return { kind: 'tensor', value: widenTensor(attribute.value) };
    case 'graph':
      return { kind: 'graph', value: widenGraph(attribute.value) };
    default:
      return attribute;
  }
}

const widenNode = (node: OnnxNode): OnnxNode => ({
  ...node,
  attributes: new Map(
    [...node.attributes].map(([name, attribute]) => [name, widenAttribute(name, attribute)]),
  ),
});

const widenValue = (value: OnnxValueInfo): OnnxValueInfo =>
  isNarrow(value.dtype) ? { ...value, dtype: 'float32' } : value;

/** Whether anything in the main graph is narrow: a tensor, an input, a conversion. */
export function hasNarrowTypes({ initializers, inputs, nodes }: OnnxGraph): boolean {
  return (
    [...initializers.values()].some(({ dtype }) => isNarrow(dtype)) ||
    inputs.some(({ dtype }) => isNarrow(dtype)) ||
    nodes.some(({ op, attributes }) => {
      const to = attributes.get('to');
      return op === 'Cast' && to?.kind === 'int' && (to.value === FLOAT16 || to.value === BFLOAT16);
    })
  );
}

/** Subgraphs included. */
export function widenGraph(graph: OnnxGraph): OnnxGraph {
  return {
    nodes: graph.nodes.map(widenNode),
    initializers: new Map([...graph.initializers].map(([name, tensor]) => [name, widenTensor(tensor)])),
    inputs: graph.inputs.map(widenValue),
    outputs: graph.outputs.map(widenValue),
  };
}
