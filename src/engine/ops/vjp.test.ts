/**
 * The derivative rules, evaluated in float64, against central differences of the float64 forward pass.
 */
import { describe, expect, test } from 'vitest';
import { opTable } from './table.ts';
import { opCases } from './testing/cases.ts';
import { buildCase, directionalDifference } from './testing/op-case.ts';

/** Ops with tests of their own, beside the weights they read. */
const elsewhere = ['embed', 'promptGradient', 'linear'];

test('every op of the table has a case', () => {
  const covered = new Set(opCases.flatMap((opCase) => buildCase(opCase).nodes.map((node) => node.op)));
  expect([...opTable.keys()].filter((op) => !covered.has(op) && !elsewhere.includes(op))).toEqual([]);
});

describe('derivative', () => {
  for (const opCase of opCases) {
    const built = buildCase(opCase);
    if (built.cotangents.length === 0) continue;
    test(opCase.name, () => {
      expect(built.gradients.length).toBe(built.inputs.length);
      const { difference, vjp } = directionalDifference(built, 1e-5);
      expect(Math.abs(difference - vjp) / Math.max(Math.abs(difference), Math.abs(vjp))).toBeLessThan(1e-6);
    });
  }
});

test('the derivative of cross-entropy is that of its summed loss', () => {
  const built = buildCase(opCases.find(({ op }) => op === 'crossEntropy')!);
  const { difference, vjp } = directionalDifference(
    {
      ...built,
      // d(lossScale * sum of row losses): the op's own second output.
      cotangents: [{ output: built.outputs[0]!, cotangent: lossScales(built) }],
      gradients: [built.outputs[1]],
    },
    1e-5,
  );
  expect(Math.abs(difference - vjp) / Math.abs(vjp)).toBeLessThan(1e-6);
});

/** A value that holds the loss scale in every selected row. */
function lossScales(built: ReturnType<typeof buildCase>): number {
  const id = built.values.length;
  built.values.push({ id, dims: [1], rows: 'selected', name: 'scale' });
  built.given.set(id, new Float64Array(built.batch.selected.length).fill(built.context.lossScale));
  return id;
}
