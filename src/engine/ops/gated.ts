/**
 * act(a) * b, the gated activation of Llama-like MLPs, and its VJP, which computes both cotangents in one pass.
 */
import type { GatedAttrs, ProgramNode } from '../graph/program.ts';
import { activation, unaryKey } from './activations.ts';
import { commonRows, expectShape, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, kernel, laneFor, memo, product } from './shader.ts';
import type { EmitContext, OpDef } from './types.ts';

/** y = act(a) * b. */
export const gated: OpDef<GatedAttrs> = {
  name: 'gated',
  outputs(node, dims, rows) {
    const [a, b] = inputDims(node, dims, 2);
    expectShape(product(a!) === product(b!), node, `[${a}]`, `[${b}]`);
    return [{ dims: a!, rows: commonRows(node, rows) }];
  },
  emit(node, ctx) {
    const { count, lane } = elements(node, ctx);
    if (count === 0) return;
    ctx.dispatch({
      label: `gated.${unaryKey(node.attrs.act)}`,
      wgsl: memo(node, '', () =>
        kernel({
          inputs: { a: lane.type, b: lane.type },
          outputs: { y: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          declarations: activation(node.attrs.act, lane, false),
          body: '  if (index >= params.count) { return; }\n  y[index] = act(a[index]) * b[index];',
        }),
      ),
      bindings: [...node.inputs, ...node.outputs].map((id) => ctx.value(id)),
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], build) {
    if (g === undefined) return [undefined, undefined];
    const [a, b] = [node.inputs[0]!, node.inputs[1]!];
    const rows = build.rows(a);
    return build.add('gatedVjp', [a, b, g], node.attrs, [
      { dims: build.dims(a), rows, name: `d(${node.source}.a)` },
      { dims: build.dims(b), rows, name: `d(${node.source}.b)` },
    ]);
  },
};

/** a, b, g to da = g*b*act'(a), db = g*act(a). */
export const gatedVjp: OpDef<GatedAttrs> = {
  name: 'gatedVjp',
  outputs(node, dims, rows) {
    const [a, b, g] = inputDims(node, dims, 3);
    expectShape(product(a!) === product(g!), node, `[${a}]`, `[${g}]`);
    const domain = commonRows(node, rows);
    return [
      { dims: a!, rows: domain },
      { dims: b!, rows: domain },
    ];
  },
  emit(node, ctx) {
    const { count, lane } = elements(node, ctx);
    if (count === 0) return;
    ctx.dispatch({
      label: `gatedVjp.${unaryKey(node.attrs.act)}`,
      wgsl: memo(node, '', () =>
        kernel({
          inputs: { a: lane.type, b: lane.type, g: lane.type },
          outputs: { da: lane.type, db: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          declarations: activation(node.attrs.act, lane, true),
          body: `  if (index >= params.count) { return; }
  let x = a[index];
  let dy = g[index];
  da[index] = act_vjp(x, dy * b[index]);
  db[index] = dy * act(x);`,
        }),
      ),
      bindings: [...node.inputs, ...node.outputs].map((id) => ctx.value(id)),
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
};

function elements(node: ProgramNode, ctx: EmitContext) {
  const a = node.inputs[0]!;
  const length = product(ctx.dims(a));
  const lane = laneFor(length);
  return { lane, count: (ctx.rows(ctx.domain(a)) * length) / lane.width };
}
