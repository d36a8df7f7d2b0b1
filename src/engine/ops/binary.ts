/**
 * Arithmetic of two values of the same rows, feature dimensions broadcasting as in numpy.
 */
import type { BinaryAttrs } from '../graph/program.ts';
import { broadcastDims, broadcastKernel } from './broadcast.ts';
import { commonRows, expectShape, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, memo } from './shader.ts';
import type { OpDef } from './types.ts';

/** y = a (fn) b. */
export const binary: OpDef<BinaryAttrs> = {
  name: 'binary',
  outputs(node, dims, rows) {
    const [a, b] = inputDims(node, dims, 2);
    const out = broadcastDims(a!, b!);
    expectShape(out !== undefined, node, `shapes that broadcast`, `[${a}] and [${b}]`);
    return [{ dims: out!, rows: commonRows(node, rows) }];
  },
  emit(node, ctx) {
    const [a, b] = node.inputs;
    const y = node.outputs[0]!;
    const { wgsl, unitsPerRow } = memo(node, '', () =>
      broadcastKernel(
        node.attrs.fn,
        broadcastDims(ctx.dims(a!), ctx.dims(b!))!,
        { kind: 'row', dims: ctx.dims(a!) },
        { kind: 'row', dims: ctx.dims(b!) },
      ),
    );
    const count = ctx.rows(ctx.domain(y)) * unitsPerRow;
    if (count === 0) return;
    ctx.dispatch({
      label: `binary.${node.attrs.fn}`,
      wgsl,
      bindings: [ctx.value(a!), ctx.value(b!), ctx.value(y)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], build) {
    if (g === undefined) return [undefined, undefined];
    const [a, b] = [node.inputs[0]!, node.inputs[1]!];
    const toA = (x: number) => build.sumTo(x, build.dims(a));
    const toB = (x: number) => build.sumTo(x, build.dims(b));
    switch (node.attrs.fn) {
      case 'add':
        return [toA(g), toB(g)];
      case 'sub':
        return [toA(g), build.affine(toB(g), -1)];
      case 'mul':
        return [toA(build.binary('mul', g, b)), toB(build.binary('mul', g, a))];
      case 'div': {
        const da = build.binary('div', g, b);
        const quotient = build.binary('div', a, b);
        return [toA(da), build.affine(toB(build.binary('mul', da, quotient)), -1)];
      }
    }
  },
};
