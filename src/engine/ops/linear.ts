/**
 * y = alpha * (x · W) + bias with a weight that stays packed, and y = alpha * (x · Wᵀ), which is its VJP.
 *
 * x [rows, K] (transposed: [rows, N]) to y [rows, N] (transposed: [rows, K]); sums in f32. The weight gets no gradient.
 */
import type { LinearAttrs, ProgramNode } from '../graph/program.ts';
import { expectLength, inputDims } from './checks.ts';
import { type GemmShape, paramWords } from './linear/frame.ts';
import { linearKernel } from './linear/kernels.ts';
import { fold } from './shader.ts';
import type { EmitContext, GpuWeight, OpDef } from './types.ts';

/** FLOP of one dispatch at most: about a second where nothing is parallel, far below any driver's watchdog (2 to 10 s). */
const dispatchFlops = { register: 4e9, tiled: 5e10 } as const;

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
    const weight = ctx.weight(node.attrs.weight);
    expectLength(node, ctx.dims(node.inputs[0]!), node.attrs.transposed ? weight.n : weight.k);
    weight.chunks.forEach((chunk, i) => {
      emitChunk(node, ctx, weight, chunk, i === 0, rows);
    });
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

function emitChunk(
  node: ProgramNode<LinearAttrs>,
  ctx: EmitContext,
  weight: GpuWeight,
  chunk: GpuWeight['chunks'][number],
  isFirst: boolean,
  rows: number,
): void {
  const { alpha, bias, transposed } = node.attrs;
  const [inDim, outDim] = transposed ? [weight.n, weight.k] : [weight.k, weight.n];
  const style = (weight.order === 'kn') === transposed ? 'nt' : 'nn';
  // Chunks of 'nt' are separate outputs, chunks of 'nn' are terms of one sum.
  const adds = style === 'nn' && !isFirst;
  const shape: GemmShape = {
    style,
    inQuads: inDim % 4 === 0,
    outQuads: outDim % 4 === 0,
    result: adds ? 'add' : bias === undefined ? 'plain' : 'bias',
  };
  const kernel = linearKernel(shape, weight.loader, rows, ctx.variants);
  const [outputs, reduction] = style === 'nt' ? [chunk.rowCount, inDim] : [outDim, chunk.rowCount];
  const tilesM = Math.ceil(rows / kernel.rows);
  const tiles = tilesM * Math.ceil(outputs / kernel.cols);
  const tileFlops = 2 * kernel.rows * kernel.cols * reduction;
  const most = Math.max(1, Math.floor(dispatchFlops[ctx.variants.gemm] / tileFlops));
  for (let firstTile = 0; firstTile < tiles; firstTile += most) {
    const endTile = Math.min(tiles, firstTile + most);
    const groups = Math.ceil((endTile - firstTile) / kernel.tilesPerGroup);
    ctx.dispatch({
      label: kernel.label,
      wgsl: kernel.wgsl,
      bindings: [
        ctx.value(node.inputs[0]!),
        ...chunk.parts,
        ...(shape.result === 'bias' ? [ctx.vector(bias!)] : []),
        ctx.value(node.outputs[0]!),
      ],
      params: paramWords({
        rows,
        inDim,
        outDim,
        cols: style === 'nt' ? inDim : outDim,
        count: chunk.rowCount,
        start: chunk.firstRow,
        alpha,
        tilesM,
        firstTile,
        endTile,
      }),
      workgroups: fold(groups, ctx.limits.maxComputeWorkgroupsPerDimension),
      flops: (endTile - firstTile) * tileFlops,
    });
  }
}
