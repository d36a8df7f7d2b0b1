import { expect, test } from 'vitest';
import { requestDevice } from './request-device.ts';

test('a machine without WebGPU is told so', async () => {
  expect(await requestDevice(undefined)).toEqual({ ok: false, reason: 'no-navigator-gpu', detail: '' });
});

test('the device has the limits of its adapter, and a CPU adapter is recognised', async () => {
  const adapter = await navigator.gpu.requestAdapter();
  const request = await requestDevice(navigator.gpu);
  if (!adapter || !request.ok) throw new Error('no WebGPU here');
  for (const limit of [
    'maxStorageBufferBindingSize',
    'maxBufferSize',
    'maxStorageBuffersPerShaderStage',
  ] as const) {
    expect(request.device.limits[limit]).toBe(adapter.limits[limit]);
  }
  expect(request.facts.description).not.toBe('');
  expect(request.facts.software).toBe(/swiftshader|llvmpipe/i.test(request.facts.description));
  request.device.destroy();
});
