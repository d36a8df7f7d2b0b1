/**
 * A GPUDevice with its failures made visible: error scopes around work, device loss and stray validation errors as
 * LabErrors, bytes counted. It requests no adapter and does not destroy the device: whoever requested it owns it.
 */
import { LabError } from '../../lib/errors.ts';
import { createKernelCache, type KernelCache } from './kernels.ts';
import type { AdapterFacts } from './request-device.ts';

export interface Gpu {
  readonly device: GPUDevice;
  readonly facts: AdapterFacts;
  readonly kernels: KernelCache;
  /** Throws `gpu.device-lost`, or `gpu.validation` when an error outside any guarded work was reported since the last call. */
  assertUsable(): void;
  /**
   * Runs synchronous `work` inside error scopes and waits for their verdict.
   * Throws `gpu.out-of-memory` {label, needBytes}, `gpu.validation` {label, message} or `gpu.device-lost` {message}.
   */
  guarded<T>(label: string, needBytes: number, work: () => T): Promise<T>;
  /** Turns a rejected GPU promise (mapAsync, pipeline creation) into a LabError. */
  failure(label: string, thrown: unknown): LabError;
}

/** Wraps a device; call once per device. */
export function openGpu(device: GPUDevice, facts: AdapterFacts): Gpu {
  let lost: string | undefined;
  let stray: string | undefined;
  void device.lost.then((info) => {
    lost = info.message || info.reason || 'lost';
  });
  device.addEventListener('uncapturederror', (event) => {
    stray ??= event.error.message;
  });

  const failure = (label: string, thrown: unknown): LabError => {
    if (thrown instanceof LabError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return lost === undefined
      ? new LabError('gpu.validation', { label, message }, { cause: thrown })
      : new LabError('gpu.device-lost', { message: lost }, { cause: thrown });
  };

  const gpu: Gpu = {
    device,
    facts,
    kernels: createKernelCache(device, failure),
    failure,
    assertUsable() {
      if (lost !== undefined) throw new LabError('gpu.device-lost', { message: lost });
      if (stray !== undefined) {
        const message = stray;
        stray = undefined;
        throw new LabError('gpu.validation', { label: 'device', message });
      }
    },
    async guarded(label, needBytes, work) {
      gpu.assertUsable();
      device.pushErrorScope('internal');
      device.pushErrorScope('out-of-memory');
      device.pushErrorScope('validation');
      let result: ReturnType<typeof work>;
      let thrown: unknown;
      try {
        result = work();
      } catch (error) {
        thrown = error ?? new Error('unknown');
      }
      const pops = [device.popErrorScope(), device.popErrorScope(), device.popErrorScope()];
      const [validation, memory, internal] = await Promise.all(pops).catch((error: unknown) => {
        throw failure(label, error);
      });
      if (lost !== undefined) throw new LabError('gpu.device-lost', { message: lost });
      if (memory) throw new LabError('gpu.out-of-memory', { label, needBytes, message: memory.message });
      const error = validation ?? internal;
      if (error) throw new LabError('gpu.validation', { label, message: error.message });
      if (thrown !== undefined) throw failure(label, thrown);
      return result!;
    },
  };
  return gpu;
}
