/**
 * ONNX element types (TensorProto.DataType) and how many bits an element takes in `raw_data`.
 *
 * Types this engine cannot compute with keep their name here, so that messages can say it; their dtype is 'unsupported'.
 */
import type { OnnxDtype } from './types.ts';

export interface ElementType {
  readonly dtype: OnnxDtype;
  /** Lower-case ONNX name, for messages. */
  readonly name: string;
  /** 0: variable size. */
  readonly bits: number;
}

const type = (dtype: OnnxDtype, bits: number, name: string = dtype): ElementType => ({ dtype, name, bits });

/** Keyed by TensorProto.DataType (onnx.proto, IR 13). */
const TYPES: ReadonlyMap<number, ElementType> = new Map([
  [1, type('float32', 32)],
  [2, type('uint8', 8)],
  [3, type('int8', 8)],
  [4, type('uint16', 16)],
  [5, type('int16', 16)],
  [6, type('int32', 32)],
  [7, type('int64', 64)],
  [8, type('string', 0)],
  [9, type('bool', 8)],
  [10, type('float16', 16)],
  [11, type('float64', 64)],
  [12, type('uint32', 32)],
  [13, type('uint64', 64)],
  [14, type('unsupported', 64, 'complex64')],
  [15, type('unsupported', 128, 'complex128')],
  [16, type('bfloat16', 16)],
  [17, type('unsupported', 8, 'float8e4m3fn')],
  [18, type('unsupported', 8, 'float8e4m3fnuz')],
  [19, type('unsupported', 8, 'float8e5m2')],
  [20, type('unsupported', 8, 'float8e5m2fnuz')],
  [21, type('uint4', 4)],
  [22, type('int4', 4)],
  [23, type('unsupported', 4, 'float4e2m1')],
  [24, type('unsupported', 8, 'float8e8m0')],
  [25, type('uint2', 2)],
  [26, type('int2', 2)],
]);

/** The type behind a DataType code; unknown codes are 'unsupported' with the code as name. */
export function elementType(code: number): ElementType {
  return TYPES.get(code) ?? { dtype: 'unsupported', name: `data type ${code}`, bits: 0 };
}

/** TensorProto.DataType of a type that tensors are computed with; 0 (undefined) for 'unsupported'. */
export function dtypeCode(dtype: OnnxDtype): number {
  if (dtype === 'unsupported') return 0;
  for (const [code, known] of TYPES) if (known.dtype === dtype) return code;
  return 0;
}
