/**
 * GPU buffers with their bytes counted: every buffer of an executor is created and destroyed here, so that a leak is a
 * number and a refusal of the driver is an error with a size.
 */
import { LabError } from '../../lib/errors.ts';
import type { Gpu } from './device.ts';

export interface BufferLedger {
  /**
   * A buffer of at least `bytes` (rounded up to 16). Throws `gpu.out-of-memory` {label, needBytes, haveBytes} where it is
   * larger than the adapter's maxBufferSize or the driver refuses it.
   */
  create(label: string, bytes: number, usage: GPUBufferUsageFlags): Promise<GPUBuffer>;
  destroy(buffer: GPUBuffer): void;
  destroyAll(): void;
  /** Counts destroyed buffers: bind groups made before a change may name dead ones. */
  readonly generation: number;
  readonly liveBytes: number;
  readonly peakBytes: number;
}

/** Rounds up to a multiple of `step`. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/** Rounds down to a multiple of `step`. */
export function roundDown(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

export function createBufferLedger(gpu: Gpu): BufferLedger {
  const live = new Map<GPUBuffer, number>();
  let liveBytes = 0;
  let peakBytes = 0;
  let generation = 0;

  const destroy = (buffer: GPUBuffer): void => {
    const bytes = live.get(buffer);
    if (bytes === undefined) return;
    live.delete(buffer);
    liveBytes -= bytes;
    generation++;
    buffer.destroy();
  };

  return {
    async create(label, bytes, usage) {
      const size = Math.max(16, roundUp(bytes, 16));
      const most = gpu.device.limits.maxBufferSize;
      if (size > most) {
        throw new LabError('gpu.out-of-memory', { label, needBytes: size, haveBytes: most });
      }
      const buffer = await gpu.guarded(label, size, () => gpu.device.createBuffer({ label, size, usage }));
      live.set(buffer, size);
      liveBytes += size;
      peakBytes = Math.max(peakBytes, liveBytes);
      return buffer;
    },
    destroy,
    destroyAll() {
      for (const buffer of [...live.keys()]) destroy(buffer);
    },
    get generation() {
      return generation;
    },
    get liveBytes() {
      return liveBytes;
    },
    get peakBytes() {
      return peakBytes;
    },
  };
}
