import { expect, it } from 'vitest';
import { memoryBudget } from './memory-budget.ts';

const gib = 2 ** 30;

it('is half the machine, or room to tune what is loaded', () => {
  expect(memoryBudget(8, 0.3 * gib)).toBe(4 * gib);
  expect(memoryBudget(2, 0.1 * gib)).toBeCloseTo(1.1 * gib);
  expect(memoryBudget(undefined, 0.3 * gib)).toBe(2 * gib);
  expect(memoryBudget(4, 3 * gib)).toBe(4 * gib);
});
