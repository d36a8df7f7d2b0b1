/**
 * Points @huggingface/transformers at one model's files.
 *
 * The library has one global environment, so uses take turns. It looks for files at the addresses it always looks at;
 * what it fetches there comes from the model's reader, so that progress, cancelling, dropped folders and the cache
 * are the same for every file.
 */

import { env } from '@huggingface/transformers';
import type { ModelSource } from '../worker/protocol.ts';
import type { ModelReader } from './reader.ts';
import type { Site } from './site.ts';

let lastLocal = 0;
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = turn.then(work, work);
  turn = next.catch(() => undefined);
  return next;
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sets the library's environment; the prefix is what stands before a file's path in its requests. */
function pointAt(source: ModelSource, site: Site): { readonly id: string; readonly prefix: RegExp } {
  env.useFS = false;
  env.useFSCache = false;
  env.useBrowserCache = false;
  env.allowLocalModels = source.kind === 'embedded';
  env.allowRemoteModels = source.kind !== 'embedded';
  if (source.kind === 'embedded') {
    // A path, not an address: the library takes addresses for the hub's.
    env.localModelPath = new URL('models/', site.baseUrl).pathname;
    return { id: source.id, prefix: new RegExp(`^${escapeRegExp(`${env.localModelPath}${source.id}/`)}`) };
  }
  // The library remembers what it found under a name, and folders of one name may differ.
  const id = source.kind === 'hub' ? source.id : `local/model-${++lastLocal}`;
  env.remoteHost = source.kind === 'hub' ? site.hubUrl : 'https://local.invalid/';
  return { id, prefix: new RegExp(`^${escapeRegExp(`${env.remoteHost}${id}/resolve/`)}[^/]+/`) };
}

/** One byte answers whether a file is there and how long it is. */
async function answerProbe(reader: ModelReader, path: string): Promise<Response> {
  const size = await reader.size(path);
  return size === undefined
    ? new Response(null, { status: 404 })
    : new Response(null, { status: 206, headers: { 'content-range': `bytes 0-0/${size}` } });
}

async function answerFile(reader: ModelReader, path: string): Promise<Response> {
  const blob = await reader.blob(path);
  if (blob) return new Response(blob, { headers: { 'content-length': String(blob.size) } });
  // Repositories of the first years have no tokenizer_config.json; every field of it has a default.
  if (path === 'tokenizer_config.json') return new Response('{}', { headers: { 'content-length': '2' } });
  return new Response(null, { status: 404 });
}

/**
 * Runs `work` with the library pointed at `source`; `id` is the name it knows the model by.
 * A failure of the reader is thrown as it was, not in the library's words.
 */
export function withLibrary<T>(
  source: ModelSource,
  reader: ModelReader,
  site: Site,
  work: (id: string) => Promise<T>,
): Promise<T> {
  return inTurn(async () => {
    const { id, prefix } = pointAt(source, site);
    let failure: unknown;
    env.fetch = async (url: string | URL, init?: RequestInit) => {
      const path = String(url).replace(prefix, '');
      const probing = new Headers(init?.headers).get('range') === 'bytes=0-0';
      try {
        // The one file that may be missing without harm must be answered alike when probed.
        return await (probing && path !== 'tokenizer_config.json'
          ? answerProbe(reader, path)
          : answerFile(reader, path));
      } catch (error) {
        failure ??= error;
        throw error;
      }
    };
    try {
      return await work(id);
    } catch (error) {
      throw failure ?? error;
    }
  });
}
