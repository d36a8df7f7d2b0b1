/**
 * The bench in headless Chromium. Its page comes from a development server of its own, so that neither the bench nor its
 * peers are ever part of the built site.
 */

import { basename, dirname, resolve } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { CHROMIUM_ARGS } from '../chromium.mjs';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';
import type { BenchFolder } from './model.ts';
import type { BenchOptions } from './options.ts';
import type { PageRequest } from './page/page.ts';
import type { PartsOutput } from './page/parts.ts';

const served = (path: string) => `/@fs${path.startsWith('/') ? '' : '/'}${path.replaceAll('\\', '/')}`;

function pageRequest({ folder, path, staticModel }: BenchFolder, options: BenchOptions): PageRequest {
  const [subfolder, file] = path.includes('/') ? path.split('/') : ['', path];
  const transformers = {
    root: `${served(dirname(folder))}/`,
    id: basename(folder),
    subfolder: subfolder!,
    fileName: file!.replace(/\.onnx$/, ''),
  };
  return {
    folder: `${served(folder)}/`,
    path,
    staticModel: options.peers && staticModel !== undefined ? served(staticModel) : undefined,
    transformers: options.peers ? transformers : undefined,
    parts: options.parts,
    rounds: options.rounds,
  };
}

export async function runInBrowser(
  model: BenchFolder,
  options: BenchOptions,
  log: (text: string) => void,
): Promise<PartsOutput> {
  const executablePath = await ensureChromium();
  const vite = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    cacheDir: resolve(ROOT, 'node_modules/.vite-bench'),
    optimizeDeps: {
      noDiscovery: true,
      include: ['@huggingface/transformers', 'onnxruntime-web/webgpu', '@jax-js/jax', '@jax-js/onnx'],
    },
    server: {
      host: '127.0.0.1',
      watch: null,
      hmr: false,
      fs: { allow: [ROOT, dirname(model.folder), resolve(ROOT, '../shared')] },
    },
  });
  await vite.listen();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS, headless: true });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => log(`page: ${error.message}`));
    await page.exposeFunction('benchLog', log);
    await page.goto(`${vite.resolvedUrls!.local[0]}e2e/bench/page/index.html`);
    await page.waitForFunction(() => window.runBench !== undefined);
    return await page.evaluate((request) => window.runBench!(request), pageRequest(model, options));
  } finally {
    await browser.close();
    await vite.close();
  }
}
