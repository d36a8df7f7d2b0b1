/**
 * Cases of row selection and of ops over rows of logits.
 */
import type { OpCase } from './op-case.ts';

const large = (x: number) => 30 * x;

export const rowCases: readonly OpCase[] = [
  ...[8, 5].map((n) => ({ name: `selectRows [${n}]`, op: 'selectRows', attrs: {}, inputs: [[n]] })),
  {
    name: 'selectRows, one row twice',
    op: 'selectRows',
    attrs: {},
    inputs: [[4]],
    selected: [3, 1, 3, 12, 3],
    targets: [-1, -1, -1, -1, -1],
  },
  ...[12, 7, 1000, 1003].flatMap((vocab) =>
    ['crossEntropy', 'rowStats'].map((op) => ({
      name: `${op} over ${vocab}`,
      op,
      attrs: {},
      inputs: [[vocab]],
      rows: 'selected' as const,
    })),
  ),
  ...['crossEntropy', 'rowStats'].map((op) => ({
    name: `${op} of large logits`,
    op,
    attrs: {},
    inputs: [[300]],
    rows: 'selected' as const,
    distribution: large,
  })),
];
