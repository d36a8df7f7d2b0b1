/**
 * The executor's promises about memory, order and failures, on a real device.
 */
import { describe, expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { createBufferLedger } from '../gpu/buffers.ts';
import { openGpu } from '../gpu/device.ts';
import { requestDevice } from '../gpu/request-device.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import type { CausalProgram, MatrixWeight } from '../graph/program.ts';
import { createExecutor } from './executor.ts';
import { causalProgram, f32Matrix, packedBatch } from './testing/programs.ts';

const hidden = 64;
const vocab = 96;

function matrix(name: string, k: number, n: number, order: 'kn' | 'nk'): MatrixWeight {
  const rng = createRng(1, name);
  return f32Matrix(
    name,
    k,
    n,
    order,
    Float32Array.from({ length: k * n }, () => rng.normal() / 8),
  );
}

/** embed, two linears with a residual, selected rows, tied logits. */
function program(changes: Partial<CausalProgram> = {}): CausalProgram {
  const table = matrix('table', hidden, vocab, 'nk');
  const tokens = { rows: 'tokens' as const, dims: [hidden] };
  const linear = (weight: number) => ({ weight, transposed: false, alpha: 1 });
  return {
    ...causalProgram({
      values: [
        tokens,
        tokens,
        tokens,
        tokens,
        { rows: 'selected', dims: [hidden] },
        { rows: 'selected', dims: [vocab] },
      ],
      nodes: [
        { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 0, scale: 1 } },
        { op: 'linear', inputs: [0], outputs: [1], attrs: linear(1) },
        { op: 'linear', inputs: [1], outputs: [2], attrs: linear(1) },
        { op: 'binary', inputs: [0, 2], outputs: [3], attrs: { fn: 'add' } },
        { op: 'selectRows', inputs: [3], outputs: [4], attrs: {} },
        { op: 'linear', inputs: [4], outputs: [5], attrs: linear(2) },
      ],
      weights: [table, matrix('square', hidden, hidden, 'kn'), { ...table, name: 'head' }],
      logits: 5,
      hiddenSize: hidden,
      vocabSize: vocab,
    }),
    ...changes,
  };
}

const logits = 5;
const sequence = (length: number, seed: number) => {
  const rng = createRng(seed, 'ids');
  return Array.from({ length }, () => rng.int(vocab));
};
const batch = (length: number, seed = 1) =>
  packedBatch([sequence(length, seed)], {
    selected: Uint32Array.from([length - 1, 0]),
    targets: Int32Array.from([-1, 3]),
  });

