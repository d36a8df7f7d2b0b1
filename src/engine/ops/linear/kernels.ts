/**
 * Which kernel multiplies: by row count, loop order and the adapter's variant. Texts are built once.
 */
import type { VariantChoice, WeightLoader } from '../types.ts';
import { type GemmShape, shapeKey } from './frame.ts';
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

/**
 * Register tiles, measured on SwiftShader (T 384-512, K 128-256, N 384-1024, GFLOP/s on two quiet cores):
 * nn 12 x 8: f32 5.8, f16 5.2, 4-bit 5.2; nt 16 x 8: f32 6.4, f16 5.8, 4-bit 6.1. Larger tiles spill and take half a second
 * to compile; smaller ones decode and gather too often. Few rows (K 1024, N 3072): 1.6 for one, 3.4 for four, bound by gathers.
 */
function registerTile(style: GemmShape['style'], rows: number): RegisterTile {
  if (rows === 1) return { rows: 1, cols: style === 'nn' ? 16 : 8, invocations: 4 };
  if (rows <= 4) return { rows: 4, cols: style === 'nn' ? 16 : 8, invocations: 4 };
  const large = style === 'nn' ? 12 : 16;
  const padded = (tile: number): number => Math.ceil(rows / tile) * tile;
  return { rows: padded(large) <= 1.1 * padded(8) ? large : 8, cols: 8, invocations: 4 };
}

const cache = new Map<string, LinearKernel>();

/** Tile, name and text of the kernel that multiplies `rows` rows. */
function choose(shape: GemmShape, loader: WeightLoader, rows: number, variants: VariantChoice) {
  if (variants.gemm === 'register') {
    const tile = registerTile(shape.style, rows);
    return {
      name: `${tile.rows}x${tile.cols}`,
      rows: tile.rows,
      cols: tile.cols,
      tilesPerGroup: tile.invocations,
      build: () => gemmRegister(shape, tile, loader),
    };
  }
  if (rows <= 4) {
    const height = rows === 1 ? 1 : 4;
    const { cols } = gemvTile[shape.style];
    return {
      name: `gemv${height}`,
      rows: height,
      cols,
      tilesPerGroup: 1,
      build: () => gemv(shape, height, loader),
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
