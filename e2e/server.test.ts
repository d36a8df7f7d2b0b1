import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRange, type StaticServer, serve } from './server.mjs';

let folder: string;
let server: StaticServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-server-'));
  mkdirSync(join(folder, 'site', 'assets'), { recursive: true });
  mkdirSync(join(folder, 'site-secret'));
  writeFileSync(join(folder, 'site', 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'site', 'assets', 'a b.bin'), '0123456789');
  writeFileSync(join(folder, 'site', 'empty.json'), '');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site-secret', 'x.txt'), 'secret');
  const site = join(folder, 'site');
  server = await serve([
    { prefix: '/some/where/', folder: site },
    {
      prefix: '/hub/',
      folder: site,
      cors: true,
      rewrite: (path) => /^me\/model\/resolve\/main\/(.+)$/.exec(path)?.[1],
    },
  ]);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, init?: RequestInit) => fetch(server.origin + path, init);

/** Sends the path as it is: fetch would resolve `..` before sending. */
function rawGet(path: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', failed);
    socket.on('close', () => done(answer));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}

describe('static server', () => {
  it('serves files with their type below the prefix only', async () => {
    const page = await get('/some/where/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<p>page</p>');
    expect(await (await get('/some/where/assets/a%20b.bin?x=1')).text()).toBe('0123456789');
    expect((await get('/some/where/empty.json')).status).toBe(200);
    for (const path of [
      '/',
      '/some/',
      '/some/where/none',
      '/some/where/assets/',
      '/some/where/%zz',
      '/some/where/%00',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/../site-secret/x.txt',
    '//etc/passwd',
  ])('stays inside its folder: %s', async (path) => {
    const answer = await rawGet(`/some/where${path}`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('answers byte ranges', async () => {
    const range = async (value: string) => {
      const response = await get('/some/where/assets/a%20b.bin', { headers: { Range: value } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await range('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await range('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await range('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await range('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await range('bytes=4-2')).toEqual([200, null, '0123456789']);
    expect(parseRange('bytes=0-1,3-4', 10)).toBeUndefined();
  });

  it('answers HEAD without a body and refuses to be written to', async () => {
    const head = await get('/some/where/assets/a%20b.bin', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect((await get('/some/where/', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('knows an unchanged file by its tag', async () => {
    const tag = (await get('/some/where/index.html')).headers.get('etag')!;
    const again = await get('/some/where/index.html', { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
  });

  it('rewrites paths, allows other origins where asked, and lists requests', async () => {
    const file = await get('/hub/me/model/resolve/main/assets/a%20b.bin');
    expect([file.status, file.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect((await get('/hub/you')).status).toBe(404);
    expect(server.requests.slice(-2)).toEqual([
      'GET /hub/me/model/resolve/main/assets/a%20b.bin',
      'GET /hub/you',
    ]);
  });
});
