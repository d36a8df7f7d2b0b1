/**
 * The derived program: its gradient in float64, what it adds, what it leaves alone, what it refuses.
 */
import { expect, test } from 'vitest';
import { LabError } from '../../lib/errors.ts';
import { createRng } from '../../lib/rng.ts';
import { causalProgram, f32Matrix } from '../plan/testing/programs.ts';
import { differentiate } from './differentiate.ts';
import type { ProgramNode } from './program.ts';
import { evaluateTiny } from './testing/evaluate-tiny.ts';
import { hidden, lossScale, normals, tinyTransformer, virtualTokens } from './testing/tiny-transformer.ts';

const token = (...dims: number[]) => ({ rows: 'tokens' as const, dims });
const square = f32Matrix('w', 4, 4, 'kn', new Float32Array(16));
const base = { weights: [square], hiddenSize: 4, vocabSize: 4 };
const linear = (from: number, to: number): Omit<ProgramNode, 'source'> => ({
  op: 'linear',
  inputs: [from],
  outputs: [to],
  attrs: { weight: 0, transposed: false, alpha: 2 },
});
const embed = { op: 'embed', inputs: [], outputs: [0], attrs: { weight: 0, scale: 1 } };
const select = (from: number, to: number) => ({ op: 'selectRows', inputs: [from], outputs: [to], attrs: {} });

test('the gradient of virtual tokens is the slope of the loss in every direction', async () => {
  const program = tinyTransformer();
  const rng = createRng(5, 'prompt');
  const prompt = normals(rng, virtualTokens * hidden, 1);
  const loss = async (x: ArrayLike<number>) =>
    lossScale * (await evaluateTiny(program, x)).get(program.rowLoss)!.reduce((a, b) => a + b, 0);
  const gradient = (await evaluateTiny(program, prompt)).get(program.promptGradient)!;
  for (let n = 0; n < 5; n++) {
    const direction = normals(rng, prompt.length, 1 / Math.sqrt(prompt.length));
    const step = 1e-5;
    const at = (sign: number) => loss(Float64Array.from(prompt, (x, i) => x + sign * step * direction[i]!));
    const slope = gradient.reduce((sum, g, i) => sum + g * direction[i]!, 0);
    expect(((await at(1)) - (await at(-1))) / (2 * step)).toBeCloseTo(slope, 8);
  }
});

test('a value used twice gets the sum of its cotangents', () => {
  const trained = differentiate(
    causalProgram({
      ...base,
      values: [token(4), token(4), token(4), { rows: 'selected', dims: [4] }],
      nodes: [
        embed,
        linear(0, 1),
        { op: 'binary', inputs: [0, 1], outputs: [2], attrs: { fn: 'add' } },
        select(2, 3),
      ],
      logits: 3,
    }),
  );
  const ops = trained.nodes.slice(4).map((node) => node.op);
  expect(ops).toEqual(['crossEntropy', 'scatterRows', 'linear', 'binary', 'promptGradient']);
  const back = trained.nodes[6]!;
  expect(back.attrs).toEqual({ weight: 0, transposed: true, alpha: 2 });
  expect(trained.values[trained.promptGradient]).toMatchObject({ rows: 'prompt', dims: [4] });
  expect(trained.values[trained.rowLoss]).toMatchObject({ rows: 'selected', dims: [1] });
});

test('every value is written once, before it is read', () => {
  const trained = differentiate(
    causalProgram({
      ...base,
      values: [token(4), token(4), { rows: 'selected', dims: [4] }],
      nodes: [embed, linear(0, 1), select(1, 2)],
      logits: 2,
    }),
  );
  const written = new Set<number>();
  for (const node of trained.nodes) {
    for (const id of node.inputs) expect(written.has(id)).toBe(true);
    for (const id of node.outputs) {
      expect(written.has(id)).toBe(false);
      written.add(id);
    }
  }
  expect(trained.values.map((value) => value.id)).toEqual(trained.values.map((_, i) => i));
});

const withOp = (inPath: boolean) =>
  causalProgram({
    ...base,
    values: [token(4), token(4), token(4), { rows: 'selected', dims: [4] }],
    nodes: [
      embed,
      { op: 'rowStats', inputs: [0], outputs: [1], attrs: {} },
      linear(inPath ? 1 : 0, 2),
      select(2, 3),
    ],
    logits: 3,
  });

test('an op without a derivative on the gradient path is named', () => {
  expect(() => differentiate(withOp(true))).toThrow(
    new LabError('graph.no-gradient', { op: 'rowStats', node: 'rowStats1' }),
  );
});

test('an op without a derivative off the path does no harm', () => {
  expect(differentiate(withOp(false)).nodes.map((node) => node.op)).toContain('promptGradient');
});

test('logits that do not depend on the embeddings have no gradient', () => {
  const program = causalProgram({
    ...base,
    values: [token(4), token(4), { rows: 'selected', dims: [4] }],
    nodes: [embed, { ...embed, outputs: [1] }, select(1, 2)],
    logits: 2,
  });
  expect(() => differentiate(program)).toThrow('graph.no-gradient');
});
