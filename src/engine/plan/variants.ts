/**
 * Which kernel variants an adapter runs best: a short measurement, once per adapter and session.
 *
 * Software adapters are not measured: workgroup barriers cost them an order of magnitude, known beforehand.
 */
import { createBufferLedger } from '../gpu/buffers.ts';
import type { Gpu } from '../gpu/device.ts';
import { createEncoder } from '../gpu/submit.ts';
import type { MatrixWeight } from '../graph/program.ts';
import { linearDispatches } from '../ops/linear/dispatches.ts';
import { storeMatrix } from '../ops/linear/formats.ts';
import type { BufferView, GpuWeight, VariantChoice } from '../ops/types.ts';

/** Half a second of SwiftShader on two cores, at 5 GFLOP/s. */
const softwareDispatchFlops = 2.5e9;
/** A dispatch may take a quarter of a second: Windows resets a GPU that is busy for two. */
const dispatchSeconds = 0.25;
/** Probe product: the token rows of a small training batch, a small model's hidden size; 0.27 GFLOP. */
const probe = { rows: 256, k: 512, n: 1024 };
const repetitions = 3;

const chosen = new Map<string, Promise<VariantChoice>>();

/** The variants for this adapter; cached by its description. */
export function chooseVariants(gpu: Gpu): Promise<VariantChoice> {
  if (gpu.facts.software) {
    return Promise.resolve({ gemm: 'register', dispatchFlops: softwareDispatchFlops });
  }
  const key = gpu.facts.description;
  let choice = chosen.get(key);
  if (!choice) {
    choice = measureVariants(gpu);
    chosen.set(key, choice);
    choice.catch(() => chosen.delete(key));
  }
  return choice;
}

/** Times the probe with each GEMM variant and takes the faster; well under a second on a real GPU. Throws the `gpu.*` codes. */
export async function measureVariants(gpu: Gpu): Promise<VariantChoice> {
  const register = await measure(gpu, 'register');
  const tiled = await measure(gpu, 'tiled');
  const flops = Math.max(register, tiled);
  return { gemm: register > tiled ? 'register' : 'tiled', dispatchFlops: flops * dispatchSeconds };
}

/** FLOP a second of the probe, the best of a few runs after one that warms up. */
async function measure(gpu: Gpu, gemm: VariantChoice['gemm']): Promise<number> {
  const ledger = createBufferLedger(gpu);
  const { rows, k, n } = probe;
  const variants: VariantChoice = { gemm, dispatchFlops: Number.POSITIVE_INFINITY };
  const buffer = async (label: string, floats: number): Promise<BufferView> => {
    const created = await ledger.create(label, floats * 4, GPUBufferUsage.STORAGE);
    return { buffer: created, offset: 0, size: created.size };
  };
  try {
    const [x, w, y] = [
      await buffer('probe x', rows * k),
      await buffer('probe w', k * n),
      await buffer('probe y', rows * n),
    ];
    const weight: GpuWeight = {
      k,
      n,
      order: 'kn',
      loader: probeLoader(),
      chunks: [{ firstRow: 0, rowCount: k, parts: [w] }],
    };
    const encoder = createEncoder(gpu, ledger, Number.POSITIVE_INFINITY);
    const dispatches = linearDispatches(
      { weight, transposed: false, alpha: 1, rows, x, y },
      variants,
      gpu.device.limits,
    );
    let seconds = Number.POSITIVE_INFINITY;
    for (let i = 0; i <= repetitions; i++) {
      const start = performance.now();
      await encoder.submit(dispatches, () => {});
      await gpu.device.queue.onSubmittedWorkDone();
      if (i > 0) seconds = Math.min(seconds, (performance.now() - start) / 1000);
    }
    return (2 * rows * k * n) / Math.max(seconds, 1e-6);
  } finally {
    ledger.destroyAll();
  }
}

function probeLoader(): GpuWeight['loader'] {
  const none = async (): Promise<Uint8Array> => new Uint8Array();
  const { k, n } = probe;
  const weight: MatrixWeight = {
    name: 'probe',
    k,
    n,
    order: 'kn',
    format: { kind: 'f32' },
    data: {
      name: 'probe',
      dtype: 'float32',
      dims: [k, n],
      byteLength: k * n * 4,
      read: none,
      readRange: none,
    },
  };
  return storeMatrix(weight).loader;
}
