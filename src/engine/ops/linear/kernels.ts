/**
 * Which kernel multiplies: by row count, loop order and the adapter's variant. Texts are built once.
 */
import type { VariantChoice, WeightLoader } from '../types.ts';
import { type GemmShape, shapeKey } from './frame.ts';
import { gemmMatrix, matrixTile } from './gemm-matrix.ts';
import { gemmQuad, type QuadTile } from './gemm-quad.ts';
import { gemmRegister, type RegisterTile } from './gemm-register.ts';
import { gemmTiled, tiledTile } from './gemm-tiled.ts';
import { gemv, gemvTile } from './gemv.ts';

export interface LinearKernel {
  readonly label: string;
  readonly wgsl: string;
  /** Rows and outputs of a tile. */
  readonly rows: number;
  readonly cols: number;
  /** Tiles a workgroup computes. */
  readonly tilesPerGroup: number;
}

/** Up to so many rows, larger tiles would be mostly empty, and sharing a weight costs as much as loading it again. */
const FEW = 4;

/**
 * Register tiles, measured on SwiftShader (T 384-512, K 128-256, N 384-1024, GFLOP/s on two quiet cores):
 * nn 12 x 8: f32 5.8, f16 5.2, 4-bit 5.2; nt 16 x 8: f32 6.4, f16 5.8, 4-bit 6.1. 16 x 16 reaches 7.8, but takes a second to
 * compile; smaller ones decode and gather too often. Few rows (K 1024, N 3072): 1.6 for one, 3.4 for four, bound by gathers.
 */
function registerTile({ tile }: VariantChoice, style: GemmShape['style'], rows: number): RegisterTile {
  if (rows === 1) return { rows: 1, cols: style === 'nn' ? 16 : 8, invocations: 4 };
  if (rows <= FEW) return { rows: 4, cols: style === 'nn' ? 16 : 8, invocations: 4 };
  if (tile && rows >= tile[0]) return { rows: tile[0], cols: tile[1], invocations: 4 };
  const large = style === 'nn' ? 12 : 16;
  return { rows: padded(rows, large) <= 1.1 * padded(rows, 8) ? large : 8, cols: 8, invocations: 4 };
}

/**
 * Tiles of quads. On SwiftShader (T 384, K 512, N 1024, GFLOP/s of two cores) 32 x 32: f32 nn 9.8, nt 9.3; f16 9.0, 9.7; 4-bit
 * 8.2, 9.9. 16 rows: 7.3 to 7.6 for f32 (register tiles 5.1 to 6.4), 8 rows: 6.4 to 6.8 (5.2). The largest compiles in 0.6
 * seconds; 64 x 24 reaches 10, but takes twice as long. A workgroup is one quad there, so that few tiles still spread over the
 * processors.
 */
function quadTile({ gemm }: VariantChoice, rows: number): QuadTile {
  if (gemm === 'tiled') return { laneRows: 4, cols: 16, invocations: 64 };
  if (rows <= 8) return { laneRows: 2, cols: 16, invocations: 4 };
  const laneRows = padded(rows, 32) <= 1.1 * padded(rows, 16) ? 8 : 4;
  return { laneRows, cols: 32, invocations: 4 };
}

const padded = (rows: number, tile: number): number => Math.ceil(rows / tile) * tile;

const cache = new Map<string, LinearKernel>();

/** Tile, name and text of the kernel that multiplies `rows` rows. */
function choose(shape: GemmShape, loader: WeightLoader, rows: number, variants: VariantChoice) {
  if (variants.matrix && rows > FEW) {
    const unit = variants.matrix;
    const tile = matrixTile(unit, rows);
    const size = { rows: tile.tall * tile.side, cols: tile.wide * tile.side };
    const { m, n, k, factors, leastLanes, mostLanes } = unit;
    return {
      name: `matrix${size.rows}x${size.cols}.${factors}.${m}x${n}x${k}.${leastLanes}-${mostLanes}`,
      ...size,
      tilesPerGroup: 1,
      build: () => gemmMatrix(shape, tile, unit, loader),
    };
  }
  if (variants.quads && rows > FEW) {
    const tile = quadTile(variants, rows);
    return {
      name: `quad${4 * tile.laneRows}x${tile.cols}`,
      rows: 4 * tile.laneRows,
      cols: tile.cols,
      tilesPerGroup: tile.invocations / 4,
      build: () => gemmQuad(shape, tile, loader),
    };
  }
  if (variants.gemm === 'register') {
    const tile = registerTile(variants, shape.style, rows);
    return {
      name: `${tile.rows}x${tile.cols}`,
      rows: tile.rows,
      cols: tile.cols,
      tilesPerGroup: tile.invocations,
      build: () => gemmRegister(shape, tile, loader),
    };
  }
  if (rows <= FEW) {
    const height = rows === 1 ? 1 : 4;
    const { cols } = gemvTile[shape.style];
    return {
      name: `gemv${height}${variants.quads ? '.quads' : ''}`,
      rows: height,
      cols,
      tilesPerGroup: 1,
      build: () => gemv(shape, height, variants.quads === true, loader),
    };
  }
  return {
    name: 'tiled',
    rows: tiledTile.rows,
    cols: tiledTile.cols,
    tilesPerGroup: 1,
    build: () => gemmTiled(shape, loader),
  };
}

export function linearKernel(
  shape: GemmShape,
  loader: WeightLoader,
  rows: number,
  variants: VariantChoice,
): LinearKernel {
  const { name, build, ...tile } = choose(shape, loader, rows, variants);
  const label = `linear.${loader.key}.${shapeKey(shape)}.${name}`;
  let kernel = cache.get(label);
  if (!kernel) {
    kernel = { label, wgsl: build(), ...tile };
    cache.set(label, kernel);
  }
  return kernel;
}
