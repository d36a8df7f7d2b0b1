/**
 * Values at the edges of f32 and of the grid: saturation, overflow, NaN, ties, -inf, more groups than one dimension holds.
 */
import { expect, test } from 'vitest';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import type { UnaryFn } from '../graph/program.ts';
import { fold } from './shader.ts';
import { buildCase, evaluateCase, type OpCase } from './testing/op-case.ts';
import { runCase, worstError } from './testing/run-case.ts';

/** All outputs and gradients of a case whose first input is `numbers`, as one row of one sequence. */
async function run(
  opCase: Partial<OpCase> & { op: string },
  numbers: readonly number[],
): Promise<Float32Array[]> {
  const built = buildCase({
    name: opCase.op,
    attrs: {},
    inputs: [[numbers.length]],
    sequences: [1],
    targets: [-1],
    selected: [0],
    distribution: (x, input, index) => (input === 0 ? numbers[index]! : x),
    ...opCase,
  });
  const gradients = built.gradients.filter((id) => id !== undefined);
  return runCase(await openTestGpu(), built, [...built.outputs, ...gradients]);
}

const saturating: readonly [UnaryFn, number[], number[]][] = [
  [{ fn: 'tanh' }, [1e30, -1e30, 100, -100, 0, 1e-20], [1, -1, 1, -1, 0, Math.fround(1e-20)]],
  [{ fn: 'erf' }, [1e30, -1e30, 7, -7, 0, 0], [1, -1, 1, -1, 0, 0]],
  [{ fn: 'sigmoid' }, [1e30, -1e30, 200, -200, 0, 0], [1, 0, 1, 0, 0.5, 0.5]],
  [{ fn: 'silu' }, [1e30, -1e30, 200, -200, 0, 0], [Math.fround(1e30), 0, 200, 0, 0, 0]],
  [{ fn: 'geluTanh' }, [1e5, -1e5, 200, -200, 0, 0], [1e5, 0, 200, 0, 0, 0]],
  [{ fn: 'geluErf' }, [1e5, -1e5, 200, -200, 0, 0], [1e5, 0, 200, 0, 0, 0]],
  [{ fn: 'relu' }, [1e30, -1e30, 0, 3, -3, 1], [Math.fround(1e30), 0, 0, 3, 0, 1]],
  [{ fn: 'softplus' }, [1e30, -1e30, 200, -200, 0, -18], [Math.fround(1e30), 0, 200, 0, Math.LN2, 1.5e-8]],
  [
    { fn: 'leakyRelu', alpha: 0.25 },
    [1e30, -1e30, 0, 4, -4, 1],
    [Math.fround(1e30), Math.fround(-2.5e29), 0, 4, -1, 1],
  ],
  [{ fn: 'pow', exponent: 3 }, [-2, 2, -1, 0, 3, -3], [-8, 8, -1, 0, 27, -27]],
  [{ fn: 'pow', exponent: 2 }, [-2, 2, -1, 0, 3, -3], [4, 4, 1, 0, 9, 9]],
];

for (const [fn, input, output] of saturating) {
  test(`${fn.fn} at its edges is exact and its slope finite`, async () => {
    const [y, dx] = await run({ op: 'unary', attrs: fn }, input);
    expect(worstError(y!, output)).toBeLessThan(1e-6);
    expect(dx!.every(Number.isFinite)).toBe(true);
  });
}

test('clip lets no cotangent through outside its range, however large', async () => {
  const built = buildCase({
    name: 'clip',
    op: 'unary',
    attrs: { fn: 'clip', min: Number.NEGATIVE_INFINITY, max: 65504 },
    inputs: [[3]],
    sequences: [1],
    distribution: (_x, _input, index) => [-1e38, 65504, 7e4][index]!,
  });
  built.given.set(built.cotangents[0]!.cotangent, Float64Array.from([1, 2, 3e38]));
  const [y, dx] = await runCase(await openTestGpu(), built, [built.outputs[0]!, built.gradients[0]!]);
  expect([...y!]).toEqual([Math.fround(-1e38), 65504, 65504]);
  expect([...dx!]).toEqual([1, 2, 0]);
});

/** Runs `op` on 0/0: a finite file cannot hold a NaN, it arises on the way. */
async function runOnNaN(op: string, attrs: unknown, rows: 'tokens' | 'selected', dims: number[][]) {
  const built = buildCase({
    name: 'nan',
    op: 'binary',
    attrs: { fn: 'div' },
    inputs: [[4], [4]],
    rows,
    sequences: [1],
    selected: [0],
    targets: [2],
    cotangents: [],
    distribution: () => 0,
  });
  const outputs = dims.map((shape) => {
    built.values.push({ id: built.values.length, dims: shape, rows, name: op });
    return built.values.length - 1;
  });
  built.nodes.push({ op, inputs: built.outputs, outputs, attrs, source: op });
  return runCase(await openTestGpu(), built, outputs);
}

const nanFunctions: readonly UnaryFn[] = [
  ...(['silu', 'sigmoid', 'geluTanh', 'geluErf', 'tanh', 'erf', 'relu', 'exp', 'softplus'] as const).map(
    (fn) => ({
      fn,
    }),
  ),
  { fn: 'clip', min: -1, max: 1 },
  { fn: 'pow', exponent: 1.5 },
];

