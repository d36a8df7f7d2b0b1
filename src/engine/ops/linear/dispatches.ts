/**
 * One product as dispatches: one for each chunk of the weight, cut further where a single dispatch would run too long.
 */
import { fold } from '../shader.ts';
import type { BufferView, Dispatch, GpuWeight, VariantChoice } from '../types.ts';
import { type GemmShape, paramWords } from './frame.ts';
import { linearKernel } from './kernels.ts';

/** y [rows, out] = alpha * (x [rows, in] · W or Wᵀ) + bias + summand [rows, out]. */
export interface LinearProduct {
  readonly weight: GpuWeight;
  readonly transposed: boolean;
  readonly alpha: number;
  readonly rows: number;
  readonly x: BufferView;
  readonly y: BufferView;
  readonly bias?: BufferView;
  readonly summand?: BufferView;
}

export function linearDispatches(
  product: LinearProduct,
  variants: VariantChoice,
  limits: { readonly maxComputeWorkgroupsPerDimension: number },
): Dispatch[] {
  return product.weight.chunks.flatMap((_, i) => chunkDispatches(product, i, variants, limits));
}

function chunkDispatches(
  { weight, transposed, alpha, rows, x, y, bias, summand }: LinearProduct,
  index: number,
  variants: VariantChoice,
  limits: { readonly maxComputeWorkgroupsPerDimension: number },
): Dispatch[] {
  const chunk = weight.chunks[index]!;
  const [inDim, outDim] = transposed ? [weight.n, weight.k] : [weight.k, weight.n];
  const style = (weight.order === 'kn') === transposed ? 'nt' : 'nn';
  // Chunks of 'nt' are separate outputs, chunks of 'nn' are terms of one sum.
  const adds = style === 'nn' && index > 0;
  const shape: GemmShape = {
    style,
    inQuads: inDim % 4 === 0,
    outQuads: outDim % 4 === 0,
    result: adds ? 'add' : bias === undefined ? 'plain' : 'bias',
    sum: summand !== undefined && !adds,
  };
  const extras = [...(shape.result === 'bias' ? [bias!] : []), ...(shape.sum ? [summand!] : [])];
  const kernel = linearKernel(shape, weight.loader, rows, variants);
  const [outputs, reduction] = style === 'nt' ? [chunk.rowCount, inDim] : [outDim, chunk.rowCount];
  const tilesM = Math.ceil(rows / kernel.rows);
  const tiles = tilesM * Math.ceil(outputs / kernel.cols);
  const tileFlops = 2 * kernel.rows * kernel.cols * reduction;
  const most = Math.max(1, Math.floor(variants.dispatchFlops / tileFlops));
  const dispatches: Dispatch[] = [];
  for (let firstTile = 0; firstTile < tiles; firstTile += most) {
    const endTile = Math.min(tiles, firstTile + most);
    dispatches.push({
      label: kernel.label,
      wgsl: kernel.wgsl,
      bindings: [x, ...chunk.parts, ...extras, y],
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
      workgroups: fold(
        Math.ceil((endTile - firstTile) / kernel.tilesPerGroup),
        limits.maxComputeWorkgroupsPerDimension,
      ),
      flops: (endTile - firstTile) * tileFlops,
    });
  }
  return dispatches;
}
