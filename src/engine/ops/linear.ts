/**
 * y = alpha * (x · W) + bias with a weight that stays packed, and y = alpha * (x · Wᵀ), which is its VJP.
 *
 * x [rows, K] (transposed: [rows, N]) to y [rows, N] (transposed: [rows, K]); sums in f32. The weight gets no gradient.
 */
import type { LinearAttrs, ProgramNode } from '../graph/program.ts';
import { expectLength, inputDims } from './checks.ts';
import { type GemmShape, gemmRegister } from './linear/gemm-register.ts';
import { fold } from './shader.ts';
import { type EmitContext, f32Bits, type GpuWeight, type OpDef } from './types.ts';

const tile = { rows: 8, cols: 16, invocations: 4 };
const texts = new Map<string, string>();

/** WGSL of a kernel, built once. */
function text(key: string, build: () => string): string {
  let wgsl = texts.get(key);
  if (wgsl === undefined) {
    wgsl = build();
    texts.set(key, wgsl);
  }
  return wgsl;
}

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
    const { attrs } = node;
    const weight = ctx.weight(attrs.weight);
    const [inDim, outDim] = attrs.transposed ? [weight.n, weight.k] : [weight.k, weight.n];
    const input = node.inputs[0]!;
    expectLength(node, ctx.dims(input), inDim);
    const rows = ctx.rows(ctx.domain(input));
    if (rows === 0) return;
    const shape: GemmShape = {
      style: (weight.order === 'kn') === attrs.transposed ? 'nt' : 'nn',
      inDim,
      outDim,
      bias: attrs.bias !== undefined,
    };
    emitChunks(node, ctx, weight, shape, rows);
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

function emitChunks(
  node: ProgramNode<LinearAttrs>,
  ctx: EmitContext,
  weight: GpuWeight,
  shape: GemmShape,
  rows: number,
): void {
  const { attrs } = node;
  const key = `${weight.loader.key}.${shape.style}.${shape.inDim}.${shape.outDim}.${shape.bias}`;
  const wgsl = text(key, () => gemmRegister(shape, tile, weight.loader));
  weight.chunks.forEach((chunk, i) => {
    const outputs = shape.style === 'nt' ? chunk.rowCount : shape.outDim;
    const reduction = shape.style === 'nt' ? shape.inDim : chunk.rowCount;
    const tilesN = Math.ceil(outputs / tile.cols);
    const invocations = tilesN * Math.ceil(rows / tile.rows);
    ctx.dispatch({
      label: `linear.${weight.loader.key}.${shape.style}`,
      wgsl,
      bindings: [
        ctx.value(node.inputs[0]!),
        ...chunk.parts,
        ...(attrs.bias === undefined ? [] : [ctx.vector(attrs.bias)]),
        ctx.value(node.outputs[0]!),
      ],
      params: [
        rows,
        chunk.rowCount,
        chunk.firstRow,
        shape.style === 'nn' && i > 0 ? 1 : 0,
        f32Bits(attrs.alpha),
        tilesN,
      ],
      workgroups: fold(
        Math.ceil(invocations / tile.invocations),
        ctx.limits.maxComputeWorkgroupsPerDimension,
      ),
      flops: 2 * rows * outputs * reduction,
    });
  });
}
