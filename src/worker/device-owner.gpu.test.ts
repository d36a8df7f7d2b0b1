import { expect, it } from 'vitest';
import { createDeviceOwner, isRefusal, type OwnedDevice } from './device-owner.ts';

async function device(owner: ReturnType<typeof createDeviceOwner>): Promise<OwnedDevice> {
  const answer = await owner.get();
  if (isRefusal(answer)) throw new Error(answer.reason);
  return answer;
}

it('keeps one device until it is lost, then asks for another', async () => {
  const owner = createDeviceOwner(navigator.gpu);
  const first = await device(owner);
  expect(await device(owner)).toBe(first);
  first.gpu.device.destroy();
  await first.gpu.device.lost;
  const second = await device(owner);
  expect(second).not.toBe(first);
  expect(() => first.gpu.assertUsable()).toThrow(expect.objectContaining({ code: 'gpu.device-lost' }));
  expect(() => second.gpu.assertUsable()).not.toThrow();
  second.gpu.device.destroy();
});

it('counts the bytes of every buffer, each destruction once', async () => {
  const { gpu, liveBytes } = await device(createDeviceOwner(navigator.gpu));
  const make = (size: number) => gpu.device.createBuffer({ size, usage: GPUBufferUsage.STORAGE });
  const a = make(1024);
  const b = make(256);
  expect(liveBytes()).toBe(1280);
  a.destroy();
  a.destroy();
  expect(liveBytes()).toBe(256);
  b.destroy();
  expect(liveBytes()).toBe(0);
  gpu.device.destroy();
});

it('says why there is no device, and asks again', async () => {
  const none = { requestAdapter: async () => null } as unknown as GPU;
  const owner = createDeviceOwner(none);
  expect(await owner.get()).toMatchObject({ ok: false, reason: 'no-adapter' });
  expect(await owner.get()).toMatchObject({ ok: false, reason: 'no-adapter' });
});
