/**
 * Whether a variant multiplies as the plainest kernel does on this device, before it may win by being fast.
 *
 * For variants whose feature is an experiment: browsers have changed its WGSL, and no specification says how precise a matrix
 * unit is. Anything but agreement within f32 rounding counts as no; only a lost device is thrown.
 */
import { LabError } from '../../lib/errors.ts';
import { createRng } from '../../lib/rng.ts';
import { type BufferLedger, createBufferLedger } from '../gpu/buffers.ts';
import type { Gpu } from '../gpu/device.ts';
import { createReadback } from '../gpu/readback.ts';
import { createEncoder } from '../gpu/submit.ts';
import { linearDispatches } from '../ops/linear/dispatches.ts';
import type { BufferView, GpuWeight, VariantChoice } from '../ops/types.ts';

/** Rows that fill no tile: of kernels for few rows and for many. */
const ROWS: readonly number[] = [13, 37];
/**
 * Of a row's largest result. f32 sums in two orders differ by 2^-21 of it (random signs, thousands of terms), one lost half of
 * the factors' bits by 2^-14.
 */
const TOLERANCE = 2 ** -18;

const plainest = { gemm: 'register' } as const;

/** Multiplies rows of 1e-8 to 1e4 by `weight`, forward and backward, with `variant` and with the plainest kernel. */
export async function agreesWithPlainest(
  gpu: Gpu,
  weight: GpuWeight,
  variant: Omit<VariantChoice, 'dispatchFlops'>,
): Promise<boolean> {
  const ledger = createBufferLedger(gpu);
  try {
    for (const rows of ROWS) {
      for (const transposed of [false, true]) {
        const results = await products(gpu, ledger, { weight, transposed, rows }, [plainest, variant]);
        if (!agree(results[0]!, results[1]!, transposed ? weight.k : weight.n)) return false;
      }
    }
    return true;
  } catch (error) {
    if (error instanceof LabError && error.code === 'gpu.device-lost') throw error;
    return false;
  } finally {
    ledger.destroyAll();
  }
}

/** What each variant makes of the same rows, [rows, outputs]. */
async function products(
  gpu: Gpu,
  ledger: BufferLedger,
  { weight, transposed, rows }: { weight: GpuWeight; transposed: boolean; rows: number },
  variants: readonly Omit<VariantChoice, 'dispatchFlops'>[],
): Promise<Float32Array[]> {
  const [inDim, outDim] = transposed ? [weight.n, weight.k] : [weight.k, weight.n];
  const rng = createRng(1, 'kernel check');
  const values = Float32Array.from(
    { length: rows * inDim },
    (_, i) => rng.normal() * 10 ** ((Math.floor(i / inDim) % 13) - 8),
  );
  const view = async (label: string, floats: number): Promise<BufferView> => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const buffer = await ledger.create(label, 4 * floats, usage);
    return { buffer, offset: 0, size: buffer.size };
  };
  const x = await view('check x', rows * inDim);
  gpu.device.queue.writeBuffer(x.buffer, 0, values);
  const results: Float32Array[] = [];
  for (const each of variants) {
    const y = await view('check y', rows * outDim);
    const product = { weight, transposed, alpha: 1, rows, x, y };
    const bytes = 4 * rows * outDim;
    const readback = createReadback(gpu, ledger);
    await readback.reserve(bytes);
    const options = { ...each, dispatchFlops: Number.POSITIVE_INFINITY };
    const dispatches = linearDispatches(product, options, gpu.device.limits);
    const encoder = createEncoder(gpu, ledger, Number.POSITIVE_INFINITY);
    await encoder.submit(dispatches, (commands) => readback.copy(commands, [{ view: y, bytes }]));
    results.push((await readback.read([bytes]))[0]!);
  }
  return results;
}

/** Rows [rows, width] equal within TOLERANCE of each row's largest; a NaN is no agreement. */
export function agree(expected: Float32Array, actual: Float32Array, width: number): boolean {
  for (let start = 0; start < expected.length; start += width) {
    const row = expected.subarray(start, start + width);
    const largest = row.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
    if (!row.every((y, i) => Math.abs(y - actual[start + i]!) <= TOLERANCE * largest)) return false;
  }
  return true;
}
