/** The value of a `Constant` node as a TensorRef, whichever of its attributes holds it (Constant-13). */
import { LabError } from '../../../lib/errors.ts';
import { elementType } from '../../onnx/dtypes.ts';
import { inlineTensor } from '../../onnx/parse-tensor.ts';
import type { OnnxNode, TensorRef } from '../../onnx/types.ts';
import { nodeLabel } from './flat-graph.ts';

const FLOAT = elementType(1);
const INT64 = elementType(7);

/** Throws `graph.constant-value` for text and sparse constants. */
export function constantTensor(node: OnnxNode, file: string): TensorRef {
  const name = node.outputs[0] ?? '';
  for (const [key, attribute] of node.attributes) {
    if (key === 'value' && attribute.kind === 'tensor') return { ...attribute.value, name };
    if (key === 'value_int' && attribute.kind === 'int') return int64Tensor(name, [], [attribute.value]);
    if (key === 'value_ints' && attribute.kind === 'ints') {
      return int64Tensor(name, [attribute.value.length], attribute.value);
    }
    if (key === 'value_float' && attribute.kind === 'float') return floatTensor(name, [], [attribute.value]);
    if (key === 'value_floats' && attribute.kind === 'floats') {
      return floatTensor(name, [attribute.value.length], attribute.value);
    }
  }
  throw new LabError('graph.constant-value', { file, node: nodeLabel(node) });
}

function int64Tensor(name: string, dims: readonly number[], values: readonly number[]): TensorRef {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, i) => {
    // 2^63 stands for INT64_MAX, which float64 cannot hold.
    const max = 2n ** 63n - 1n;
    const big = BigInt(value);
    view.setBigInt64(8 * i, big > max ? max : big, true);
  });
  return inlineTensor(name, INT64, dims, new Uint8Array(view.buffer));
}

function floatTensor(name: string, dims: readonly number[], values: readonly number[]): TensorRef {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => {
    view.setFloat32(4 * i, value, true);
  });
  return inlineTensor(name, FLOAT, dims, new Uint8Array(view.buffer));
}
