/**
 * Rotary position embedding (Su et al. 2021): turns channel pairs of each head by the token's position.
 *
 * Pairs are (i, i + rotaryDim/2), or (2i, 2i+1) when interleaved; channels from rotaryDim on pass through. A rotation's
 * transpose is its inverse, so the VJP is the same op with the angle negated.
 */
import type { RotaryAttrs } from '../graph/program.ts';
import { expectLength, expectRows, expectShape, inputDims } from './checks.ts';
import { ELEMENTWISE, grid, kernel, laneFor, memo } from './shader.ts';
import type { OpDef } from './types.ts';

/** x [heads*headDim] to its rotation by cos/sin[position], tables of width rotaryDim/2. Rows are tokens. */
export const rotary: OpDef<RotaryAttrs> = {
  name: 'rotary',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    const { heads, headDim, rotaryDim } = node.attrs;
    expectRows(node, rows, 'tokens');
    expectLength(node, x!, heads * headDim);
    const fits = rotaryDim > 0 && rotaryDim % 2 === 0 && rotaryDim <= headDim;
    expectShape(fits, node, `an even rotary width up to ${headDim}`, String(rotaryDim));
    return [{ dims: x!, rows: 'tokens' }];
  },
  emit(node, ctx) {
    const { wgsl, unitsPerRow, type } = memo(node, '', () => rotaryKernel(node.attrs));
    const count = ctx.rows('tokens') * unitsPerRow;
    if (count === 0) return;
    ctx.dispatch({
      label: `rotary.${type}${node.attrs.inverse ? '.inverse' : ''}`,
      wgsl,
      bindings: [
        ctx.value(node.inputs[0]!),
        ctx.table(node.attrs.cos),
        ctx.table(node.attrs.sin),
        ctx.batch.positions,
        ctx.value(node.outputs[0]!),
      ],
      params: [count],
      workgroups: grid(count, ELEMENTWISE, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    return b.add('rotary', [g], { ...node.attrs, inverse: !node.attrs.inverse }, [
      { dims: b.dims(x), rows: 'tokens', name: `d(${node.source})` },
    ]);
  },
};

function rotaryKernel({ heads, headDim, rotaryDim, interleaved, inverse }: RotaryAttrs) {
  const half = rotaryDim / 2;
  const lane = interleaved ? laneFor(1) : laneFor(half, headDim);
  const w = lane.width;
  const pairs = half / w;
  const unitsPerHead = (headDim - half) / w;
  const [own, partner] = interleaved ? ['2u * u', '2u * u + 1u'] : ['u', `u + ${pairs}u`];
  const wgsl = kernel({
    inputs: { x: lane.type, cosines: lane.type, sines: lane.type, positions: 'u32' },
    outputs: { y: lane.type },
    params: { count: 'u32' },
    invocations: ELEMENTWISE,
    body: `  if (index >= params.count) { return; }
  let row = index / ${unitsPerHead * heads}u;
  let head = index / ${unitsPerHead}u;
  let u = index % ${unitsPerHead}u;
  let base = head * ${headDim / w}u;
  if (u >= ${pairs}u) {
    y[base + u + ${pairs}u] = x[base + u + ${pairs}u];
    return;
  }
  let at = positions[row] * ${pairs}u + u;
  let c = cosines[at];
  let s = ${inverse ? '-' : ''}sines[at];
  let p = x[base + ${own}];
  let q = x[base + ${partner}];
  y[base + ${own}] = p * c - q * s;
  y[base + ${partner}] = q * c + p * s;`,
  });
  return { wgsl, unitsPerRow: unitsPerHead * heads, type: interleaved ? 'interleaved' : 'half' };
}
