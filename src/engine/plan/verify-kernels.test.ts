import { expect, test } from 'vitest';
import { agree } from './verify-kernels.ts';

const rows = Float32Array.of(1, -0.5, 1e-3, 2e-9, 1e-9, -1e-9);
const changed = (index: number, value: number) => {
  const copy = rows.slice();
  copy[index] = value;
  return copy;
};

test('rows agree within f32 rounding of their own largest', () => {
  expect(agree(rows, rows, 3)).toBe(true);
  expect(agree(rows, changed(2, 1e-3 + 2e-7), 3)).toBe(true);
  expect(agree(rows, changed(2, 1e-3 + 1e-5), 3)).toBe(false);
  expect(agree(rows, changed(4, 1.01e-9), 3), 'small beside another row, large in its own').toBe(false);
});

test('what is not a number agrees with nothing', () => {
  expect(agree(rows, changed(0, Number.NaN), 3)).toBe(false);
  expect(agree(changed(0, Number.NaN), changed(0, Number.NaN), 3)).toBe(false);
});
