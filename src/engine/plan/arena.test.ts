import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowCapacity } from './arena.ts';
import { chunkRows, firstNotFinite } from './weights.ts';

test('capacities hold the rows, waste little and change seldom', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (rows) => {
      const capacity = rowCapacity(rows);
      expect(capacity).toBeGreaterThanOrEqual(rows);
      expect(capacity % 32).toBe(0);
      expect(capacity).toBeLessThanOrEqual(Math.max(32, rows + Math.max(31, rows / 8)));
      expect(rowCapacity(capacity)).toBe(capacity);
    }),
  );
});

test('chunks are as tall as the limit allows, in whole steps', () => {
  expect(chunkRows(1000, 64, () => true)).toBe(1000);
  expect(chunkRows(1000, 64, (rows) => rows * 10 <= 3000)).toBe(256);
  expect(chunkRows(1000, 64, () => false)).toBe(0);
});

test('NaN and Inf are found in every float type, in either half of a word', () => {
  const half = (low: number, high: number) => Uint32Array.from([0, low | (high << 16)]);
  expect(firstNotFinite(new Uint32Array(Float32Array.of(1, -3e38, 1e-45).buffer), 'float32')).toBe(-1);
  expect(firstNotFinite(new Uint32Array(Float32Array.of(1, Number.NaN).buffer), 'float32')).toBe(1);
  expect(firstNotFinite(new Uint32Array(Float32Array.of(-Infinity).buffer), 'float32')).toBe(0);
  for (const [type, infinity, largest] of [
    ['float16', 0x7c00, 0x7bff],
    ['bfloat16', 0x7f80, 0x7f7f],
  ] as const) {
    expect(firstNotFinite(half(largest, largest | 0x8000), type)).toBe(-1);
    expect(firstNotFinite(half(infinity, 0), type)).toBe(1);
    expect(firstNotFinite(half(0, infinity | 0x8001), type)).toBe(1);
  }
  expect(firstNotFinite(Uint32Array.of(0xffffffff), 'uint8')).toBe(-1);
});
