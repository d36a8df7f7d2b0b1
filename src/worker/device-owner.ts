/**
 * The worker's one GPUDevice: requested when first needed, kept between runs, requested anew after it was lost.
 *
 * Counts the bytes of every buffer on the device itself, beside the engine's own books, so that "memory after a run
 * equals memory before it" is a measurement.
 */

import { type Gpu, openGpu } from '../engine/gpu/device.ts';
import { type DeviceRequest, requestDevice } from '../engine/gpu/request-device.ts';

export interface OwnedDevice {
  readonly gpu: Gpu;
  /** Bytes of all buffers that were created and not yet destroyed. */
  liveBytes(): number;
}

export type Refusal = Extract<DeviceRequest, { ok: false }>;

export interface DeviceOwner {
  /** The device, or why there is none. */
  get(): Promise<OwnedDevice | Refusal>;
}

export const isRefusal = (answer: OwnedDevice | Refusal): answer is Refusal => 'reason' in answer;

/** Watches creation and destruction of buffers on `device`. */
export function meterBuffers(device: GPUDevice): () => number {
  let live = 0;
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    live += descriptor.size;
    const destroy = buffer.destroy.bind(buffer);
    let destroyed = false;
    buffer.destroy = () => {
      if (!destroyed) live -= descriptor.size;
      destroyed = true;
      return destroy();
    };
    return buffer;
  };
  return () => live;
}

export function createDeviceOwner(gpu: GPU | undefined): DeviceOwner {
  let current: Promise<OwnedDevice | Refusal> | undefined;

  const open = async (): Promise<OwnedDevice | Refusal> => {
    const answer = await requestDevice(gpu);
    if (!answer.ok) {
      // A driver may come back: the next run asks again.
      current = undefined;
      return answer;
    }
    const liveBytes = meterBuffers(answer.device);
    void answer.device.lost.then(() => {
      current = undefined;
    });
    return { gpu: openGpu(answer.device, answer.facts), liveBytes };
  };

  return {
    get: () => {
      current ??= open();
      return current;
    },
  };
}
