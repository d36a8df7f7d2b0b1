/**
 * Every kernel, forward and backward, against the float64 definition of its op.
 */
import { describe, expect, test } from 'vitest';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { opCases } from './testing/cases.ts';
import { buildCase, evaluateCase } from './testing/op-case.ts';
import { runCase, worstError } from './testing/run-case.ts';
import type { VariantChoice } from './types.ts';

/** Ops whose kernels depend on the variant; the others run once. */
const varied = ['attention', 'crossEntropy', 'norm', 'reduce', 'rowStats'];

const quads: VariantChoice = { gemm: 'register', quads: true, dispatchFlops: 1e9 };

describe('quads', () => {
  for (const opCase of opCases.filter(({ op }) => op === 'attention')) {
    test(opCase.name, async () => {
      const built = buildCase(opCase);
      const wanted = [...built.outputs, ...built.gradients.filter((id) => id !== undefined)];
      const expected = evaluateCase(built);
      for (const dispatchFlops of [1e9, 1]) {
        const actual = await runCase(await openTestGpu(), built, wanted, { ...quads, dispatchFlops });
        const errors = wanted.map((id, i) => worstError(actual[i]!, expected.get(id)!));
        expect(Math.max(...errors), `errors ${errors}`).toBeLessThan(1e-5);
      }
    });
  }
});

test('attention in dispatches of one row gives the same bits', async () => {
  const gpu = await openTestGpu();
  for (const [i, opCase] of opCases.filter(({ op }) => op === 'attention').entries()) {
    const built = buildCase(opCase);
    const wanted = [...built.outputs, ...built.gradients.filter((id) => id !== undefined)];
    const gemm = i % 2 === 0 ? 'register' : 'tiled';
    const whole = await runCase(gpu, built, wanted, { gemm, dispatchFlops: 1e9 });
    const rowByRow = await runCase(gpu, built, wanted, { gemm, dispatchFlops: 1 });
    expect(rowByRow, `${opCase.name}, ${gemm}`).toEqual(whole);
  }
});

for (const gemm of ['register', 'tiled'] as const) {
  describe(`${gemm} kernel`, () => {
    for (const opCase of opCases) {
      if (gemm === 'tiled' && !varied.includes(opCase.op)) continue;
      test(opCase.name, async () => {
        const built = buildCase(opCase);
        const wanted = [...built.outputs, ...built.gradients.filter((id) => id !== undefined)];
        const expected = evaluateCase(built);
        const actual = await runCase(await openTestGpu(), built, wanted, { gemm, dispatchFlops: 1e9 });
        const errors = wanted.map((id, i) => worstError(actual[i]!, expected.get(id)!));
        expect(Math.max(...errors), `errors ${errors}`).toBeLessThan(1e-5);
      });
    }
  });
}
