/**
 * `npm run lab -- <command> …`: the laboratory without its page. The commands are in e2e/lab.
 *
 * This entry installs what is missing, then loads the TypeScript of e2e/lab through Vite, so that no further tool is
 * needed to run it.
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
    const module = await vite.ssrLoadModule(join(ROOT, 'e2e/lab/main.ts'));
    // npm changes to the project's folder; paths are meant from where the command was typed.
    const typedIn = process.env.npm_lifecycle_event === 'lab' ? process.env.INIT_CWD : undefined;
    return await /** @type {typeof import('../lab/main.ts')} */ (module).main(
      process.argv.slice(2),
      typedIn ?? process.cwd(),
    );
  } finally {
    await vite.close();
  }
});
