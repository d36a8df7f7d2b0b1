/**
 * y = alpha * (x · W) + bias with a weight that stays packed, and y = alpha * (x · Wᵀ), which is its VJP.
 *
 * x [rows, K] (transposed: [rows, N]) to y [rows, N] (transposed: [rows, K]); sums in f32. The weight gets no gradient.
 */
import type { LinearAttrs } from '../graph/program.ts';
import { expectLength, inputDims } from './checks.ts';
import { type LinearProduct, linearDispatches } from './linear/dispatches.ts';
import type { OpDef } from './types.ts';

export const linear: OpDef<LinearAttrs> = {
  name: 'linear',
  outputs(node, dims, rows, weights) {
    const [x] = inputDims(node, dims, 1);
    const { weight, transposed } = node.attrs;
    const { k, n } = weights[weight]!;
    expectLength(node, x!, transposed ? n : k);
    return [{ dims: [transposed ? k : n], rows: rows[0]! }];
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
    };
    for (const dispatch of linearDispatches(product, ctx.variants, ctx.limits)) ctx.dispatch(dispatch);
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const { weight, transposed, alpha } = node.attrs;
    const x = node.inputs[0]!;
    return b.add('linear', [g], { weight, transposed: !transposed, alpha }, [
      { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
    ]);
  },
};
