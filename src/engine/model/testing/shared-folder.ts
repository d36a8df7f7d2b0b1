/**
 * The folder beside the repository with fixtures and models, as browser tests see it through Vite's file route.
 */
import { server } from 'vitest/browser';
import { LabError } from '../../../lib/errors.ts';
import type { ModelFiles } from '../../onnx/types.ts';

const root = `/@fs${server.config.root.replace(/\/[^/]+$/, '')}/shared/`;

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  const response = await fetch(`${root}${path}`);
  // A missing file is answered with a page.
  if (!response.ok || response.headers.get('content-type')?.includes('text/html')) return undefined;
  return new Uint8Array(await response.arrayBuffer());
}

/** Whether the folder is there. */
export async function hasSharedFolder(): Promise<boolean> {
  return (await bytesOf('fixtures/INDEX.md')) !== undefined;
}

/** A text file of the shared folder. */
export async function sharedText(path: string): Promise<string> {
  const bytes = await bytesOf(path);
  if (!bytes) throw new Error(`no ${path} in the shared folder`);
  return new TextDecoder().decode(bytes);
}

/** A JSON file of the shared folder. */
export async function sharedJson<T>(path: string): Promise<T> {
  return JSON.parse(await sharedText(path)) as T;
}

/** The files of one model folder; each is fetched once. */
export function sharedFiles(folder: string): ModelFiles {
  const files = new Map<string, Promise<Uint8Array | undefined>>();
  const load = (path: string): Promise<Uint8Array | undefined> => {
    const known = files.get(path) ?? bytesOf(`${folder}/${path}`);
    files.set(path, known);
    return known;
  };
  return {
    size: async (path) => (await load(path))?.byteLength,
    async read(path, offset, length) {
      const bytes = await load(path);
      if (!bytes || offset + length > bytes.byteLength) {
        throw new LabError('onnx.truncated', {
          file: path,
          needed: offset + length,
          found: bytes?.byteLength ?? 0,
        });
      }
      return bytes.slice(offset, offset + length);
    },
  };
}
