/**
 * Which kernel variants there are, and how fast an adapter runs them on a product of the model at hand: a short measurement.
 *
 * What is measured, kept between visits, shown and pinned are names of this list (kernel-choice.ts). It decides nothing.
 */
import { createBufferLedger } from '../gpu/buffers.ts';
import type { Gpu } from '../gpu/device.ts';
import { MATRIX_FEATURE } from '../gpu/matrix-unit.ts';
import { createEncoder } from '../gpu/submit.ts';
import { linearDispatches } from '../ops/linear/dispatches.ts';
import type { BufferView, Dispatch, GpuWeight, VariantChoice } from '../ops/types.ts';
import { agreesWithPlainest } from './verify-kernels.ts';

/** Kernel variants by name, first those that most adapters run best. */
export const KERNELS = {
  quads: { gemm: 'register', quads: true },
  register: { gemm: 'register' },
  'register-4x8': { gemm: 'register', tile: [4, 8] },
  tiled: { gemm: 'tiled' },
  'tiled-quads': { gemm: 'tiled', quads: true },
  /** With the adapter's matrix unit in place of the tiles: `variantOf`. */
  matrix: { gemm: 'tiled', quads: true },
} as const satisfies Readonly<Record<string, Omit<VariantChoice, 'dispatchFlops' | 'matrix'>>>;

export type KernelName = keyof typeof KERNELS;

export const KERNEL_NAMES = Object.keys(KERNELS) as readonly KernelName[];

/** Grows when kernels or their measurement change: what was measured before says nothing any more. */
export const KERNELS_VERSION = 2;

/** The variants that an adapter's features allow. */
export function kernelsOf({ facts }: Gpu): readonly KernelName[] {
  const subgroups = facts.features.includes('subgroups');
  const matrices = facts.features.includes(MATRIX_FEATURE) && facts.matrixUnit !== undefined;
  return KERNEL_NAMES.filter(
    (name) => (subgroups || !('quads' in KERNELS[name])) && (matrices || name !== 'matrix'),
  );
}

/** What the kernels are told of a variant that the adapter can run. */
export function variantOf({ facts }: Gpu, name: KernelName): Omit<VariantChoice, 'dispatchFlops'> {
  const { matrixUnit } = facts;
  return { ...KERNELS[name], ...(name === 'matrix' && matrixUnit ? { matrix: matrixUnit } : {}) };
}

/** Token rows of a small training batch; fewer where the product is large, so that software adapters are done in time. */
const PROBE_ROWS = 256;
const PROBE_FLOPS = 0.3e9;
const REPETITIONS = 3;
/** What is timed takes at least this long, so that submitting does not count. */
const LEAST_SECONDS = 0.01;
const MOST_REPEATS = 64;
/** A variant this much slower than the best is not timed again. */
const HOPELESS = 1.4;
/** FLOP a second by which a variant stands that refuses to run here or gives other numbers: it is never the best. */
export const UNUSABLE_RATE = 1e6;
/** Rows of the first look at each variant: tiles of every variant, milliseconds on a software adapter. */
const GLANCE_ROWS = 64;

/**
 * FLOP a second of each named variant as far as it can be used here: a matrix unit must have multiplied each of `kinds`, one
 * matrix of each way in which the model stores them, as other kernels do. Throws the `gpu.*` codes.
 */
export async function measureKernels(
  gpu: Gpu,
  weight: GpuWeight,
  names: readonly KernelName[],
  kinds: readonly GpuWeight[] = [weight],
): Promise<ReadonlyMap<KernelName, number>> {
  const others = names.filter((name) => name !== 'matrix');
  // Pinned, it runs or fails by itself.
  if (others.length === 0 || others.length === names.length) return measure(gpu, weight, names);
  let agrees = true;
  for (const kind of kinds) agrees &&= await agreesWithPlainest(gpu, kind, variantOf(gpu, 'matrix'));
  if (agrees) return measure(gpu, weight, names);
  return new Map([...(await measure(gpu, weight, others)), ['matrix', UNUSABLE_RATE]]);
}

/**
 * FLOP a second of each named variant, forward and backward through `weight`, the best of a few runs after one that warms
 * up; of variants that a first look shows far behind, what it showed. Throws the `gpu.*` codes.
 */
async function measure(
  gpu: Gpu,
  weight: GpuWeight,
  names: readonly KernelName[],
): Promise<Map<KernelName, number>> {
  const ledger = createBufferLedger(gpu);
  const { k, n } = weight;
  const rows = Math.max(16, Math.min(PROBE_ROWS, Math.round(PROBE_FLOPS / (4 * k * n))));
  const buffer = async (label: string, floats: number): Promise<BufferView> => {
    const created = await ledger.create(label, floats * 4, GPUBufferUsage.STORAGE);
    return { buffer: created, offset: 0, size: created.size };
  };
  try {
    const [x, y] = [await buffer('probe x', rows * k), await buffer('probe y', rows * n)];
    const encoder = createEncoder(gpu, ledger, Number.POSITIVE_INFINITY);
    const time = async (dispatches: readonly Dispatch[]): Promise<number> => {
      const start = performance.now();
      await encoder.submit(dispatches, () => {});
      await gpu.device.queue.onSubmittedWorkDone();
      return Math.max((performance.now() - start) / 1000, 1e-6);
    };
    const rates = new Map<KernelName, number>();
    const dispatchesOf = (name: KernelName, tokens: number): Dispatch[] => {
      const variants: VariantChoice = { ...variantOf(gpu, name), dispatchFlops: Number.POSITIVE_INFINITY };
      const forward = { weight, alpha: 1, rows: tokens, transposed: false, x, y };
      const backward = { ...forward, transposed: true, x: y, y: x };
      return [
        ...linearDispatches(forward, variants, gpu.device.limits),
        ...(tokens === rows ? linearDispatches(backward, variants, gpu.device.limits) : []),
      ];
    };

    // A few rows, forward only: what is far behind there is not compiled any further.
    const few = Math.min(rows - 1, GLANCE_ROWS);
    await time(names.flatMap((name) => dispatchesOf(name, few)));
    for (const name of names) {
      const dispatches = dispatchesOf(name, few);
      let seconds = Number.POSITIVE_INFINITY;
      for (let i = 0; i < REPETITIONS; i++) seconds = Math.min(seconds, await time(dispatches));
      rates.set(name, (2 * few * k * n) / seconds);
    }
    const best = Math.max(...rates.values());
    const close = names.filter((name) => rates.get(name)! * HOPELESS > best);

    await time(close.flatMap((name) => dispatchesOf(name, rows)));
    let fastest = Number.POSITIVE_INFINITY;
    for (const name of close) {
      const dispatches = dispatchesOf(name, rows);
      const repeats = Math.min(MOST_REPEATS, Math.ceil(LEAST_SECONDS / (await time(dispatches))));
      const repeated = Array.from({ length: repeats }, () => dispatches).flat();
      let seconds = Number.POSITIVE_INFINITY;
      for (let i = 0; i < REPETITIONS && !(i > 0 && seconds > HOPELESS * fastest); i++) {
        seconds = Math.min(seconds, (await time(repeated)) / repeats);
      }
      fastest = Math.min(fastest, seconds);
      rates.set(name, (4 * rows * k * n) / seconds);
    }
    // Times of few rows and of many are not comparable; that these were far behind is.
    const behind = (4 * rows * k * n) / fastest / HOPELESS;
    for (const name of names) {
      if (!close.includes(name)) rates.set(name, Math.min(rates.get(name)!, behind));
    }
    return rates;
  } finally {
    ledger.destroyAll();
  }
}
