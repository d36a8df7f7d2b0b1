/**
 * Repeats features along a new axis (Expand), and its VJP, which sums the copies.
 *
 * Features are seen as [outer, 1, inner] and become [outer, times, inner].
 */
import type { RepeatAttrs } from '../graph/program.ts';
import { expectLength, inputDims } from './checks.ts';
import { emitCopy } from './copy-kernel.ts';
import { ELEMENTWISE, grid, kernel, laneFor, memo } from './shader.ts';
import type { OpDef } from './types.ts';

/** x [outer, inner] to y [outer, times, inner]. */
export const repeat: OpDef<RepeatAttrs> = {
  name: 'repeat',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    const { outer, times, inner } = node.attrs;
    expectLength(node, x!, outer * inner);
    return [{ dims: [outer, times, inner], rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    emitCopy(node, ctx, '', ctx.rows(ctx.domain(x)), ctx.value(x), ctx.value(y), () => {
      const { outer, times } = node.attrs;
      const lane = laneFor(node.attrs.inner);
      const inner = node.attrs.inner / lane.width;
      return {
        lane,
        units: outer * times * inner,
        address: `  let o = row * ${outer}u + unit / ${times * inner}u;
  let src = o * ${inner}u + unit % ${inner}u;
  let dst = index;`,
      };
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    return b.add('repeatVjp', [g], node.attrs, [
      { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
    ]);
  },
};

/** g [outer, times, inner] to dx [outer, inner]. */
export const repeatVjp: OpDef<RepeatAttrs> = {
  name: 'repeatVjp',
  outputs(node, dims, rows) {
    const [g] = inputDims(node, dims, 1);
    const { outer, times, inner } = node.attrs;
    expectLength(node, g!, outer * times * inner);
    return [{ dims: [outer, inner], rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [g, dx] = [node.inputs[0]!, node.outputs[0]!];
    const { outer, times } = node.attrs;
    const lane = laneFor(node.attrs.inner);
    const inner = node.attrs.inner / lane.width;
    const count = ctx.rows(ctx.domain(g)) * outer * inner;
    if (count === 0) return;
    ctx.dispatch({
      label: 'repeatVjp',
      wgsl: memo(node, '', () =>
        kernel({
          inputs: { g: lane.type },
          outputs: { dx: lane.type },
          params: { count: 'u32' },
          invocations: ELEMENTWISE,
          body: `  if (index >= params.count) { return; }
  let base = index / ${inner}u * ${times * inner}u + index % ${inner}u;
  var sum = ${lane.type}(0.0f);
  for (var i = 0u; i < ${times}u; i++) { sum += g[base + i * ${inner}u]; }
  dx[index] = sum;`,
        }),
      ),
      bindings: [ctx.value(g), ctx.value(dx)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
};
