/** The bench's page: fetches what the driver names and hands results back as data. */

import type { ModelFiles } from '../../../src/engine/onnx/types.ts';
import { LabError } from '../../../src/lib/errors.ts';
import type { Part } from '../options.ts';
import { type PartsOutput, type Peers, runParts } from './parts.ts';

export interface PageRequest {
  /** Address of the model's folder, with a slash at its end, and the .onnx file in it. */
  readonly folder: string;
  readonly path: string;
  readonly staticModel: string | undefined;
  readonly transformers: Peers['transformers'] | undefined;
  readonly parts: readonly Part[];
  readonly rounds: number;
}

declare global {
  interface Window {
    runBench?: (request: PageRequest) => Promise<PartsOutput>;
    /** Where the driver listens. */
    benchLog?: (text: string) => void;
  }
}

async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const response = await fetch(url);
  // The development server answers a missing file with a page.
  if (!response.ok || response.headers.get('content-type')?.includes('text/html')) return undefined;
  return new Uint8Array(await response.arrayBuffer());
}

function filesAt(folder: string): ModelFiles {
  const files = new Map<string, Promise<Uint8Array | undefined>>();
  const load = (path: string) => {
    const known = files.get(path) ?? fetchBytes(folder + path);
    files.set(path, known);
    return known;
  };
  return {
    size: async (path) => (await load(path))?.byteLength,
    read: async (path, offset, length) => {
      const bytes = await load(path);
      if (!bytes) throw new LabError('onnx.file-missing', { file: path });
      return bytes.slice(offset, offset + length);
    },
  };
}

window.runBench = async ({ folder, path, staticModel, transformers, parts, rounds }) => {
  const bytes = staticModel === undefined ? undefined : await fetchBytes(staticModel);
  return runParts({
    gpu: navigator.gpu,
    files: filesAt(folder),
    path,
    parts,
    rounds,
    ...(transformers ? { peers: { transformers, ...(bytes ? { staticModel: bytes } : {}) } } : {}),
    log: (text) => window.benchLog?.(text),
  });
};
