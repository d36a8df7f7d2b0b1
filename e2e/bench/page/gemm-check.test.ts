import { expect, test } from 'vitest';
import { TOKENS } from './engine.ts';
import { exactProduct } from './gemm-check.ts';

const [K, N] = [12, 8];

test.each(['nn', 'nt'] as const)('%s: f32 sums pass, lost bits, zeros and NaN are told', (style) => {
  const { x, w, roundings } = exactProduct(style, K, N);
  const y = new Float32Array(TOKENS * N);
  for (let t = 0; t < TOKENS; t++) {
    for (let o = 0; o < N; o++) {
      let sum = 0;
      for (let i = 0; i < K; i++) {
        sum = Math.fround(sum + x[t * K + i]! * (style === 'nn' ? w[i * N + o]! : w[o * K + i]!));
      }
      y[t * N + o] = sum;
    }
  }
  expect(roundings(y)).toBeGreaterThan(0);
  expect(roundings(y)).toBeLessThan(K + 4);
  const halves = y.map((value) => value * (1 + 2 ** -11));
  expect(roundings(halves)).toBeGreaterThan(2 ** 10);
  expect(roundings(new Float32Array(TOKENS * N))).toBeGreaterThan(2 ** 20);
  expect(roundings(y.with(3, Number.NaN))).toBe(Number.POSITIVE_INFINITY);
});
