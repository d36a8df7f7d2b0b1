/** Ten models in a row: what the worker holds at the end is what it held after the first. */

import type { CDPSession, Page } from 'playwright';
import { expect, it } from 'vitest';
import { withBrowser } from './harness.ts';

const { visit } = withBrowser();

/** More than the noise of one measurement, less than the smallest thing a model could leave (its 1.8 MB of weights). */
const SLACK_BYTES = 1_500_000;

/** Sends commands to the page's worker; Playwright's own session ends at the page. */
async function workerSession(page: Page): Promise<(method: string) => Promise<Record<string, number>>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const waiting = new Map<number, (result: Record<string, number>) => void>();
  let worker: string | undefined;
  let last = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') worker = sessionId;
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: Record<string, number> };
    waiting.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return (method) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, resolve);
      if (worker === undefined) return reject(new Error('the page has no worker yet'));
      session
        .send('Target.sendMessageToTarget', { sessionId: worker, message: JSON.stringify({ id, method }) })
        .catch(reject);
    });
}

it('a study of ten models leaves no bytes on the GPU and none on the heap', async () => {
  const { page } = await visit();
  await page.waitForFunction(() => window.softPromptLab !== undefined);
  const send = await workerSession(page);
  const heap = async (): Promise<number> => {
    await send('HeapProfiler.collectGarbage');
    const { usedSize = 0, backingStorageSize = 0 } = await send('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  };
  const heaps: Promise<number>[] = [];
  await page.exposeFunction('modelFreed', () => {
    heaps.push(heap());
  });
  const freed = await page.evaluate(async () => {
    const settings = { itemLimit: 4, tuning: { steps: 1 } };
    const { freed, result } = await window.softPromptLab!.study({ settings }, (batch) => {
      const { modelFreed } = window as unknown as { modelFreed(): void };
      for (const event of batch) if (event.type === 'study' && event.event.type === 'freed') modelFreed();
    });
    return { freed, states: result.models.map(({ state }) => state.status) };
  });
  expect(freed.states).toEqual(new Array(10).fill('done'));
  expect(freed.freed.map(({ liveBytes }) => liveBytes)).toEqual(new Array(10).fill(0));
  const [first] = await Promise.all(heaps);
  const last = await heap();
  expect(first).toBeGreaterThan(1_000_000);
  expect(last).toBeLessThan(first! + SLACK_BYTES);
});
