/**
 * y = alpha * (x · W) + bias with a weight that stays packed, and y = alpha * (x · Wᵀ), which is its VJP. A second input is
 * added to the result: plans put the additions around products there (plan/fuse-sums.ts).
 *
 * x [rows, K] (transposed: [rows, N]) to y [rows, N] (transposed: [rows, K]); sums in f32. The weight gets no gradient.
 */
import type { LinearAttrs } from '../graph/program.ts';
import { commonRows, expectLength, inputDims } from './checks.ts';
import { type LinearProduct, linearDispatches } from './linear/dispatches.ts';
import type { OpDef } from './types.ts';

export const linear: OpDef<LinearAttrs> = {
  name: 'linear',
  outputs(node, dims, rows, weights) {
    const [x, summand] = inputDims(node, dims, dims.length === 2 ? 2 : 1);
    const { weight, transposed } = node.attrs;
    const { k, n } = weights[weight]!;
    expectLength(node, x!, transposed ? n : k);
    if (summand) expectLength(node, summand, transposed ? k : n);
    return [{ dims: [transposed ? k : n], rows: commonRows(node, rows) }];
  },
  emit(node, ctx) {
    const rows = ctx.rows(ctx.domain(node.inputs[0]!));
    if (rows === 0) return;
    const { weight: id, bias, ...attrs } = node.attrs;
    const weight = ctx.weight(id);
    expectLength(node, ctx.dims(node.inputs[0]!), attrs.transposed ? weight.n : weight.k);
    const product: LinearProduct = {
      ...attrs,
      weight,
      rows,
      x: ctx.value(node.inputs[0]!),
      y: ctx.value(node.outputs[0]!),
      ...(bias === undefined ? {} : { bias: ctx.vector(bias) }),
      ...(node.inputs[1] === undefined ? {} : { summand: ctx.value(node.inputs[1]) }),
    };
    for (const dispatch of linearDispatches(product, ctx.variants, ctx.limits)) ctx.dispatch(dispatch);
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const { weight, transposed, alpha } = node.attrs;
    const x = node.inputs[0]!;
    const dx = b.add('linear', [g], { weight, transposed: !transposed, alpha }, [
      { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
    ]);
    return node.inputs.length === 2 ? [...dx, g] : dx;
  },
};
