/**
 * Matrix kernels for the units that GPUs have, on any device: their own text, the unit emulated (testing/emulated-unit.ts).
 * Kernels on a device's real unit: ../linear.gpu.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { createRng } from '../../../lib/rng.ts';
import { type BufferLedger, createBufferLedger } from '../../gpu/buffers.ts';
import type { Gpu } from '../../gpu/device.ts';
import type { MatrixUnit } from '../../gpu/matrix-unit.ts';
import { createReadback } from '../../gpu/readback.ts';
import { createEncoder } from '../../gpu/submit.ts';
import { openTestGpu } from '../../gpu/testing/open-test-gpu.ts';
import type { MatrixWeight } from '../../graph/program.ts';
import { f32Matrix, memoryTensor } from '../../plan/testing/programs.ts';
import { decodeMatrix } from '../../reference/decode.ts';
import type { BufferView } from '../types.ts';
import { linearDispatches } from './dispatches.ts';
import { storeMatrix } from './formats.ts';
import { emulateUnit } from './testing/emulated-unit.ts';

const unit = (m: number, n: number, k: number, factors: 'f32' | 'f16', lanes: readonly [number, number]) =>
  ({ m, n, k, factors, leastLanes: lanes[0], mostLanes: lanes[1] }) satisfies MatrixUnit;

/** `lanes`: what the emulated device runs the kernel with. */
const units = [
  { name: 'Apple', unit: unit(8, 8, 8, 'f32', [32, 32]), lanes: 32 },
  { name: 'NVIDIA', unit: unit(16, 8, 16, 'f16', [32, 32]), lanes: 32 },
  { name: 'AMD, 64 lanes', unit: unit(16, 16, 16, 'f16', [32, 64]), lanes: 64 },
  { name: 'Intel, 16 lanes', unit: unit(8, 16, 16, 'f16', [8, 32]), lanes: 16 },
  { name: 'lavapipe', unit: unit(8, 8, 8, 'f16', [8, 8]), lanes: 8 },
] as const;

/** Rows for one tile of each height; a tile and a ragged one along outputs; terms that end within a turn. */
const ROWS = [21, 70];
const K = 45;
const N = 92;

async function upload(gpu: Gpu, ledger: BufferLedger, values: ArrayBufferView): Promise<BufferView> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const size = Math.ceil(values.byteLength / 4) * 4;
  const bytes = new Uint8Array(size);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  const buffer = await ledger.create('test', size, usage);
  gpu.device.queue.writeBuffer(buffer, 0, bytes);
  return { buffer, offset: 0, size };
}

/** Largest |y - exact| over the bound of f32 summation, as in ../linear.gpu.test.ts. */
async function worstOverBound(
  weight: MatrixWeight,
  rows: number,
  { unit: matrix, lanes }: (typeof units)[number],
): Promise<number> {
  const gpu = await openTestGpu();
  const ledger = createBufferLedger(gpu);
  const rng = createRng(1, 'emulated');
  const size = (row: number): number => 10 ** ((row % 13) - 8);
  const x = Float32Array.from({ length: rows * K }, (_, i) => size(Math.floor(i / K)) * rng.normal());
  const stored = storeMatrix(weight);
  const data = await weight.data.read();
  const bytes = 4 * rows * N;
  const readback = createReadback(gpu, ledger);
  const encoder = createEncoder(gpu, ledger, Number.POSITIVE_INFINITY);
  try {
    const y = await upload(gpu, ledger, new Float32Array(rows * N));
    const chunk = { firstRow: 0, rowCount: stored.rows, parts: [await upload(gpu, ledger, data)] };
    const dispatches = linearDispatches(
      {
        weight: { k: K, n: N, order: weight.order, loader: stored.loader, chunks: [chunk] },
        transposed: false,
        alpha: 1,
        rows,
        x: await upload(gpu, ledger, x),
        y,
      },
      { gemm: 'tiled', quads: true, matrix, dispatchFlops: Number.POSITIVE_INFINITY },
      gpu.device.limits,
    );
    const emulated = dispatches.map((each) => ({ ...each, wgsl: emulateUnit(each.wgsl, matrix, lanes) }));
    await readback.reserve(bytes);
    await encoder.submit(emulated, (commands) => readback.copy(commands, [{ view: y, bytes }]));
    const [result] = await readback.read([bytes]);
    const w = await decodeMatrix(weight);
    let worst = 0;
    for (let t = 0; t < rows; t++) {
      for (let o = 0; o < N; o++) {
        let [sum, sizes] = [0, 0];
        for (let i = 0; i < K; i++) {
          const term = x[t * K + i]! * (weight.order === 'kn' ? w[i * N + o]! : w[o * K + i]!);
          sum += term;
          sizes += Math.abs(term);
        }
        const error = Math.abs(result![t * N + o]! - sum) / (2 ** -24 * (K + 4) * sizes);
        if (!(error <= worst)) worst = error;
      }
    }
    return worst;
  } finally {
    ledger.destroyAll();
  }
}

describe.each(units)('$name', (each) => {
  test.each(['kn', 'nk'] as const)('%s, f32 and f16 weights, every tile and edge', async (order) => {
    const rng = createRng(2, 'weights');
    // Growing along the terms, so that the scale of the weights must follow.
    const values = Float32Array.from({ length: K * N }, (_, i) => {
      const term = order === 'kn' ? Math.floor(i / N) : i % K;
      return rng.normal() * 2 ** (term / 2 - 10);
    });
    const halves = Uint16Array.from(
      { length: K * N },
      () => (rng.int(2) << 15) | (rng.int(30) << 10) | rng.int(1024),
    );
    const weights: readonly MatrixWeight[] = [
      f32Matrix('w', K, N, order, values),
      {
        ...f32Matrix('w', K, N, order, values),
        format: { kind: 'f16' },
        data: memoryTensor('w', 'float16', [], halves),
      },
    ];
    for (const weight of weights) {
      for (const rows of weight.format.kind === 'f32' ? ROWS : [ROWS[1]!]) {
        expect(await worstOverBound(weight, rows, each), `${weight.format.kind}, ${rows} rows`).toBeLessThan(
          1,
        );
      }
    }
  });
});
