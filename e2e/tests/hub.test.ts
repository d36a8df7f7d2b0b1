import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeResult } from '../../src/share/permalink.ts';
import { ROOT } from '../scripts/setup.mjs';
import { type StaticServer, serve } from '../server.mjs';
import { changeSettings, linkOf, runButton, TINY_RUN, waitForStatus, withBrowser } from './harness.ts';

const { visit } = withBrowser();

/** One of the embedded models under the hub's addresses. */
let hub: StaticServer;

beforeAll(async () => {
  hub = await serve([
    {
      prefix: '/',
      folder: join(ROOT, 'public/models/micro/m2-chat'),
      cors: true,
      rewrite: (path) => /^someone\/tiny-llama\/resolve\/main\/(.+)$/.exec(path)?.[1],
    },
  ]);
});
afterAll(() => hub.close());

describe('a model of the hub', () => {
  it('is looked up, loaded, run, and kept in the cache for the next run', async () => {
    const { page } = await visit({ hub: hub.origin, expectedErrors: /404/ });
    await page.getByLabel('Model', { exact: true }).selectOption('hub');
    await page.getByLabel('Model on the hub').fill('someone/tiny-llama');
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect.poll(() => page.getByLabel('ONNX file').inputValue()).toBe('onnx/model_fp16.onnx');
    expect(hub.requests.some((request) => request.endsWith('.onnx') && request.startsWith('GET'))).toBe(true);

    await changeSettings(page, TINY_RUN);
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const { result } = await decodeResult(new URL(await linkOf(page)).hash);
    expect(result.config.modelId).toBe('someone/tiny-llama');
    expect(result.hashes.model.map(({ path }) => path)).toContain('onnx/model_fp16.onnx');

    const before = hub.requests.length;
    // The click itself ends the status of the first run.
    await runButton(page).click();
    await waitForStatus(page, 'done');
    const again = hub.requests.slice(before).filter((request) => request.includes('model_fp16.onnx'));
    expect(again).toEqual([]);
  });

  it('that does not exist is said to, and the page stays', async () => {
    const { page } = await visit({ hub: hub.origin, expectedErrors: /404/ });
    await page.getByLabel('Model', { exact: true }).selectOption('hub');
    await page.getByLabel('Model on the hub').fill('someone/nothing');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('alert').getByText('someone/nothing').waitFor();
    await expect.poll(() => runButton(page).isDisabled()).toBe(true);
  });
});
