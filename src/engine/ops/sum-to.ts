/**
 * Sums broadcast feature dimensions away: the adjoint of numpy broadcasting.
 */
import type { SumToAttrs } from '../graph/program.ts';
import { axisCoordinates, broadcastDims, mergedAxes } from './broadcast.ts';
import { expectShape, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, kernel, laneFor, memo, product } from './shader.ts';
import type { OpDef } from './types.ts';

/** y[i] = sum of the x that a broadcast of y to x's shape would have filled from y[i]. */
export const sumTo: OpDef<SumToAttrs> = {
  name: 'sumTo',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    const out = broadcastDims(x!, node.attrs.dims);
    expectShape(
      out !== undefined && product(out) === product(x!),
      node,
      `a shape that broadcasts to [${x}]`,
      `[${node.attrs.dims}]`,
    );
    return [{ dims: node.attrs.dims, rows: rows[0]! }];
  },
  emit(node, ctx) {
    const [x, y] = [node.inputs[0]!, node.outputs[0]!];
    const { wgsl, unitsPerRow } = memo(node, '', () => sumKernel(ctx.dims(x), node.attrs.dims));
    const count = ctx.rows(ctx.domain(x)) * unitsPerRow;
    if (count === 0) return;
    ctx.dispatch({
      label: 'sumTo',
      wgsl,
      bindings: [ctx.value(x), ctx.value(y)],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
};

function sumKernel(from: readonly number[], to: readonly number[]) {
  const padded = [...Array(Math.max(0, to.length - from.length)).fill(1), ...from];
  const axes = mergedAxes(padded, [padded, to]);
  const kept = axes.filter((axis) => axis.strides[1] !== 0);
  const summed = axes.filter((axis) => axis.strides[1] === 0);
  const innerKept = kept.at(-1) !== undefined && kept.at(-1) === axes.at(-1);
  const lane = innerKept ? laneFor(axes.at(-1)!.size) : laneFor(1);
  const fromUnits = product(from) / lane.width;
  const unitsPerRow = product(to) / lane.width;
  const step = (stride: number) => (stride === 1 ? 1 : stride / lane.width);
  const terms = [
    `row * ${fromUnits}u`,
    ...kept.map((axis, i) => `c${i} * ${step(axis.strides[0]!)}u`),
    ...summed.map((axis, i) => `s${i} * ${step(axis.strides[0]!)}u`),
  ];
  const loops = summed
    .map((axis, i) => `  for (var s${i} = 0u; s${i} < ${axis.size}u; s${i}++) {`)
    .join('\n');
  const wgsl = kernel({
    inputs: { x: lane.type },
    outputs: { y: lane.type },
    params: { count: 'u32' },
    invocations: ELEMENTWISE,
    body: `  if (index >= params.count) { return; }
  let row = index / ${unitsPerRow}u;
  let unit = index % ${unitsPerRow}u;
${axisCoordinates(kept, lane)}
  var sum = ${lane.type}(0.0f);
${loops}
  sum += x[${terms.join(' + ')}];
${summed.map(() => '  }').join('\n')}
  y[index] = sum;`,
  });
  return { wgsl, unitsPerRow };
}
