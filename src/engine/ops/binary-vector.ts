/**
 * Arithmetic of a value with a constant vector (bias, gain, scale), broadcast as in numpy.
 */
import type { BinaryVectorAttrs } from '../graph/program.ts';
import { broadcastKernel, type Operand } from './broadcast.ts';
import { inputDims } from './checks.ts';
import { constantOperandVjp, expectNotEnlarging } from './constant-operand.ts';
import { ELEMENTWISE, grid, memo } from './shader.ts';
import type { OpDef } from './types.ts';

/** y = fn(x, vector), or fn(vector, x) when swapped. */
export const binaryVector: OpDef<BinaryVectorAttrs> = {
  name: 'binaryVector',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    expectNotEnlarging(node, x!, node.attrs.vectorDims);
    return [{ dims: x!, rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    const { fn, vector, vectorDims, swapped } = node.attrs;
    const value: Operand = { kind: 'row', dims: ctx.dims(x) };
    const constant: Operand = { kind: 'constant', dims: vectorDims };
    const { wgsl, unitsPerRow } = memo(node, '', () =>
      swapped
        ? broadcastKernel(fn, value.dims, constant, value)
        : broadcastKernel(fn, value.dims, value, constant),
    );
    const count = ctx.rows(ctx.domain(x)) * unitsPerRow;
    if (count === 0) return;
    const operands = [ctx.value(x), ctx.vector(vector)];
    ctx.dispatch({
      label: `binaryVector.${fn}`,
      wgsl,
      bindings: [...(swapped ? operands.reverse() : operands), ctx.value(y)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    const { fn, swapped } = node.attrs;
    const again = (f: BinaryVectorAttrs['fn'], v: number) =>
      b.add('binaryVector', [v], { ...node.attrs, fn: f, swapped: false }, [
        { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
      ])[0]!;
    return [constantOperandVjp(fn, swapped, x, g, b, again)];
  },
};
