import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LabError } from '../lib/errors.ts';
import type { DownloadProgress, ModelSource } from '../worker/protocol.ts';
import { openModel } from './open-model.ts';
import { createModelReader } from './reader.ts';
import { createSite, type FileCache } from './site.ts';
import { type ModelServer, startModelServer } from './testing/model-server.ts';
import { bestOf, listVariants } from './variants.ts';

const ROOT = resolve('public/models');
const ONNX = 'onnx/model_fp16.onnx';
const onnxBytes = readFileSync(`${ROOT}/micro/m1-base/${ONNX}`);

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(ROOT);
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.intercept = undefined;
});

const hub = (id = 'micro/m1-base'): ModelSource => ({ kind: 'hub', id, revision: 'main' });
const embedded: ModelSource = { kind: 'embedded', id: 'micro/m1-base' };

/** Node has no Cache API; this keeps bytes under keys, and can be full. */
function memoryCache(full = false): FileCache & { readonly keys: string[] } {
  const store = new Map<string, ArrayBuffer>();
  const keys: string[] = [];
  return {
    keys,
    match: async (key) => {
      const bytes = store.get(key);
      return bytes && new Response(bytes);
    },
    put: async (key, response) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      store.set(key, await response.arrayBuffer());
      keys.push(key);
    },
  };
}

const site = (cache?: FileCache) =>
  createSite(`${server.url}site/index.html`, server.url, cache ? async () => cache : undefined);

