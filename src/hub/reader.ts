/**
 * The files of one model, wherever they lie: embedded in the site, on the hub, or dropped by the user.
 *
 * A file is fetched once, streamed into the browser's cache (transformers.js' own cache and keys, so that both find
 * each other's files), and from then on read by ranges of a blob, which the browser keeps outside the JS heap.
 * Where the cache is full or missing the blob is kept for the run instead. Knows no file format.
 */

import type { ModelFiles } from '../engine/onnx/types.ts';
import { LabError } from '../lib/errors.ts';
import type { DownloadProgress, ModelSource } from '../worker/protocol.ts';
import type { FileCache, Site } from './site.ts';

export interface ReaderOptions {
  readonly site: Site;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DownloadProgress) => void;
}

export interface ModelReader extends ModelFiles {
  /** The whole file as a blob, or undefined where there is none. */
  blob(path: string): Promise<Blob | undefined>;
  /** Declares files that will be read, so that progress can say "file i of n"; unknown ones are added when read. */
  expect(paths: readonly string[]): void;
  /** Paths read so far, in the order of their first reading. */
  opened(): readonly string[];
  /** Every file, where the source can tell (dropped folders). */
  list(): readonly string[] | undefined;
}

/** That a graph has no external data is kept beside it, so that later runs need no network. */
const EXTERNAL_DATA = /\.onnx(_data(_\d+)?|\.data)$/;

/** Absolute URL of a file, or undefined for dropped files. */
export function fileUrl(source: ModelSource, site: Site, path: string): string | undefined {
  if (source.kind === 'local') return undefined;
  if (source.kind === 'embedded') return new URL(`models/${source.id}/${path}`, site.baseUrl).href;
  return `${site.hubUrl}${source.id}/resolve/${encodeURIComponent(source.revision)}/${path}`;
}

/** A single-page server answers a missing file with its index page; no file of a model is HTML. */
const isPage = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').startsWith('text/html');

const isMissing = (response: Response): boolean =>
  response.status === 404 || response.status === 416 || (response.ok && isPage(response));

function statusError(response: Response, url: string): LabError {
  const denied = response.status === 401 || response.status === 403;
  return new LabError(denied ? 'hub.denied' : 'hub.http', { url, status: response.status });
}

/** Rejections of fetch carry no reason a program could read; an abort stays an abort. */
async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new LabError('hub.unreachable', { url }, { cause: error });
  }
}

/** Passes a body on while counting it, and fails when it ends before the length the server named. */
function counted(response: Response, url: string, report: (loaded: number) => void): Response {
  const encoded = response.headers.get('content-encoding');
  const length = response.headers.get('content-length');
  const expected = length !== null && !encoded ? Number(length) : undefined;
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      report(loaded);
      controller.enqueue(chunk);
    },
    flush() {
      if (expected !== undefined && loaded !== expected) {
        throw new LabError('hub.incomplete', { url, loaded, expected });
      }
    },
  });
  const body = response.body?.pipeThrough(counter as ReadableWritablePair<Uint8Array, Uint8Array>);
  const headers = new Headers();
  const type = response.headers.get('content-type');
  if (type) headers.set('content-type', type);
  // transformers.js reads the length of cached files from this header.
  if (expected !== undefined) headers.set('content-length', String(expected));
  return new Response(body ?? null, { status: 200, headers });
}

/** Bytes the storage still takes, or undefined where the browser does not say. */
async function freeStorage(): Promise<number | undefined> {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined);
  if (estimate?.quota === undefined || estimate.usage === undefined) return undefined;
  return estimate.quota - estimate.usage;
}

async function openCache(source: ModelSource, site: Site): Promise<FileCache | undefined> {
  // The site's own files are left to the HTTP cache, which notices when a new release replaces them.
  if (source.kind !== 'hub') return undefined;
  return site.cache?.().catch(() => undefined);
}

/**
 * Fetches `url` into the cache if it fits, else into a blob of its own.
 * A cache that fails half-way costs a second download, never the run.
 */
async function download(
  url: string,
  cache: FileCache | undefined,
  signal: AbortSignal | undefined,
  report: (loaded: number, total: number | undefined) => void,
): Promise<Blob | undefined> {
  const get = async (): Promise<Response | undefined> => {
    const response = await request(url, signal ? { signal } : {});
    if (isMissing(response)) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) throw statusError(response, url);
    const total = Number(response.headers.get('content-length')) || undefined;
    report(0, total);
    return counted(response, url, (loaded) => report(loaded, total));
  };
  const rethrow = (error: unknown): never => {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof LabError ? error : new LabError('hub.unreachable', { url }, { cause: error });
  };
  const response = await get();
  if (!response) return undefined;
  const size = Number(response.headers.get('content-length')) || 0;
  const free = await freeStorage();
  if (cache && (free === undefined || free > size)) {
    try {
      await cache.put(url, response);
      const stored = await cache.match(url);
      if (stored) return await stored.blob();
    } catch (error) {
      if (signal?.aborted || error instanceof LabError) rethrow(error);
    }
    const again = await get();
    return again ? again.blob().catch(rethrow) : undefined;
  }
  return response.blob().catch(rethrow);
}

