/**
 * embed and promptGradient on the GPU against float64: packed tables, chunks, virtual tokens, unused virtual tokens.
 */
import { expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { createExecutor } from '../plan/executor.ts';
import { causalProgram, packedBatch } from '../plan/testing/programs.ts';
import { decodeMatrix } from '../reference/decode.ts';
import { embed as exactEmbed, promptGradient as exactGradient } from '../reference/linear.ts';
import type { ReferenceContext } from '../reference/types.ts';
import { matrixCases } from './linear/testing/matrices.ts';

const virtual = 3;
const ids = [0, 5, -1, 149, -2, 70, -1, 128, 127];
const scale = 1.5;

/** Stored rows of even and odd length, tall enough for chunks in either order. */
const sizes = {
  nk: [
    { hidden: 16, vocab: 150 },
    { hidden: 9, vocab: 150 },
  ],
  kn: [
    { hidden: 144, vocab: 152 },
    { hidden: 144, vocab: 150 },
  ],
} as const;

const tables = matrixCases.flatMap((matrix) =>
  matrix.orders.flatMap((order) =>
    sizes[order].map((size) => ({
      name: `${matrix.name}, ${order}, ${size.hidden} x ${size.vocab}`,
      matrix,
      order,
      ...size,
    })),
  ),
);

test.each(tables)('$name', async ({ matrix, order, hidden, vocab }) => {
  const rng = createRng(4, matrix.name);
  const weight = matrix.build(hidden, vocab, order, rng);
  const softPrompt = Float32Array.from({ length: virtual * hidden }, () => rng.normal());
  const program = causalProgram({
    values: [
      { rows: 'tokens', dims: [hidden] },
      { rows: 'prompt', dims: [hidden] },
    ],
    nodes: [
      { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 0, scale } },
      { op: 'promptGradient', inputs: [0], outputs: [1], attrs: {} },
    ],
    weights: [weight],
    hiddenSize: hidden,
  });
  const batch = packedBatch([ids], { softPrompt });
  const data = await decodeMatrix(weight);
  const context: ReferenceContext = {
    rows: (domain) => (domain === 'tokens' ? ids.length : virtual),
    vector: () => [],
    table: () => ({ width: 0, data: [] }),
    weight: () => ({ k: hidden, n: vocab, order, data }),
    batch: { ...batch, sequenceEnd: [] },
    lossScale: 1,
  };
  const [x] = exactEmbed({ weight: 0, scale }, [], context);
  const [d] = exactGradient({}, [{ rows: ids.length, dims: [hidden], data: x! }], context);
  for (const maxChunkBytes of [Number.POSITIVE_INFINITY, Math.ceil(0.9 * weight.data.byteLength)]) {
    const executor = await createExecutor(await openTestGpu(), program, { maxChunkBytes });
    const results = await executor.run(batch, [0, 1]);
    executor.dispose();
    [x!, d!].forEach((exact, i) => {
      expect(results[i]!.length).toBe(exact.length);
      exact.forEach((value, at) => {
        expect(Math.abs(results[i]![at]! - value)).toBeLessThanOrEqual(2 ** -20 * Math.abs(value) + 1e-30);
      });
    });
    // Virtual token 3 stands nowhere: its gradient is exactly zero.
    expect([...results[1]!.subarray(2 * hidden)]).toEqual(Array(hidden).fill(0));
  }
});
