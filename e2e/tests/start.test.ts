import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../scripts/setup.mjs';

it('npm start prints the address, serves the page there, and ends with Ctrl-C', async () => {
  const script = join(ROOT, 'e2e/scripts/start.mjs');
  const child = spawn(process.execPath, [script, '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const address = await new Promise<string>((done, fail) => {
    void ended.then((code) => fail(new Error(`npm start ended with ${code} before it named its address`)));
    let printed = '';
    child.stdout.on('data', (data) => {
      printed += data;
      const found = /http:\/\/localhost:\d+\//.exec(printed);
      if (found) done(found[0]);
    });
  });
  const page = await fetch(address);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('<title>Soft-Prompt Lab</title>');
  const { headers, status } = await fetch(`${address}benchmarks/micro/closed_test.jsonl`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8']);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});
