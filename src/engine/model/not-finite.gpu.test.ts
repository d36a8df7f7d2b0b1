/** Which tensor is named when numbers overflow: the first in the chain, also beside a clean branch. */
import { expect, test } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { createExecutor } from '../plan/executor.ts';
import { causalProgram, f32Matrix, packedBatch } from '../plan/testing/programs.ts';
import { runFinite, runLimits } from './runtime.ts';

test('names the value in which an overflow begins', async () => {
  const row = { rows: 'tokens' as const, dims: [4] };
  const affine = (scale: number) => ({ fn: 'affine' as const, scale, shift: 0 });
  const program = causalProgram({
    values: [row, row, row, row, row, row],
    nodes: [
      { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 0, scale: 1 } },
      { op: 'unary', inputs: [0], outputs: [1], attrs: affine(1e30) },
      { op: 'unary', inputs: [1], outputs: [2], attrs: affine(1e30) },
      { op: 'unary', inputs: [0], outputs: [3], attrs: affine(2) },
      { op: 'binary', inputs: [2, 3], outputs: [4], attrs: { fn: 'sub' } },
      { op: 'binary', inputs: [4, 2], outputs: [5], attrs: { fn: 'sub' } },
    ],
    weights: [f32Matrix('table', 4, 2, 'nk', new Float32Array(8).fill(1))],
    hiddenSize: 4,
  });
  const executor = await createExecutor(await openTestGpu(), program);
  try {
    const limits = runLimits(8, 8);
    const training = new LabError('graph.no-gradient');
    const runtime = { executor, program, rowStats: 0, training, limits, budgetBytes: undefined };
    const run = (value: number) => runFinite(runtime, packedBatch([[0, 1]]), [{ value, what: 'logits' }]);
    expect(await run(3)).toEqual([new Float32Array(8).fill(2)]);
    await expect(run(5)).rejects.toMatchObject({
      code: 'model.not-finite',
      params: { what: 'logits', tensor: 'v2' },
    });
  } finally {
    executor.dispose();
  }
});
