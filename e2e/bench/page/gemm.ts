/**
 * The adapter's roofline: the best standalone product of this engine's kernels, over tiles, loop orders and the shapes
 * that the bench's model multiplies. What a whole step reaches is held against it.
 */

import { createBufferLedger } from '../../../src/engine/gpu/buffers.ts';
import type { Gpu } from '../../../src/engine/gpu/device.ts';
import { createEncoder } from '../../../src/engine/gpu/submit.ts';
import { storeMatrix } from '../../../src/engine/ops/linear/formats.ts';
import { type GemmStyle, paramWords } from '../../../src/engine/ops/linear/frame.ts';
import { gemmRegister } from '../../../src/engine/ops/linear/gemm-register.ts';
import { gemmTiled, tiledTile } from '../../../src/engine/ops/linear/gemm-tiled.ts';
import { fold } from '../../../src/engine/ops/shader.ts';
import type { Dispatch } from '../../../src/engine/ops/types.ts';
import { f32Matrix } from '../../../src/engine/plan/testing/programs.ts';
import type { Contestant, Prepared } from './contestant.ts';
import { TOKENS } from './engine.ts';

interface Kernel {
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly tilesPerGroup: number;
  text(style: GemmStyle): string;
}

const loader = storeMatrix(f32Matrix('probe', 4, 4, 'kn', new Float32Array(16))).loader;
const shape = (style: GemmStyle) =>
  ({ style, inQuads: true, outQuads: true, result: 'plain', sum: false }) as const;

function registerKernel(rows: number, cols: number): Kernel {
  const tile = { rows, cols, invocations: 4 };
  return {
    name: `register ${rows} x ${cols}`,
    rows,
    cols,
    tilesPerGroup: tile.invocations,
    text: (style) => gemmRegister(shape(style), tile, loader),
  };
}

const TILES: readonly (readonly [number, number])[] = [
  [4, 8],
  [8, 8],
  [12, 8],
  [16, 8],
  [8, 16],
  [4, 16],
];

const kernels: readonly Kernel[] = [
  ...TILES.map(([rows, cols]) => registerKernel(rows, cols)),
  {
    name: 'workgroup tiles',
    rows: tiledTile.rows,
    cols: tiledTile.cols,
    tilesPerGroup: 1,
    text: (style) => gemmTiled(shape(style), loader),
  },
];

/** Reduction and outputs of the bench model's products. */
const SHAPES: readonly (readonly [number, number])[] = [
  [256, 704],
  [704, 256],
  [256, 4096],
];

/** A row is long enough to be timed when it multiplies this often. */
const REPEATS = 4;

function dispatchOf(
  kernel: Kernel,
  style: GemmStyle,
  [k, n]: readonly [number, number],
  buffers: { x: GPUBuffer; w: GPUBuffer; y: GPUBuffer },
  limits: GPUSupportedLimits,
): Dispatch {
  const view = (buffer: GPUBuffer, floats: number) => ({ buffer, offset: 0, size: 4 * floats });
  const tilesM = Math.ceil(TOKENS / kernel.rows);
  const tiles = tilesM * Math.ceil(n / kernel.cols);
  const nn = style === 'nn';
  return {
    label: `${kernel.name} ${style}`,
    wgsl: kernel.text(style),
    bindings: [view(buffers.x, TOKENS * k), view(buffers.w, k * n), view(buffers.y, TOKENS * n)],
    params: paramWords({
      rows: TOKENS,
      inDim: k,
      outDim: n,
      cols: nn ? n : k,
      count: nn ? k : n,
      start: 0,
      alpha: 1,
      tilesM,
      firstTile: 0,
      endTile: tiles,
    }),
    workgroups: fold(Math.ceil(tiles / kernel.tilesPerGroup), limits.maxComputeWorkgroupsPerDimension),
  };
}

/** One contestant for every kernel and loop order; a round multiplies each shape a few times. */
export function gemmContestants(gpu: Gpu): Contestant[] {
  const styles: readonly GemmStyle[] = ['nn', 'nt'];
  return kernels.flatMap((kernel) =>
    styles.map((style) => ({
      name: `${kernel.name}, ${style}`,
      ours: false,
      async prepare(): Promise<Prepared> {
        const ledger = createBufferLedger(gpu);
        const buffer = (label: string, floats: number) =>
          ledger.create(label, 4 * floats, GPUBufferUsage.STORAGE);
        const buffers = {
          x: await buffer('x', TOKENS * 704),
          w: await buffer('w', 256 * 4096),
          y: await buffer('y', TOKENS * 4096),
        };
        const once = SHAPES.map((size) => dispatchOf(kernel, style, size, buffers, gpu.device.limits));
        const dispatches = Array.from({ length: REPEATS }, () => once).flat();
        const encoder = createEncoder(gpu, ledger, Number.POSITIVE_INFINITY);
        const flop = SHAPES.reduce((sum, [k, n]) => sum + 2 * TOKENS * k * n, 0) * REPEATS;
        return {
          run: async () => {
            await encoder.submit(dispatches, () => undefined);
            await gpu.device.queue.onSubmittedWorkDone();
            return undefined;
          },
          work: { amount: flop / 1e9, unit: 'GFLOP' },
          dispose: async () => ledger.destroyAll(),
        };
      },
    })),
  );
}
