/**
 * Before the end-to-end tests: builds the page where that is needed and serves it from a folder of a host that has
 * nothing else, so that an address which only works at a root fails.
 */

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
  const server = await serve([{ prefix: '/some/where/', folder: DIST }]);
  project.provide('siteUrl', `${server.origin}/some/where/`);
  project.provide('chromiumPath', await ensureChromium());
  return () => server.close();
}
