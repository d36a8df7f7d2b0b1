/**
 * Cases of unary and gated ops.
 */
import type { UnaryFn } from '../../graph/program.ts';
import type { OpCase } from './op-case.ts';

const positive = (x: number) => 0.2 + Math.abs(x);
const wide = (x: number) => 4 * x;
/** Away from kinks and poles. */
const awayFromZero = (x: number) => x + Math.sign(x) * 0.2;

const functions: readonly [UnaryFn, ((x: number) => number)?][] = [
  [{ fn: 'silu' }, wide],
  [{ fn: 'sigmoid' }, wide],
  [{ fn: 'geluErf' }, wide],
  [{ fn: 'geluTanh' }, wide],
  [{ fn: 'geluErf', scale: 0.75 }, wide],
  [{ fn: 'geluTanh', scale: 0.75, cubic: 0.0625 }, wide],
  [{ fn: 'tanh' }, wide],
  [{ fn: 'erf' }],
  [{ fn: 'relu' }],
  [{ fn: 'leakyRelu', alpha: 0.125 }],
  [{ fn: 'softplus' }, wide],
  [{ fn: 'abs' }],
  [{ fn: 'exp' }],
  [{ fn: 'sqrt' }, positive],
  [{ fn: 'reciprocal' }, awayFromZero],
  [{ fn: 'quickGelu', alpha: 1.702 }, wide],
  [{ fn: 'pow', exponent: 2 }],
  [{ fn: 'pow', exponent: 3 }],
  [{ fn: 'pow', exponent: -1 }, awayFromZero],
  [{ fn: 'pow', exponent: 0.5 }, positive],
  [{ fn: 'pow', exponent: -0.5 }, positive],
  [{ fn: 'pow', exponent: 1.7 }, positive],
  [{ fn: 'pow', exponent: 11 }],
  [{ fn: 'affine', scale: -1.25, shift: 0.5 }],
  [{ fn: 'clip', min: -0.7, max: 0.9 }],
];

export const activationCases: readonly OpCase[] = [
  ...functions.flatMap(([fn, distribution]) =>
    [[8], [3, 5]].map((dims) => ({
      name: `unary ${JSON.stringify(fn)} [${dims}]`,
      op: 'unary',
      attrs: fn,
      inputs: [dims],
      ...(distribution ? { distribution } : {}),
    })),
  ),
  ...(['silu', 'geluTanh', 'relu'] as const).flatMap((fn) =>
    [12, 7].map((n) => ({
      name: `gated ${fn} [${n}]`,
      op: 'gated',
      attrs: { act: { fn } },
      inputs: [[n], [n]],
    })),
  ),
  {
    name: 'gated affine',
    op: 'gated',
    attrs: { act: { fn: 'affine', scale: 2, shift: 1 } },
    inputs: [[6], [6]],
  },
];
