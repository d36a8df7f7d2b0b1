/**
 * The adapter's roofline: the best standalone product, over the engine's kernel variants, further tiles, both loop orders and
 * the shapes that the bench's model multiplies. What a whole step reaches is held against it. Beside each time stands how far
 * its numbers are from float64, in roundings of f32 to the size of a sum (2^-24 * Σ|x·w|).
 */

import { createBufferLedger } from '../../../src/engine/gpu/buffers.ts';
import type { Gpu } from '../../../src/engine/gpu/device.ts';
import { createReadback } from '../../../src/engine/gpu/readback.ts';
import { createEncoder } from '../../../src/engine/gpu/submit.ts';
import { linearDispatches } from '../../../src/engine/ops/linear/dispatches.ts';
import { storeMatrix } from '../../../src/engine/ops/linear/formats.ts';
import { type GemmStyle, paramWords, shapeKey } from '../../../src/engine/ops/linear/frame.ts';
import { gemmRegister } from '../../../src/engine/ops/linear/gemm-register.ts';
import { fold } from '../../../src/engine/ops/shader.ts';
import type { BufferView, Dispatch, GpuWeight } from '../../../src/engine/ops/types.ts';
import { f32Matrix } from '../../../src/engine/plan/testing/programs.ts';
import { type KernelName, kernelsOf, variantOf } from '../../../src/engine/plan/variants.ts';
import type { Contestant, Prepared } from './contestant.ts';
import { TOKENS } from './engine.ts';
import { exactProduct } from './gemm-check.ts';

interface Product {
  readonly style: GemmStyle;
  /** Reduction and outputs. */
  readonly k: number;
  readonly n: number;
  readonly x: BufferView;
  readonly w: BufferView;
  readonly y: BufferView;
}

/** How a contestant multiplies. */
interface Kernel {
  readonly name: string;
  dispatches(product: Product, limits: GPUSupportedLimits): Dispatch[];
}

const loader = storeMatrix(f32Matrix('probe', 4, 4, 'kn', new Float32Array(16))).loader;

/** What the engine makes of one of its variants. */
function variantKernel(gpu: Gpu, name: KernelName): Kernel {
  const variants = { ...variantOf(gpu, name), dispatchFlops: Number.POSITIVE_INFINITY };
  return {
    name: `variant ${name}`,
    dispatches({ style, k, n, x, w, y }, limits) {
      const rows = style === 'nn' ? k : n;
      const weight: GpuWeight = {
        k,
        n,
        order: style === 'nn' ? 'kn' : 'nk',
        loader,
        chunks: [{ firstRow: 0, rowCount: rows, parts: [w] }],
      };
      return linearDispatches({ weight, transposed: false, alpha: 1, rows: TOKENS, x, y }, variants, limits);
    },
  };
}

/** A register tile that no variant may use. */
function registerKernel([rows, cols]: readonly [number, number]): Kernel {
  const tile = { rows, cols, invocations: 4 };
  return {
    name: `register ${rows} x ${cols}`,
    dispatches({ style, k, n, x, w, y }, limits) {
      const shape = { style, inQuads: true, outQuads: true, result: 'plain', sum: false } as const;
      const tilesM = Math.ceil(TOKENS / rows);
      const tiles = tilesM * Math.ceil(n / cols);
      const nn = style === 'nn';
      return [
        {
          // The engine's own label: kernels are compiled once a text, and timed under the name of the first.
          label: `linear.${loader.key}.${shapeKey(shape)}.${rows}x${cols}`,
          wgsl: gemmRegister(shape, tile, loader),
          bindings: [x, w, y],
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
          workgroups: fold(Math.ceil(tiles / tile.invocations), limits.maxComputeWorkgroupsPerDimension),
        },
      ];
    },
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

/** Reduction and outputs of the bench model's products. */
const SHAPES: readonly (readonly [number, number])[] = [
  [256, 704],
  [704, 256],
  [256, 4096],
];

/** A row is long enough to be timed when it multiplies this often. */
const REPEATS = 4;

/** One contestant for every kernel and loop order; a round multiplies each shape a few times. */
export function gemmContestants(gpu: Gpu): Contestant[] {
  const styles: readonly GemmStyle[] = ['nn', 'nt'];
  const kernels: readonly Kernel[] = [
    ...kernelsOf(gpu).map((name) => variantKernel(gpu, name)),
    ...TILES.map(registerKernel),
  ];
  return kernels.flatMap((kernel) =>
    styles.map((style) => ({
      name: `${kernel.name}, ${style}`,
      ours: false,
      async prepare(): Promise<Prepared> {
        const ledger = createBufferLedger(gpu);
        const encoder = createEncoder(gpu, ledger, Number.POSITIVE_INFINITY);
        const view = async (
          label: string,
          values: Float32Array<ArrayBuffer> | number,
        ): Promise<BufferView> => {
          const size = 4 * (typeof values === 'number' ? values : values.length);
          const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
          const buffer = await ledger.create(label, size, usage);
          if (typeof values !== 'number') gpu.device.queue.writeBuffer(buffer, 0, values);
          return { buffer, offset: 0, size };
        };
        const once: Dispatch[] = [];
        let roundings = 0;
        for (const [k, n] of SHAPES) {
          const exact = exactProduct(style, k, n);
          const y = await view('y', TOKENS * n);
          const product = { style, k, n, x: await view('x', exact.x), w: await view('w', exact.w), y };
          const dispatches = kernel.dispatches(product, gpu.device.limits);
          once.push(...dispatches);
          const readback = createReadback(gpu, ledger);
          await readback.reserve(y.size);
          await encoder.submit(dispatches, (commands) =>
            readback.copy(commands, [{ view: y, bytes: y.size }]),
          );
          roundings = Math.max(roundings, exact.roundings((await readback.read([y.size]))[0]!));
        }
        const dispatches = Array.from({ length: REPEATS }, () => once).flat();
        const flop = SHAPES.reduce((sum, [k, n]) => sum + 2 * TOKENS * k * n, 0) * REPEATS;
        return {
          run: async () => {
            await encoder.submit(dispatches, () => undefined);
            await gpu.device.queue.onSubmittedWorkDone();
            return undefined;
          },
          note: `within ${roundings.toPrecision(2)} roundings of float64`,
          work: { amount: flop / 1e9, unit: 'GFLOP' },
          dispose: async () => ledger.destroyAll(),
        };
      },
    })),
  );
}
