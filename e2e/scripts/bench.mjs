/**
 * `npm run bench -- …`: this engine against others on one adapter. The bench itself is in e2e/bench.
 *
 * Installs what is missing, then loads the TypeScript of e2e/bench through Vite.
 */

import { join } from 'node:path';
import { ensureDependencies, ROOT, runMain } from './setup.mjs';

await runMain(async () => {
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
    const module = await vite.ssrLoadModule(join(ROOT, 'e2e/bench/main.ts'));
    // npm changes to the project's folder; paths are meant from where the command was typed.
    const typedIn = process.env.npm_lifecycle_event === 'bench' ? process.env.INIT_CWD : undefined;
    return await /** @type {typeof import('../bench/main.ts')} */ (module).main(
      process.argv.slice(2),
      typedIn ?? process.cwd(),
    );
  } finally {
    await vite.close();
  }
});
