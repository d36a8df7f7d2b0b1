/** Downloads and the browser's real cache; Node has none. */

import { afterEach, expect, it } from 'vitest';
import type { DownloadProgress, ModelSource } from '../worker/protocol.ts';
import { createModelReader } from './reader.ts';
import { createSite } from './site.ts';

const CACHE = 'soft-prompt-lab-test';
const ONNX = 'onnx/model_fp16.onnx';
const source: ModelSource = { kind: 'hub', id: 'micro/m1-base', revision: 'main' };

/** The test server has the site's layout; the hub's address is bent to it. */
const realFetch = window.fetch;
function serveHubLayout(requests: string[]): void {
  window.fetch = (input, init) => {
    const url = String(input);
    requests.push(url);
    return realFetch(url.replace(/\/hub\/(.+)\/resolve\/main\//, '/models/$1/'), init);
  };
}
afterEach(async () => {
  window.fetch = realFetch;
  await caches.delete(CACHE);
});

it('keeps a download for the next reader and reads it by ranges', async () => {
  const requests: string[] = [];
  serveHubLayout(requests);
  const site = createSite(`${window.origin}/`, `${window.origin}/hub/`, () => caches.open(CACHE));
  const first = createModelReader(source, { site });
  const whole = await first.blob(ONNX);
  expect(whole!.size).toBeGreaterThan(1_000_000);
  expect(requests).toHaveLength(1);

  const seen: DownloadProgress[] = [];
  const second = createModelReader(source, { site, onProgress: (progress) => seen.push(progress) });
  const part = await second.read(ONNX, 1000, 64);
  expect([...part]).toEqual([...new Uint8Array(await whole!.slice(1000, 1064).arrayBuffer())]);
  expect(requests).toHaveLength(1);
  expect(seen).toMatchObject([{ loaded: whole!.size, total: whole!.size, fromCache: true }]);
  const keys = await (await caches.open(CACHE)).keys();
  expect(keys.map(({ url }) => url)).toEqual([`${window.origin}/hub/micro/m1-base/resolve/main/${ONNX}`]);
});

it('leaves nothing behind when a download is cancelled', async () => {
  serveHubLayout([]);
  const site = createSite(`${window.origin}/`, `${window.origin}/hub/`, () => caches.open(CACHE));
  const controller = new AbortController();
  const reader = createModelReader(source, {
    site,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(reader.blob(ONNX)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await (await caches.open(CACHE)).keys()).toEqual([]);
});
