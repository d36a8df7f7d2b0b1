/**
 * The tiny transformer and its backward pass in float64.
 */

import { decodeMatrix } from '../../reference/decode.ts';
import { evaluate } from '../../reference/evaluate.ts';
import type { TrainingProgram, ValueId } from '../program.ts';
import { lossScale, tinyBatch, virtualTokens } from './tiny-transformer.ts';

/** All values by id for a soft prompt. */
export async function evaluateTiny(
  program: TrainingProgram,
  softPrompt: ArrayLike<number>,
): Promise<Map<ValueId, Float64Array>> {
  const { sequenceEnd, ...batch } = tinyBatch(Float32Array.from(softPrompt));
  const weights = await Promise.all(
    program.weights.map(async (weight) => ({ ...weight, data: await decodeMatrix(weight) })),
  );
  return evaluate(program.nodes, program.values, new Map(), {
    rows: (domain) =>
      ({ tokens: batch.ids.length, selected: batch.selected.length, prompt: virtualTokens })[domain],
    vector: (id) => program.vectors[id]!.data,
    table: () => ({ width: 0, data: [] }),
    weight: (id) => weights[id]!,
    batch: { ...batch, softPrompt, sequenceEnd: sequenceEnd! },
    lossScale,
  });
}
