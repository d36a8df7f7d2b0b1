/**
 * RMSNorm and LayerNorm over runs of trailing features, and their VJP.
 *
 * n = size. rms: y = x*r*gamma + beta, r = 1/sqrt(mean(x²)+eps); layer: x is centred first. Gains carry no gradient.
 */
import type { NormAttrs, ProgramNode } from '../graph/program.ts';
import { expectShape, inputDims } from './checks.ts';
import { rowReduction } from './row-reduction.ts';
import { type Lane, laneFor, literal, memo, product } from './shader.ts';
import type { EmitContext, OpDef } from './types.ts';

/** x to its normalised runs. */
export const norm: OpDef<NormAttrs> = {
  name: 'norm',
  outputs(node, dims, rows) {
    const [x] = inputDims(node, dims, 1);
    expectRuns(node, x!);
    return [{ dims: x!, rows: rows[0]! }];
  },
  emit(node, ctx) {
    const { gamma, beta, kind, size } = node.attrs;
    const { lane, n, runs } = layout(node, ctx);
    if (runs === 0) return;
    const gain = gamma === undefined ? '' : ' * gamma[i]';
    const shift = beta === undefined ? '' : ' + beta[i]';
    const { wgsl, workgroups } = memo(node, ctx.variants.gemm, () =>
      rowReduction(n, ctx.variants, {
        inputs: {
          x: lane.type,
          ...(gamma === undefined ? {} : { gamma: lane.type }),
          ...(beta === undefined ? {} : { beta: lane.type }),
        },
        outputs: { y: lane.type },
        declarations: lane.width === 4 ? HORIZONTAL_VEC4 : HORIZONTAL_F32,
        body: `${statistics(node.attrs, n)}
  for (var i = first; i < ${n}u; i += step) {
    y[base + i] = (x[base + i] - mean) * r${gain}${shift};
  }`,
      }),
    );
    ctx.dispatch({
      label: `norm.${kind}.${size}`,
      wgsl,
      bindings: [
        ctx.value(node.inputs[0]!),
        ...(gamma === undefined ? [] : [ctx.vector(gamma)]),
        ...(beta === undefined ? [] : [ctx.vector(beta)]),
        ctx.value(node.outputs[0]!),
      ],
      params: [runs],
      workgroups: workgroups(runs, ctx.limits),
    });
  },
  vjp(node, [g], b) {
    if (g === undefined) return [undefined];
    const x = node.inputs[0]!;
    return b.add('normVjp', [x, g], node.attrs, [
      { dims: b.dims(x), rows: b.rows(x), name: `d(${node.source})` },
    ]);
  },
};

/**
 * x, g to dx; with h = g*gamma and x̂ = (x - mean)*r: dx = r*(h - [layer: mean(h)] - x̂*mean(h*x̂)). A third input is added
 * to the result (plan/fuse-sums.ts).
 */
export const normVjp: OpDef<NormAttrs> = {
  name: 'normVjp',
  outputs(node, dims, rows) {
    const [x, g, summand = x] = inputDims(node, dims, dims.length === 3 ? 3 : 2);
    expectRuns(node, x!);
    expectShape(product(x!) === product(g!), node, `[${x}]`, `[${g}]`);
    expectShape(product(x!) === product(summand!), node, `[${x}]`, `[${summand}]`);
    return [{ dims: x!, rows: rows[0]! }];
  },
  emit(node, ctx) {
    const { gamma, kind, size } = node.attrs;
    const { lane, n, runs } = layout(node, ctx);
    if (runs === 0) return;
    const h = gamma === undefined ? 'g[base + i]' : 'g[base + i] * gamma[i]';
    const summand = node.inputs[2];
    const mean = kind === 'layer' ? `total(horizontal(hs), lane) * ${literal(1 / size)}` : '0.0f';
    const { wgsl, workgroups } = memo(node, ctx.variants.gemm, () =>
      rowReduction(n, ctx.variants, {
        inputs: {
          x: lane.type,
          g: lane.type,
          ...(gamma === undefined ? {} : { gamma: lane.type }),
          ...(summand === undefined ? {} : { summand: lane.type }),
        },
        outputs: { dx: lane.type },
        declarations: lane.width === 4 ? HORIZONTAL_VEC4 : HORIZONTAL_F32,
        body: `${statistics(node.attrs, n)}
  var hs = ${lane.type}(0.0f);
  var hx = ${lane.type}(0.0f);
  for (var i = first; i < ${n}u; i += step) {
    let h = ${h};
    hs += h;
    hx += h * (x[base + i] - mean) * r;
  }
  let mean_h = ${mean};
  let mean_hx = total(horizontal(hx), lane) * ${literal(1 / size)};
  for (var i = first; i < ${n}u; i += step) {
    let h = ${h};
    dx[base + i] = r * (h - mean_h - (x[base + i] - mean) * r * mean_hx)${summand === undefined ? '' : ' + summand[base + i]'};
  }`,
      }),
    );
    ctx.dispatch({
      label: `normVjp.${kind}.${size}${summand === undefined ? '' : '.sum'}`,
      wgsl,
      bindings: [
        ctx.value(node.inputs[0]!),
        ctx.value(node.inputs[1]!),
        ...(gamma === undefined ? [] : [ctx.vector(gamma)]),
        ...(summand === undefined ? [] : [ctx.value(summand)]),
        ctx.value(node.outputs[0]!),
      ],
      params: [runs],
      workgroups: workgroups(runs, ctx.limits),
    });
  },
};

const HORIZONTAL_VEC4 = 'fn horizontal(v: vec4<f32>) -> f32 { return (v.x + v.y) + (v.z + v.w); }';
const HORIZONTAL_F32 = 'fn horizontal(v: f32) -> f32 { return v; }';

/** Statements that define `base`, `mean` and `r` of a run. The variance takes a second pass: a one-pass form cancels. */
function statistics({ kind, size, eps }: NormAttrs, n: number): string {
  const T = size % 4 === 0 ? 'vec4<f32>' : 'f32';
  const mean =
    kind === 'layer'
      ? `  var sum = ${T}(0.0f);
  for (var i = first; i < ${n}u; i += step) { sum += x[base + i]; }
  let mean = total(horizontal(sum), lane) * ${literal(1 / size)};`
      : '  let mean = 0.0f;';
  return `  let base = run * ${n}u;
${mean}
  var squares = ${T}(0.0f);
  for (var i = first; i < ${n}u; i += step) {
    let c = x[base + i] - mean;
    squares += c * c;
  }
  let r = 1.0f / sqrt(total(horizontal(squares), lane) * ${literal(1 / size)} + ${literal(eps)});`;
}

function expectRuns(node: ProgramNode<NormAttrs>, x: readonly number[]): void {
  const { size } = node.attrs;
  expectShape(size > 0 && product(x) % size === 0, node, `runs of ${size} features`, `[${x}]`);
}

function layout(node: ProgramNode<NormAttrs>, ctx: EmitContext): { lane: Lane; n: number; runs: number } {
  const { size } = node.attrs;
  const x = node.inputs[0]!;
  const lane = laneFor(size);
  const runs = (ctx.rows(ctx.domain(x)) * product(ctx.dims(x))) / size;
  return { lane, n: size / lane.width, runs };
}
