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
 * dx[t] = sum of g[s] over all s with selected[s] = t, 0 where there is none. Deterministic: every token gathers its rows, in
 * order. The rows of each token are listed on the CPU (BatchBuffers.rowsByToken), so work grows with tokens and rows only.
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
    const tokens = ctx.rows('tokens');
    if (tokens === 0) return;
    ctx.dispatch({
      label: 'scatterRows',
      wgsl: memo(node, 'scatter', () =>
        kernel({
          inputs: { g: lane.type, rows_by_token: 'u32' },
          outputs: { dx: lane.type },
          params: { tokens: 'u32' },
          invocations: ELEMENTWISE,
          body: `  let token = index / ${units}u;
  if (token >= params.tokens) { return; }
  let unit = index % ${units}u;
  var sum = ${lane.type}(0.0f);
  for (var i = rows_by_token[token]; i < rows_by_token[token + 1u]; i++) {
    sum += g[rows_by_token[params.tokens + 1u + i] * ${units}u + unit];
  }
  dx[index] = sum;`,
        }),
      ),
      bindings: [ctx.value(node.inputs[0]!), ctx.batch.rowsByToken, dx],
      params: [tokens],
      workgroups: grid(tokens * units, ELEMENTWISE, ctx.limits),
    });
  },
};

function layout(node: ProgramNode, ctx: EmitContext) {
  const length = product(ctx.dims(node.inputs[0]!));
  const lane = laneFor(length);
  return { lane, units: length / lane.width };
}
