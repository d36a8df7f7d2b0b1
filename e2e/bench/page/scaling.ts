/**
 * How a gradient step's cost grows with sequence length, batch, layers and vocabulary, and that its memory does not grow with
 * steps; synthetic Llama-like weights.
 */

import type { Gpu } from '../../../src/engine/gpu/device.ts';
import { differentiate } from '../../../src/engine/graph/differentiate.ts';
import { createExecutor } from '../../../src/engine/plan/executor.ts';
import { llamaProgram } from '../../../src/engine/plan/testing/llama-program.ts';
import { packedBatch } from '../../../src/engine/plan/testing/programs.ts';
import type { BatchSpec } from '../../../src/engine/plan/types.ts';
import { createRng } from '../../../src/lib/rng.ts';
import { type Entry, type Fact, fittedExponent, type Group, median } from '../report.ts';
import type { DeviceWatch } from './watch-device.ts';

interface Size {
  readonly length: number;
  readonly batch: number;
  readonly layers: number;
  readonly vocab: number;
}

const BASE: Size = { length: 64, batch: 8, layers: 4, vocab: 2048 };
const SWEEPS: Readonly<Record<keyof Size, readonly number[]>> = {
  length: [32, 64, 128, 256, 512, 1024],
  batch: [1, 2, 4, 8, 16, 32],
  layers: [2, 4, 8, 12],
  vocab: [1024, 4096, 16_384, 65_536],
};

/** Length is swept with a batch of 1, so that the longest row still ends in seconds on a software adapter. */
const sizeAt = (axis: keyof Size, value: number): Size => ({
  ...BASE,
  ...(axis === 'length' ? { batch: 1 } : {}),
  [axis]: value,
});

const SHAPE = { hidden: 128, wide: 352, heads: 4, kvHeads: 2, headDim: 32 };

/** Rows of `length` tokens that begin with a virtual one; the last fifth of each has labels. */
function batchOf({ length, batch, vocab }: Size): BatchSpec {
  const rng = createRng(5, 'bench scaling');
  const rows = Array.from({ length: batch }, () => [
    -1,
    ...Array.from({ length: length - 1 }, () => rng.int(vocab)),
  ]);
  const selected = rows.flatMap((_, row) =>
    Array.from({ length: Math.ceil(length / 5) }, (_, i) => (row + 1) * length - 1 - i),
  );
  return packedBatch(rows, {
    softPrompt: new Float32Array(SHAPE.hidden).fill(0.1),
    selected: Uint32Array.from(selected),
    targets: Int32Array.from(selected, () => rng.int(vocab)),
    lossScale: 1 / selected.length,
  });
}

async function entryAt(gpu: Gpu, name: string, size: Size, rounds: number): Promise<Entry> {
  const program = differentiate(llamaProgram({ ...SHAPE, layers: size.layers, vocab: size.vocab }));
  const executor = await createExecutor(gpu, program);
  try {
    const spec = batchOf(size);
    const seconds: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now();
      await executor.run(spec, [program.rowLoss, program.promptGradient]);
      if (round > 0) seconds.push((performance.now() - start) / 1000);
    }
    return { name, ours: true, timing: { seconds } };
  } finally {
    executor.dispose();
  }
}

export async function scaling(gpu: Gpu, rounds: number, log: (text: string) => void): Promise<Group[]> {
  const groups: Group[] = [];
  for (const axis of Object.keys(SWEEPS) as (keyof Size)[]) {
    const entries: Entry[] = [];
    for (const size of SWEEPS[axis]) {
      const entry = await entryAt(gpu, `${axis} ${size}`, sizeAt(axis, size), rounds);
      entries.push(entry);
      log(`scaling: ${entry.name}: ${median(entry.timing).toFixed(3)} s`);
    }
    const points = entries.map(({ timing }, i) => ({ size: SWEEPS[axis][i]!, seconds: median(timing) }));
    const { [axis]: _, ...others } = sizeAt(axis, 0);
    const fixed = Object.entries(others).map(([name, value]) => `${name} ${value}`);
    groups.push({
      id: `scaling-${axis}`,
      title: `A gradient step against ${axis} (${fixed.join(', ')}; hidden size ${SHAPE.hidden})`,
      entries,
      failures: [],
      exponent: { of: axis, value: fittedExponent(points) },
    });
  }
  return groups;
}

const STEPS = 200;

/** Bytes on the device after one step and after many on batches of changing lengths; the largest comes first. */
export async function flatMemory(gpu: Gpu, watch: DeviceWatch, log: (text: string) => void): Promise<Fact> {
  const shape = { layers: 2, hidden: 64, wide: 176, heads: 2, kvHeads: 1, headDim: 32, vocab: 512 };
  const program = differentiate(llamaProgram(shape));
  const before = watch.liveBytes();
  const executor = await createExecutor(gpu, program);
  const lengths = [32, 17, 29, 32, 8];
  const step = (i: number) => {
    const size = { length: lengths[i % lengths.length]!, batch: 4, layers: shape.layers, vocab: shape.vocab };
    const batch = { ...batchOf(size), softPrompt: new Float32Array(shape.hidden).fill(0.1) };
    return executor.run(batch, [program.rowLoss, program.promptGradient]);
  };
  await step(0);
  const afterFirst = watch.liveBytes() - before;
  for (let i = 1; i < STEPS; i++) await step(i);
  const afterLast = watch.liveBytes() - before;
  log(`memory: ${afterFirst} bytes after step 1, ${afterLast} after step ${STEPS}`);
  executor.dispose();
  return {
    id: 'memory',
    title: `Bytes on the device, ${STEPS} training steps of a model with 2 layers, batches of changing lengths`,
    rows: [
      ['after step 1', afterFirst],
      [`after step ${STEPS}`, afterLast],
      ['after the model was disposed', watch.liveBytes() - before],
    ],
  };
}
