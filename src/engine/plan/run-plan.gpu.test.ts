/**
 * Plans under a budget and heads in pieces, on a real device: equal numbers, less memory, no growth.
 */
import { expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { differentiate } from '../graph/differentiate.ts';
import { createExecutor, type ExecutorOptions } from './executor.ts';
import { llamaProgram } from './testing/llama-program.ts';
import { packedBatch } from './testing/programs.ts';
import type { Executor } from './types.ts';

const shape = { layers: 4, hidden: 64, wide: 176, heads: 4, kvHeads: 2, headDim: 16, vocab: 96 };
const program = differentiate(llamaProgram(shape));
const wanted = [program.rowLoss, program.promptGradient];
const rng = createRng(4, 'run plan');

/** `rows` sequences of 40 tokens that begin with three virtual ones; the last `labels` of each have labels. */
function batch(rows: number, labels: number, { hidden, vocab } = shape) {
  const length = 40;
  const softPrompt = Float32Array.from({ length: 3 * hidden }, () => rng.normal());
  const sequences = Array.from({ length: rows }, () => [
    -1,
    -2,
    -3,
    ...Array.from({ length: length - 3 }, () => rng.int(vocab)),
  ]);
  const selected = sequences.flatMap((_, row) =>
    Array.from({ length: labels }, (_v, i) => (row + 1) * length - 1 - i),
  );
  return packedBatch(sequences, {
    softPrompt,
    selected: Uint32Array.from(selected),
    targets: Int32Array.from(selected, () => rng.int(vocab)),
    lossScale: 1 / selected.length,
  });
}

const open = async (options: ExecutorOptions = {}) => createExecutor(await openTestGpu(), program, options);

test('recomputed layers give the same bits within a smaller budget', async () => {
  const spec = batch(6, 5);
  const rows = { tokens: spec.ids.length, selected: spec.selected.length, prompt: 3 };
  const free = await open();
  const expected = await free.run(spec, wanted);
  const plain = free.predictBytes('packed', wanted, rows);
  expect(plain.recomputedLayers).toBe(0);
  free.dispose();

  let earlier = 0;
  for (const share of [0.9, 0.75, 0.65]) {
    const budgetBytes = Math.floor(plain.peakBytes * share);
    const tight = await open({ budgetBytes });
    const predicted = tight.predictBytes('packed', wanted, rows);
    expect(predicted.recomputedLayers).toBeGreaterThanOrEqual(Math.max(1, earlier));
    expect(predicted.peakBytes).toBeLessThanOrEqual(budgetBytes);
    expect(predicted.fits).toBe(true);
    expect(tight.predictBytes('packed', wanted, rows, 0)).toMatchObject({ fits: false, recomputedLayers: 0 });
    earlier = predicted.recomputedLayers;
    expect(await tight.run(spec, wanted)).toEqual(expected);
    const { liveBytes } = tight.memory();
    expect(liveBytes).toBeLessThanOrEqual(budgetBytes);
    for (let i = 0; i < 5; i++) await tight.run(spec, wanted);
    expect(tight.memory().liveBytes).toBe(liveBytes);
    tight.dispose();
  }
});

test('what no recomputation makes fit is refused with numbers', async () => {
  const spec = batch(6, 5);
  const budgetBytes = 900_000;
  const tight = await open({ budgetBytes });
  const refusal = await tight.run(spec, wanted).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'plan.does-not-fit',
    params: { what: 'run', haveBytes: budgetBytes },
  });
  tight.dispose();
});

test('a head in pieces gives the numbers of a whole one and holds one piece', async () => {
  // 200 selected rows in pieces of 64.
  const spec = batch(5, 40);
  const whole = await open();
  const all = [program.rowLoss, program.promptGradient, program.logits];
  const expected = await whole.run(spec, all);
  const { liveBytes } = whole.memory();
  whole.dispose();
  const pieces = await open({ headPieceBytes: [1] });
  const rows = { tokens: spec.ids.length, selected: spec.selected.length, prompt: 3 };
  const inPieces = pieces.predictBytes('packed', wanted, rows).peakBytes;
  const [loss, gradient] = await pieces.run(spec, wanted);
  expect(loss).toEqual(expected[0]);
  expect(gradient).toEqual(expected[1]);
  // Logits that are wanted themselves keep all rows.
  const [, , logits] = await pieces.run(spec, all);
  expect(logits).toEqual(expected[2]);
  pieces.dispose();
  // Logits and their derivative of 192 rows less.
  expect(liveBytes - inPieces).toBeGreaterThan(100 * shape.vocab * 4);
});

test('150,000 tokens and 200 labels take one array of 64 rows, with the numbers of the whole', async () => {
  const wide = { ...shape, layers: 1, hidden: 16, wide: 16, heads: 1, kvHeads: 1, vocab: 151_936 };
  const large = differentiate(llamaProgram(wide));
  const spec = batch(5, 40, wide);
  const results = [large.rowLoss, large.promptGradient];
  const gpu = await openTestGpu();
  const beside = ({ memory }: Executor) => memory().peakBytes - memory().weightBytes;
  const pieces = await createExecutor(gpu, large);
  const expected = await pieces.run(spec, results);
  const row = 4 * wide.vocab;
  expect(beside(pieces)).toBeLessThan(64 * row + 2 * 2 ** 20);
  pieces.dispose();
  const whole = await createExecutor(gpu, large, { headPieceBytes: [200 * row] });
  expect(await whole.run(spec, results)).toEqual(expected);
  expect(beside(whole)).toBeGreaterThan(128 * row);
  whole.dispose();
});

test('short memory makes pieces of logits smaller before it has layers recomputed', async () => {
  const wide = { ...shape, layers: 2, hidden: 16, wide: 16, heads: 1, kvHeads: 1, vocab: 4096 };
  const large = differentiate(llamaProgram(wide));
  const spec = batch(5, 40, wide);
  const results = [large.rowLoss, large.promptGradient];
  const gpu = await openTestGpu();
  const free = await createExecutor(gpu, large);
  const expected = await free.run(spec, results);
  const rows = { tokens: spec.ids.length, selected: spec.selected.length, prompt: 3 };
  const { peakBytes } = free.predictBytes('packed', results, rows);
  free.dispose();
  // 100 rows of logits less.
  const budgetBytes = peakBytes - 400 * wide.vocab;
  const tight = await createExecutor(gpu, large, { budgetBytes });
  expect(tight.predictBytes('packed', results, rows)).toMatchObject({ fits: true, recomputedLayers: 0 });
  expect(await tight.run(spec, results)).toEqual(expected);
  expect(tight.memory().peakBytes).toBeLessThanOrEqual(budgetBytes);
  tight.dispose();
});
