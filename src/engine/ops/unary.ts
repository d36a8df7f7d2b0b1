/**
 * Elementwise functions of one value, y = f(x), and their VJP dx = g * f'(x).
 */
import type { ProgramNode, UnaryAttrs } from '../graph/program.ts';
import { activation, unaryKey } from './activations.ts';
import { expectShape, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, kernel, laneFor, memo, product } from './shader.ts';
import type { EmitContext, OpDef } from './types.ts';

/** x to act(x). */
export const unary: OpDef<UnaryAttrs> = {
  name: 'unary',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    return [{ dims: x!, rows: rows[0]! }];
  },
  emit(node, ctx) {
    const { count, lane } = elements(node, ctx);
    if (count === 0) return;
    ctx.dispatch({
      label: `unary.${unaryKey(node.attrs)}`,
      wgsl: memo(node, '', () =>
        kernel({
          inputs: { x: lane.type },
          outputs: { y: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          declarations: activation(node.attrs, lane, false),
          body: '  if (index >= params.count) { return; }\n  y[index] = act(x[index]);',
        }),
      ),
      bindings: [ctx.value(node.inputs[0]!), ctx.value(node.outputs[0]!)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const { attrs } = node;
    const x = node.inputs[0]!;
    const dx = [{ dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` }];
    if (attrs.fn === 'affine') return b.add('unary', [g], { ...attrs, shift: 0 }, dx);
    return b.add('unaryVjp', [x, g], attrs, dx);
  },
};

/** x, g to g * act'(x). */
export const unaryVjp: OpDef<UnaryAttrs> = {
  name: 'unaryVjp',
  outputs(node, dims, rows) {
    const [x, g] = inputDims(node, dims, 2);
    expectShape(product(x!) === product(g!), node, `[${x}]`, `[${g}]`);
    return [{ dims: x!, rows: rows[0]! }];
  },
  emit(node, ctx) {
    const { count, lane } = elements(node, ctx);
    if (count === 0) return;
    ctx.dispatch({
      label: `unaryVjp.${unaryKey(node.attrs)}`,
      wgsl: memo(node, '', () =>
        kernel({
          inputs: { x: lane.type, g: lane.type },
          outputs: { dx: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          declarations: activation(node.attrs, lane, true),
          body: '  if (index >= params.count) { return; }\n  dx[index] = act_vjp(x[index], g[index]);',
        }),
      ),
      bindings: [ctx.value(node.inputs[0]!), ctx.value(node.inputs[1]!), ctx.value(node.outputs[0]!)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
};

function elements(node: ProgramNode, ctx: EmitContext) {
  const length = product(ctx.dims(node.outputs[0]!));
  const lane = laneFor(length);
  const rows = ctx.rows(ctx.domain(node.outputs[0]!));
  return { lane, count: (rows * length) / lane.width };
}