describe('memory', () => {
  test('does not grow from run to run, falls to the weights, ends at zero', async () => {
    const executor = await createExecutor(await openTestGpu(), program());
    const { weightBytes } = executor.memory();
    expect(weightBytes).toBe((vocab * hidden + hidden * hidden) * 4);
    expect(executor.memory().liveBytes).toBe(weightBytes);
    await executor.run(batch(60), [logits]);
    const { liveBytes } = executor.memory();
    for (const length of [1, 60, 33, 64, 2]) await executor.run(batch(length), [logits]);
    expect(executor.memory().liveBytes).toBe(liveBytes);
    await executor.releaseScratch();
    expect(executor.memory().liveBytes).toBe(weightBytes);
    await executor.run(batch(60), [logits]);
    expect(executor.memory().liveBytes).toBe(liveBytes);
    executor.dispose();
    expect(executor.memory().liveBytes).toBe(0);
    await expect(executor.run(batch(4), [logits])).rejects.toThrow('plan.disposed');
  });

  test('is predicted before the run, up to index arrays and parameters', async () => {
    const executor = await createExecutor(await openTestGpu(), program());
    const rows = { tokens: 500, selected: 2, prompt: 0 };
    const { peakBytes, fits } = executor.predictBytes('packed', [logits, 0], rows);
    expect(fits).toBe(true);
    await executor.run(batch(500), [logits, 0]);
    const { liveBytes } = executor.memory();
    expect(liveBytes - peakBytes).toBeGreaterThanOrEqual(0);
    expect(liveBytes - peakBytes).toBeLessThan(40_000);
    executor.dispose();
  });

  test('that the budget does not allow is refused with numbers, and smaller runs still work', async () => {
    const budgetBytes = 300_000;
    const executor = await createExecutor(await openTestGpu(), program(), { budgetBytes });
    expect(executor.predictBytes('packed', [logits], { tokens: 4000, selected: 2, prompt: 0 }).fits).toBe(
      false,
    );
    const refusal = await executor.run(batch(4000), [logits]).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'plan.does-not-fit', params: { haveBytes: budgetBytes } });
    const [small] = await executor.run(batch(20), [logits]);
    expect(small!.length).toBe(2 * vocab);
    await expect(executor.reserveKvSlots(10)).resolves.toBeUndefined();
    executor.dispose();
  });

  test('of an earlier, larger run is given up when the budget needs it', async () => {
    const gpu = await openTestGpu();
    const long = batch(300);
    const many = packedBatch([sequence(8, 1)], {
      selected: Uint32Array.from({ length: 400 }, (_, i) => i % 8),
      targets: new Int32Array(400).fill(-1),
    });
    const unlimited = await createExecutor(gpu, program());
    const alone: number[] = [];
    for (const each of [long, many]) {
      await unlimited.run(each, [logits]);
      alone.push(unlimited.memory().liveBytes);
      await unlimited.releaseScratch();
    }
    const budgetBytes = Math.max(...alone) + 10_000;
    const [expected] = await unlimited.run(many, [logits]);
    await unlimited.run(long, [logits]);
    expect(unlimited.memory().liveBytes).toBeGreaterThan(budgetBytes);
    unlimited.dispose();
    const executor = await createExecutor(gpu, program(), { budgetBytes });
    await executor.run(long, [logits]);
    expect((await executor.run(many, [logits]))[0]).toEqual(expected);
    expect(executor.memory().peakBytes).toBeLessThanOrEqual(budgetBytes);
    executor.dispose();
  });

  test('of KV slots is one key and value row a layer', async () => {
    const attrs = {
      layer: 0,
      heads: 4,
      kvHeads: 2,
      headDim: 8,
      valueDim: 4,
      scale: 1,
      window: 0,
      softcap: 0,
    };
    const node = { op: 'attention', inputs: [0, 0, 0], outputs: [1, 2], attrs, source: 'a' };
    const base = program();
    const executor = await createExecutor(await openTestGpu(), { ...base, nodes: [node] });
    await executor.reserveKvSlots(100);
    expect(executor.memory().liveBytes - executor.memory().weightBytes).toBe(100 * (16 + 8) * 4);
    await executor.reserveKvSlots(10);
    expect(executor.memory().liveBytes - executor.memory().weightBytes).toBe(10 * (16 + 8) * 4);
    executor.dispose();
    const twice = { ...base, nodes: [node, { ...node, source: 'b' }] };
    await expect(createExecutor(await openTestGpu(), twice)).rejects.toThrow('plan.cache-layer');
  });
});

describe('results', () => {
  test('do not depend on what ran before, on growth, or on runs in flight', async () => {
    const executor = await createExecutor(await openTestGpu(), program());
    const [first] = await executor.run(batch(10, 3), [logits]);
    const [, again] = await Promise.all([
      executor.run(batch(700, 4), [logits, 3]),
      executor.run(batch(10, 3), [logits]),
      executor.run(batch(3, 5), [0]),
    ]);
    expect(again[0]).toEqual(first);
    executor.dispose();
  });

  test('of a row do not depend on the other rows', async () => {
    const executor = await createExecutor(await openTestGpu(), program());
    const rows = [sequence(5, 1), sequence(40, 2), sequence(1, 3)];
    const [all] = await executor.run(packedBatch(rows), [3]);
    let offset = 0;
    for (const row of rows) {
      const [alone] = await executor.run(packedBatch([row]), [3]);
      const together = all!.subarray(offset, offset + alone!.length);
      offset += alone!.length;
      alone!.forEach((value, i) => {
        expect(Math.abs(value - together[i]!)).toBeLessThan(1e-5);
      });
    }
    executor.dispose();
  });

  test('come back in the order of wanted, and empty for no rows', async () => {
    const executor = await createExecutor(await openTestGpu(), program());
    const [selected, embeds] = await executor.run(packedBatch([[1, 2, 3]]), [logits, 0]);
    expect([selected!.length, embeds!.length]).toEqual([0, 3 * hidden]);
    expect(await executor.run(batch(4), [])).toEqual([]);
    executor.dispose();
  });
});

