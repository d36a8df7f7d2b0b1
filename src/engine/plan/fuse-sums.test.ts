/**
 * Additions taken into the nodes before them: which, and that the numbers stay.
 */
import { describe, expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { differentiate } from '../graph/differentiate.ts';
import type { ProgramNode } from '../graph/program.ts';
import { referenceProgram } from '../reference/run-program.ts';
import { fuseSums } from './fuse-sums.ts';
import { neededNodes } from './liveness.ts';
import { llamaProgram } from './testing/llama-program.ts';
import { causalProgram, packedBatch } from './testing/programs.ts';

const shape = { layers: 3, hidden: 8, wide: 12, heads: 2, kvHeads: 1, headDim: 4, vocab: 11 };
const count = (nodes: readonly ProgramNode[], op: string) => nodes.filter((node) => node.op === op).length;

describe('sums of a transformer', () => {
  const program = differentiate(llamaProgram(shape));
  const wanted = [program.rowLoss, program.promptGradient];
  const needed = neededNodes(program, wanted, () => false);
  const nodes = fuseSums(needed, program.values, wanted);

  test('all go into products and norms', () => {
    // Forward two a layer; backward two residuals, two for q, k, v and one for gate and up.
    expect(count(needed, 'binary')).toBe(7 * shape.layers);
    expect(count(nodes, 'binary')).toBe(0);
    expect(nodes.length).toBe(needed.length - count(needed, 'binary'));
  });

  test('keep every number', async () => {
    const rng = createRng(1, 'sums');
    const softPrompt = Float32Array.from({ length: 2 * shape.hidden }, () => rng.normal());
    const batch = packedBatch([[-1, -2, 3, 4]], {
      softPrompt,
      selected: Uint32Array.from([2, 3]),
      targets: Int32Array.from([4, 1]),
      lossScale: 0.5,
    });
    const expected = await (await referenceProgram(program)).run(batch, wanted);
    const fused = await (await referenceProgram({ ...program, nodes })).run(batch, wanted);
    fused.forEach((values, i) => {
      values.forEach((value, k) => {
        expect(value).toBeCloseTo(expected[i]![k]!, 12);
      });
    });
  });
});

describe('a sum stays where', () => {
  const linear = (input: number, output: number) => ({
    op: 'linear',
    inputs: [input],
    outputs: [output],
    attrs: { weight: 0, transposed: false, alpha: 1 },
  });
  const add = (a: number, b: number, output: number) => ({
    op: 'binary',
    inputs: [a, b],
    outputs: [output],
    attrs: { fn: 'add' },
  });
  const wide = { rows: 'tokens' as const, dims: [4] };
  const ops = (parts: Parameters<typeof causalProgram>[0]['nodes'], wanted: number[], dims = [4]) => {
    const values = [wide, wide, wide, { rows: 'tokens' as const, dims }, wide];
    const program = causalProgram({ values, nodes: parts, hiddenSize: 4 });
    return fuseSums(program.nodes, program.values, wanted).map(({ op, inputs }) => [op, ...inputs]);
  };

  test('nothing else reads the product: there it goes', () => {
    expect(ops([linear(0, 1), add(0, 1, 2)], [2])).toEqual([['linear', 0, 0]]);
    expect(ops([linear(0, 1), linear(0, 2), add(1, 2, 4)], [4])).toEqual([
      ['linear', 0],
      ['linear', 0, 1],
    ]);
    expect(ops([linear(0, 1), linear(0, 2), add(2, 1, 4)], [4])).toEqual([
      ['linear', 0],
      ['linear', 0, 1],
    ]);
  });

  test('the product is wanted or read again', () => {
    expect(ops([linear(0, 1), add(0, 1, 2)], [1, 2])).toHaveLength(2);
    expect(ops([linear(0, 1), add(0, 1, 2), add(1, 2, 4)], [4])).toHaveLength(3);
  });

  test('it broadcasts, doubles, or meets a product with a sum', () => {
    expect(ops([linear(0, 1), add(1, 3, 2)], [2], [1, 4])).toHaveLength(2);
    expect(ops([linear(0, 1), add(1, 1, 2)], [2])).toHaveLength(2);
    expect(ops([linear(0, 1), add(0, 1, 2), add(2, 0, 4)], [4])).toEqual([
      ['linear', 0, 0],
      ['binary', 2, 0],
    ]);
  });
});
