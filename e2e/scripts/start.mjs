/**
 * `npm start`: from a bare clone to the page in the browser. Ends with Ctrl-C.
 *
 * Options after `--`: --port <number> (default 4173, else the next free one), --no-open.
 */

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { serve } from '../server.mjs';
import { DIST, ensureBuild, ensureDependencies, runMain, SetupError } from './setup.mjs';

const DEFAULT_PORT = 4173;

/** Opens the address where there is a desktop to open it on; silent where there is none. @param {string} url */
function openBrowser(url) {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [command, args] =
    platform === 'darwin'
      ? ['open', [url]]
      : platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}

/** @param {string | undefined} asked */
async function listen(asked) {
  const mounts = [{ prefix: '/', folder: DIST }];
  if (asked !== undefined) {
    const port = Number(asked);
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      throw new SetupError(`--port wants a number from 0 to 65535, not "${asked}".`);
    }
    return serve(mounts, { port }).catch((error) => {
      throw new SetupError(`Port ${port} cannot be used: ${error.message}`);
    });
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 20; port++) {
    try {
      return await serve(mounts, { port });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
    }
  }
  return serve(mounts);
}

await runMain(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, 'no-open': { type: 'boolean', default: false } },
  });
  await ensureDependencies();
  await ensureBuild();
  const server = await listen(values.port);
  process.stdout.write(`Soft-Prompt Lab: ${server.origin}/  (Ctrl-C ends)\n`);
  if (!values['no-open']) openBrowser(`${server.origin}/`);
  const stop = () => server.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
});
