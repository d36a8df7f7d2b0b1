/** Which kernels models are computed with: what the page pinned, and what earlier visits measured. */

import { forgetKernels, type KernelOptions, kernelsOf } from '../engine/model/kernels.ts';
import type { KernelChoice } from '../engine/model/types.ts';
import { createKernelStore } from '../storage/index.ts';
import { type DeviceOwner, isRefusal } from './device-owner.ts';
import type { KernelFacts } from './protocol.ts';

/** What a session needs of it. */
export interface SessionKernels {
  readonly options: KernelOptions;
  /** Called with what a loaded model is computed with. */
  readonly onChoice: (choice: KernelChoice) => void;
}

const store = createKernelStore();

/** For models that are loaded from now on. `pinned`: null = the fastest. */
export function kernelOptions(pinned: string | null): KernelOptions {
  return {
    store,
    browser: globalThis.navigator?.userAgent ?? '',
    ...(pinned === null ? {} : { pinned }),
  };
}

/** What can be chosen; with `again`, the next model that is loaded is measured anew. */
export async function kernelFacts(owner: DeviceOwner, again: boolean): Promise<KernelFacts> {
  const device = await owner.get();
  if (isRefusal(device)) return { names: [] };
  if (again) {
    forgetKernels(device.gpu);
    await store.clear();
  }
  return { names: kernelsOf(device.gpu) };
}
