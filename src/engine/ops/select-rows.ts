/**
 * Rows of tokens whose logits are wanted, and the way back: cotangents of selected rows to token rows.
 */
import type { ProgramNode, SelectRowsAttrs } from '../graph/program.ts';
import { expectRows, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, kernel, laneFor, memo, product } from './shader.ts';
import type { EmitContext, OpDef } from './types.ts';

/** y[s] = x[selected[s]]. */
export const selectRows: OpDef<SelectRowsAttrs> = {
  name: 'selectRows',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    expectRows(node, rows, 'tokens');
    return [{ dims: x!, rows: 'selected' }];
  },
  emit(node, ctx) {
    const { lane, units } = layout(node, ctx);
    const count = ctx.rows('selected') * units;
    if (count === 0) return;
    ctx.dispatch({
      label: 'selectRows',
      wgsl: memo(node, 'select', () =>
        kernel({
          inputs: { x: lane.type, selected: 'u32' },
          outputs: { y: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          body: `  if (index >= params.count) { return; }
  y[index] = x[selected[index / ${units}u] * ${units}u + index % ${units}u];`,
        }),
      ),
      bindings: [ctx.value(node.inputs[0]!), ctx.batch.selected, ctx.value(node.outputs[0]!)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    return b.add('scatterRows', [g], {}, [
      { dims: b.dims(node.inputs[0]!), rows: 'tokens', name: `d(${node.source})` },
    ]);
  },
};

/**
 * dx[t] = sum of g[s] over all s with selected[s] = t, 0 where there is none. Deterministic: of rows that name the same
 * token, the first adds up all of them in order.
 */
export const scatterRows: OpDef<SelectRowsAttrs> = {
  name: 'scatterRows',
  outputs(node, dims, rows) {
    const [g] = inputDims(node, dims, 1);
    expectRows(node, rows, 'selected');
    return [{ dims: g!, rows: 'tokens' }];
  },
  emit(node, ctx) {
    const { lane, units } = layout(node, ctx);
    const dx = ctx.value(node.outputs[0]!);
    const tokens = ctx.rows('tokens') * units;
    const selected = ctx.rows('selected');
    if (tokens === 0) return;
    ctx.dispatch({
      label: 'scatterRows.zero',
      wgsl: memo(node, 'zero', () =>
        kernel({
          inputs: {},
          outputs: { dx: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          body: `  if (index >= params.count) { return; }
  dx[index] = ${lane.type}(0.0f);`,
        }),
      ),
      bindings: [dx],
      params: [tokens],
      workgroups: grid(tokens, ELEMENTWISE, ctx.limits),
    });
    if (selected === 0) return;
    ctx.dispatch({
      label: 'scatterRows.add',
      wgsl: memo(node, 'add', () =>
        kernel({
          inputs: { g: lane.type, selected: 'u32' },
          outputs: { dx: lane.type },
          params: { rows: 'u32' },
          invocations: ELEMENTWISE,
          body: `  if (index >= params.rows * ${units}u) { return; }
  let row = index / ${units}u;
  let unit = index % ${units}u;
  let token = selected[row];
  for (var s = 0u; s < row; s++) {
    if (selected[s] == token) { return; }
  }
  var sum = g[index];
  for (var s = row + 1u; s < params.rows; s++) {
    if (selected[s] == token) { sum += g[s * ${units}u + unit]; }
  }
  dx[token * ${units}u + unit] = sum;`,
        }),
      ),
      bindings: [ctx.value(node.inputs[0]!), ctx.batch.selected, dx],
      params: [selected],
      workgroups: grid(selected * units, ELEMENTWISE, ctx.limits),
    });
  },
};

function layout(node: ProgramNode, ctx: EmitContext) {
  const length = product(ctx.dims(node.inputs[0]!));
  const lane = laneFor(length);
  return { lane, units: length / lane.width };
}
