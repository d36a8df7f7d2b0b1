/** The bench without a browser: Dawn by way of the package "webgpu", for machines with a GPU and no Chromium. */

import { open, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModelFiles } from '../../src/engine/onnx/types.ts';
import { ROOT, SetupError } from '../scripts/setup.mjs';
import type { BenchFolder } from './model.ts';
import type { BenchOptions } from './options.ts';
import { type PartsOutput, runParts } from './page/parts.ts';

interface DawnPackage {
  create(options: readonly string[]): GPU;
  readonly globals: object;
}

async function loadDawn(): Promise<DawnPackage> {
  try {
    const entry = createRequire(join(ROOT, 'package.json')).resolve('webgpu');
    return (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as DawnPackage;
  } catch (cause) {
    throw new SetupError('--node needs the package "webgpu": npm install --no-save webgpu', { cause });
  }
}

/** A model folder on disk. */
export function diskFiles(folder: string): ModelFiles {
  return {
    size: async (path) => (await stat(join(folder, path)).catch(() => undefined))?.size,
    read: async (path, offset, length) => {
      const file = await open(join(folder, path));
      try {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, offset);
        if (bytesRead !== length) throw new Error(`${path} ends before byte ${offset + length}`);
        return bytes;
      } finally {
        await file.close();
      }
    },
  };
}

export async function runInNode(
  model: BenchFolder,
  options: BenchOptions,
  log: (text: string) => void,
): Promise<PartsOutput> {
  const { create, globals } = await loadDawn();
  Object.assign(globalThis, globals);
  // Among what Dawn holds back as unsafe are subgroup matrices, which one of the kernel variants needs.
  const gpu = create(['enable-dawn-features=allow_unsafe_apis']);
  const { parts, rounds } = options;
  return runParts({ gpu, files: diskFiles(model.folder), path: model.path, parts, rounds, log });
}
