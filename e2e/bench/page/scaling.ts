/** How a gradient step's cost grows with sequence length, batch, layers and vocabulary; synthetic Llama-like weights. */

import type { Gpu } from '../../../src/engine/gpu/device.ts';
import { differentiate } from '../../../src/engine/graph/differentiate.ts';
import { createExecutor } from '../../../src/engine/plan/executor.ts';
import { llamaProgram } from '../../../src/engine/plan/testing/llama-program.ts';
import { packedBatch } from '../../../src/engine/plan/testing/programs.ts';
import { createRng } from '../../../src/lib/rng.ts';
import { type Fact, fittedExponent } from '../report.ts';

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

async function secondsAt(gpu: Gpu, { length, batch, layers, vocab }: Size, rounds: number): Promise<number> {
  const shape = { hidden: 128, wide: 352, heads: 4, kvHeads: 2, headDim: 32 };
  const program = differentiate(llamaProgram({ ...shape, layers, vocab }));
  const executor = await createExecutor(gpu, program);
  try {
    const rng = createRng(5, 'bench scaling');
    const rows = Array.from({ length: batch }, () => [
      -1,
      ...Array.from({ length: length - 1 }, () => rng.int(vocab)),
    ]);
    const selected = rows.flatMap((_, row) =>
      Array.from({ length: Math.ceil(length / 5) }, (_, i) => (row + 1) * length - 1 - i),
    );
    const spec = packedBatch(rows, {
      softPrompt: new Float32Array(shape.hidden).fill(0.1),
      selected: Uint32Array.from(selected),
      targets: Int32Array.from(selected, () => rng.int(vocab)),
      lossScale: 1 / selected.length,
    });
    let fastest = Number.POSITIVE_INFINITY;
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now();
      await executor.run(spec, [program.rowLoss, program.promptGradient]);
      if (round > 0) fastest = Math.min(fastest, (performance.now() - start) / 1000);
    }
    return fastest;
  } finally {
    executor.dispose();
  }
}

export async function scaling(gpu: Gpu, rounds: number, log: (text: string) => void): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const axis of Object.keys(SWEEPS) as (keyof Size)[]) {
    const points: { size: number; seconds: number }[] = [];
    for (const size of SWEEPS[axis]) {
      points.push({ size, seconds: await secondsAt(gpu, sizeAt(axis, size), rounds) });
      log(`scaling: ${axis} ${size}: ${points.at(-1)!.seconds.toFixed(3)} s`);
    }
    facts.push({
      id: `scaling-${axis}`,
      title: `A gradient step against ${axis} (others: ${JSON.stringify(sizeAt(axis, 0))})`,
      rows: [
        ...points.map(({ size, seconds }) => [String(size), `${(seconds * 1e3).toFixed(1)} ms`] as const),
        ['fitted exponent', fittedExponent(points).toFixed(2)],
      ],
    });
  }
  return facts;
}
