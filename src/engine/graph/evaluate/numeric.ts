/**
 * Rounding of float64 numbers to the element types, and ONNX casts.
 *
 * HostTensor knows fewer types than ONNX: types without their own place are held in the nearest wider one (bfloat16 in float32,
 * uint32 in int64, …), with values already rounded or wrapped to the real type.
 */
import type { OnnxDtype } from '../../onnx/types.ts';
import type { HostDtype } from '../host-tensor.ts';

const word = new DataView(new ArrayBuffer(8));

/** Round half to even, as IEEE 754 and ONNX Round do. */
export function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The value of a float16 bit pattern. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The value of a bfloat16 bit pattern: the upper half of a float32. */
export function bfloat16ToNumber(bits: number): number {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

function roundToBfloat16(x: number): number {
  word.setFloat32(0, x);
  const bits = word.getUint32(0);
  if (!Number.isFinite(x)) return x;
  // Adds just under half of the last kept bit, plus that bit: ties go to even.
  return bfloat16ToNumber(((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff);
}

/** Adding 0 turns -0, which integers do not have, into 0. */
function toInteger(x: number): number {
  return Number.isNaN(x) ? 0 : Math.trunc(x) + 0;
}

export interface HostType {
  readonly dtype: HostDtype;
  /** Rounds or wraps a number to the type. */
  readonly convert: (x: number) => number;
}

const FLOAT32: HostType = { dtype: 'float32', convert: Math.fround };
/**
 * Computed values of float16 files keep float32 precision: stored numbers are halves, arithmetic is not (as everywhere in
 * the engine), so rotary tables and masks do not lose what the file's own weights hold.
 */
const FLOAT16: HostType = { dtype: 'float16', convert: Math.fround };
const FLOAT64: HostType = { dtype: 'float64', convert: (x) => x };
const INT64: HostType = { dtype: 'int64', convert: toInteger };
const INT32: HostType = { dtype: 'int32', convert: (x) => x | 0 };
const UINT8: HostType = { dtype: 'uint8', convert: (x) => x & 0xff };
const INT8: HostType = { dtype: 'int8', convert: (x) => (x << 24) >> 24 };
const BOOL: HostType = { dtype: 'bool', convert: (x) => (x === 0 ? 0 : 1) };

const TYPES: Readonly<Partial<Record<OnnxDtype, HostType>>> = {
  float32: FLOAT32,
  float16: FLOAT16,
  bfloat16: { dtype: 'float32', convert: roundToBfloat16 },
  float64: FLOAT64,
  int64: INT64,
  uint64: INT64,
  int32: INT32,
  uint32: { dtype: 'int64', convert: (x) => x >>> 0 },
  int16: { dtype: 'int32', convert: (x) => (x << 16) >> 16 },
  uint16: { dtype: 'int32', convert: (x) => x & 0xffff },
  uint8: UINT8,
  int8: INT8,
  int4: { dtype: 'int8', convert: (x) => (x << 28) >> 28 },
  uint4: { dtype: 'uint8', convert: (x) => x & 15 },
  int2: { dtype: 'int8', convert: (x) => (x << 30) >> 30 },
  uint2: { dtype: 'uint8', convert: (x) => x & 3 },
  bool: BOOL,
};

/** How a HostTensor holds an ONNX type; undefined for types it cannot hold. */
export function hostType(dtype: OnnxDtype): HostType | undefined {
  return TYPES[dtype];
}

/** The rounding that results of a dtype need. */
export function rounding(dtype: HostDtype): (x: number) => number {
  return TYPES[dtype]!.convert;
}

export function isFloat(dtype: HostDtype): boolean {
  return dtype === 'float32' || dtype === 'float16' || dtype === 'float64';
}
