import { expect, test } from 'vitest';
import { MATRIX_FEATURE, type MatrixUnit } from '../gpu/matrix-unit.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { createExecutor, type ExecutorOptions } from './executor.ts';
import { forgetKernels, type KernelStore } from './kernel-choice.ts';
import { llamaProgram } from './testing/llama-program.ts';
import { packedBatch } from './testing/programs.ts';
import { KERNEL_NAMES, kernelsOf, UNUSABLE_RATE } from './variants.ts';

const shape = { layers: 1, hidden: 64, wide: 128, heads: 2, kvHeads: 1, headDim: 32, vocab: 96 };
const program = llamaProgram(shape);

/** A GPU with a name of its own that passes for a real one, so that everything is measured. */
async function measuredGpu(description: string) {
  const gpu = await openTestGpu();
  return { ...gpu, facts: { ...gpu.facts, software: false, description } };
}

async function chosen(
  gpu: Awaited<ReturnType<typeof measuredGpu>>,
  kernels: ExecutorOptions['kernels'] = {},
) {
  const executor = await createExecutor(gpu, program, { kernels });
  executor.dispose();
  return executor.kernels!;
}

function memoryStore(): KernelStore & { readonly entries: Map<string, unknown> } {
  const entries = new Map<string, unknown>();
  return {
    entries,
    read: async (key) => entries.get(key),
    write: async (key, value) => {
      // What a database does.
      entries.set(key, structuredClone(value));
    },
  };
}

test('every variant is measured, the fastest is taken, kept, and found again by the next visit', async () => {
  const store = memoryStore();
  const gpu = await measuredGpu('one');
  const first = await chosen(gpu, { store, browser: 'b 1' });
  expect(first.source).toBe('measured');
  expect(Object.keys(first.rates).sort()).toEqual([...kernelsOf(gpu)].sort());
  expect(first.rates[first.name]).toBe(Math.max(...Object.values(first.rates)));
  for (const rate of Object.values(first.rates)) expect(rate).toBeGreaterThan(UNUSABLE_RATE);
  const again = await chosen(await measuredGpu('one'), { store, browser: 'b 1' });
  expect(again).toEqual({ ...first, source: 'kept' });
  for (const [description, browser] of [
    ['two', 'b 1'],
    ['one', 'b 2'],
  ] as const) {
    expect((await chosen(await measuredGpu(description), { store, browser })).source).toBe('measured');
  }
  expect(store.entries.size).toBe(3);
});

test('one session measures once, until it is asked to forget', async () => {
  const gpu = await measuredGpu('session');
  const first = await chosen(gpu);
  expect(await chosen(gpu)).toBe(first);
  forgetKernels(gpu);
  expect(await chosen(gpu)).not.toBe(first);
});

test('a kept entry that is none is measured anew, and a store that fails is no failure', async () => {
  const store = memoryStore();
  const whole = await chosen(await measuredGpu('damaged'), { store });
  const [key] = [...store.entries.keys()];
  const { [whole.name]: _, ...others } = whole.rates;
  for (const damaged of [
    { name: 'nothing', rates: {}, measuredAt: 'x' },
    { ...whole, rates: others },
    { ...whole, rates: { ...whole.rates, [whole.name]: 1e-300 } },
    { ...whole, rates: { ...whole.rates, [whole.name]: '1e9' } },
    { ...whole, measuredAt: null },
    'text',
  ]) {
    store.entries.set(key!, damaged);
    const again = await chosen(await measuredGpu('damaged'), { store });
    expect([damaged, again.source]).toEqual([damaged, 'measured']);
    expect(store.entries.get(key!)).not.toEqual(damaged);
  }
  const closed = {
    read: () => Promise.reject(new Error('closed')),
    write: () => Promise.reject(new Error('closed')),
  };
  expect((await chosen(await measuredGpu('closed'), { store: closed })).source).toBe('measured');
});

