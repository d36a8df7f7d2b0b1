/**
 * Recomputation on the level of nodes: which layers, equal results, and what stays.
 */
import { describe, expect, test } from 'vitest';
import { createRng } from '../../lib/rng.ts';
import { differentiate } from '../graph/differentiate.ts';
import type { ValueId } from '../graph/program.ts';
import { referenceProgram } from '../reference/run-program.ts';
import { rowBytes } from './arena.ts';
import { assignSlots, lifetimes, neededNodes } from './liveness.ts';
import { recomputableLayers } from './recompute.ts';
import { llamaProgram } from './testing/llama-program.ts';
import { packedBatch } from './testing/programs.ts';
import { savedBytes, trainingSteps } from './testing/saved-bytes.ts';

const small = { layers: 4, hidden: 8, wide: 12, heads: 2, kvHeads: 1, headDim: 4, vocab: 11 };
const shape = { layers: 6, hidden: 256, wide: 704, heads: 8, kvHeads: 4, headDim: 32, vocab: 64 };

function trained(of: typeof small) {
  const program = differentiate(llamaProgram(of));
  return { program, ...trainingSteps(program) };
}

describe('recomputation', () => {
  test('knows every layer but the last, each with one attention', () => {
    const { layers, nodes } = trained(small);
    expect(layers).toHaveLength(small.layers - 1);
    for (const { first, end, output } of layers) {
      const inside = nodes.slice(first, end);
      expect(inside.filter(({ op }) => op === 'attention')).toHaveLength(1);
      expect(inside.at(-1)!.outputs).toContain(output);
    }
  });

  test('has nothing to do in a run without a backward pass', () => {
    const { program } = trained(small);
    expect(recomputableLayers(neededNodes(program, [program.logits], () => false))).toEqual([]);
  });

  test('changes no number, for any count of layers', async () => {
    const { program, wanted, layers, recomputed } = trained(small);
    const rng = createRng(2, 'recompute');
    const softPrompt = Float32Array.from({ length: 3 * small.hidden }, () => rng.normal());
    const batch = packedBatch(
      [
        [-1, -2, -3, 4, 5],
        [-1, -2, -3, 7],
      ],
      {
        softPrompt,
        selected: Uint32Array.from([3, 4, 8]),
        targets: Int32Array.from([5, 1, 2]),
        lossScale: 1 / 3,
      },
    );
    const expected = await (await referenceProgram(program)).run(batch, wanted);
    expect(Math.hypot(...expected[1]!)).toBeGreaterThan(0);
    for (let count = 1; count <= layers.length; count++) {
      const changed = { ...program, ...recomputed(count) };
      expect(changed.nodes.length).toBeGreaterThan(program.nodes.length);
      expect(await (await referenceProgram(changed)).run(batch, wanted)).toEqual(expected);
    }
  });

  test('reads no value before it is written, and writes each once', () => {
    const { layers, recomputed, program } = trained(shape);
    for (let count = 0; count <= layers.length; count++) {
      const { nodes, values } = recomputed(count);
      const written = new Set<ValueId>();
      for (const { inputs, outputs } of nodes) {
        for (const id of inputs) expect(written).toContain(id);
        for (const id of outputs) {
          expect(written).not.toContain(id);
          expect(values[id]!.id).toBe(id);
          written.add(id);
        }
      }
      expect(written).toContain(program.promptGradient);
    }
  });

  test('keeps at most two residuals a layer: 512 tokens x 4 rows, 6 layers', () => {
    const { layers, nodes, wanted, program, recomputed } = trained(shape);
    const tokens = 4 * 512;
    const residual = shape.hidden * 4 * tokens;
    const all = savedBytes(nodes, program.values, wanted, tokens);
    expect(all).toBeGreaterThan(8 * shape.layers * residual);
    const most = recomputed(layers.length);
    expect(savedBytes(most.nodes, most.values, wanted, tokens)).toBeLessThanOrEqual(
      2 * shape.layers * residual,
    );
    let last = Number.POSITIVE_INFINITY;
    for (let count = 0; count <= layers.length; count++) {
      const { nodes: list, values } = recomputed(count);
      const { sizes } = assignSlots(lifetimes({ values }, list, wanted), (value) => rowBytes(value) * tokens);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeLessThan(last);
      last = bytes;
    }
  });
});
