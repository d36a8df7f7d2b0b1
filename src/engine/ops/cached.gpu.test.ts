/**
 * Cached runs of attention and convolution give what one packed run gives: a prefix computed once and shared by two rows,
 * prefill in pieces, then single tokens, with slots in no order.
 */
import { expect, test } from 'vitest';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import type { AttentionAttrs, ConvAttrs } from '../graph/program.ts';
import { createExecutor } from '../plan/executor.ts';
import { causalProgram, f32Matrix, packedBatch } from '../plan/testing/programs.ts';
import type { BatchSpec } from '../plan/types.ts';
import type { KernelName } from '../plan/variants.ts';
import { product } from './shader.ts';
import { buildCase, type OpCase } from './testing/op-case.ts';
import { worstError } from './testing/run-case.ts';

const ROWS = 9;
const SHARED = 6;
const OWN = 5;
/** Rows that share the first tokens. Ids are rows of the input tables. */
const sequences = Array.from({ length: ROWS }, (_, row) => [
  ...Array.from({ length: SHARED }, (_, i) => i),
  ...Array.from({ length: OWN }, (_, i) => SHARED + row * OWN + i),
]);
const IDS = SHARED + ROWS * OWN;
/** Slot of each token, 5 and 64 being coprime. */
const slotOf = (id: number) => (id * 5 + 3) % 64;
const rows = (count: number, first: number, end: number) =>
  Array.from({ length: count }, (_, row) => [row, first, end] as const);
/**
 * Runs, as [sequence, first position, end]: the shared prefix once, then all rows in pieces of different lengths, then one
 * token a row, in runs so long that kernels take rows together and so short that they do not.
 */
const runs: readonly (readonly [number, number, number])[][] = [
  rows(1, 0, SHARED),
  [...rows(2, SHARED, 7), ...rows(ROWS, SHARED, 9).slice(2)],
  rows(2, 7, 9),
  rows(ROWS, 9, 10),
  rows(8, 10, 11),
  rows(ROWS, 10, 11).slice(8),
];

function cachedBatch(pieces: readonly (readonly [number, number, number])[]): BatchSpec {
  const keySlots: number[] = [];
  const tokens = pieces.flatMap(([row, first, end]) => {
    const ids = sequences[row]!;
    const keyStart = keySlots.length;
    keySlots.push(...ids.slice(0, end).map(slotOf));
    return ids.slice(first, end).map((id, i) => ({ id, position: first + i, keyStart }));
  });
  return {
    mode: 'cached',
    ids: Int32Array.from(tokens, ({ id }) => id),
    positions: Uint32Array.from(tokens, ({ position }) => position),
    keyStart: Uint32Array.from(tokens, ({ keyStart }) => keyStart),
    keySlots: Uint32Array.from(keySlots),
    writeSlots: Uint32Array.from(tokens, ({ id }) => slotOf(id)),
    selected: new Uint32Array(),
    targets: new Int32Array(),
  };
}

async function expectCachedEqualsPacked(
  opCase: Omit<OpCase, 'sequences'>,
  kernels: KernelName = 'register',
): Promise<void> {
  const built = buildCase({ ...opCase, sequences: [IDS], cotangents: [] });
  const [output] = built.outputs;
  const tables = [...built.given];
  const executor = await createExecutor(
    await openTestGpu(),
    causalProgram({
      values: built.values,
      nodes: [
        ...tables.map(([id], weight) => ({
          op: 'embed',
          inputs: [],
          outputs: [id],
          attrs: { weight, scale: 1 },
        })),
        ...built.nodes,
      ],
      weights: tables.map(([id, data]) =>
        f32Matrix(`given ${id}`, product(built.values[id]!.dims), IDS, 'nk', Float32Array.from(data)),
      ),
      vectors: built.vectors.map((data, i) => ({ name: `vector ${i}`, data })),
      hiddenSize: 1,
    }),
    { kernels: { pinned: kernels } },
  );
  try {
    const [packed] = await executor.run(packedBatch(sequences), [output!]);
    expect(packed!.every((x) => x !== 0)).toBe(true);
    const width = packed!.length / sequences.flat().length;
    await executor.reserveKvSlots(64);
    for (const pieces of runs) {
      const [cached] = await executor.run(cachedBatch(pieces), [output!]);
      const expected = pieces.flatMap(([row, first, end]) => {
        const start = row * (SHARED + OWN);
        return [...packed!.subarray((start + first) * width, (start + end) * width)];
      });
      expect(worstError(cached!, expected)).toBeLessThan(1e-6);
      for (const [i, piece] of pieces.entries()) {
        // Nothing is rounded otherwise because of a neighbour.
        const [alone] = await executor.run(cachedBatch([piece]), [output!]);
        const before = pieces.slice(0, i).reduce((sum, [, first, end]) => sum + end - first, 0);
        const at = before * width;
        expect([...alone!], `piece ${piece}`).toEqual([...cached!.subarray(at, at + alone!.length)]);
      }
    }
  } finally {
    executor.dispose();
  }
}

const attention: AttentionAttrs = {
  layer: 0,
  heads: 4,
  kvHeads: 2,
  headDim: 8,
  valueDim: 8,
  scale: 0.35,
  window: 0,
  softcap: 0,
};
const variants: readonly (Partial<AttentionAttrs> & { readonly name: string })[] = [
  { name: 'plain' },
  { name: 'window', window: 3 },
  { name: 'softcap', softcap: 1.5 },
  { name: 'alibi', alibi: 0 },
  { name: 'sinks', sinks: 0 },
  { name: 'sinks, window and softcap', sinks: 0, window: 4, softcap: 2 },
  { name: 'odd heads', headDim: 5, valueDim: 3 },
  { name: 'long heads', headDim: 96, valueDim: 96, scale: 0.1 },
  { name: 'a key head a head', kvHeads: 4 },
  { name: 'a key head a head, window', kvHeads: 4, window: 3 },
  { name: 'one key head, alibi and softcap', kvHeads: 1, alibi: 0, softcap: 1.5 },
  { name: 'three heads a key head', heads: 3, kvHeads: 1, sinks: 0 },
];

for (const { name, ...changes } of variants) {
  test.for(['register', 'quads', 'tiled'] as const)(
    `attention over a cache: ${name}, %s`,
    async (kernels) => {
      const attrs = { ...attention, ...changes };
      await expectCachedEqualsPacked(
        {
          name,
          op: 'attention',
          attrs,
          inputs: [
            [attrs.heads * attrs.headDim],
            [attrs.kvHeads * attrs.headDim],
            [attrs.kvHeads * attrs.valueDim],
          ],
          vectors: [[0.5, 0.25, 1.5, -0.5].slice(0, attrs.heads)],
        },
        kernels,
      );
    },
  );
}

test('convolution over a cache', async () => {
  const attrs: ConvAttrs = { layer: 3, channels: 6, width: 3, kernel: 0, bias: 1 };
  await expectCachedEqualsPacked({
    name: 'conv',
    op: 'conv',
    attrs,
    inputs: [[6]],
    vectors: [Array.from({ length: 18 }, (_, i) => Math.cos(i)), [1, 2, 3, 4, 5, 6]],
  });
});