/** Dropped folders may come with the folder's own name in front; config.json tells where the model begins. */
function localFiles(source: Extract<ModelSource, { kind: 'local' }>): Map<string, Blob> {
  const config = source.files
    .map((file) => file.path)
    .filter((path) => path === 'config.json' || path.endsWith('/config.json'))
    .sort((a, b) => a.length - b.length)[0];
  const root = config?.slice(0, -'config.json'.length) ?? '';
  return new Map(
    source.files.map((file) => [
      file.path.startsWith(root) ? file.path.slice(root.length) : file.path,
      file.blob,
    ]),
  );
}

/** A reader for `source`; nothing is fetched before it is asked for. */
export function createModelReader(source: ModelSource, options: ReaderOptions): ModelReader {
  const { site, signal } = options;
  const expected: string[] = [];
  const order: string[] = [];
  const sizes = new Map<string, Promise<number | undefined>>();
  const blobs = new Map<string, Promise<Blob | undefined>>();
  const local = source.kind === 'local' ? localFiles(source) : undefined;
  const cache = openCache(source, site);

  const expect = (paths: readonly string[]): void => {
    for (const path of paths) if (!expected.includes(path)) expected.push(path);
  };

  const fetchBlob = async (path: string, url: string): Promise<Blob | undefined> => {
    const report = (loaded: number, total: number | undefined, fromCache: boolean) =>
      options.onProgress?.({
        file: path,
        loaded,
        total,
        fileIndex: expected.indexOf(path),
        fileCount: expected.length,
        fromCache,
      });
    const store = await cache;
    const hit = await store?.match(url).catch(() => undefined);
    if (hit) {
      const blob = await hit.blob();
      report(blob.size, blob.size, true);
      return blob;
    }
    const blob = await download(url, store, signal, (loaded, total) => report(loaded, total, false));
    if (blob) report(blob.size, blob.size, false);
    return blob;
  };

  const blob = (path: string): Promise<Blob | undefined> => {
    let opening = blobs.get(path);
    if (!opening) {
      if (!order.includes(path)) order.push(path);
      expect([path]);
      const url = fileUrl(source, site, path);
      opening = url === undefined ? Promise.resolve(local?.get(path)) : fetchBlob(path, url);
      blobs.set(path, opening);
      opening.catch(() => blobs.delete(path));
    }
    return opening;
  };

  /** Asks for one byte only: a HEAD request would name the compressed length. */
  const probe = async (path: string, url: string): Promise<number | undefined> => {
    const store = await cache;
    const hit = await store?.match(url).catch(() => undefined);
    if (hit) return (await hit.blob()).size;
    const absent = EXTERNAL_DATA.test(path) ? `${url}?absent` : undefined;
    if (absent && (await store?.match(absent).catch(() => undefined))) return undefined;
    const response = await request(url, {
      headers: { range: 'bytes=0-0' },
      ...(signal ? { signal } : {}),
    });
    await response.body?.cancel();
    if (isMissing(response)) {
      if (absent) await store?.put(absent, new Response('')).catch(() => undefined);
      return undefined;
    }
    if (!response.ok) throw statusError(response, url);
    const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
    const length = response.status === 206 ? whole : response.headers.get('content-length');
    if (length) return Number(length);
    // A server that names no length: only the download tells.
    return (await blob(path))?.size;
  };

  return {
    blob,
    expect,
    opened: () => order,
    list: () => (local ? [...local.keys()] : undefined),
    size: (path) => {
      let size = sizes.get(path);
      if (!size) {
        const url = fileUrl(source, site, path);
        const loaded = blobs.get(path);
        size =
          loaded || url === undefined
            ? (loaded ?? Promise.resolve(local?.get(path))).then((file) => file?.size)
            : probe(path, url);
        sizes.set(path, size);
        size.catch(() => sizes.delete(path));
      }
      return size;
    },
    read: async (path, offset, length) => {
      const file = await blob(path);
      if (!file) throw new LabError('hub.file-missing', { model: source.id, path });
      const end = offset + length;
      if (end > file.size) throw new LabError('hub.file-short', { path, size: file.size, needed: end });
      return new Uint8Array(await file.slice(offset, end).arrayBuffer());
    },
  };
}
