/**
 * Writes small ONNX files for tests, field by field, so that a test can store a tensor in any way the format allows.
 *
 * No convenience beyond that: a caller names the protobuf fields of onnx.proto itself where it wants something unusual.
 */
import { LabError } from '../../../lib/errors.ts';
import type { ModelFiles } from '../types.ts';

const encoder = new TextEncoder();

/** Base-128 digits of an unsigned or (as 64-bit two's complement) negative integer. */
export function varint(value: number | bigint): number[] {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

export type FieldValue = number | bigint | string | Uint8Array | { readonly float: number };
/** [field number, value]: integers as varints, strings and bytes length-delimited, {float} as 32 bits. */
export type Field = readonly [number, FieldValue];

/** A protobuf message of the fields in this order. */
export function message(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const [field, value] of fields) {
    if (typeof value === 'number' || typeof value === 'bigint') {
      bytes.push(...varint(field << 3), ...varint(value));
    } else if (typeof value === 'object' && 'float' in value) {
      bytes.push(...varint((field << 3) | 5), ...new Uint8Array(Float32Array.of(value.float).buffer));
    } else {
      const content = typeof value === 'string' ? encoder.encode(value) : value;
      bytes.push(...varint((field << 3) | 2), ...varint(content.length), ...content);
    }
  }
  return Uint8Array.from(bytes);
}

/** Packed repeated varints. */
export function packed(values: readonly (number | bigint)[]): Uint8Array {
  return Uint8Array.from(values.flatMap(varint));
}

/** TensorProto with the given data fields. `type` is a DataType code. */
export function tensorProto(
  name: string,
  type: number,
  dims: readonly (number | bigint)[],
  ...data: readonly Field[]
): Uint8Array {
  return message(...dims.map((d): Field => [1, d]), [2, type], [8, name], ...data);
}

/** TensorProto of float32 raw_data. */
export function floatTensor(name: string, dims: readonly number[], values: readonly number[]): Uint8Array {
  return tensorProto(name, 1, dims, [9, new Uint8Array(Float32Array.from(values).buffer)]);
}

/** TensorProto of int64 raw_data. */
export function int64Tensor(
  name: string,
  dims: readonly number[],
  values: readonly (number | bigint)[],
): Uint8Array {
  return tensorProto(name, 7, dims, [9, new Uint8Array(BigInt64Array.from(values, BigInt).buffer)]);
}

/** TensorProto whose bytes lie elsewhere. */
export function externalTensor(
  name: string,
  type: number,
  dims: readonly number[],
  entries: Readonly<Record<string, string>>,
): Uint8Array {
  const fields = Object.entries(entries).map(([k, v]): Field => [13, message([1, k], [2, v])]);
  return tensorProto(name, type, dims, ...fields, [14, 1]);
}

export type AttributeSpec =
  | number
  | readonly (number | bigint)[]
  | string
  | { readonly float: number }
  | { readonly floats: readonly number[] }
  | { readonly tensor: Uint8Array }
  | { readonly graph: Uint8Array };

function attributeProto(name: string, value: AttributeSpec): Uint8Array {
  if (typeof value === 'number') return message([1, name], [3, value], [20, 2]);
  if (typeof value === 'string') return message([1, name], [4, value], [20, 3]);
  if ('float' in value) return message([1, name], [2, value], [20, 1]);
  if ('floats' in value) {
    return message([1, name], ...value.floats.map((f): Field => [7, { float: f }]), [20, 6]);
  }
  if ('tensor' in value) return message([1, name], [5, value.tensor], [20, 4]);
  if ('graph' in value) return message([1, name], [6, value.graph], [20, 5]);
  return message([1, name], [8, packed(value)], [20, 7]);
}

export function nodeProto(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, AttributeSpec>> = {},
  rest: { readonly name?: string; readonly domain?: string } = {},
): Uint8Array {
  return message(
    ...inputs.map((name): Field => [1, name]),
    ...outputs.map((name): Field => [2, name]),
    [3, rest.name ?? ''],
    [4, op],
    ...Object.entries(attributes).map(([name, value]): Field => [5, attributeProto(name, value)]),
    [7, rest.domain ?? ''],
  );
}

/** ValueInfoProto; strings are symbolic dimensions. */
export function valueInfo(name: string, type: number, dims: readonly (number | string)[]): Uint8Array {
  const shape = message(...dims.map((d): Field => [1, message([typeof d === 'number' ? 1 : 2, d])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

export interface GraphSpec {
  readonly nodes?: readonly Uint8Array[];
  readonly initializers?: readonly Uint8Array[];
  readonly inputs?: readonly Uint8Array[];
  readonly outputs?: readonly Uint8Array[];
}

export function graphProto(spec: GraphSpec): Uint8Array {
  return message(
    ...(spec.nodes ?? []).map((n): Field => [1, n]),
    [2, 'graph'],
    ...(spec.initializers ?? []).map((t): Field => [5, t]),
    ...(spec.inputs ?? []).map((v): Field => [11, v]),
    ...(spec.outputs ?? []).map((v): Field => [12, v]),
  );
}

export function modelProto(graph: GraphSpec, opset = 18, ...rest: readonly Field[]): Uint8Array {
  return message([1, 8], [2, 'test'], [7, graphProto(graph)], [8, message([1, ''], [2, opset])], ...rest);
}

/** ModelFiles over byte arrays. */
export function memoryFiles(files: Readonly<Record<string, Uint8Array>>): ModelFiles {
  return {
    size: async (path) => files[path]?.length,
    read: async (path, offset, length) => {
      const bytes = files[path]?.subarray(offset, offset + length);
      if (bytes?.length !== length) throw new LabError('onnx.file-missing', { file: path });
      return bytes;
    },
  };
}
