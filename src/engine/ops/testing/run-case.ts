/**
 * Runs a case on the GPU through the real executor, its inputs as rows of embedding tables.
 */
import type { Gpu } from '../../gpu/device.ts';
import type { ValueId } from '../../graph/program.ts';
import { createExecutor } from '../../plan/executor.ts';
import { f32Matrix } from '../../plan/testing/programs.ts';
import { product } from '../shader.ts';
import type { VariantChoice } from '../types.ts';
import type { BuiltCase } from './op-case.ts';

/** The wanted values of the case. */
export async function runCase(
  gpu: Gpu,
  built: BuiltCase,
  wanted: readonly ValueId[],
  variants?: VariantChoice,
): Promise<Float32Array[]> {
  const given = [...built.given];
  const tokens = built.batch.ids.length;
  const executor = await createExecutor(
    gpu,
    {
      values: built.values,
      nodes: [
        ...given.map(([id], weight) => ({
          op: 'embed',
          inputs: [],
          outputs: [id],
          attrs: { weight, scale: 1 },
          source: `given ${id}`,
        })),
        ...built.nodes,
      ],
      weights: given.map(([id, data]) =>
        f32Matrix(`given ${id}`, product(built.values[id]!.dims), tokens, 'nk', Float32Array.from(data)),
      ),
      vectors: built.vectors.map((data, i) => ({ name: `vector ${i}`, data })),
      tables: built.tables.map(({ width, data }, i) => ({
        name: `table ${i}`,
        width,
        rows: async (count) => data.slice(0, count * width),
      })),
      inputsEmbeds: given[0]![0],
      logits: built.outputs[0]!,
      hiddenSize: product(built.values[given[0]![0]]!.dims),
      vocabSize: 1,
      layers: 0,
      maxPositions: undefined,
    },
    variants ? { variants } : {},
  );
  try {
    return await executor.run(built.batch, wanted);
  } finally {
    executor.dispose();
  }
}

/** The largest |actual - expected| relative to the larger of |expected| and the array's root mean square. */
export function worstError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < expected.length; i++) squares += expected[i]! ** 2;
  const typical = Math.sqrt(squares / Math.max(1, expected.length));
  let worst = actual.length === expected.length ? 0 : Number.POSITIVE_INFINITY;
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i]! - expected[i]!) / Math.max(Math.abs(expected[i]!), typical, 1e-30);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}