describe('failures', () => {
  test('weights that are not finite are named, also when they are scales', async () => {
    const gpu = await openTestGpu();
    const data = new Float32Array(hidden * hidden);
    data[hidden * hidden - 1] = Number.NaN;
    const bad = f32Matrix('model.layers.0.q', hidden, hidden, 'kn', data);
    const [table, , head] = program().weights;
    await expect(createExecutor(gpu, program({ weights: [table!, bad, head!] }))).rejects.toMatchObject({
      code: 'plan.weight-not-finite',
      params: { tensor: 'model.layers.0.q' },
    });
    const vectors = [{ name: 'gamma', data: Float32Array.of(1, Number.POSITIVE_INFINITY) }];
    await expect(createExecutor(gpu, program({ vectors }))).rejects.toMatchObject({
      params: { tensor: 'gamma' },
    });
  });

  test('weights shorter than their shape are named', async () => {
    const short = { ...matrix('short', hidden, hidden - 1, 'kn'), n: hidden };
    const [table, , head] = program().weights;
    const loading = createExecutor(await openTestGpu(), program({ weights: [table!, short, head!] }));
    await expect(loading).rejects.toMatchObject({ code: 'plan.weight-size', params: { tensor: 'short' } });
  });

  test('unknown ops are named', async () => {
    const nodes = [{ op: 'mystery', inputs: [], outputs: [0], attrs: {}, source: 'node 7' }];
    const loading = createExecutor(await openTestGpu(), program({ nodes }));
    await expect(loading).rejects.toMatchObject({ params: { op: 'mystery', node: 'node 7' } });
  });

  test.each([
    ['an id beyond the vocabulary', { ids: Int32Array.of(0, vocab, 1, 2) }],
    ['a virtual token without a prompt', { ids: Int32Array.of(0, -1, 1, 2) }],
    ['a selected row beyond the tokens', { selected: Uint32Array.of(0, 4) }],
    ['a missing target', { targets: Int32Array.of(1) }],
    ['a key before the sequence', { keyStart: Uint32Array.of(0, 1, 0, 0) }],
    ['a sequence that ends early', { sequenceEnd: Uint32Array.of(4, 4, 2, 4) }],
  ])('%s is refused', async (_name, changes) => {
    const executor = await createExecutor(await openTestGpu(), program());
    await expect(executor.run({ ...batch(4), ...changes }, [logits])).rejects.toThrow('plan.bad-batch');
    executor.dispose();
  });

  test('a shader that does not compile says where', async () => {
    const { kernels, assertUsable } = await openTestGpu();
    const broken = kernels.get({ label: 'broken', wgsl: 'fn main( {' });
    await expect(broken).rejects.toMatchObject({ code: 'gpu.shader', params: { label: 'broken' } });
    assertUsable();
  });

  test('a buffer beyond the adapter is refused with sizes', async () => {
    const ledger = createBufferLedger(await openTestGpu());
    await expect(ledger.create('huge', 2 ** 50, GPUBufferUsage.STORAGE)).rejects.toMatchObject({
      code: 'gpu.out-of-memory',
      params: { needBytes: 2 ** 50 },
    });
    expect(ledger.liveBytes).toBe(0);
  });

  test('a lost device and stray errors reject the next run', async () => {
    const request = await requestDevice(navigator.gpu);
    if (!request.ok) throw new Error(request.reason);
    const { device, facts } = request;
    const executor = await createExecutor(openGpu(device, facts), program());
    await executor.run(batch(4), [logits]);
    const reported = new Promise((resolve) => device.addEventListener('uncapturederror', resolve));
    device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
    // Errors are delivered with the next flush of commands.
    await device.queue.onSubmittedWorkDone();
    await reported;
    await expect(executor.run(batch(4), [logits])).rejects.toThrow('gpu.validation');
    await executor.run(batch(4), [logits]);
    const running = executor.run(batch(4), [logits]);
    device.destroy();
    await expect(running).rejects.toThrow('gpu.device-lost');
    await expect(executor.run(batch(4), [logits])).rejects.toThrow('gpu.device-lost');
  });
});
