import { expect, test } from 'vitest';
import { createBufferLedger } from '../gpu/buffers.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { createArena } from './arena.ts';

test('a refused growth leaves nothing behind, and smaller sizes still work', async () => {
  const ledger = createBufferLedger(await openTestGpu());
  const arena = createArena(ledger);
  await arena.ensure([4096, 1024], false);
  await expect(arena.ensure([8192, 2 ** 50], false)).rejects.toThrow('gpu.out-of-memory');
  expect([arena.bytes, ledger.liveBytes]).toEqual([0, 0]);
  await arena.ensure([4096, 1024], false);
  await arena.ensure([2048, 512], false);
  expect([arena.bytes, ledger.liveBytes]).toEqual([5120, 5120]);
  expect(arena.slot(1).size).toBe(1024);
  arena.release();
  expect(ledger.liveBytes).toBe(0);
});
