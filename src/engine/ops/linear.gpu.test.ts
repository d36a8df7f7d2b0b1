/**
 * linear on the GPU: every stored format, both directions, ragged edges, against float64.
 */
import { expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { createExecutor } from '../plan/executor.ts';
import { causalProgram, f32Matrix, packedBatch } from '../plan/testing/programs.ts';

test('smoke', async () => {
  const gpu = await openTestGpu();
  const rng = createRng(1, 'w');
  const [k, n, t] = [12, 20, 9];
  const w = Float32Array.from({ length: k * n }, () => rng.normal());
  const sp = Float32Array.from({ length: k * t }, () => rng.normal());
  for (const order of ['kn', 'nk'] as const) {
    const program = causalProgram({
      values: [
        { rows: 'tokens', dims: [k] },
        { rows: 'tokens', dims: [n] },
        { rows: 'tokens', dims: [k] },
      ],
      nodes: [
        { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 1, scale: 1 } },
        { op: 'linear', inputs: [0], outputs: [1], attrs: { weight: 0, transposed: false, alpha: 1 } },
        { op: 'linear', inputs: [1], outputs: [2], attrs: { weight: 0, transposed: true, alpha: 1 } },
      ],
      weights: [f32Matrix('w', k, n, order, w), f32Matrix('e', 1, k, 'kn', new Float32Array(k))],
      hiddenSize: k,
    });
    const ex = await createExecutor(gpu, program);
    const [x, y, z] = await ex.run(packedBatch([Array.from({ length: t }, (_, i) => -1 - i)], { softPrompt: sp }), [0, 1, 2]);
    expect(x).toEqual(sp);
    for (let i = 0; i < t; i++)
      for (let j = 0; j < n; j++) {
        let s = 0;
        for (let q = 0; q < k; q++) s += sp[i * k + q]! * w[order === 'kn' ? q * n + j : j * k + q]!;
        expect(y![i * n + j]).toBeCloseTo(s, 4);
      }
    for (let i = 0; i < t; i++)
      for (let q = 0; q < k; q++) {
        let s = 0;
        for (let j = 0; j < n; j++) s += y![i * n + j]! * w[order === 'kn' ? q * n + j : j * k + q]!;
        expect(z![i * k + q]).toBeCloseTo(s, 4);
      }
    console.log(JSON.stringify(ex.memory()), gpu.facts.description);
    ex.dispose();
    expect(ex.memory().liveBytes).toBe(0);
  }
});
