/**
 * Arrays of check files and how far two of them are apart.
 */
import { LabError } from '../../lib/errors.ts';

/** `{dtype, shape, base64}` with little-endian elements of four bytes. */
export interface StoredArray {
  readonly dtype: 'float32' | 'int32';
  readonly shape: readonly number[];
  readonly base64: string;
}

/** Little-endian bytes of base64 as f32, whatever the machine's own order. */
export function decodeFloat32(base64: string): Float32Array {
  const view = bytesOf(base64);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

/** A stored float array; throws `model.check-format` where dtype or size are not as announced. */
export function floats(array: StoredArray): Float32Array {
  const values = decodeFloat32(array.base64);
  if (array.dtype !== 'float32' || values.length !== size(array.shape)) {
    throw new LabError('model.check-format', { what: `float32 ${array.shape.join('x')}` });
  }
  return values;
}

/** A stored [rows, columns] or [columns] integer array as rows. */
export function integerRows(array: StoredArray): number[][] {
  const view = bytesOf(array.base64);
  const columns = array.shape.at(-1) ?? 0;
  if (array.dtype !== 'int32' || view.byteLength !== 4 * size(array.shape)) {
    throw new LabError('model.check-format', { what: `int32 ${array.shape.join('x')}` });
  }
  return Array.from({ length: columns === 0 ? 0 : size(array.shape) / columns }, (_, row) =>
    Array.from({ length: columns }, (_, column) => view.getInt32(4 * (row * columns + column), true)),
  );
}

/** Largest absolute difference; infinite where the lengths differ or a value is not a number. */
export function maxDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(actual[i]! - expected[i]!);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}

export function maxAbs(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]!));
  return largest;
}

function size(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}

function bytesOf(base64: string): DataView {
  return new DataView(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer);
}
