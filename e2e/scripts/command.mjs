/**
 * Runs a command written in TypeScript (e2e/lab, e2e/bench): installs what is missing, then loads its main.ts through
 * Vite, so that no further tool is needed.
 */

import { join } from 'node:path';
import { ensureDependencies, ROOT, runMain } from './setup.mjs';

/**
 * Calls `main(args, folder)` of e2e/<name>/main.ts, where <name> is also the npm script's, and exits with its code.
 *
 * @param {'bench' | 'lab'} name
 */
export function runCommand(name) {
  return runMain(async () => {
    await ensureDependencies({ onlyStderr: true });
    const { createServer } = await import('vite');
    const vite = await createServer({
      root: ROOT,
      configFile: false,
      appType: 'custom',
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, watch: null, ws: false },
    });
    try {
      const { main } = await vite.ssrLoadModule(join(ROOT, 'e2e', name, 'main.ts'));
      // npm changes to the project's folder; paths are meant from where the command was typed.
      const typedIn = process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : undefined;
      return await main(process.argv.slice(2), typedIn ?? process.cwd());
    } finally {
      await vite.close();
    }
  });
}
