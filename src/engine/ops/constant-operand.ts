/**
 * What binaryVector and binaryTable share: arithmetic of a value with an operand that carries no gradient.
 */
import type { BinaryFn, ProgramNode, ValueId } from '../graph/program.ts';
import { broadcastDims } from './broadcast.ts';
import { expectShape } from './checks.ts';
import type { VjpBuilder } from './types.ts';

/** Throws `op.shape` unless the operand broadcasts to x without enlarging it. */
export function expectNotEnlarging(
  node: ProgramNode,
  x: readonly number[],
  operand: readonly number[],
): void {
  const out = broadcastDims(x, operand);
  const same = out !== undefined && out.slice(out.length - x.length).join() === x.join();
  expectShape(
    same && out.slice(0, out.length - x.length).every((n) => n === 1),
    node,
    `[${x}]`,
    `operand [${operand}]`,
  );
}

/**
 * dx of fn(x, c), or of fn(c, x) when swapped; `again(fn, v)` adds a node that computes fn(v, c) of the same constant c.
 */
export function constantOperandVjp(
  fn: BinaryFn,
  swapped: boolean,
  x: ValueId,
  g: ValueId,
  b: VjpBuilder,
  again: (fn: BinaryFn, v: ValueId) => ValueId,
): ValueId {
  switch (fn) {
    case 'add':
      return g;
    case 'sub':
      return swapped ? b.affine(g, -1) : g;
    case 'mul':
      return again('mul', g);
    case 'div':
      // d(c/x) = -c/x² · dx
      return swapped
        ? b.affine(b.binary('div', b.binary('div', again('mul', g), x), x), -1)
        : again('div', g);
  }
}
