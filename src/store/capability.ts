/**
 * A first look at the machine from the page itself, so that the sentence about WebGPU stands there before the first
 * run. The worker's own probe, which also knows the limits the engine needs, replaces it.
 */

import type { Capability } from '../worker/protocol.ts';
import { labStore } from './lab-store.ts';

export async function lookAtGpu(gpu: GPU | undefined): Promise<Capability> {
  if (!gpu) return { kind: 'wasm-only', reason: 'no-navigator-gpu', detail: '' };
  try {
    const adapter = await gpu.requestAdapter();
    if (!adapter) return { kind: 'wasm-only', reason: 'no-adapter', detail: '' };
    const { vendor, architecture, description, isFallbackAdapter } = adapter.info;
    const name = description || [vendor, architecture].filter(Boolean).join(' ');
    const software = isFallbackAdapter || /swiftshader|llvmpipe|software/i.test(`${name} ${architecture}`);
    return { kind: 'webgpu', adapter: name, software, features: [...adapter.features] };
  } catch (thrown) {
    return { kind: 'wasm-only', reason: 'no-adapter', detail: String(thrown) };
  }
}

export async function detectCapability(): Promise<void> {
  const capability = await lookAtGpu(navigator.gpu);
  if (labStore.getState().capability === null) labStore.setState({ capability });
}
