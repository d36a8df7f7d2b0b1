/** The site as a browser's worker sees it: transformers.js' own cache, where the browser allows one. */

import { env } from '@huggingface/transformers';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { locateWasm } from './ort-graph.ts';
import { createSite, type FileCache, type Machine, type Site } from './site.ts';

/** Private windows and plain http have no cache: files are then fetched for every run. */
async function openCache(): Promise<FileCache | undefined> {
  return typeof caches === 'undefined' ? undefined : caches.open(env.cacheKey);
}

async function findMachine(): Promise<Machine> {
  const { gpu, deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  const adapter = await gpu?.requestAdapter().catch(() => null);
  const memoryBytes = deviceMemory === undefined ? undefined : deviceMemory * 2 ** 30;
  return { webgpu: adapter !== null && adapter !== undefined, memoryBytes };
}

/** `baseUrl`: the page's; the worker's own address is that of its script. */
export function browserSite(baseUrl: string, hubUrl: string | undefined): Site {
  locateWasm(new URL(wasmUrl, import.meta.url).href);
  return createSite(baseUrl, hubUrl, openCache, findMachine);
}
