/**
 * The derived backward pass on the GPU against the same program in float64.
 */
import { expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { createExecutor } from '../plan/executor.ts';
import { evaluateTiny } from './testing/evaluate-tiny.ts';
import { hidden, normals, tinyBatch, tinyTransformer, virtualTokens } from './testing/tiny-transformer.ts';

test.each(['register', 'tiled'] as const)('loss and gradient of virtual tokens, %s', async (gemm) => {
  const program = tinyTransformer();
  const prompt = normals(createRng(5, 'prompt'), virtualTokens * hidden, 1);
  const exact = await evaluateTiny(program, prompt);
  const executor = await createExecutor(await openTestGpu(), program, {
    variants: { gemm, dispatchFlops: 1e9 },
  });
  const wanted = [program.rowLoss, program.promptGradient];
  const results = await executor.run(tinyBatch(prompt), wanted);
  executor.dispose();
  wanted.forEach((id, i) => {
    const expected = exact.get(id)!;
    const size = Math.hypot(...expected);
    expect(results[i]!.length).toBe(expected.length);
    expected.forEach((value, k) => {
      expect(Math.abs(results[i]![k]! - value)).toBeLessThan(1e-5 * size);
    });
  });
});