test('each variant can be pinned and gives the same numbers; an unknown one is refused', async () => {
  const gpu = await openTestGpu();
  const batch = packedBatch([[1, 2, 3, 4, 5, 6, 7]], {
    selected: Uint32Array.of(6),
    targets: Int32Array.of(-1),
  });
  let expected: Float32Array | undefined;
  for (const pinned of kernelsOf(gpu)) {
    const executor = await createExecutor(gpu, program, { kernels: { pinned } });
    expect(executor.kernels).toMatchObject({ name: pinned, source: 'pinned' });
    const [logits] = await executor.run(batch, [program.logits]);
    expected ??= logits!;
    logits!.forEach((x, i) => {
      expect(Math.abs(x - expected![i]!)).toBeLessThan(1e-5);
    });
    executor.dispose();
  }
  await expect(createExecutor(gpu, program, { kernels: { pinned: 'best' } })).rejects.toMatchObject({
    code: 'plan.unknown-kernel',
    params: { name: 'best' },
  });
});

const { matrixUnit } = (await openTestGpu()).facts;
const unitText = matrixUnit && `${matrixUnit.m}x${matrixUnit.n}x${matrixUnit.k} ${matrixUnit.factors}`;

test(`the matrix variant is on offer where there is a matrix unit; this device has ${unitText ?? 'none, so that its kernels are not run here'}`, async () => {
  const gpu = await openTestGpu();
  expect(kernelsOf(gpu).includes('matrix')).toBe(matrixUnit !== undefined);
  const refused = { code: 'plan.unknown-kernel', params: { name: 'matrix' } };
  const plain = { ...gpu, facts: { ...gpu.facts, features: ['subgroups'] } };
  await expect(createExecutor(plain, program, { kernels: { pinned: 'matrix' } })).rejects.toMatchObject(
    refused,
  );
});

test('a matrix variant that does not run is never the best, and pinned it says so', async () => {
  const gpu = await measuredGpu('claims');
  // f32 factors in this shape exist nowhere.
  const unit: MatrixUnit = { m: 8, n: 16, k: 16, factors: 'f32', leastLanes: 32, mostLanes: 32 };
  const features = [...gpu.facts.features, MATRIX_FEATURE];
  const claiming = { ...gpu, facts: { ...gpu.facts, features, matrixUnit: unit } };
  const choice = await chosen(claiming);
  expect(choice.rates.matrix).toBe(UNUSABLE_RATE);
  expect(choice.name).not.toBe('matrix');
  await expect(chosen(claiming, { pinned: 'matrix' })).rejects.toMatchObject({ code: 'gpu.shader' });
});

test('software adapters get a kernel without barriers', async () => {
  const executor = await createExecutor(await openTestGpu(), program);
  expect(executor.kernels).toMatchObject({ name: 'quads', source: 'known' });
  executor.dispose();
});

test('where the adapter has no subgroups, nothing that needs them is chosen or can be pinned', async () => {
  const gpu = await openTestGpu();
  const plain = { ...gpu, facts: { ...gpu.facts, software: false, features: [] } };
  const choice = await chosen(plain);
  expect(Object.keys(choice.rates).sort()).toEqual(['register', 'register-4x8', 'tiled']);
  // Nor is what was kept when the adapter had them.
  const rates = Object.fromEntries(KERNEL_NAMES.map((name) => [name, 1e9]));
  const store = { ...memoryStore(), read: async () => ({ name: 'quads', rates, measuredAt: 'x' }) };
  const again = await chosen({ ...plain, facts: { ...plain.facts } }, { store });
  expect(again.source).toBe('measured');
  expect(again.name).not.toBe('quads');
  await expect(createExecutor(plain, program, { kernels: { pinned: 'quads' } })).rejects.toMatchObject({
    code: 'plan.unknown-kernel',
    params: { name: 'quads', names: 'register, register-4x8, tiled' },
  });
});
