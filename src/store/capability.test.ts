import { describe, expect, it } from 'vitest';
import { lookAtGpu } from './capability.ts';

const gpu = (adapter: unknown) => ({ requestAdapter: async () => adapter }) as unknown as GPU;
const adapter = (info: Partial<GPUAdapterInfo>) => ({ info, features: new Set(['shader-f16']) });

describe('lookAtGpu', () => {
  it('tells the rungs apart', async () => {
    expect(await lookAtGpu(undefined)).toMatchObject({ kind: 'wasm-only', reason: 'no-navigator-gpu' });
    expect(await lookAtGpu(gpu(null))).toMatchObject({ kind: 'wasm-only', reason: 'no-adapter' });
  });

  it('names the adapter and notices software', async () => {
    const card = await lookAtGpu(gpu(adapter({ vendor: 'nvidia', architecture: 'ampere', description: '' })));
    expect(card).toMatchObject({ kind: 'webgpu', adapter: 'nvidia ampere', software: false });
    const soft = await lookAtGpu(gpu(adapter({ vendor: 'google', architecture: 'swiftshader' })));
    expect(soft).toMatchObject({ kind: 'webgpu', software: true });
  });
});
