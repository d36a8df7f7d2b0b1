/**
 * The device of the GPU tests: one for all files, because requesting many makes browsers drop old ones, and kernels that
 * one file compiled need not be compiled for the next.
 */
import { type Gpu, openGpu } from '../device.ts';
import { requestDevice } from '../request-device.ts';

let opened: Promise<Gpu> | undefined;

/** Throws where the browser has no WebGPU: a GPU test that ran nowhere must not pass. */
export function openTestGpu(): Promise<Gpu> {
  opened ??= requestDevice(navigator.gpu).then((request) => {
    if (!request.ok) throw new Error(`no WebGPU device: ${request.reason} ${request.detail}`);
    return openGpu(request.device, request.facts);
  });
  return opened;
}
