/**
 * Joins values along one feature axis.
 */
import type { ConcatAttrs, SliceAttrs } from '../graph/program.ts';
import { commonRows, expectLength, inputDims, resizeAxis } from './checks.ts';
import { emitCopy } from './copy-kernel.ts';
import { laneFor } from './shader.ts';
import type { OpDef } from './types.ts';

/** Inputs [outer, sizes[i], inner] to [outer, sum of sizes, inner]; one dispatch an input, so any number fits. */
export const concat: OpDef<ConcatAttrs> = {
  name: 'concat',
  outputs(node, dims, rows) {
    const { outer, sizes, inner } = node.attrs;
    inputDims(node, dims, sizes.length);
    sizes.forEach((size, i) => {
      expectLength(node, dims[i]!, outer * size * inner);
    });
    const axis = sizes.reduce((a, b) => a + b, 0);
    return [
      {
        dims: resizeAxis(dims[0]!, { outer, size: sizes[0]!, inner, resized: axis }),
        rows: commonRows(node, rows),
      },
    ];
  },
  emit(node, ctx) {
    const { outer, sizes, inner } = node.attrs;
    const axis = sizes.reduce((a, b) => a + b, 0);
    const y = node.outputs[0]!;
    let offset = 0;
    sizes.forEach((size, i) => {
      const start = offset;
      offset += size;
      const x = node.inputs[i]!;
      emitCopy(node, ctx, String(i), ctx.rows(ctx.domain(x)), ctx.value(x), ctx.value(y), () => {
        const lane = laneFor(size * inner, start * inner, axis * inner);
        const run = (size * inner) / lane.width;
        return {
          lane,
          units: outer * run,
          address: `  let o = row * ${outer}u + unit / ${run}u;
  let dst = o * ${(axis * inner) / lane.width}u + ${(start * inner) / lane.width}u + unit % ${run}u;
  let src = index;`,
        };
      });
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return node.inputs.map(() => undefined);
    const { outer, sizes, inner } = node.attrs;
    const axis = sizes.reduce((a, c) => a + c, 0);
    let start = 0;
    return node.inputs.map((x, i) => {
      const attrs: SliceAttrs = { outer, axis, inner, start, step: 1, count: sizes[i]! };
      start += sizes[i]!;
      return b.add('slice', [g], attrs, [
        { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source}.${i})` },
      ])[0];
    });
  },
};
