/**
 * Takes some indices of one feature axis, and its VJP, which fills the rest with zeros.
 *
 * Features are seen as [outer, axis, inner]; index c of the output is start + c*step of the input.
 */
import type { SliceAttrs } from '../graph/program.ts';
import { expectLength, expectShape, inputDims, resizeAxis } from './checks.ts';
import { emitCopy } from './copy-kernel.ts';
import { laneFor } from './shader.ts';
import type { OpDef } from './types.ts';

/** x [outer, axis, inner] to y [outer, count, inner]. */
export const slice: OpDef<SliceAttrs> = {
  name: 'slice',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    const { outer, axis, inner, start, step, count } = node.attrs;
    expectLength(node, x!, outer * axis * inner);
    const last = start + (count - 1) * step;
    const inside = count > 0 && start >= 0 && start < axis && last >= 0 && last < axis;
    expectShape(
      inside && step !== 0,
      node,
      `indices of an axis of ${axis}`,
      `${start} to ${last} by ${step}`,
    );
    return [{ dims: resizeAxis(x!, { outer, size: axis, inner, resized: count }), rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    emitCopy(node, ctx, '', ctx.rows(ctx.domain(x)), ctx.value(x), ctx.value(y), () => {
      const { outer, lane, axis, inner, start, step, count } = merged(node.attrs);
      return {
        lane,
        units: outer * count * inner,
        address: `  let o = unit / ${count * inner}u;
  let c = unit / ${inner}u % ${count}u;
  let source = u32(${start} + i32(c) * ${step});
  let src = (row * ${outer}u + o) * ${axis * inner}u + source * ${inner}u + unit % ${inner}u;
  let dst = index;`,
      };
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    return b.add('sliceVjp', [g], node.attrs, [
      { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
    ]);
  },
};

/** g [outer, count, inner] to dx [outer, axis, inner]: g at the indices the slice took, 0 elsewhere. */
export const sliceVjp: OpDef<SliceAttrs> = {
  name: 'sliceVjp',
  outputs(node, dims, rows) {
    const [g] = inputDims(node, dims, 1);
    const { outer, axis, inner, count } = node.attrs;
    expectLength(node, g!, outer * count * inner);
    return [{ dims: [outer * axis * inner], rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [g, dx] = [node.inputs[0]!, node.outputs[0]!];
    emitCopy(node, ctx, '', ctx.rows(ctx.domain(g)), ctx.value(g), ctx.value(dx), () => {
      const { outer, lane, axis, inner, start, step, count } = merged(node.attrs);
      return {
        lane,
        units: outer * axis * inner,
        address: `  let o = unit / ${axis * inner}u;
  let offset = i32(unit / ${inner}u % ${axis}u) - ${start};
  let c = offset / ${step};
  let dst = index;
  if (c < 0 || c >= ${count} || c * ${step} != offset) {
    y[dst] = ${lane.type}(0.0f);
    return;
  }
  let src = (row * ${outer}u + o) * ${count * inner}u + u32(c) * ${inner}u + unit % ${inner}u;`,
      };
    });
  },
};

/** The attributes in lanes; a slice of step 1 is one contiguous run, so axis and inner merge. */
function merged({ outer, axis, inner, start, step, count }: SliceAttrs) {
  if (step === 1) {
    const lane = laneFor(axis * inner, start * inner, count * inner);
    const w = lane.width;
    return {
      outer,
      lane,
      axis: (axis * inner) / w,
      inner: 1,
      start: (start * inner) / w,
      step,
      count: (count * inner) / w,
    };
  }
  const lane = laneFor(inner);
  return { outer, lane, axis, inner: inner / lane.width, start, step, count };
}
