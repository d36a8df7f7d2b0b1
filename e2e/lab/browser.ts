/**
 * The built page in headless Chromium, and the calls of `window.softPromptLab` from here.
 *
 * Files of this machine reach the page through a static server on localhost; nothing else is served. The page's
 * errors come back as LabError with their code.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { type ErrorParams, LabError } from '../../src/lib/errors.ts';
import type { SoftPromptLab } from '../../src/worker/automation.ts';
import { CHROMIUM_ARGS } from '../chromium.mjs';
import { DIST, ensureBuild, ensureChromium, SetupError } from '../scripts/setup.mjs';
import { type StaticServer, serve } from '../server.mjs';
import { filesOfFolder } from './files.ts';

/** What a call of the page gives back: its value, or its error as data. */
type Answer<T> =
  | { readonly value: T }
  | { readonly code: string; readonly params: ErrorParams; readonly detail?: string };

type Method = keyof SoftPromptLab;
type Value<M extends Method> = Awaited<ReturnType<SoftPromptLab[M]>>;

export interface LabBrowser {
  /**
   * Calls a method of window.softPromptLab with plain data; `onEvents` gets what the method reports while it works
   * (as one more argument of the method). Throws LabError.
   */
  call<M extends Method>(
    method: M,
    args: readonly unknown[],
    onEvents?: (batch: never) => void,
  ): Promise<Value<M>>;
  /** Serves one file of this machine; gives its address for the page. */
  serveFile(absolute: string): string;
  /** Serves a folder; gives its files with their addresses. */
  serveFolder(absolute: string): { path: string; url: string }[];
  close(): Promise<void>;
}

export interface LabOptions {
  /** Folder of this machine whose browser profile, and with it the page's database, outlives the call. */
  readonly keptIn?: string;
}

interface OpenedBrowser {
  readonly server: StaticServer;
  readonly page: Page;
  close(): Promise<void>;
}

/** A profile on disk for this call only: without one the files of a model would have to fit into 2 GB of the browser's memory. */
async function openFresh(executablePath: string): Promise<OpenedBrowser> {
  const server = await serve([{ prefix: '/', folder: DIST }]);
  const profile = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-'));
  const options = { executablePath, args: CHROMIUM_ARGS, headless: true };
  const context = await chromium.launchPersistentContext(profile, options);
  return {
    server,
    page: context.pages()[0] ?? (await context.newPage()),
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A database belongs to an address, so the port of the first call is kept beside the profile. */
async function openKept(executablePath: string, folder: string): Promise<OpenedBrowser> {
  mkdirSync(folder, { recursive: true });
  const portFile = join(folder, 'port');
  const port = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  const server = await serve([{ prefix: '/', folder: DIST }], { port }).catch((cause) => {
    throw new SetupError(
      `${folder} belongs to port ${port}, which is in use: another command may be working in this folder.`,
      { cause },
    );
  });
  writeFileSync(portFile, String(server.port));
  const options = { executablePath, args: CHROMIUM_ARGS, headless: true };
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), options);
  return { server, page: context.pages()[0] ?? (await context.newPage()), close: () => context.close() };
}

/** Builds the page where that is needed, starts Chromium, and opens the page. Throws SetupError. */
export async function openLab({ keptIn }: LabOptions = {}): Promise<LabBrowser> {
  await ensureBuild({ onlyStderr: true });
  const executablePath = await ensureChromium();
  const opened = await (keptIn === undefined ? openFresh(executablePath) : openKept(executablePath, keptIn));
  const { server, page } = opened;
  let listener: ((batch: never) => void) | undefined;
  await page.exposeFunction('softPromptLabEvents', (batch: never) => listener?.(batch));
  await page.goto(`${server.origin}/`);
  await page.waitForFunction(() => window.softPromptLab !== undefined);

  return {
    async call(method, args, onEvents) {
      listener = onEvents;
      const answer = await callPage(page, method, args, onEvents !== undefined);
      if ('value' in answer) return answer.value as never;
      const cause = answer.detail === undefined ? {} : { cause: new Error(answer.detail) };
      throw new LabError(answer.code, answer.params, cause);
    },
    serveFile: (absolute) => mountFile(server, absolute),
    serveFolder: (absolute) => {
      const prefix = nextPrefix();
      server.mount({ prefix, folder: absolute });
      return filesOfFolder(absolute).map(({ path }) => ({ path, url: prefix + encodePath(path) }));
    },
    async close() {
      await opened.close();
      await server.close();
    },
  };
}

let served = 0;
const nextPrefix = () => `/files-of-this-machine/${++served}/`;
const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

function mountFile(server: StaticServer, absolute: string): string {
  const prefix = nextPrefix();
  const [, folder = '/', name = ''] = /^(.*[\\/])([^\\/]+)$/.exec(absolute) ?? [];
  server.mount({ prefix, folder, rewrite: (rest) => (rest === encodePath(name) ? rest : undefined) });
  return prefix + encodePath(name);
}

function callPage(
  page: Page,
  method: Method,
  args: readonly unknown[],
  listens: boolean,
): Promise<Answer<unknown>> {
  return page.evaluate(
    async ({ method, args, listens }): Promise<Answer<unknown>> => {
      const lab = window.softPromptLab as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
      const report = (window as unknown as Record<string, unknown>).softPromptLabEvents;
      try {
        return { value: await lab[method]!(...args, ...(listens ? [report] : [])) };
      } catch (thrown) {
        const { code, params, cause, message } = thrown as LabError;
        const detail = cause instanceof Error ? { detail: cause.message } : {};
        if (typeof code === 'string') return { code, params, ...detail };
        return { code: 'internal.unexpected', params: {}, detail: message ?? String(thrown) };
      }
    },
    { method, args, listens },
  );
}
