/**
 * A small HTTP server for tests with the two layouts the lab meets: the hub's `/{repo}/resolve/{revision}/{file}`
 * and the site's `/site/models/{id}/{file}`, both over one folder; ranges as the hub serves them.
 */

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

export interface ModelServer {
  readonly url: string;
  /** Paths of all requests so far, with ' (range)' after those for a part. */
  readonly requests: string[];
  /** Called before a file is sent; return true to answer oneself. */
  intercept: ((path: string, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

function filePath(root: string, url: string): string | undefined {
  const hub = /^\/([^/]+\/[^/]+)\/resolve\/[^/]+\/(.+)$/.exec(url);
  const site = /^\/site\/models\/(.+)$/.exec(url);
  const relative = hub ? `${hub[1]}/${hub[2]}` : site?.[1];
  if (!relative) return undefined;
  const path = join(root, normalize(decodeURIComponent(relative)));
  return path.startsWith(root) && existsSync(path) && statSync(path).isFile() ? path : undefined;
}

function send(path: string, request: IncomingMessage, response: ServerResponse): void {
  const size = statSync(path).size;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, { 'content-length': size, 'content-type': 'application/octet-stream' });
    createReadStream(path).pipe(response);
    return;
  }
  const [start, end] = [Number(range[1]), Number(range[2])];
  response.writeHead(206, {
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  });
  createReadStream(path, { start, end }).pipe(response);
}

/** Serves the models below `root` (`<owner>/<name>/…`) on a free port of this machine. */
export async function startModelServer(root: string): Promise<ModelServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    requests.push(request.headers.range ? `${url} (range)` : url);
    if (handle.intercept?.(url, response)) return;
    const path = filePath(root, url);
    if (path) send(path, request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const handle: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    intercept: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return handle;
}
