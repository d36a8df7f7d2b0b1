/**
 * Arithmetic of a value with the table row of each token's position (learned positions), broadcast as in numpy.
 */
import type { BinaryTableAttrs } from '../graph/program.ts';
import { broadcastKernel, type Operand } from './broadcast.ts';
import { expectRows, inputDims } from './checks.ts';
import { constantOperandVjp, expectNotEnlarging } from './constant-operand.ts';
import { ELEMENTWISE, grid, memo } from './shader.ts';
import type { OpDef } from './types.ts';

/** y = fn(x, table[position]), or fn(table[position], x) when swapped. Rows are tokens. */
export const binaryTable: OpDef<BinaryTableAttrs> = {
  name: 'binaryTable',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    expectRows(node, rows, 'tokens');
    expectNotEnlarging(node, x!, node.attrs.tableDims);
    return [{ dims: x!, rows: 'tokens' }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    const { fn, table, tableDims, swapped } = node.attrs;
    const value: Operand = { kind: 'row', dims: ctx.dims(x) };
    const constant: Operand = { kind: 'position', dims: tableDims };
    const { wgsl, unitsPerRow } = memo(node, '', () =>
      swapped
        ? broadcastKernel(fn, value.dims, constant, value)
        : broadcastKernel(fn, value.dims, value, constant),
    );
    const count = ctx.rows('tokens') * unitsPerRow;
    if (count === 0) return;
    const operands = [ctx.value(x), ctx.table(table)];
    ctx.dispatch({
      label: `binaryTable.${fn}`,
      wgsl,
      bindings: [...(swapped ? operands.reverse() : operands), ctx.batch.positions, ctx.value(y)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    const { fn, swapped } = node.attrs;
    const again = (f: BinaryTableAttrs['fn'], v: number) =>
      b.add('binaryTable', [v], { ...node.attrs, fn: f, swapped: false }, [
        { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
      ])[0]!;
    return [constantOperandVjp(fn, swapped, x, g, b, again)];
  },
};
