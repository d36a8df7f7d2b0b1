/**
 * A static file server on localhost for the built page and for folders with model files.
 *
 * Node built-ins only; reads, never writes; sets no header the page depends on, so that what works here works on
 * any static host. Byte ranges are answered because model files are read in parts.
 */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.py': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * @typedef {{ path: string, size: number, modified: Date }} FoundFile
 * @typedef {{ start: number, end: number }} ByteRange
 */

/**
 * The file a request path names below `root`, or undefined: missing, a folder without index.html, or outside.
 *
 * @param {string} root absolute folder
 * @param {string} relative request path below the mount, percent-encoded
 * @returns {Promise<FoundFile | undefined>}
 */
async function findFile(root, relative) {
  let decoded;
  try {
    decoded = decodeURIComponent(relative);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  let path = resolve(root, `.${sep}${decoded}`);
  if (path !== root && !path.startsWith(root + sep)) return undefined;
  let facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory()) {
    path = join(path, 'index.html');
    facts = await stat(path).catch(() => undefined);
  }
  return facts?.isFile() ? { path, size: facts.size, modified: facts.mtime } : undefined;
}

/**
 * One byte range as in RFC 9110, section 14: undefined = no (single) range asked for, null = cannot be satisfied.
 *
 * @param {string | undefined} header
 * @param {number} size
 * @returns {ByteRange | null | undefined}
 */
export function parseRange(header, size) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start < size ? { start, end } : null;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {FoundFile} file
 */
function sendFile(request, response, file) {
  const tag = `"${file.size.toString(16)}-${file.modified.getTime().toString(16)}"`;
  response.setHeader('Content-Type', TYPES[extname(file.path).toLowerCase()] ?? 'application/octet-stream');
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', tag);
  response.setHeader('Accept-Ranges', 'bytes');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  const range = parseRange(request.headers.range, file.size);
  if (range === null) {
    response.writeHead(416, { 'Content-Range': `bytes */${file.size}` }).end();
    return;
  }
  const length = range ? range.end - range.start + 1 : file.size;
  response.writeHead(range ? 206 : 200, {
    'Content-Length': length,
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` } : {}),
  });
  if (request.method === 'HEAD' || length === 0) {
    response.end();
    return;
  }
  const stream = createReadStream(file.path, range ?? {});
  stream.on('error', () => response.destroy());
  response.on('close', () => stream.destroy());
  stream.pipe(response);
}

/**
 * @typedef {{
 *   readonly prefix: string,
 *   readonly folder: string,
 *   readonly rewrite?: (path: string) => string | undefined,
 *   readonly cors?: boolean,
 * }} Mount `prefix` starts and ends with a slash; `rewrite` maps the rest of the path to a file (undefined = 404).
 *
 * @typedef {{
 *   readonly origin: string,
 *   readonly port: number,
 *   readonly requests: string[],
 *   mount(mount: Mount): void,
 *   close(): Promise<void>,
 * }} StaticServer `requests` lists "METHOD /path" in order of arrival.
 */

/**
 * Serves folders under path prefixes; the longest matching prefix answers. Port 0 = any free one.
 *
 * @param {readonly Mount[]} mounts
 * @param {{ port?: number }} [options]
 * @returns {Promise<StaticServer>}
 */
export async function serve(mounts, { port = 0 } = {}) {
  /** @type {Mount[]} */
  const table = [];
  /** @param {Mount} mount */
  const add = (mount) => {
    table.push({ ...mount, folder: resolve(mount.folder) });
    table.sort((a, b) => b.prefix.length - a.prefix.length);
  };
  mounts.forEach(add);
  /** @type {string[]} */
  const requests = [];

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    requests.push(`${request.method} ${path}`);
    const mount = table.find(({ prefix }) => path.startsWith(prefix));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    if (mount?.cors) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Expose-Headers', '*');
    }
    const rest = mount && path.slice(mount.prefix.length);
    const relative = rest !== undefined && mount?.rewrite ? mount.rewrite(rest) : rest;
    const file = mount && relative !== undefined ? await findFile(mount.folder, relative) : undefined;
    if (file) sendFile(request, response, file);
    else response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
  });

  await new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done(undefined));
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    origin: `http://localhost:${actual}`,
    port: actual,
    requests,
    mount: add,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
