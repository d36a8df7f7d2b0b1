/** Which kept measurement is found again: by its key, so that nothing is measured and no device is needed. */
import { expect, test } from 'vitest';
import type { Gpu } from '../gpu/device.ts';
import { MATRIX_FEATURE, type MatrixUnit } from '../gpu/matrix-unit.ts';
import { storeMatrix } from '../ops/linear/formats.ts';
import type { GpuWeight } from '../ops/types.ts';
import { chooseKernels } from './kernel-choice.ts';
import { llamaProgram } from './testing/llama-program.ts';
import { KERNEL_NAMES } from './variants.ts';

const program = llamaProgram({
  layers: 1,
  hidden: 64,
  wide: 128,
  heads: 2,
  kvHeads: 1,
  headDim: 32,
  vocab: 96,
});
const weights = program.weights.map(
  (weight): GpuWeight => ({
    k: weight.k,
    n: weight.n,
    order: weight.order,
    ...storeMatrix(weight),
    chunks: [],
  }),
);

/** The key under which a choice is looked for. */
async function keyWith(matrixUnit: MatrixUnit | undefined): Promise<string> {
  const features = ['subgroups', MATRIX_FEATURE];
  const facts = {
    description: 'an adapter',
    software: false,
    features,
    ...(matrixUnit ? { matrixUnit } : {}),
  };
  const names = KERNEL_NAMES.filter((name) => matrixUnit || name !== 'matrix');
  const kept = {
    name: 'tiled',
    rates: Object.fromEntries(names.map((name) => [name, 1e9])),
    measuredAt: 'x',
  };
  const keys: string[] = [];
  const read = async (key: string) => {
    keys.push(key);
    return kept;
  };
  const store = { read, write: async () => {} };
  // Nothing else of a GPU is asked for where a choice was kept.
  const gpu: Partial<Gpu> = { facts };
  const choice = await chooseKernels(gpu as Gpu, program, weights, { store });
  expect(choice.source).toBe('kept');
  return keys[0]!;
}

test('what was measured with one matrix unit is not taken for another, or for none', async () => {
  const unit: MatrixUnit = { m: 16, n: 16, k: 16, factors: 'f16', leastLanes: 32, mostLanes: 32 };
  const keys = await Promise.all([unit, { ...unit }, { ...unit, k: 8 }, undefined].map(keyWith));
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});