describe('openModel', () => {
  it('opens an embedded model below the page, whatever its path, without a failing request', async () => {
    const model = await openModel(embedded, ONNX, { site: site() });
    expect(model.onnxPath).toBe(ONNX);
    expect(model.maxPositions).toBe(512);
    expect(model.fileBytes).toBe(onnxBytes.length);
    expect([...(await model.files.read(ONNX, 100, 50))]).toEqual([...onnxBytes.subarray(100, 150)]);
    expect(new Set(server.requests)).toEqual(
      new Set(
        ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', ONNX].map(
          (file) => `/site/models/micro/m1-base/${file}`,
        ),
      ),
    );
    expect(new Set(server.requests).size).toBe(server.requests.length);
  });

  it('opens a hub model by the hub’s addresses and picks fp16', async () => {
    const model = await openModel(hub(), undefined, { site: site() });
    expect(model.onnxPath).toBe(ONNX);
    expect(server.requests).toContain(`/micro/m1-base/resolve/main/${ONNX}`);
  });

  it('opens a dropped folder, with its own name in front of the paths', async () => {
    const files = ['config.json', 'tokenizer.json', 'tokenizer_config.json', ONNX].map((path) => ({
      path: `my-model/${path}`,
      blob: new Blob([readFileSync(`${ROOT}/micro/m1-chat/${path}`)]),
    }));
    const source: ModelSource = { kind: 'local', id: 'my-model', files };
    const model = await openModel(source, undefined, { site: site() });
    expect(model.onnxPath).toBe(ONNX);
    expect(model.tokenizer.hasChatTemplate).toBe(true);
    expect(server.requests).toEqual([]);
  });

  it('tokenizes like the recipe: no start token, eos from the configuration', async () => {
    const { tokenizer } = await openModel(embedded, ONNX, { site: site() });
    expect(tokenizer.startIds).toEqual([]);
    // Named in tokenizer_config.json, though not written before texts.
    expect(tokenizer.prefixId).toBe(0);
    expect(tokenizer.endId).toBe(0);
    const text = 'Question: What is the capital of France?\n- Paris\n- Rome\nAnswer: * Paris';
    const ids = tokenizer.encode(text);
    expect(tokenizer.decode(ids)).toBe(text);
    expect(tokenizer.decode([...ids, 0])).toBe(text);
    expect(tokenizer.hasChatTemplate).toBe(false);
    expect(() => tokenizer.applyChatTemplate('x')).toThrow(LabError);
  });

  it('renders a chat prompt and finds what stands before an answer', async () => {
    const source: ModelSource = { kind: 'embedded', id: 'micro/m1-chat' };
    const { tokenizer } = await openModel(source, ONNX, { site: site() });
    expect(tokenizer.applyChatTemplate('Hi?')).toEqual({
      text: '<|user|>Hi?<|end|><|assistant|>',
      delimiter: ' ',
    });
    expect(tokenizer.endId).toBe(4);
    expect([...tokenizer.eosIds].sort()).toEqual([0, 4]);
  });

  it('hashes the files it read', async () => {
    const model = await openModel(embedded, ONNX, { site: site() });
    const hashes = await model.fileHashes();
    expect(hashes.map((hash) => hash.path)).toContain('tokenizer.json');
    expect(hashes.find((hash) => hash.path === ONNX)?.sha256).toBe(
      createHash('sha256').update(onnxBytes).digest('hex'),
    );
  });

  it('reports every file with its bytes and its place in the list', async () => {
    const seen: DownloadProgress[] = [];
    await openModel(hub(), ONNX, { site: site(), onProgress: (progress) => seen.push(progress) });
    const last = seen.filter((progress) => progress.file === ONNX).at(-1);
    expect(last).toMatchObject({ loaded: onnxBytes.length, total: onnxBytes.length, fileCount: 5 });
    expect(new Set(seen.map((progress) => progress.fileIndex))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(seen.every((progress) => !progress.fromCache)).toBe(true);
  });

  it('keeps hub files in the cache under the library’s keys and reads them from there', async () => {
    const cache = memoryCache();
    await openModel(hub(), ONNX, { site: site(cache) });
    expect(cache.keys).toContain(`${server.url}micro/m1-base/resolve/main/${ONNX}`);
    server.requests.length = 0;
    const seen: DownloadProgress[] = [];
    const model = await openModel(hub(), ONNX, { site: site(cache), onProgress: (p) => seen.push(p) });
    expect(await model.files.size(ONNX)).toBe(onnxBytes.length);
    expect(server.requests.filter((request) => !request.endsWith('(range)'))).toEqual([]);
    expect(seen.every((progress) => progress.fromCache)).toBe(true);
  });

  it('runs on when the storage is full', async () => {
    const model = await openModel(hub(), ONNX, { site: site(memoryCache(true)) });
    expect(await model.files.read(ONNX, 0, onnxBytes.length)).toHaveLength(onnxBytes.length);
  });

  it('stops in the middle of a download when cancelled', async () => {
    const controller = new AbortController();
    const opening = openModel(hub(), ONNX, {
      site: site(memoryCache()),
      signal: controller.signal,
      onProgress: (progress) => {
        if (progress.file === ONNX) controller.abort();
      },
    });
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('notices a download that ends early', async () => {
    server.intercept = (path, response) => {
      if (!path.endsWith(ONNX)) return false;
      response.writeHead(200, { 'content-length': onnxBytes.length });
      response.write(onnxBytes.subarray(0, 1000), () => response.destroy());
      return true;
    };
    await expect(openModel(hub(), ONNX, { site: site() })).rejects.toMatchObject({
      code: 'hub.unreachable',
    });
  });

  it.each([
    [401, 'hub.denied'],
    [404, 'hub.file-missing'],
    [500, 'hub.http'],
  ])('says what status %i means', async (status, code) => {
    server.intercept = (_path, response) => {
      response.writeHead(status).end();
      return true;
    };
    await expect(openModel(hub(), ONNX, { site: site() })).rejects.toMatchObject({ code });
  });

  it('says that nobody answers', async () => {
    const nowhere = createSite(server.url, 'http://127.0.0.1:9/');
    await expect(openModel(hub(), ONNX, { site: nowhere })).rejects.toMatchObject({
      code: 'hub.unreachable',
    });
  });

  it('takes the index page of a single-page server for a missing file', async () => {
    server.intercept = (path, response) => {
      if (path.endsWith('config.json')) return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      return true;
    };
    await expect(openModel(embedded, ONNX, { site: site() })).rejects.toMatchObject({
      code: 'hub.no-tokenizer',
    });
  });

  it('names a file that is shorter than what is asked of it', async () => {
    const { files } = await openModel(embedded, ONNX, { site: site() });
    await expect(files.read(ONNX, onnxBytes.length - 4, 8)).rejects.toMatchObject({ code: 'hub.file-short' });
    await expect(files.read('onnx/other.onnx', 0, 8)).rejects.toMatchObject({ code: 'hub.file-missing' });
    expect(await files.size('onnx/other.onnx')).toBeUndefined();
  });
});

describe('listVariants', () => {
  it('finds the files of a hub model with their sizes', async () => {
    const source = hub('micro/m2-base');
    const reader = createModelReader(source, { site: site() });
    expect(await listVariants(source, reader, site())).toEqual({
      variants: [{ dtype: 'fp16', path: ONNX, bytes: onnxBytes.length }],
      preselected: ONNX,
    });
  });

  it('lists a dropped folder, external data counted, and prefers fp16', async () => {
    const blob = (bytes: number) => new Blob([new Uint8Array(bytes)]);
    const files = [
      { path: 'config.json', blob: blob(2) },
      { path: 'onnx/model.onnx', blob: blob(10) },
      { path: 'onnx/model.onnx_data', blob: blob(100) },
      { path: 'onnx/model.onnx_data_1', blob: blob(1000) },
      { path: 'onnx/model_fp16.onnx', blob: blob(5) },
      { path: 'onnx/model_q4f16.onnx', blob: blob(3) },
      { path: 'onnx/model_q4f16.onnx.data', blob: blob(4) },
    ];
    const source: ModelSource = { kind: 'local', id: 'x', files };
    const { variants, preselected } = await listVariants(
      source,
      createModelReader(source, { site: site() }),
      site(),
    );
    expect(preselected).toBe('onnx/model_fp16.onnx');
    expect(variants).toContainEqual({ dtype: 'fp32', path: 'onnx/model.onnx', bytes: 1110 });
    expect(variants).toContainEqual({ dtype: 'q4f16', path: 'onnx/model_q4f16.onnx', bytes: 7 });
  });

  const GIB = 2 ** 30;
  const offered = [
    { dtype: 'fp32', path: 'fp32', bytes: 4 * GIB },
    { dtype: 'fp16', path: 'fp16', bytes: 2 * GIB },
    { dtype: 'q4', path: 'q4', bytes: 1.4 * GIB },
    { dtype: 'q4f16', path: 'q4f16', bytes: GIB },
    { dtype: 'q8', path: 'q8', bytes: GIB },
  ];
  it.each([
    ['a GPU', { webgpu: true, memoryBytes: undefined }, 'fp16'],
    ['a GPU with little memory', { webgpu: true, memoryBytes: 2 * GIB }, 'q4f16'],
    ['no GPU', { webgpu: false, memoryBytes: 8 * GIB }, 'fp32'],
    ['no GPU and little memory', { webgpu: false, memoryBytes: 3 * GIB }, 'fp16'],
    ['too little memory for any', { webgpu: true, memoryBytes: GIB }, 'q4f16'],
  ])('preselects for %s', (_, machine, path) => {
    expect(bestOf(offered, machine).path).toBe(path);
  });

  it('says that a model has no ONNX file', async () => {
    const source: ModelSource = { kind: 'local', id: 'x', files: [] };
    const reader = createModelReader(source, { site: site() });
    await expect(listVariants(source, reader, site())).rejects.toMatchObject({ code: 'hub.no-onnx' });
  });
});
