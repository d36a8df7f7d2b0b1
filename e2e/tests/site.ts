/**
 * Before the end-to-end tests: builds the page where that is needed and serves it from a folder of a host that has
 * nothing else, so that an address which only works at a root fails. It is a copy: a build that another command makes
 * meanwhile takes no chunk away from pages that are open.
 */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { DIST, ensureBuild, ensureChromium } from '../scripts/setup.mjs';
import { serve } from '../server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the page, ending in a slash. */
    readonly siteUrl: string;
    readonly chromiumPath: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-site-'));
  cpSync(DIST, folder, { recursive: true });
  const server = await serve([{ prefix: '/some/where/', folder }]);
  project.provide('siteUrl', `${server.origin}/some/where/`);
  project.provide('chromiumPath', await ensureChromium());
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
}
