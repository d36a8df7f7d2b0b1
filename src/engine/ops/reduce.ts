/**
 * Mean or sum over the last feature dimension, which stays as 1.
 */
import type { ReduceAttrs } from '../graph/program.ts';
import { expectShape, inputDims } from './checks.ts';
import { rowReduction } from './row-reduction.ts';
import { laneFor, literal, memo, product } from './shader.ts';
import type { OpDef } from './types.ts';

/** x [..., n] to y [..., 1]. */
export const reduce: OpDef<ReduceAttrs> = {
  name: 'reduce',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    expectShape(x!.length > 0, node, 'at least one feature dimension', `[${x}]`);
    return [{ dims: [...x!.slice(0, -1), 1], rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    const dims = ctx.dims(x);
    const size = dims.at(-1)!;
    const runs = ctx.rows(ctx.domain(x)) * product(dims.slice(0, -1));
    if (runs === 0) return;
    const { wgsl, workgroups } = memo(node, ctx.variants.gemm, () => {
      const lane = laneFor(size);
      const n = size / lane.width;
      return rowReduction(n, ctx.variants, {
        inputs: { x: lane.type },
        outputs: { y: 'f32' },
        body: `  var sum = ${lane.type}(0.0f);
  for (var i = first; i < ${n}u; i += step) { sum += x[run * ${n}u + i]; }
  let all = total(${lane.width === 4 ? '(sum.x + sum.y) + (sum.z + sum.w)' : 'sum'}, lane);
  if (first == 0u) { y[run] = all${node.attrs.fn === 'mean' ? ` * ${literal(1 / size)}` : ''}; }`,
      });
    });
    ctx.dispatch({
      label: `reduce.${node.attrs.fn}`,
      wgsl,
      bindings: [ctx.value(x), ctx.value(y)],
      params: [runs],
      workgroups: workgroups(runs, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    const dims = b.dims(x);
    const size = dims.at(-1)!;
    const spread = b.add('repeat', [g], { outer: product(dims.slice(0, -1)), times: size, inner: 1 }, [
      { dims, rows: b.rows(x), name: `d(${node.source})` },
    ])[0]!;
    return [node.attrs.fn === 'mean' ? b.affine(spread, 1 / size) : spread];
  },
};