test('NaN never becomes a finite number', async () => {
  for (const fn of nanFunctions) {
    const [y] = await runOnNaN('unary', fn, 'tokens', [[4]]);
    expect(y!.some(Number.isFinite), fn.fn).toBe(false);
  }
  const [normalised] = await runOnNaN('norm', { kind: 'layer', size: 4, eps: 1e-5 }, 'tokens', [[4]]);
  expect(normalised!.some(Number.isFinite)).toBe(false);
  const [loss] = await runOnNaN('crossEntropy', {}, 'selected', [[1], [4]]);
  expect(loss!.some(Number.isFinite)).toBe(false);
  const [stats] = await runOnNaN('rowStats', {}, 'selected', [[4]]);
  expect(Number.isFinite(stats![0])).toBe(false);
});

for (const vocab of [262144, 151937]) {
  test(`the argmax of ${vocab} logits is the lowest of equals`, async () => {
    const ties = [vocab - 1, 77_777, 77_779, 140_000];
    const logits = Array.from({ length: vocab }, (_, i) => (ties.includes(i) ? 3 : (i % 7) / 7));
    const [stats] = await run({ op: 'rowStats', rows: 'selected', targets: [140_000] }, logits);
    const lse = Math.log(logits.reduce((sum, x) => sum + Math.exp(x), 0));
    expect(stats![0]).toBeCloseTo(lse, 4);
    expect([...stats!.subarray(1)]).toEqual([3, 77_777, 3]);
  });
}

test('a row without a target has loss 0 and no gradient, whatever its logits', async () => {
  const [loss, gradient] = await run({ op: 'crossEntropy', rows: 'selected' }, [3e38, -3e38, 1, 2, 0]);
  expect([...loss!]).toEqual([0]);
  expect(gradient!.every((x) => x === 0)).toBe(true);
});

test('huge logits overflow nothing', async () => {
  const [loss, gradient] = await run(
    { op: 'crossEntropy', rows: 'selected', targets: [1] },
    [1e30, 1e30, -1e30, 5, 6, 7, 8, 9],
  );
  expect(loss![0]).toBe(0);
  expect(gradient!.every(Number.isFinite)).toBe(true);
});

test('attention with huge scores is the value of the best key', async () => {
  const built = buildCase({
    name: 'huge scores',
    op: 'attention',
    attrs: { layer: 0, heads: 1, kvHeads: 1, headDim: 4, valueDim: 4, scale: 1, window: 0, softcap: 0 },
    inputs: [[4], [4], [4]],
    sequences: [6],
    distribution: (x, input) => (input < 2 ? 1e3 * x : x),
  });
  const wanted = [built.outputs[0]!, ...built.gradients.map((id) => id!)];
  const expected = evaluateCase(built);
  const actual = await runCase(await openTestGpu(), built, wanted);
  expect(worstError(actual[0]!, expected.get(wanted[0]!)!)).toBeLessThan(1e-5);
  for (const gradient of actual) expect(gradient.every(Number.isFinite)).toBe(true);
});

test.each([false, true])(
  'attention keeps what is not finite within its sequence, quads %s',
  async (quads) => {
    const [width, tokens] = [8, 3];
    const attrs = { layer: 0, heads: 1, kvHeads: 1, headDim: width, valueDim: width, scale: 0.3 };
    /** Output and gradients of attention over x/divisor, whose divisor is 0 in the first sequence where `broken`. */
    const attend = async (broken: boolean) => {
      const built = buildCase({
        name: 'isolation',
        op: 'binary',
        attrs: { fn: 'div' },
        inputs: [[width], [width]],
        sequences: [tokens, 4],
        cotangents: [],
        distribution: (x, input, index) => (input === 0 ? x : broken && index < tokens * width ? 0 : 1),
      });
      const value = (dim: number) => {
        const id = built.values.length;
        built.values.push({ id, dims: [dim], rows: 'tokens', name: 'attention' });
        return id;
      };
      const x = built.outputs[0]!;
      const [o, lse] = [value(width), value(1)];
      const gradients = [value(width), value(width), value(width)];
      const node = { attrs: { ...attrs, window: 0, softcap: 0 }, source: 'attention' };
      built.nodes.push(
        { ...node, op: 'attention', inputs: [x, x, x], outputs: [o, lse] },
        { ...node, op: 'attentionVjp', inputs: [x, x, x, o, lse, x], outputs: [...gradients, value(2)] },
      );
      const variants = { gemm: 'register', quads, dispatchFlops: 1e9 } as const;
      return runCase(await openTestGpu(), built, [o, ...gradients], variants);
    };
    const [broken, whole] = [await attend(true), await attend(false)];
    for (const [i, values] of broken.entries()) {
      expect(values.subarray(0, tokens * width).some(Number.isFinite)).toBe(false);
      expect(values.subarray(tokens * width)).toEqual(whole[i]!.subarray(tokens * width));
    }
  },
);

test('grids are folded beyond the limit of one dimension', async () => {
  expect(fold(65535, 65535)).toEqual([65535, 1, 1]);
  expect(fold(65536, 65535)).toEqual([32768, 2, 1]);
  const built = buildCase({
    name: 'large',
    op: 'unary',
    attrs: { fn: 'affine', scale: 2, shift: 1 },
    inputs: [[61]],
    sequences: [69_001],
    cotangents: [],
  });
  const [y] = await runCase(await openTestGpu(), built, [built.outputs[0]!]);
  const x = built.given.get(built.inputs[0]!)!;
  expect(
    worstError(
      y!,
      x.map((v) => 2 * v + 1),
    ),
  ).toBeLessThan(1e-6);
});
