/**
 * Permutes feature dimensions: output axis i is input axis perm[i].
 */
import type { PermuteAttrs } from '../graph/program.ts';
import { expectLength, expectShape, inputDims } from './checks.ts';
import { emitCopy } from './copy-kernel.ts';
import { laneFor, product } from './shader.ts';
import type { OpDef } from './types.ts';

/** x seen as attrs.dims to its permutation. */
export const permute: OpDef<PermuteAttrs> = {
  name: 'permute',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    const { dims: seen, perm } = node.attrs;
    expectLength(node, x!, product(seen));
    const sorted = [...perm].sort((a, b) => a - b);
    expectShape(
      perm.length === seen.length && sorted.every((axis, i) => axis === i),
      node,
      `a permutation of ${seen.length} axes`,
      `[${perm}]`,
    );
    return [{ dims: perm.map((axis) => seen[axis]!), rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    emitCopy(node, ctx, '', ctx.rows(ctx.domain(x)), ctx.value(x), ctx.value(y), () => {
      const { dims, perm } = node.attrs;
      // An innermost axis that stays in place moves in vec4 steps.
      const stays = perm.at(-1) === dims.length - 1;
      const lane = stays ? laneFor(dims.at(-1)!) : laneFor(1);
      const units = dims.map((n, i) => (i === dims.length - 1 ? n / lane.width : n));
      const strides = units.map((_, i) => product(units.slice(i + 1)));
      const lines: string[] = [];
      const terms: string[] = [`row * ${product(units)}u`];
      for (let i = perm.length - 1, inner = 1; i >= 0; i--) {
        const size = units[perm[i]!]!;
        lines.push(`  let c${i} = unit / ${inner}u % ${size}u;`);
        terms.push(`c${i} * ${strides[perm[i]!]!}u`);
        inner *= size;
      }
      return {
        lane,
        units: product(units),
        address: `${lines.join('\n')}\n  let src = ${terms.join(' + ')};\n  let dst = index;`,
      };
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    const { dims, perm } = node.attrs;
    const attrs: PermuteAttrs = {
      dims: perm.map((axis) => dims[axis]!),
      perm: perm.map((_, axis) => perm.indexOf(axis)),
    };
    return b.add('permute', [g], attrs, [{ dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` }]);
  },
};
