/** ONNX messages, written one by one: nodes with integer attributes, small integer constants, graph inputs. */

import { bytesField, concatenated, intField, type Pieces } from './proto-writer.ts';

/** TensorProto.DataType codes. */
export const ELEMENT_CODE = { float32: 1, int64: 7, bool: 9, float16: 10, bfloat16: 16 } as const;
export type ElementType = keyof typeof ELEMENT_CODE;

/** AttributeProto.AttributeType.INT */
const INT_ATTRIBUTE = 2;

/** NodeProto of the default domain. */
export function nodeMessage(
  op: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Pieces {
  return [
    ...inputs.flatMap((name) => bytesField(1, name)),
    ...bytesField(2, output),
    ...bytesField(3, output),
    ...bytesField(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      bytesField(5, [...bytesField(1, name), ...intField(3, value), ...intField(20, INT_ATTRIBUTE)]),
    ),
  ];
}

/** TensorProto of int64 values, one-dimensional. */
export function int64Message(name: string, values: readonly number[]): Pieces {
  const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  return [
    ...intField(1, values.length),
    ...intField(2, ELEMENT_CODE.int64),
    ...bytesField(8, name),
    ...bytesField(9, [bytes]),
  ];
}

/** ValueInfoProto; names are symbolic dimensions. */
export function inputMessage(name: string, type: ElementType, dims: readonly (number | string)[]): Pieces {
  const shape = dims.flatMap((dim) =>
    bytesField(1, typeof dim === 'number' ? intField(1, dim) : bytesField(2, dim)),
  );
  const tensor = [...intField(1, ELEMENT_CODE[type]), ...bytesField(2, [concatenated(shape)])];
  return [...bytesField(1, name), ...bytesField(2, bytesField(1, tensor))];
}
