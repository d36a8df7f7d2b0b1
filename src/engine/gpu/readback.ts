/**
 * Brings GPU values back: one staging buffer for everything a run wants.
 *
 * A failed map rejects; zeros are never handed out in place of results.
 */
import type { BufferView } from '../ops/types.ts';
import { type BufferLedger, roundUp } from './buffers.ts';
import type { Gpu } from './device.ts';

export interface Readback {
  /** Bytes that making room for `bytes` would add. */
  growth(bytes: number): number;
  /** Makes room for `bytes`; call before encoding. */
  reserve(bytes: number): Promise<void>;
  /** Encodes the copies; sizes in bytes, multiples of 4. */
  copy(encoder: GPUCommandEncoder, sources: readonly { view: BufferView; bytes: number }[]): void;
  /** Waits for the GPU and returns the copied ranges in order. Throws `gpu.device-lost` or `gpu.validation`. */
  read(sizes: readonly number[]): Promise<Float32Array[]>;
  release(): void;
}

export function createReadback(gpu: Gpu, ledger: BufferLedger): Readback {
  let staging: GPUBuffer | undefined;
  const size = (bytes: number): number => roundUp(Math.max(bytes, 4096), 4096);
  return {
    growth: (bytes) => Math.max(0, size(bytes) - (staging?.size ?? 0)),
    async reserve(bytes) {
      if (staging && staging.size >= bytes) return;
      if (staging) ledger.destroy(staging);
      staging = undefined;
      staging = await ledger.create(
        'readback',
        size(bytes),
        GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
      );
    },
    copy(encoder, sources) {
      let offset = 0;
      for (const { view, bytes } of sources) {
        if (bytes > 0) encoder.copyBufferToBuffer(view.buffer, view.offset, staging!, offset, bytes);
        offset += bytes;
      }
    },
    async read(sizes) {
      const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
      const buffer = staging!;
      const stop = nudge(gpu.device);
      try {
        await buffer.mapAsync(GPUMapMode.READ, 0, Math.max(total, 4));
      } catch (error) {
        // Device loss is reported through another promise; let it settle so that the error says which of the two it was.
        await Promise.race([gpu.device.lost, new Promise((resolve) => setTimeout(resolve, 50))]);
        gpu.assertUsable();
        throw gpu.failure('readback', error);
      } finally {
        stop();
      }
      const mapped = buffer.getMappedRange(0, Math.max(total, 4));
      let offset = 0;
      const out = sizes.map((bytes) => {
        const values = new Float32Array(mapped.slice(offset, offset + bytes));
        offset += bytes;
        return values;
      });
      buffer.unmap();
      return out;
    },
    release() {
      if (staging) ledger.destroy(staging);
      staging = undefined;
    },
  };
}

/** Firefox polls the device only about every 100 ms (bugzilla 1870699); empty submits make it look sooner. */
function nudge(device: GPUDevice): () => void {
  if (typeof navigator === 'undefined' || !/firefox/i.test(navigator.userAgent)) return () => {};
  const timer = setInterval(() => device.queue.submit([]), 1);
  return () => clearInterval(timer);
}
