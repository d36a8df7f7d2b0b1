import { expect, it } from 'vitest';
import { createKernelStore } from './kernels.ts';

it('kernel measurements come back until they are forgotten', async () => {
  const name = `test-${crypto.randomUUID()}`;
  const store = createKernelStore(name);
  const entry = { name: 'register', rates: { register: 5e9 }, measuredAt: '2026-01-01T00:00:00.000Z' };
  expect(await store.read('a')).toBeUndefined();
  await store.write('a', entry);
  expect(await createKernelStore(name).read('a')).toEqual(entry);
  expect(await store.read('b')).toBeUndefined();
  await store.clear();
  expect(await store.read('a')).toBeUndefined();
  indexedDB.deleteDatabase(name);
});
