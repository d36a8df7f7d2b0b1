/**
 * The kernel of ops that only move features: each output element is one input element, or zero.
 */
import type { ProgramNode } from '../graph/program.ts';
import { ELEMENTWISE, grid, kernel, type Lane, memo } from './shader.ts';
import type { BufferView, EmitContext } from './types.ts';

export interface FeatureCopy {
  readonly lane: Lane;
  /** Elements (of the lane's width) that are written a row. */
  readonly units: number;
  /** Statements that set `dst` and `src` from `row` and `unit`; they may write y themselves and return. */
  readonly address: string;
}

/** Appends y[dst] = x[src] for every row; `key` tells several copies of one node apart. */
export function emitCopy(
  node: ProgramNode,
  ctx: EmitContext,
  key: string,
  rows: number,
  x: BufferView,
  y: BufferView,
  describe: () => FeatureCopy,
): void {
  const { wgsl, units } = memo(node, key, () => {
    const { lane, units, address } = describe();
    return {
      units,
      wgsl: kernel({
        inputs: { x: lane.type },
        outputs: { y: lane.type },
        params: { count: 'u32' },
        invocations: ELEMENTWISE,
        body: `  if (index >= params.count) { return; }
  let row = index / ${units}u;
  let unit = index % ${units}u;
${address}
  y[dst] = x[src];`,
      }),
    };
  });
  const count = rows * units;
  if (count === 0) return;
  ctx.dispatch({
    label: node.op,
    wgsl,
    bindings: [x, y],
    params: [count],
    workgroups: grid(count, ELEMENTWISE, ctx.limits),
  });
}
