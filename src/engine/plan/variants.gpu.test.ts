import { expect, test } from 'vitest';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { chooseVariants, measureVariants } from './variants.ts';

test('the measurement names a variant and bounds a dispatch', async () => {
  const choice = await measureVariants(await openTestGpu());
  expect(['register', 'tiled']).toContain(choice.gemm);
  expect(choice.dispatchFlops).toBeGreaterThan(0);
  expect(Number.isFinite(choice.dispatchFlops)).toBe(true);
});

test('software adapters get the kernels without barriers', async () => {
  const gpu = await openTestGpu();
  const software = { ...gpu, facts: { ...gpu.facts, software: true } };
  expect(await chooseVariants(software)).toMatchObject({ gemm: 'register' });
});
